//! Taking over the decisions of a `hintsmith.json`. The file's decisions win; what it does not name stays.

use std::io::Read;
use std::path::Path;

use hintsmith_core::export::hintsmith_json::{DecidedLayer, Document, ReadError};
use hintsmith_core::hint::yes_no;
use hintsmith_core::overrides::{Decision, Field};
use hintsmith_core::rule::Rule;
use hintsmith_core::toolset::Toolset;

use super::pending::{EQUIPPED, note_words, said, set_words};
use crate::Engine;
use crate::api::view::{ApplyChange, ApplyInput, ApplyPreview, ApplyReport, count};
use crate::catalog::Catalog;
use crate::error::{ApiError, ErrorCode};
use crate::store::environments::{self, BASE};
use crate::store::history::Act;
use crate::store::notes::{self, NoteKey};
use crate::store::overrides::{self, Place};
use crate::store::{refreshes, remarks, rules, toolsets};

/// More than a file of a hundred thousand decided tools.
const LARGEST: u64 = 64 << 20;

impl Engine {
    /// What applying the file would change.
    pub async fn preview_apply(&self, input: ApplyInput) -> Result<ApplyPreview, ApiError> {
        let document = read(&input.path)?;
        let catalog = self.current().await?;
        let mut waiting: Vec<String> =
            document.layers().flat_map(|(_, layer)| layer.servers.keys().cloned()).collect();
        waiting.sort_unstable();
        waiting.dedup();
        let servers = waiting.len();
        waiting.retain(|name| catalog.server(name).is_none());
        Ok(ApplyPreview {
            servers: count(servers),
            decisions: count(document.decisions()),
            changes: differences(&document, &catalog),
            waiting,
        })
    }

    /// Makes the file's decisions ours, all of them or none.
    pub async fn apply_file(&self, input: ApplyInput) -> Result<ApplyReport, ApiError> {
        let mut document = read(&input.path)?;
        let catalog = self.current().await?;
        let applied = differences(&document, &catalog).len();
        bind(&mut document, &catalog);
        let known = catalog.environments.clone();
        let file = Path::new(&input.path).file_name().map_or(input.path.clone(), |n| n.display().to_string());
        let write = move |mut act: Act| {
            let seen = refreshes::newest(act.connection)?;
            for name in document.environments.keys().filter(|name| !known.contains(name)) {
                environments::add(&mut act, name)?;
            }
            for (environment, layer) in document.layers() {
                put(&mut act, environment.unwrap_or(BASE), layer, seen)?;
            }
            put_about(&mut act, &document, &catalog)?;
            act.finish(&format!("applied {file}"))
        };
        let entry = self.act(write).await?.and_then(|id| u32::try_from(id).ok());
        Ok(ApplyReport { applied: count(applied), entry })
    }
}

fn put(act: &mut Act, environment: &str, layer: &DecidedLayer, seen: i64) -> rusqlite::Result<()> {
    for (server, tools) in &layer.servers {
        for (tool, decided) in tools {
            for (field, decision) in decided.overrides.iter() {
                overrides::set(act, Place { server, tool, environment }, field, Some(decision))?;
            }
        }
    }
    for (key, rule) in &layer.rules {
        let (selector, hint) = (key.selector.clone(), key.hint);
        let rule = Rule { selector, hint, value: rule.value, because: rule.because.clone(), seen };
        rules::set(act, environment, &rule)?;
    }
    layer.equipped.as_ref().map_or(Ok(()), |name| toolsets::equip(act, environment, Some(name)))
}

/// Toolsets get the file's tools in addition to their own; a note or remark of the file takes the place of ours.
fn put_about(act: &mut Act, document: &Document, catalog: &Catalog) -> rusqlite::Result<()> {
    for (name, set) in &document.toolsets {
        let there = catalog.toolsets.get(name);
        let at = there.map_or(act.stamp.at.clone(), |there| there.added_at.clone());
        toolsets::replace(act, name, there, &with_ours(set, there.map(|there| &there.set)), &at)?;
    }
    for (tool, all) in &document.notes {
        for note in all {
            let key = NoteKey { tool, toolset: note.toolset.as_deref(), name: &note.name };
            notes::set(act, key, &note.text)?;
        }
    }
    document.remarks.iter().try_for_each(|(tool, text)| remarks::set(act, tool, Some(text)))
}

/// A toolset of the file, with the tools that only ours has.
fn with_ours(set: &Toolset, ours: Option<&Toolset>) -> Toolset {
    let mut both = set.clone();
    for tool in ours.into_iter().flat_map(|ours| &ours.tools) {
        both.add(tool.clone());
    }
    both.description = both.description.or_else(|| ours.and_then(|ours| ours.description.clone()));
    both
}

/// Decisions of a file that does not say what they were made against are made against what is there now: somebody has
/// just looked at the difference. A tool that is not there binds them when it comes.
fn bind(document: &mut Document, catalog: &Catalog) {
    let layers = std::iter::once(&mut document.base).chain(document.environments.values_mut());
    for (server, tools) in layers.flat_map(|layer| layer.servers.iter_mut()) {
        for (tool, decided) in tools {
            let Some(entry) = catalog.entry(server, tool) else { continue };
            let loose: Vec<(Field, Decision)> = decided
                .overrides
                .iter()
                .filter(|(_, decision)| decision.fingerprint.is_none())
                .map(|(field, decision)| (field.clone(), decision.clone()))
                .collect();
            for (field, decision) in loose {
                let fingerprint = Some(entry.tool.fingerprint.clone());
                decided.overrides.set(field, Some(Decision { fingerprint, ..decision }));
            }
        }
    }
}

fn read(path: &str) -> Result<Document, ApiError> {
    let refused = |what: String, hint: &str| ApiError::new(ErrorCode::File, format!("{path} {what}"), hint);
    let unreadable =
        |error: std::io::Error| refused(format!("cannot be read: {error}"), "Check the name of the file.");
    let mut text = String::new();
    let file = std::fs::File::open(path).map_err(unreadable)?;
    file.take(LARGEST + 1).read_to_string(&mut text).map_err(unreadable)?;
    if text.len() as u64 > LARGEST {
        return Err(refused("is larger than 64 MiB".to_owned(), "Nothing was changed."));
    }
    Document::parse(&text).map_err(|error| {
        let hint = match error {
            ReadError::Version(_) => {
                "Update Hintsmith, or export the file again with this version. Nothing was changed."
            }
            _ => "Give a file that `hintsmith export hintsmith` wrote. Nothing was changed.",
        };
        refused(format!("cannot be applied: {error}"), hint)
    })
}

fn differences(document: &Document, catalog: &Catalog) -> Vec<ApplyChange> {
    let ours = catalog.document();
    let mut changes = Vec::new();
    for (environment, layer) in document.layers() {
        let mine = ours.layer(environment);
        let name = environment.map(str::to_owned);
        for (server, tools) in &layer.servers {
            for (tool, decided) in tools {
                let mine = mine.and_then(|layer| layer.tool(server, tool)).map(|tool| &tool.overrides);
                for (field, theirs) in decided.overrides.iter() {
                    let before = mine.and_then(|overrides| overrides.get(field));
                    // A file that names no definition means the one that is there.
                    let same = |before: &Decision| {
                        let print = theirs.fingerprint.is_none() || before.fingerprint == theirs.fingerprint;
                        print && (&before.value, &before.because) == (&theirs.value, &theirs.because)
                    };
                    if !before.is_some_and(same) {
                        changes.push(ApplyChange {
                            environment: name.clone(),
                            subject: format!("{server}.{tool}"),
                            field: field.word().into_owned(),
                            before: before.map(shown),
                            after: shown(theirs),
                        });
                    }
                }
            }
        }
        for (key, theirs) in &layer.rules {
            let before = mine.and_then(|layer| layer.rules.get(key));
            if before != Some(theirs) {
                changes.push(ApplyChange {
                    environment: name.clone(),
                    subject: key.selector.to_string(),
                    field: key.hint.word().to_owned(),
                    before: before.map(|rule| said(yes_no(rule.value), rule.because.as_ref())),
                    after: said(yes_no(theirs.value), theirs.because.as_ref()),
                });
            }
        }
        let before = mine.and_then(|layer| layer.equipped.as_ref());
        if let Some(theirs) = layer.equipped.as_ref().filter(|theirs| before != Some(theirs)) {
            changes.push(ApplyChange {
                environment: name,
                subject: EQUIPPED.to_owned(),
                field: "toolset".to_owned(),
                before: before.cloned(),
                after: theirs.clone(),
            });
        }
    }
    changes.extend(about(document, &ours));
    changes
}

/// What the file says differently about toolsets, notes and remarks.
fn about(document: &Document, ours: &Document) -> Vec<ApplyChange> {
    let mut changes = Vec::new();
    let mut put = |subject: String, field: String, before: Option<String>, after: String| {
        changes.push(ApplyChange { environment: None, subject, field, before, after });
    };
    for (name, set) in &document.toolsets {
        let before = ours.toolsets.get(name);
        let after = with_ours(set, before);
        if before != Some(&after) {
            let told = before.map(|before| set_words(before, Some(&after)));
            put(name.clone(), "toolset".to_owned(), told, set_words(&after, before));
        }
    }
    for (tool, all) in &document.notes {
        for note in all {
            let before = ours.note(tool, note.toolset.as_deref(), &note.name).map(|note| note.text.clone());
            if before.as_ref() != Some(&note.text) {
                let field = note_words(&note.name, note.toolset.as_deref());
                put(tool.to_string(), field, before, note.text.clone());
            }
        }
    }
    for (tool, text) in &document.remarks {
        let before = ours.remarks.get(tool).cloned();
        if before.as_ref() != Some(text) {
            put(tool.to_string(), "remark".to_owned(), before, text.clone());
        }
    }
    changes
}

fn shown(decision: &Decision) -> String {
    said(&decision.value.to_string(), decision.because.as_ref())
}
