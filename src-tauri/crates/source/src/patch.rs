//! Edits of a whole file: planned per tool, applied for the tools that are accepted, and verified.

use std::collections::BTreeSet;

use hintsmith_core::model::hint::HintName;

use crate::edit::{self, Change, SkippedField, TextEdit, ToolEdit, WantedValues};
use crate::frameworks;
use crate::go_alignment;
use crate::language::Language;
use crate::registration::{EditObstacle, FieldValue, Registration};
use crate::scan::Scan;
use crate::syntax::Parsed;
use crate::verify::{self, VerificationError};

/// Wanted values of a registration, by its index in [`Scan::registrations`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditRequest {
    pub registration: usize,
    pub wanted: WantedValues,
}

/// The planned edits of one file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FilePatch {
    pub path: String,
    pub tools: Vec<ToolPatch>,
    /// Registrations that cannot be edited, and why.
    pub refused: Vec<(usize, EditObstacle)>,
}

/// The planned edits of one tool of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolPatch {
    /// Index in [`Scan::registrations`].
    pub registration: usize,
    pub edit: ToolEdit,
    wanted: WantedValues,
}

impl ToolPatch {
    pub fn skipped(&self) -> &[SkippedField] {
        &self.edit.skipped
    }
}

/// A file with the accepted edits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatchedFile {
    pub text: String,
    /// The edits that lead back to the text before.
    pub inverse: Vec<TextEdit>,
}

impl PatchedFile {
    /// The text before the edits.
    pub fn revert(&self) -> Option<String> {
        Some(edit::apply(&self.text, &self.inverse)?.0)
    }
}

impl Scan {
    /// Plans the edits of the file `path`, whose text must be the one that was scanned. Requests for other files are
    /// ignored.
    pub fn plan(&self, path: &str, text: &str, requests: &[EditRequest]) -> FilePatch {
        let mut patch = FilePatch { path: path.to_owned(), ..FilePatch::default() };
        for request in requests {
            let Some(registration) = self.registrations.get(request.registration) else { continue };
            if registration.file != path || registration.text_len != text.len() {
                continue;
            }
            match edit::edit_tool(text, registration, &request.wanted) {
                Ok(edit) if edit.is_empty() && edit.skipped.is_empty() => {}
                Ok(edit) => patch.tools.push(ToolPatch {
                    registration: request.registration,
                    edit,
                    wanted: request.wanted.clone(),
                }),
                Err(obstacle) => patch.refused.push((request.registration, obstacle)),
            }
        }
        patch
    }

    /// Applies the edits of the accepted tools and checks the result: it parses, differs in annotations, titles and
    /// their imports only, and says what is wanted for each tool.
    pub fn apply(
        &self,
        patch: &FilePatch,
        text: &str,
        accept: impl Fn(&ToolPatch) -> bool,
    ) -> Result<PatchedFile, VerificationError> {
        let accepted: Vec<&ToolPatch> = patch.tools.iter().filter(|tool| accept(tool)).collect();
        let mut edits: Vec<TextEdit> =
            accepted.iter().flat_map(|tool| tool.edit.edits.iter().cloned()).collect();
        let support: BTreeSet<&TextEdit> = accepted.iter().flat_map(|tool| &tool.edit.support).collect();
        edits.extend(support.into_iter().cloned());
        if edits.is_empty() {
            return Ok(PatchedFile { text: text.to_owned(), inverse: Vec::new() });
        }
        if Language::from_path(&patch.path) == Some(Language::Go) {
            edits = go_alignment::align(&patch.path, text, edits);
        }
        let overlap = || VerificationError::OtherChange {
            before: "one edit".to_owned(),
            after: "two edits".to_owned(),
        };
        let (after, inverse) = edit::apply(text, &edits).ok_or_else(overlap)?;
        verify::only_annotations_changed(&self.project, &patch.path, text, &after)?;
        self.check_values(patch, &accepted, &after)?;
        Ok(PatchedFile { text: after, inverse })
    }

    /// Checks that two versions of a file differ in annotations, titles and their imports only.
    pub fn only_annotations_changed(
        &self,
        path: &str,
        before: &str,
        after: &str,
    ) -> Result<(), VerificationError> {
        verify::only_annotations_changed(&self.project, path, before, after)
    }

    fn check_values(
        &self,
        patch: &FilePatch,
        accepted: &[&ToolPatch],
        after: &str,
    ) -> Result<(), VerificationError> {
        let before: Vec<(usize, &Registration)> =
            self.registrations.iter().enumerate().filter(|(_, one)| one.file == patch.path).collect();
        let language = Language::from_path(&patch.path);
        let parsed = language.and_then(|language| Parsed::new(&patch.path, after, language));
        let parsed = parsed.ok_or(VerificationError::FaultyAfter)?;
        let found = frameworks::find(&parsed, &self.project);
        let wrong = |registration: &Registration| {
            let name = registration.name.known().unwrap_or("a tool");
            Err(VerificationError::WrongValue(name.to_owned()))
        };
        if let Some((_, first)) = before.first()
            && found.len() != before.len()
        {
            return wrong(first);
        }
        for ((index, old), new) in before.into_iter().zip(&found) {
            let tool = accepted.iter().find(|tool| tool.registration == index);
            let holds = match tool {
                None => old.hints == new.hints && old.title == new.title,
                Some(tool) => {
                    let skipped: Vec<_> = tool.edit.skipped.iter().map(|skipped| skipped.field).collect();
                    has_value(
                        tool.wanted.title.as_ref().filter(|_| !skipped.contains(&edit::Field::Title)),
                        &old.title,
                        &new.title,
                    ) && HintName::ALL.into_iter().all(|hint| {
                        let change = tool.wanted.hints[hint].as_ref();
                        let change = change.filter(|_| !skipped.contains(&edit::Field::Hint(hint)));
                        has_value(change, &old.hints[hint], &new.hints[hint])
                    })
                }
            };
            if !holds || old.name != new.name {
                return wrong(old);
            }
        }
        Ok(())
    }
}

/// True if the new value is the wanted one, or the old one where none is wanted.
fn has_value<T: PartialEq>(wanted: Option<&Change<T>>, old: &FieldValue<T>, new: &FieldValue<T>) -> bool {
    match wanted {
        Some(Change::Set(value)) => new.known() == Some(value),
        Some(Change::Remove) => *new == FieldValue::Absent,
        // A constant may have become a literal with its value.
        None => new.known() == old.known(),
    }
}
