//! Undo and redo of history entries. Both first check that every row is still as the entry left it, so that no newer
//! change is overwritten.
//!
//! Undo and redo are entries too. Undoing an undo is a redo of the change, and undoing a redo undoes the change again.

use rusqlite::{Connection, OptionalExtension};
use serde_json::{Map, Value as Json};

use super::history::{self, ChangeOrigin, HistoryRow};
use super::rows::{RowChange, Table};
use super::{
    comments, environments, guess_corrections, notes, observations, overrides, policies, preferences,
    reviews, rules, saved_calls, servers, suppressions, toolsets,
};

/// The tables of users' decisions: changes to them can be undone.
pub const UNDOABLE_TABLES: [&Table; 16] = [
    &environments::TABLE,
    &overrides::TABLE,
    &rules::TABLE,
    &reviews::TABLE,
    &notes::TABLE,
    &notes::PROPOSED,
    &toolsets::TABLE,
    &toolsets::TOOLS,
    &toolsets::ACTIVE,
    &comments::TABLE,
    &saved_calls::TABLE,
    &observations::TABLE,
    &policies::TABLE,
    &suppressions::TABLE,
    &guess_corrections::TABLE,
    &preferences::TABLE,
];

/// Why an entry was not undone or redone. Nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UndoError {
    NoSuchEntry(i64),
    /// There is no entry to undo or redo.
    NothingToUndo,
    /// It is undone already. `by` is the entry whose undo restores it, if it is a change.
    AlreadyUndone {
        id: i64,
        by: Option<i64>,
    },
    /// A change that the history records but cannot undo. `earlier` is the newest change before it that can be undone.
    Irreversible {
        id: i64,
        summary: String,
        change: Option<RowChange>,
        earlier: Option<(i64, String)>,
    },
    /// The row was changed since: its description, and the entry and author of that change, if known.
    Conflict {
        row: String,
        by: Option<(i64, String)>,
    },
}

/// SQL condition for the changes of an author that are not undone. An answered approval is recorded, but changes
/// nothing.
const NOT_UNDONE: &str = "author = ?1 AND undoes IS NULL AND redoes IS NULL AND undone_by IS NULL
                        AND NOT (irreversible = 1 AND changes LIKE '[{\"table\":\"approval\"%')";

/// Undoes an entry: the given one, or the author's newest change. If the newest cannot be undone, no other one is undone
/// instead.
pub fn undo(
    connection: &Connection,
    id: Option<i64>,
    origin: &ChangeOrigin,
) -> rusqlite::Result<Result<HistoryRow, UndoError>> {
    let newest = format!("SELECT max(id) FROM history WHERE {NOT_UNDONE}");
    let entry = match find_entry(connection, id, &newest, origin)? {
        Ok(entry) => entry,
        Err(error) => return Ok(Err(error)),
    };
    let Some(original) = history::find_original(connection, &entry)? else {
        return Ok(Err(UndoError::NoSuchEntry(entry.id)));
    };
    if entry.is_undone(&original) {
        let by = if entry.undoes.is_some() { None } else { original.undone_by };
        return Ok(Err(UndoError::AlreadyUndone { id: entry.id, by }));
    }
    if entry.is_irreversible {
        let sql = format!("SELECT max(id) FROM history WHERE {NOT_UNDONE} AND irreversible = 0");
        let earlier = find_entry(connection, None, &sql, origin)?.ok().map(|entry| (entry.id, entry.summary));
        let change = entry.changes.into_iter().next();
        return Ok(Err(UndoError::Irreversible { id: entry.id, summary: entry.summary, change, earlier }));
    }
    let refused = if entry.undoes.is_some() {
        redo_change(connection, &original, origin)?
    } else {
        undo_change(connection, &original, entry.id, origin)?
    };
    Ok(refused.map_or(Ok(entry), Err))
}

/// Undoes a change that was last applied by the entry `since`.
fn undo_change(
    connection: &Connection,
    original: &HistoryRow,
    since: i64,
    origin: &ChangeOrigin,
) -> rusqlite::Result<Option<UndoError>> {
    let inverted: Vec<RowChange> = original.changes.iter().rev().map(RowChange::inverted).collect();
    if let Some(error) = apply(connection, &inverted, original, since)? {
        return Ok(Some(error));
    }
    let summary = format!("undid: {}", original.summary);
    let by = history::insert(
        connection,
        &HistoryRow { undoes: Some(original.id), ..HistoryRow::new(origin, &summary, inverted) },
    )?;
    history::put(connection, &HistoryRow { undone_by: Some(by), ..original.clone() })?;
    Ok(None)
}

/// Redoes a change that is undone.
fn redo_change(
    connection: &Connection,
    original: &HistoryRow,
    origin: &ChangeOrigin,
) -> rusqlite::Result<Option<UndoError>> {
    let since = original.undone_by.unwrap_or(original.id);
    if let Some(error) = apply(connection, &original.changes, original, since)? {
        return Ok(Some(error));
    }
    let summary = format!("redid: {}", original.summary);
    let redone = HistoryRow {
        redoes: Some(original.id),
        ..HistoryRow::new(origin, &summary, original.changes.clone())
    };
    history::insert(connection, &redone)?;
    history::put(connection, &HistoryRow { undone_by: None, ..original.clone() })?;
    Ok(None)
}

/// Redoes the author's last undone entry, unless they have made a change since.
pub fn redo(
    connection: &Connection,
    origin: &ChangeOrigin,
) -> rusqlite::Result<Result<HistoryRow, UndoError>> {
    let newest = format!(
        "SELECT id FROM history WHERE author = ?1 AND undone_by > (
             SELECT coalesce(max(id), 0) FROM history WHERE {NOT_UNDONE}
         ) ORDER BY undone_by DESC LIMIT 1"
    );
    let entry = match find_entry(connection, None, &newest, origin)? {
        Ok(entry) => entry,
        Err(error) => return Ok(Err(error)),
    };
    let refused = redo_change(connection, &entry, origin)?;
    Ok(refused.map_or(Ok(entry), Err))
}

fn find_entry(
    connection: &Connection,
    id: Option<i64>,
    newest: &str,
    origin: &ChangeOrigin,
) -> rusqlite::Result<Result<HistoryRow, UndoError>> {
    let found = match id {
        Some(id) => Some(id),
        None => connection
            .query_row(newest, [&origin.author], |row| row.get::<_, Option<i64>>(0))
            .optional()?
            .flatten(),
    };
    let Some(found) = found else { return Ok(Err(UndoError::NothingToUndo)) };
    Ok(history::get(connection, found)?.ok_or(UndoError::NoSuchEntry(found)))
}

/// Applies the changes if every row is as they expect it; otherwise changes nothing and returns why.
fn apply(
    connection: &Connection,
    changes: &[RowChange],
    entry: &HistoryRow,
    since: i64,
) -> rusqlite::Result<Option<UndoError>> {
    let mut rows = Vec::new();
    for change in changes {
        let mut tables = UNDOABLE_TABLES.into_iter().chain([&servers::SETTINGS]);
        let Some(table) = tables.find(|table| table.name == change.table) else {
            return Ok(Some(UndoError::Irreversible {
                id: entry.id,
                summary: entry.summary.clone(),
                change: Some(change.clone()),
                earlier: None,
            }));
        };
        let Some(key_row) = change.before.as_ref().or(change.after.as_ref()) else { continue };
        let key = table.row_from_json(key_row)[..table.key_len].to_vec();
        let expected = change.before.as_ref().map(|row| table.row_from_json(row));
        if table.get(connection, &key)? != expected {
            let by = find_later_change(connection, table, key_row, since)?;
            return Ok(Some(UndoError::Conflict { row: describe_row(table, key_row), by }));
        }
        rows.push((table, key, change.after.as_ref().map(|row| table.row_from_json(row))));
    }
    for (table, key, after) in rows {
        match after {
            Some(row) => table.put(connection, &row)?,
            None => table.delete(connection, &key)?,
        }
    }
    Ok(None)
}

/// The newest entry after `since` that changed the row, and its author.
fn find_later_change(
    connection: &Connection,
    table: &Table,
    row: &Map<String, Json>,
    since: i64,
) -> rusqlite::Result<Option<(i64, String)>> {
    let same_key = |other: &Map<String, Json>| {
        table.columns[..table.key_len].iter().all(|column| other.get(*column) == row.get(*column))
    };
    let touches = |change: &RowChange| {
        change.table == table.name && [&change.before, &change.after].into_iter().flatten().any(same_key)
    };
    let ids: Vec<i64> = connection
        .prepare_cached("SELECT id FROM history WHERE id > ?1 ORDER BY id DESC")?
        .query_map([since], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    for id in ids {
        if let Some(entry) = history::get(connection, id)?.filter(|entry| entry.changes.iter().any(touches)) {
            return Ok(Some((id, entry.author)));
        }
    }
    Ok(None)
}

/// Describes a row for error messages.
fn describe_row(table: &Table, row: &Map<String, Json>) -> String {
    let part = |column| row.get(column).and_then(Json::as_str).unwrap_or_default();
    match table.name {
        "override" => {
            let field = hintsmith_core::model::overrides::Field::from_key(part("field"));
            let field = field.map_or(part("field").into(), |field| field.cli_name());
            format!("{field} of {}.{}", part("server"), part("tool"))
        }
        "review" => format!("the review of {}.{}", part("server"), part("tool")),
        "comment" => format!("the comment on {}.{}", part("server"), part("tool")),
        "policy" if part("tool").is_empty() => format!("the approval mode of {}", part("server")),
        "policy" => format!("the approval mode of {}.{}", part("server"), part("tool")),
        "guess_correction" => {
            format!("the mark of the inferred {} of {}.{}", part("hint"), part("server"), part("tool"))
        }
        "suppression" => format!("{} of {}.{}", part("rule"), part("server"), part("tool")),
        "note" => format!("the note {} of {}.{}", part("name"), part("server"), part("tool")),
        "toolset_tool" => format!("the toolset {}", part("toolset")),
        "active_toolset" => "the active toolset".to_owned(),
        "rule" => format!("the rule {}", part("selector")),
        _ => {
            let key = table.columns.first().map_or("", |column| part(column));
            format!("the {} {key}", table.name)
        }
    }
}
