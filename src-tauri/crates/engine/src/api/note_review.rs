//! Review of notes written by agents. A note changes what every later model reads, so the user has to accept it
//! first.

use hintsmith_core::model::preference;
use hintsmith_core::model::toolset::ToolReference;

use super::notes::{NoteService, is_name_taken, note_names};
use super::toolsets::finish_with_warnings;
use crate::boxed;
use crate::catalog::Catalog;
use crate::dto::{NoteKey, NoteReview, ProposedNote, SeenNote, ToolsetReport};
use crate::error::{ApiError, ErrorCode};
use crate::store::history::ChangeSet;
use crate::store::notes::{self, Note};

const STALE_HINT: &str = "Nothing was changed. `hintsmith note proposed` lists the notes to review.";

impl NoteService {
    /// Notes that await review, by tool.
    #[boxed]
    pub async fn proposed(&self) -> Result<Vec<ProposedNote>, ApiError> {
        Ok(proposed_notes(&*self.context.current_catalog().await?))
    }

    /// Accepts proposed notes, so that models read them. Atomic.
    #[boxed]
    pub async fn accept(&self, input: NoteReview) -> Result<ToolsetReport, ApiError> {
        let catalog = self.context.current_catalog().await?;
        for SeenNote { key: NoteKey { server, tool, toolset, name }, .. } in &input.notes {
            let entry = catalog.require_entry(server, tool)?;
            if is_name_taken(&entry.decisions.notes, name, toolset.as_deref()) {
                let message = format!("{server}.{tool} already has a note named {name}");
                let hint =
                    "Nothing was changed. Rename or delete that note first, or reject the proposed one.";
                return Err(ApiError::new(ErrorCode::Conflict, message, hint));
            }
        }
        self.review(&catalog, input, "accepted", notes::accept).await
    }

    /// Rejects proposed notes. Undo returns them to the queue.
    #[boxed]
    pub async fn reject(&self, input: NoteReview) -> Result<ToolsetReport, ApiError> {
        let catalog = self.context.current_catalog().await?;
        self.review(&catalog, input, "rejected", notes::reject).await
    }

    async fn review(
        &self,
        catalog: &Catalog,
        input: NoteReview,
        verb: &'static str,
        review: fn(&mut ChangeSet, notes::NoteKey) -> rusqlite::Result<()>,
    ) -> Result<ToolsetReport, ApiError> {
        for SeenNote { key, seen } in &input.notes {
            let note = find_proposed_note(catalog, key)?;
            if seen.as_ref().is_some_and(|seen| *seen != note.text) {
                let message =
                    format!("the note {} of {}.{} changed after the preview", key.name, key.server, key.tool);
                return Err(ApiError::new(ErrorCode::Conflict, message, STALE_HINT));
            }
        }
        let keys: Vec<NoteKey> = input.notes.into_iter().map(|note| note.key).collect();
        let change = move |mut change_set: ChangeSet| {
            for NoteKey { server, tool, toolset, name } in &keys {
                let tool = ToolReference::from_names(server, tool);
                review(&mut change_set, notes::NoteKey { tool: &tool, toolset: toolset.as_deref(), name })?;
            }
            let summary = match keys.as_slice() {
                [one] => format!("{}.{}: {verb} {}", one.server, one.tool, note_names(&[&one.name])),
                many => format!("{verb} {} notes written by agents", many.len()),
            };
            finish_with_warnings(change_set, &summary, Vec::new())
        };
        self.context.apply_changes(change).await
    }
}

/// Returns whether notes written by agents require review.
pub(super) fn is_review_required(catalog: &Catalog) -> bool {
    // Anything but an explicit "off" enables the review, the safe default.
    catalog.preference(preference::REVIEW_AGENT_NOTES) != Some("off")
}

pub(super) fn proposed_notes(catalog: &Catalog) -> Vec<ProposedNote> {
    let all = catalog.proposed_notes.iter();
    all.flat_map(|(tool, notes)| notes.iter().filter_map(|note| proposed_note_view(catalog, tool, note)))
        .collect()
}

/// Proposed notes of one tool.
pub(super) fn proposed_notes_for(catalog: &Catalog, server: &str, tool: &str) -> Vec<ProposedNote> {
    let tool = ToolReference::from_names(server, tool);
    let notes = catalog.proposed_notes.get(&tool).into_iter().flatten();
    notes.filter_map(|note| proposed_note_view(catalog, &tool, note)).collect()
}

fn proposed_note_view(catalog: &Catalog, tool: &ToolReference, note: &Note) -> Option<ProposedNote> {
    // Agents propose notes only for existing tools, by name.
    let name = tool.name.as_ref()?;
    Some(ProposedNote {
        key: NoteKey {
            server: name.server.clone(),
            tool: name.tool.clone(),
            toolset: note.toolset.clone(),
            name: note.name.clone(),
        },
        text: note.text.clone(),
        author: note.author.clone(),
        at: note.at.clone(),
        tool_removed: catalog.entry(&name.server, &name.tool).is_none(),
    })
}

fn find_proposed_note<'a>(catalog: &'a Catalog, key: &NoteKey) -> Result<&'a Note, ApiError> {
    let notes = catalog.proposed_notes.get(&ToolReference::from_names(&key.server, &key.tool));
    let is_meant = |note: &&Note| note.name == key.name && note.toolset == key.toolset;
    notes.into_iter().flatten().find(is_meant).ok_or_else(|| {
        let NoteKey { server, tool, name, .. } = key;
        let message = format!("no note named {name} is proposed for {server}.{tool}");
        ApiError::new(ErrorCode::NotFound, message, STALE_HINT)
    })
}
