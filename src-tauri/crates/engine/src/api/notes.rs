//! Notes for models, note templates, and comments that no model sees.

use std::collections::BTreeSet;
use std::sync::Arc;

use hintsmith_core::model::note::{self, NoteEntry, NoteError, TEMPLATES};
use hintsmith_core::model::toolset::{ToolName, ToolReference};
use hintsmith_core::{model::cost, text};

use super::environments::finish_change_set;
use super::toolsets::finish_with_warnings;
use crate::boxed;
use crate::catalog::{Catalog, CatalogEntry, ReferenceResolver};
use crate::context::Context;
use crate::dto::{
    AddNotes, ChangeReport, CommentInput, CopyNotes, EditNote, ListedNote, NewNote, NoteKey, NotePreview,
    NotePreviewInput, NoteTemplate, NoteView, TemplateKey, ToolKey, ToolsetReport,
};
use crate::error::{ApiError, ErrorCode};
use crate::store::history::ChangeSet;
use crate::store::notes::{self, Note};
use crate::store::{comments, preferences};

/// Prefix of the preference key, followed by the template's name.
const TEMPLATE_KEY_PREFIX: &str = "template:";
const MAX_COMMENT_CHARS: usize = 4_000;

/// Notes that are appended to descriptions, and comments.
pub struct NoteService {
    pub(crate) context: Arc<Context>,
}

impl NoteService {
    /// All notes, by tool.
    #[boxed]
    pub async fn list(&self) -> Result<Vec<ListedNote>, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let resolver = ReferenceResolver::new(&catalog);
        let equipped = catalog.active_toolset(catalog.environment.as_deref());
        let of = |(reference, notes): (&ToolReference, &Vec<Note>)| {
            let tool = resolver.resolve(reference).map(|found| {
                let entry = &catalog.entries[found.tool];
                ToolKey { server: entry.server.to_string(), tool: entry.tool.name.clone() }
            });
            let listed = |note: &Note| ListedNote {
                reference: reference.to_string(),
                tool: tool.clone(),
                note: note_view(note, equipped),
            };
            notes.iter().map(listed).collect::<Vec<_>>()
        };
        Ok(catalog.notes.iter().flat_map(of).collect())
    }

    /// Adds notes to a tool. An existing name is skipped with a warning.
    #[boxed]
    pub async fn add(&self, input: AddNotes) -> Result<ToolsetReport, ApiError> {
        self.write(input, false).await
    }

    /// Adds notes, or only proposes them: a proposed note is not read by models until the user accepts it.
    pub(super) async fn write(&self, input: AddNotes, is_proposal: bool) -> Result<ToolsetReport, ApiError> {
        let AddNotes { server, tool, toolset, notes, allow_hidden } = input;
        let catalog = self.context.current_catalog().await?;
        let entry = catalog.require_entry(&server, &tool)?;
        if let Some(toolset) = &toolset {
            catalog.require_toolset(toolset)?;
        }
        let mut new: Vec<NewNote> = Vec::new();
        let mut warnings = Vec::new();
        for NewNote { name, text } in notes {
            let text = note::check_note(&name, &text, allow_hidden).map_err(note_error)?.to_owned();
            let twice = new.iter().any(|known| known.name == name);
            let is_waiting = || {
                let waiting = catalog.proposed_notes.get(&ToolReference::from_names(&server, &tool));
                is_proposal && waiting.is_some_and(|notes| is_name_taken(notes, &name, toolset.as_deref()))
            };
            if twice || is_name_taken(&entry.decisions.notes, &name, toolset.as_deref()) || is_waiting() {
                warnings
                    .push(format!("{server}.{tool} already has a note named {name}, which was not changed"));
            } else {
                new.push(NewNote { name, text });
            }
        }
        warnings.extend(added_length_warning(entry, toolset.as_deref(), &new));
        let add = move |mut change_set: ChangeSet| {
            let reference = ToolReference::from_names(&server, &tool);
            for NewNote { name, text } in &new {
                let key = notes::NoteKey { tool: &reference, toolset: toolset.as_deref(), name };
                let write = if is_proposal { notes::propose } else { notes::set };
                write(&mut change_set, key, text)?;
            }
            let names: Vec<&str> = new.iter().map(|note| note.name.as_str()).collect();
            let verb = if is_proposal { "proposed" } else { "added" };
            finish_with_warnings(
                change_set,
                &format!("{server}.{tool}: {verb} {}", note_names(&names)),
                warnings,
            )
        };
        self.context.apply_changes(add).await
    }

    /// Changes the text or name of a note, keeping its position.
    #[boxed]
    pub async fn edit(&self, input: EditNote) -> Result<ToolsetReport, ApiError> {
        let EditNote { key, text, rename, allow_hidden } = input;
        let catalog = self.context.current_catalog().await?;
        let entry = catalog.require_entry(&key.server, &key.tool)?;
        let (reference, existing) = find_note(&catalog, &key)?;
        let name = rename.clone().unwrap_or_else(|| key.name.clone());
        let new_text = text.unwrap_or_else(|| existing.text.clone());
        let new_text = note::check_note(&name, &new_text, allow_hidden).map_err(note_error)?.to_owned();
        let others: Vec<Note> =
            entry.decisions.notes.iter().filter(|note| *note != existing).cloned().collect();
        if name != key.name && is_name_taken(&others, &name, key.toolset.as_deref()) {
            let message = format!("{}.{} already has a note named {name}", key.server, key.tool);
            return Err(ApiError::new(ErrorCode::Conflict, message, "Choose another name."));
        }
        let edit = move |mut change_set: ChangeSet| {
            let toolset = key.toolset.as_deref();
            let old = notes::NoteKey { tool: &reference, toolset, name: &key.name };
            notes::change(&mut change_set, old, &name, &new_text)?;
            let summary = format!("{}.{}: edited the note {name}", key.server, key.tool);
            finish_with_warnings(change_set, &summary, Vec::new())
        };
        self.context.apply_changes(edit).await
    }

    #[boxed]
    pub async fn delete(&self, input: NoteKey) -> Result<ToolsetReport, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let (reference, _) = find_note(&catalog, &input)?;
        let delete = move |mut change_set: ChangeSet| {
            let NoteKey { server, tool, toolset, name } = &input;
            notes::remove(
                &mut change_set,
                notes::NoteKey { tool: &reference, toolset: toolset.as_deref(), name },
            )?;
            finish_with_warnings(change_set, &format!("{server}.{tool}: deleted the note {name}"), Vec::new())
        };
        self.context.apply_changes(delete).await
    }

    /// Copies notes to other tools; each keeps its toolset.
    #[boxed]
    pub async fn copy(&self, input: CopyNotes) -> Result<ToolsetReport, ApiError> {
        let CopyNotes { from, names, to } = input;
        let catalog = self.context.current_catalog().await?;
        let source = catalog.require_entry(&from.server, &from.tool)?;
        let is_wanted = |note: &&Note| names.as_ref().is_none_or(|names| names.contains(&note.name));
        let copied: Vec<Note> = source.decisions.notes.iter().filter(is_wanted).cloned().collect();
        if let Some(name) = names.iter().flatten().find(|name| !copied.iter().any(|note| note.name == **name))
        {
            return Err(no_note(&from.server, &from.tool, name));
        }
        if copied.is_empty() {
            let message = format!("{}.{} has no notes", from.server, from.tool);
            return Err(ApiError::new(ErrorCode::NotFound, message, "Add a note first."));
        }
        let mut warnings = Vec::new();
        let mut written: Vec<(ToolReference, Note)> = Vec::new();
        for ToolKey { server, tool } in &to {
            let target = catalog.require_entry(server, tool)?;
            for note in &copied {
                if is_name_taken(&target.decisions.notes, &note.name, note.toolset.as_deref()) {
                    let name = &note.name;
                    warnings.push(format!(
                        "{server}.{tool} already has a note named {name}, which was not changed"
                    ));
                } else {
                    written.push((ToolReference::from_names(server, tool), note.clone()));
                }
            }
        }
        let copy = move |mut change_set: ChangeSet| {
            for (tool, note) in &written {
                let key = notes::NoteKey { tool, toolset: note.toolset.as_deref(), name: &note.name };
                notes::set(&mut change_set, key, &note.text)?;
            }
            let names: BTreeSet<&str> = written.iter().map(|(_, note)| note.name.as_str()).collect();
            let names: Vec<&str> = names.into_iter().collect();
            let tools = match to.as_slice() {
                [one] => format!("{}.{}", one.server, one.tool),
                many => format!("{} tools", many.len()),
            };
            let summary =
                format!("copied {} of {}.{} to {tools}", note_names(&names), from.server, from.tool);
            finish_with_warnings(change_set, &summary, warnings)
        };
        self.context.apply_changes(copy).await
    }

    /// Previews the text a model would read with these notes. Changes nothing.
    #[boxed]
    pub async fn preview(&self, input: NotePreviewInput) -> Result<NotePreview, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let entry = catalog.require_entry(&input.server, &input.tool)?;
        let toolset = input.toolset.as_deref();
        // Previewed in the note's own toolset; a note for all toolsets is previewed in the active one.
        let seen_in = toolset.or(entry.active_toolset.as_deref());
        let is_shown = |note: &&Note| note.toolset.is_none() || note.toolset.as_deref() == seen_in;
        let is_replaced =
            |note: &Note| input.replaces.as_ref() == Some(&note.name) && note.toolset.as_deref() == toolset;
        let mut entries: Vec<NoteEntry> = Vec::new();
        let mut new = input.notes.iter();
        for note in entry.decisions.notes.iter().filter(is_shown) {
            // An edited note keeps its position.
            let edited = if is_replaced(note) { new.next() } else { None };
            let (name, text) =
                edited.map_or((&note.name, note.text.as_str()), |new| (&new.name, new.text.trim()));
            entries.push(NoteEntry { name, text });
        }
        entries.extend(new.map(|new| NoteEntry { name: &new.name, text: new.text.trim() }));
        let others: Vec<Note> =
            entry.decisions.notes.iter().filter(|note| !is_replaced(note)).cloned().collect();
        let mut problems: Vec<String> = Vec::new();
        for new in &input.notes {
            match note::check_note(&new.name, &new.text, false) {
                Err(error) => problems.push(error.to_string()),
                Ok(_) if is_name_taken(&others, &new.name, toolset) => {
                    problems.push(format!("the tool already has a note named {}", new.name));
                }
                Ok(_) => {}
            }
        }
        let length = note::total_chars(entries.iter().copied());
        if length > note::MAX_CHARS_PER_TOOL {
            let tool = format!("{}.{}", input.server, input.tool);
            problems.push(NoteError::ToolFull { tool, length }.to_string());
        }
        let description = entry.description();
        let model_text = note::append_notes(description, &entries).into_owned();
        let now = cost::estimate_text(&note::append_notes(description, &entry.notes_in(seen_in)));
        Ok(NotePreview {
            added_tokens: cost::estimate_text(&model_text).saturating_sub(now),
            warnings: length_warning(length).into_iter().collect(),
            model_text,
            problems,
        })
    }

    /// Built-in templates, then the user's own by name.
    #[boxed]
    pub async fn templates(&self) -> Result<Vec<NoteTemplate>, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let given = TEMPLATES.iter().map(|template| NoteTemplate {
            name: template.name.to_owned(),
            text: template.text.to_owned(),
            custom: false,
        });
        let own = catalog.preferences.iter().filter_map(|(key, text)| {
            let name = key.strip_prefix(TEMPLATE_KEY_PREFIX)?.to_owned();
            Some(NoteTemplate { name, text: text.clone(), custom: true })
        });
        Ok(given.chain(own).collect())
    }

    /// Saves a template, replacing one of the same name.
    #[boxed]
    pub async fn save_template(&self, input: NewNote) -> Result<ChangeReport, ApiError> {
        let NewNote { name, text } = input;
        let text = note::check_note(&name, &text, false).map_err(note_error)?.to_owned();
        let save = move |mut change_set: ChangeSet| {
            preferences::set(&mut change_set, &format!("{TEMPLATE_KEY_PREFIX}{name}"), Some(&text))?;
            finish_change_set(change_set, &format!("saved the template {name}"))
        };
        self.context.apply_changes(save).await
    }

    #[boxed]
    pub async fn remove_template(&self, input: TemplateKey) -> Result<ChangeReport, ApiError> {
        let name = input.name;
        let template_name = name.clone();
        let remove = move |mut change_set: ChangeSet| {
            preferences::set(&mut change_set, &format!("{TEMPLATE_KEY_PREFIX}{name}"), None)?;
            finish_change_set(change_set, &format!("removed the template {name}"))
        };
        let report = self.context.apply_changes(remove).await?;
        if report.entry.is_none() {
            let hint = "`hintsmith note template` lists the templates. Built-in templates cannot be deleted.";
            let message = format!("you have no template named {template_name}");
            return Err(ApiError::new(ErrorCode::NotFound, message, hint));
        }
        Ok(report)
    }

    /// Sets or removes the comment on a tool, which only people see.
    #[boxed]
    pub async fn set_comment(&self, input: CommentInput) -> Result<ChangeReport, ApiError> {
        let CommentInput { server, tool, text } = input;
        let catalog = self.context.current_catalog().await?;
        catalog.require_entry(&server, &tool)?;
        let comment = text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        if comment.as_ref().is_some_and(|text| text.chars().count() > MAX_COMMENT_CHARS) {
            let message = format!("a comment must have at most {MAX_COMMENT_CHARS} characters");
            return Err(ApiError::new(ErrorCode::Invalid, message, "Shorten the comment."));
        }
        let set = move |mut change_set: ChangeSet| {
            let name = ToolName { server, tool };
            comments::set(&mut change_set, &name, comment.as_deref())?;
            let what = if comment.is_some() { "wrote a comment" } else { "deleted the comment" };
            finish_change_set(change_set, &format!("{name}: {what}"))
        };
        self.context.apply_changes(set).await
    }
}

/// Finds a note, with the reference it is stored under.
fn find_note<'a>(catalog: &'a Catalog, key: &NoteKey) -> Result<(ToolReference, &'a Note), ApiError> {
    let at = catalog.require_position(&key.server, &key.tool)?;
    let resolver = ReferenceResolver::new(catalog);
    let is_meant = |note: &&Note| note.name == key.name && note.toolset == key.toolset;
    let of = |reference: &'a ToolReference, all: &'a Vec<Note>| {
        let note = all.iter().find(is_meant)?;
        (resolver.resolve(reference)?.tool == at).then(|| (reference.clone(), note))
    };
    let found = catalog.notes.iter().find_map(|(reference, all)| of(reference, all));
    found.ok_or_else(|| no_note(&key.server, &key.tool, &key.name))
}

fn no_note(server: &str, tool: &str, name: &str) -> ApiError {
    let hint = format!("`hintsmith note list {server}.{tool}` lists its notes.");
    let message = format!("{server}.{tool} has no note named {}", text::escape_line(name));
    ApiError::new(ErrorCode::NotFound, message, hint)
}

pub(super) fn note_view(note: &Note, equipped: Option<&str>) -> NoteView {
    NoteView {
        name: note.name.clone(),
        text: note.text.clone(),
        read: note.toolset.is_none() || note.toolset.as_deref() == equipped,
        toolset: note.toolset.clone(),
        author: note.author.clone(),
        at: note.at.clone(),
    }
}

/// Returns whether a note of this name would be read together with an existing one.
pub(super) fn is_name_taken(notes: &[Note], name: &str, toolset: Option<&str>) -> bool {
    notes.iter().any(|note| {
        let together = toolset.is_none() || note.toolset.is_none() || note.toolset.as_deref() == toolset;
        note.name == name && together
    })
}

fn note_error(error: NoteError) -> ApiError {
    let hint = match &error {
        NoteError::HiddenCharacters { .. } => {
            "Models see these characters, but readers do not. Remove them, or confirm that you want to keep them."
        }
        NoteError::TooLong { .. } => "Shorten the note, or split it into several notes.",
        NoteError::ToolFull { .. } | NoteError::ToolsetFull { .. } => note::FULL_HINT,
        NoteError::InvalidName(_) => "Choose another name. Nothing was changed.",
        NoteError::Empty(_) => "Enter a text. Nothing was changed.",
    };
    ApiError::new(ErrorCode::Invalid, error.to_string(), hint)
}

/// Warns if the notes of a tool become too long with the new ones.
fn added_length_warning(entry: &CatalogEntry, toolset: Option<&str>, new: &[NewNote]) -> Option<String> {
    let old = note::total_chars(entry.notes_in(toolset.or(entry.active_toolset.as_deref())));
    let new = note::total_chars(new.iter().map(|new| NoteEntry { name: &new.name, text: &new.text }));
    length_warning(old + new)
}

fn length_warning(length: usize) -> Option<String> {
    (length > note::LONG_NOTES_CHARS).then(|| {
        let limit = note::LONG_NOTES_CHARS;
        format!(
            "the notes of this tool have {length} characters; models may ignore parts of more than {limit}"
        )
    })
}

/// "the note a", "the notes a, b"
pub(super) fn note_names(names: &[&str]) -> String {
    format!("the note{} {}", if names.len() == 1 { "" } else { "s" }, names.join(", "))
}
