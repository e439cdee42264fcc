//! The change history, with undo and redo.

use std::fmt::Write;
use std::sync::Arc;

use hintsmith_core::model::overrides::Field;
use rusqlite::Connection;
use serde_json::{Map, Value};

use crate::boxed;
use crate::context::Context;
use crate::dto::{
    HistoryChange, HistoryEntry, HistoryInput, HistoryPage, IrreversibleChange, ToolKey, UndoInput,
    UndoReport, saturating_u32,
};
use crate::error::{ApiError, ErrorCode};
use crate::store::history::{self, HistoryRow, ListedEntry};
use crate::store::rows::RowChange;
use crate::store::undo::{self, UndoError};

/// Maximum number of rows shown per entry; a bulk change has thousands.
const MAX_SHOWN_CHANGES: usize = 50;
const MAX_PAGE_ENTRIES: u32 = 500;
/// Maximum number of history entries shown for one tool.
const MAX_TOOL_ENTRIES: u32 = 30;

/// The change history, with undo and redo.
pub struct HistoryService {
    pub(crate) context: Arc<Context>,
}

impl HistoryService {
    /// Changes of one tool, newest first.
    #[boxed]
    pub async fn list_for_tool(&self, input: ToolKey) -> Result<Vec<HistoryEntry>, ApiError> {
        let ToolKey { server, tool } = input;
        let about = move |connection: &Connection| {
            history::list_for_tool(connection, &server, &tool, MAX_TOOL_ENTRIES)
        };
        let entries = self.context.db.read(about).await?;
        Ok(entries.into_iter().map(entry_view).collect())
    }

    #[boxed]
    pub async fn page(&self, input: HistoryInput) -> Result<HistoryPage, ApiError> {
        let limit = input.limit.clamp(1, MAX_PAGE_ENTRIES);
        let before = input.before.map(i64::from);
        let words: Vec<String> =
            input.search.unwrap_or_default().split_whitespace().map(str::to_lowercase).collect();
        let read = move |connection: &Connection| {
            history::page(connection, before, limit + 1, |row| contains_words(row, &words))
        };
        let mut entries = self.context.db.read(read).await?;
        let more = entries.len() > limit as usize;
        entries.truncate(limit as usize);
        Ok(HistoryPage { entries: entries.into_iter().map(entry_view).collect(), more })
    }

    /// Undoes the newest change of this user, or a given entry: the undo of an undo is a redo. Fails if the same rows
    /// have changed since.
    #[boxed]
    pub async fn undo(&self, input: UndoInput) -> Result<UndoReport, ApiError> {
        let origin = self.context.change_origin();
        let id = input.entry.map(i64::from);
        let done = self.context.update_store(move |connection| undo::undo(connection, id, &origin)).await?;
        done.map(undo_report).map_err(|refusal| undo_error(&refusal, "undo"))
    }

    /// Redoes the last undone change of this user.
    #[boxed]
    pub async fn redo(&self) -> Result<UndoReport, ApiError> {
        let origin = self.context.change_origin();
        let done = self.context.update_store(move |connection| undo::redo(connection, &origin)).await?;
        done.map(undo_report).map_err(|refusal| undo_error(&refusal, "redo"))
    }
}

fn undo_report(entry: HistoryRow) -> UndoReport {
    UndoReport { entry: to_u32(entry.id), summary: entry.summary }
}

fn undo_error(error: &UndoError, verb: &str) -> ApiError {
    let see = "`hintsmith history` lists the changes.";
    match error {
        UndoError::NothingToUndo => {
            let what = if verb == "redo" { "redo" } else { "undo" };
            ApiError::new(ErrorCode::NotFound, format!("there is nothing to {what}"), see)
        }
        UndoError::NoSuchEntry(id) => {
            ApiError::new(ErrorCode::NotFound, format!("there is no entry {id} in the history"), see)
        }
        UndoError::AlreadyUndone { id, by } => {
            let hint = by.map_or(see.to_owned(), |by| format!("`hintsmith undo {by}` restores the change."));
            ApiError::new(ErrorCode::Conflict, format!("entry {id} is already undone"), hint)
        }
        UndoError::Irreversible { id, summary: act, change, earlier } => {
            let mut hint = "Nothing was changed.".to_owned();
            if let Some(instead) = change.as_ref().and_then(opposite_of) {
                let _ = write!(hint, " {instead}");
            }
            if let Some((id, act)) = earlier {
                let _ = write!(hint, " `hintsmith undo {id}` undoes the change before it: {act}.");
            }
            ApiError::new(ErrorCode::Conflict, format!("entry {id} cannot be undone: {act}"), hint)
        }
        UndoError::Conflict { row: what, by } => {
            let by = by.as_ref().map_or_else(
                || " by another program".to_owned(),
                |(id, author)| format!(" by {author} (entry {id})"),
            );
            let hint = "Nothing was changed. Undo the newer change first, or make a new decision.";
            ApiError::new(ErrorCode::Conflict, format!("{what} was changed since{by}"), hint)
        }
    }
}

fn entry_view(listed: ListedEntry) -> HistoryEntry {
    let ListedEntry { row: entry, is_undone } = listed;
    HistoryEntry {
        id: to_u32(entry.id),
        undoable: !is_undone && !entry.is_irreversible,
        irreversible: entry.changes.first().filter(|_| entry.is_irreversible).and_then(irreversible_change),
        undone: is_undone,
        size: u32::try_from(entry.size).unwrap_or(u32::MAX),
        changes: entry.changes.iter().take(MAX_SHOWN_CHANGES).map(change_view).collect(),
        at: entry.at,
        author: entry.author,
        via: entry.via,
        summary: entry.summary,
    }
}

fn irreversible_change(change: &RowChange) -> Option<IrreversibleChange> {
    Some(match (change.table.as_str(), &change.before, &change.after) {
        ("server", None, _) => IrreversibleChange::ServerAdded,
        ("server", Some(_), Some(_)) => IrreversibleChange::ServerChanged,
        ("server", Some(_), None) => IrreversibleChange::ServerRemoved,
        ("approval", ..) => IrreversibleChange::CallAnswered,
        _ => return None,
    })
}

/// The command that reverses a change which cannot be undone.
fn opposite_of(change: &RowChange) -> Option<String> {
    let row = change.after.as_ref().or(change.before.as_ref());
    let name = row.and_then(|row| row.get("name")).and_then(Value::as_str).unwrap_or("NAME");
    match irreversible_change(change)? {
        IrreversibleChange::ServerAdded => Some(format!("`hintsmith remove {name}` removes the server.")),
        IrreversibleChange::ServerChanged => Some(format!("`hintsmith edit {name}` changes it again.")),
        IrreversibleChange::ServerRemoved => {
            Some(format!("`hintsmith add {name}` adds it again. Its decisions were kept."))
        }
        IrreversibleChange::CallAnswered => None,
    }
}

/// Whether what the history shows of an entry contains all words, which are in lower case.
fn contains_words(entry: &HistoryRow, words: &[String]) -> bool {
    if words.is_empty() {
        return true;
    }
    let mut text = format!("{}\n{}\n{}", entry.summary, entry.author, entry.via);
    for HistoryChange { subject, before, after } in entry.changes.iter().map(change_view) {
        for part in [Some(subject), before, after].into_iter().flatten() {
            text.push('\n');
            text.push_str(&part);
        }
    }
    let text = text.to_lowercase();
    words.iter().all(|word| text.contains(word))
}

fn to_u32(id: i64) -> u32 {
    u32::try_from(id).unwrap_or_else(|_| saturating_u32(usize::MAX))
}

/// A changed row in words: its subject, and its values before and after.
fn change_view(change: &RowChange) -> HistoryChange {
    let row = change.after.as_ref().or(change.before.as_ref());
    let part = |key| row.and_then(|row| row.get(key)).and_then(Value::as_str).unwrap_or_default();
    let with_environment = |base: String| match part("environment") {
        "" => base,
        name => format!("{base} in {name}"),
    };
    let tool = || format!("{}.{}", part("server"), part("tool"));
    let field = Field::from_key(part("field")).map_or(part("field").into(), |field| field.cli_name());
    let (subject, column) = match change.table.as_str() {
        "override" => (with_environment(format!("{}.{} {field}", part("server"), part("tool"))), "value"),
        "rule" => (with_environment(format!("rule {} {field}", part("selector"))), "value"),
        "review" => (format!("review of {}.{}", part("server"), part("tool")), "fingerprint"),
        "note" => {
            let scope = match part("toolset") {
                "" => String::new(),
                name => format!(" in the toolset {name}"),
            };
            let tool = if part("server").is_empty() { format!("#{}", part("id")) } else { tool() };
            (format!("note {} of {tool}{scope}", part("name")), "text")
        }
        "approval" => (format!("call of {}", tool()), "answer"),
        "saved_call" => (format!("saved call {} of {}", part("name"), tool()), "arguments"),
        "observation" => (format!("observation of {}", tool()), "sentence"),
        "guess_correction" => (format!("inferred {} of {}", part("hint"), tool()), "rule"),
        "comment" => (format!("comment on {}", tool()), "text"),
        "toolset" => (format!("toolset {}", part("name")), "description"),
        "toolset_tool" => {
            let tool = if part("server").is_empty() { format!("#{}", part("id")) } else { tool() };
            (format!("{tool} in the toolset {}", part("toolset")), "")
        }
        "active_toolset" => (with_environment("active toolset".to_owned()), "toolset"),
        "policy" => {
            // An empty tool stands for the whole server or toolset.
            let subject = if part("tool").is_empty() { part("server").to_owned() } else { tool() };
            (with_environment(format!("approval mode of {subject}")), "mode")
        }
        "preference" => (format!("preference {}", part("key")), "value"),
        table => (format!("{table} {}", part("name")), ""),
    };
    let value = |row: &Map<String, Value>| display_value(row, column);
    HistoryChange {
        subject,
        before: change.before.as_ref().map(value),
        after: change.after.as_ref().map(value),
    }
}

fn display_value(row: &Map<String, Value>, column: &str) -> String {
    match (row.get(column), column) {
        (Some(Value::String(text)), "value") => match text.as_str() {
            "true" => "Yes".to_owned(),
            "false" => "No".to_owned(),
            json => serde_json::from_str::<String>(json).unwrap_or_else(|_| json.to_owned()),
        },
        (Some(Value::String(text)), "fingerprint") => text.chars().take(16).collect(),
        (Some(Value::String(text)), _) => text.clone(),
        // A row without a descriptive column only exists or not.
        _ => "there".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::environments::EnvironmentService;
    use crate::dto::NewEnvironment;
    use crate::testing::open_context;

    /// `(undone, undoable)` of each entry, oldest first.
    async fn states(history: &HistoryService) -> Vec<(bool, bool)> {
        let page = history.page(HistoryInput { before: None, limit: 100, search: None }).await.unwrap();
        page.entries.iter().rev().map(|entry| (entry.undone, entry.undoable)).collect()
    }

    async fn environment_names(environments: &EnvironmentService) -> Vec<String> {
        let view = environments.list().await.unwrap();
        view.environments.into_iter().map(|environment| environment.name).collect()
    }

    #[tokio::test]
    async fn the_undo_of_an_undo_is_a_redo() {
        const OPEN: (bool, bool) = (false, true);
        const UNDONE: (bool, bool) = (true, false);
        let folder = tempfile::tempdir().unwrap();
        let context = open_context(folder.path()).await;
        let history = HistoryService { context: Arc::clone(&context) };
        let environments = EnvironmentService { context };
        environments.add(NewEnvironment { name: "work".to_owned(), copy_of: None }).await.unwrap();
        let undo = |entry| history.undo(UndoInput { entry: Some(entry) });
        // Each step: what is undone, whether the environment is there then, and the states of all entries.
        for (entry, is_there, expected) in [
            (1, false, vec![UNDONE, OPEN]),
            (2, true, vec![OPEN, UNDONE, OPEN]),
            (3, false, vec![UNDONE, UNDONE, UNDONE, OPEN]),
            (4, true, vec![OPEN, UNDONE, OPEN, UNDONE, OPEN]),
        ] {
            assert_eq!(undo(entry).await.unwrap().entry, entry);
            assert_eq!(environment_names(&environments).await, if is_there { vec!["work"] } else { vec![] });
            assert_eq!(states(&history).await, expected, "after the undo of {entry}");
        }
        // An undo that was undone is refused, as a change is.
        for entry in [2, 4] {
            let error = undo(entry).await.unwrap_err();
            assert_eq!(error.message, format!("entry {entry} is already undone"));
        }
        history.undo(UndoInput { entry: None }).await.unwrap();
        let error = undo(1).await.unwrap_err();
        assert_eq!(error.message, "entry 1 is already undone");
        assert_eq!(error.hint, "`hintsmith undo 6` restores the change.");
        assert_eq!(history.redo().await.unwrap().entry, 1);
        assert_eq!(environment_names(&environments).await, ["work"]);
    }
}
