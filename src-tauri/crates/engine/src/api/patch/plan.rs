//! The changes of a source, computed from decisions and the files of a folder.

use std::path::Path;

use hintsmith_core::lint::stubs::Suite;
use hintsmith_core::model::hint::{HintName, PerHint, yes_no};
use hintsmith_core::model::layer::Layer;
use hintsmith_core::resolve::ResolvedTool;
use hintsmith_source::{
    Change, CollectOptions, EditRequest, Field, FieldValue, File, Language, PinnedTool, Registration, Scan,
    SkipReason, SourcePlace, ToolMatch, ToolPatch, WantedValues, check_versions, collect_files,
    find_lists_without_annotations, find_mentions, is_satisfied, match_tools, pins, scan, suite_for,
    unified_diff,
};

use crate::api::destination::sha256_hex;
use crate::catalog::{Catalog, CatalogEntry};
use crate::dto::{PatchChange, PatchInput, PatchState, PatchedFile, PatchedTool};
use crate::error::{ApiError, ErrorCode};

/// Number of skipped files that are named.
const MAX_NAMED_FILES: usize = 5;

/// What is written into a source.
pub struct PatchPlan {
    pub files: Vec<SourceChange>,
    pub tools: Vec<PatchedTool>,
    pub warnings: Vec<String>,
}

/// A file before and after.
pub struct SourceChange {
    /// Relative to the folder.
    pub path: String,
    /// `None` if the file is new.
    pub before: Option<String>,
    pub after: String,
}

impl SourceChange {
    pub fn to_view(&self) -> PatchedFile {
        PatchedFile {
            path: self.path.clone(),
            difference: unified_diff(&self.path, self.before.as_deref().unwrap_or_default(), &self.after),
            seen: sha256_hex(&format!("{:?}\0{}", self.before, self.after)),
        }
    }
}

/// The values that one tool should declare, with the reason for each.
struct WantedTool {
    values: WantedValues,
    reasons: Vec<(Field, String, String)>,
}

impl PatchPlan {
    pub fn new(catalog: &Catalog, input: &PatchInput, folder: &Path) -> Result<Self, ApiError> {
        let collection = collect_files(folder, &CollectOptions::default()).map_err(|error| {
            let hint = "Check that the folder can be read.";
            ApiError::new(ErrorCode::File, format!("{} could not be read: {error}", folder.display()), hint)
        })?;
        let found = scan(&collection.files);
        let wanted: Vec<(&CatalogEntry, WantedTool)> = catalog
            .entries_of(&input.server)
            .iter()
            .filter_map(|entry| Some((&**entry, WantedTool::of(entry, input)?)))
            .collect();
        let names: Vec<&str> = wanted.iter().map(|(entry, _)| entry.tool.name.as_str()).collect();
        let matches = match_tools(&found, &names);
        let mut plan = Self { files: Vec::new(), tools: Vec::new(), warnings: Vec::new() };
        let mut requests = Vec::new();
        for ((entry, wanted), matched) in wanted.iter().zip(&matches) {
            let name = entry.tool.name.as_str();
            let mut tool = describe_match(&found, name, matched);
            if let ToolMatch::Found(index) = matched {
                let registration = &found.registrations[*index];
                tool.changes = wanted.changes(registration);
                if input.excluded.iter().any(|excluded| excluded == name) {
                    tool.state = PatchState::Excluded;
                } else if is_satisfied(registration, &wanted.values) {
                    tool.state = PatchState::UpToDate;
                } else {
                    requests.push(EditRequest { registration: *index, wanted: wanted.values.clone() });
                }
            }
            plan.tools.push(tool);
        }
        plan.edit_files(&collection.files, &found, &requests, &names, &matches);
        plan.warn(&collection, &found);
        plan.name_mentions(&collection.files);
        if input.tests {
            plan.add_test(folder, &input.server, &found, &wanted, &matches)?;
        }
        Ok(plan)
    }

    /// A tool that is registered nowhere may be in a table; its name says where.
    fn name_mentions(&mut self, files: &[File]) {
        for tool in self.tools.iter_mut().filter(|tool| tool.state == PatchState::NotFound) {
            let places = find_mentions(files, &tool.tool);
            tool.places = places.iter().take(MAX_NAMED_FILES).map(place_text).collect();
            if !tool.places.is_empty() {
                tool.remarks.push(format!("its name is a text at {}", tool.places.join(", ")));
            }
        }
    }

    /// The test that holds the decided hints, as a change of its file.
    fn add_test(
        &mut self,
        folder: &Path,
        server: &str,
        found: &Scan,
        wanted: &[(&CatalogEntry, WantedTool)],
        matches: &[ToolMatch],
    ) -> Result<(), ApiError> {
        let pinned = wanted.iter().zip(matches).filter_map(|((entry, wanted), matched)| {
            let ToolMatch::Found(index) = matched else { return None };
            let hints = PerHint::from_fn(|hint| match wanted.values.hints[hint] {
                Some(Change::Set(value)) => Some(value),
                Some(Change::Remove) | None => None,
            });
            let is_changed = self.tools.iter().any(|tool| {
                tool.tool == *entry.tool.name
                    && matches!(tool.state, PatchState::Changed | PatchState::UpToDate)
            });
            is_changed.then(|| (found.registrations[*index].language, entry.tool.name.to_string(), hints))
        });
        let pinned: Vec<(Language, String, PerHint<Option<bool>>)> = pinned.collect();
        let Some(suite) = pinned.first().and_then(|(language, ..)| suite_for(*language)) else {
            self.warnings.push(
                "no test is written: no tool with a decision is in a language with a known suite".to_owned(),
            );
            return Ok(());
        };
        let tools: Vec<PinnedTool> =
            pinned.into_iter().map(|(_, name, hints)| PinnedTool { name, hints }).collect();
        let path = test_path(folder, suite);
        let before = match std::fs::read_to_string(folder.join(&path)) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => {
                let message = format!("{path} could not be read: {error}");
                return Err(ApiError::new(ErrorCode::File, message, "Move the file, or leave out --tests."));
            }
        };
        let mut after = pins(suite, server, &[], &tools);
        if let Some(before) = &before {
            after = keep_command(before, &after);
        }
        if before.as_deref().is_some_and(|text| text.lines().next() != after.lines().next()) {
            self.warnings.push(format!("{path} exists and is no test of Hintsmith, so it is not replaced"));
        } else if before.as_deref() != Some(&after) {
            self.files.push(SourceChange { path, before, after });
        }
        Ok(())
    }

    fn edit_files(
        &mut self,
        files: &[File],
        found: &Scan,
        requests: &[EditRequest],
        names: &[&str],
        matches: &[ToolMatch],
    ) {
        let tool_of = |registration: usize| {
            let is_it = |matched: &ToolMatch| *matched == ToolMatch::Found(registration);
            matches.iter().position(is_it).map(|position| names[position])
        };
        for file in files {
            let is_wanted =
                |request: &EditRequest| found.registrations[request.registration].file == file.path;
            if !requests.iter().any(is_wanted) {
                continue;
            }
            let patch = found.plan(&file.path, &file.text, requests);
            for (registration, obstacle) in &patch.refused {
                if let Some(name) = tool_of(*registration) {
                    self.refuse(name, obstacle.to_string());
                }
            }
            for tool in &patch.tools {
                if let Some(name) = tool_of(tool.registration) {
                    self.note_skipped(name, tool);
                }
            }
            match found.apply(&patch, &file.text, |_| true) {
                Ok(patched) if patched.text == file.text => {}
                Ok(patched) => self.files.push(SourceChange {
                    path: file.path.clone(),
                    before: Some(file.text.clone()),
                    after: patched.text,
                }),
                Err(error) => {
                    for tool in &patch.tools {
                        if let Some(name) = tool_of(tool.registration) {
                            self.refuse(name, error.to_string());
                        }
                    }
                }
            }
        }
    }

    fn refuse(&mut self, name: &str, why: String) {
        if let Some(tool) = self.tools.iter_mut().find(|tool| tool.tool == name) {
            tool.state = PatchState::Refused;
            tool.changes.clear();
            tool.remarks.push(why);
        }
    }

    /// A value that cannot be written is a remark, not a change.
    fn note_skipped(&mut self, name: &str, patch: &ToolPatch) {
        let Some(tool) = self.tools.iter_mut().find(|tool| tool.tool == name) else { return };
        for skipped in patch.skipped() {
            let field = field_name(skipped.field);
            tool.changes.retain(|change| change.field != field);
            tool.remarks.push(format!("{field}: {}", skipped.reason));
        }
        if tool.changes.is_empty() {
            tool.state = PatchState::Refused;
        }
    }

    fn warn(&mut self, collection: &hintsmith_source::FileCollection, found: &Scan) {
        for old in check_versions(&collection.files) {
            self.warnings.push(format!(
                "{}: {} {} may be installed, but {} need {} or newer",
                old.file, old.package, old.lower_bound, old.feature, old.needed
            ));
        }
        for place in find_lists_without_annotations(found) {
            let place = place_text(&place);
            self.warnings
                .push(format!("{place} lists tools without their annotations, so clients may not get them"));
        }
        for path in &found.faulty_files {
            self.warnings.push(format!("{path} does not parse, so it is not changed"));
        }
        if collection.is_truncated {
            self.warnings.push("the folder has more files than are read".to_owned());
        }
        let too_large: Vec<&str> = collection
            .skipped
            .iter()
            .filter(|skipped| matches!(skipped.reason, SkipReason::TooLarge))
            .map(|skipped| skipped.path.as_str())
            .collect();
        if !too_large.is_empty() {
            let named = too_large[..too_large.len().min(MAX_NAMED_FILES)].join(", ");
            self.warnings.push(format!("{} too large to be read: {named}", too_large.len()));
        }
    }

    pub fn changed_tools(&self) -> impl Iterator<Item = &PatchedTool> {
        self.tools.iter().filter(|tool| tool.state == PatchState::Changed)
    }

    /// The change in Markdown, for a commit message or a pull request.
    pub fn describe(&self, server: &str) -> String {
        let mut text = format!(
            "The tools of {server} declare how they behave, so that clients can decide which calls to ask about.\n\n\
             | tool | value | before | reason |\n| --- | --- | --- | --- |\n"
        );
        for tool in self.changed_tools() {
            for change in &tool.changes {
                let cell = |text: &str| text.replace(['\n', '\r'], " ").replace('|', "\\|");
                text.push_str(&format!(
                    "| `{}` | {} {} | {} | {} |\n",
                    cell(&tool.tool),
                    change.field,
                    cell(&change.after),
                    cell(change.before.as_deref().unwrap_or("not declared")),
                    cell(&change.because.replace('*', "")),
                ));
            }
        }
        text
    }
}

impl WantedTool {
    /// `None` if nothing is decided about the tool, nor inferred if that is asked for.
    fn of(entry: &CatalogEntry, input: &PatchInput) -> Option<Self> {
        let resolved = entry.resolve_in(input.environment.as_deref());
        let mut wanted = Self { values: WantedValues::default(), reasons: Vec::new() };
        if resolved.title.layer() >= Layer::Override {
            let title = resolved.title.value().to_owned();
            wanted.reasons.push((
                Field::Title,
                title.clone(),
                resolved.title.reason(|title| (*title).to_owned()),
            ));
            wanted.values.title = Some(Change::Set(title));
        }
        let values = PerHint::from_fn(|hint| wanted_hint(&resolved, hint, input.inferred));
        for hint in HintName::ALL {
            let Some(value) = values[hint] else { continue };
            let reason = resolved.hints[hint].reason(|value| yes_no(*value).to_owned());
            wanted.reasons.push((Field::Hint(hint), value.to_string(), reason));
            wanted.values.hints[hint] = Some(Change::Set(value));
        }
        (!wanted.reasons.is_empty()).then_some(wanted)
    }

    /// The values that the source does not say yet.
    fn changes(&self, registration: &Registration) -> Vec<PatchChange> {
        let changes = self.reasons.iter().filter_map(|(field, after, because)| {
            let before = match field {
                Field::Title => shown(&registration.title),
                Field::Hint(hint) => shown(&registration.hints[*hint]),
            };
            (before.as_ref() != Some(after)).then(|| PatchChange {
                field: field_name(*field),
                before,
                after: after.clone(),
                because: because.clone(),
            })
        });
        changes.collect()
    }
}

fn wanted_hint(resolved: &ResolvedTool, hint: HintName, inferred: bool) -> Option<bool> {
    let field = &resolved.hints[hint];
    // What is inferred about a hint without a meaning for the tool would only be noise in its source.
    match field.layer() {
        Layer::Override | Layer::Environment => Some(field.value()),
        Layer::Inferred if inferred && !resolved.is_unused(hint) => Some(field.value()),
        _ => None,
    }
}

fn place_text(place: &SourcePlace) -> String {
    format!("{}:{}", place.file, place.position.line)
}

/// A new test with the command that the author wrote into the one before.
fn keep_command(before: &str, after: &str) -> String {
    const MARKER: &str = "The command that starts the server: the program, then its arguments.\n";
    let parts = |text| {
        let (head, rest) = str::split_once(text, MARKER)?;
        let (command, tail) = rest.split_once("\n\n")?;
        Some((head, command, tail))
    };
    match (parts(before), parts(after)) {
        (Some((_, command, _)), Some((head, _, tail))) => format!("{head}{MARKER}{command}\n\n{tail}"),
        _ => after.to_owned(),
    }
}

/// Where the suite finds the test, relative to the folder.
fn test_path(folder: &Path, suite: Suite) -> String {
    let name = suite.file_name();
    let folders: &[&str] = match suite {
        Suite::Pytest | Suite::Vitest => &["tests", "test"],
        // Cargo compiles each file of this folder as a test.
        Suite::Rust => return format!("tests/{name}"),
        Suite::Go => &[],
    };
    match folders.iter().find(|inner| folder.join(inner).is_dir()) {
        Some(inner) => format!("{inner}/{name}"),
        None => name.to_owned(),
    }
}

fn field_name(field: Field) -> String {
    match field {
        Field::Title => "title".to_owned(),
        Field::Hint(hint) => hint.cli_name().to_owned(),
    }
}

fn shown<T: ToString>(value: &FieldValue<T>) -> Option<String> {
    match value {
        FieldValue::Absent => None,
        FieldValue::Literal(value) | FieldValue::Constant(value, _) => Some(value.to_string()),
        FieldValue::Expression(text) => Some(text.clone()),
    }
}

fn describe_match(found: &Scan, name: &str, matched: &ToolMatch) -> PatchedTool {
    let place = |index: usize| {
        let registration = &found.registrations[index];
        format!("{}:{}", registration.file, registration.position.line)
    };
    let (state, places) = match matched {
        ToolMatch::Found(index) => (PatchState::Changed, vec![place(*index)]),
        ToolMatch::Ambiguous(several) => {
            (PatchState::Ambiguous, several.iter().map(|index| place(*index)).collect())
        }
        ToolMatch::Generated(generators) => {
            let place = |one: &hintsmith_source::Generator| format!("{}:{}", one.file, one.position.line);
            (PatchState::Generated, generators.iter().map(place).collect())
        }
        ToolMatch::NotFound => (PatchState::NotFound, Vec::new()),
    };
    let remarks = match matched {
        ToolMatch::Generated(generators) => {
            generators.iter().map(|one| format!("the name is computed from {}", one.why)).collect()
        }
        _ => Vec::new(),
    };
    let framework = match matched {
        ToolMatch::Found(index) => Some(found.registrations[*index].framework.name().to_owned()),
        _ => None,
    };
    PatchedTool { tool: name.to_owned(), state, places, framework, changes: Vec::new(), remarks }
}
