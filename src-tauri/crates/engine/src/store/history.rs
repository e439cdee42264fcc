//! The table `history`: every change users made, with each row before and after, and undo and redo.
//!
//! A [`ChangeSet`] is one change, however many rows it touches; it becomes one entry. Undo first checks that every row
//! is still as the entry left it, so that no newer change is overwritten.
//!
//! Undo and redo are entries too. Undoing an undo is a redo of the change, and undoing a redo undoes the change again.

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::rows::{Cells, Row, Table, optional_text, text};
use super::{
    comments, environments, notes, observations, overrides, policies, preferences, reviews, rules,
    saved_calls, servers, suppressions, toolsets,
};

const TABLE: Table = Table::new(
    "history",
    1,
    &[
        "id",
        "at",
        "author",
        "via",
        "summary",
        "size",
        "changes",
        "irreversible",
        "undoes",
        "redoes",
        "undone_by",
    ],
);

/// The tables of users' decisions: changes to them can be undone.
pub const UNDOABLE_TABLES: [&Table; 15] = [
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
    &preferences::TABLE,
];

/// The author, time and front end of a change.
#[derive(Debug, Clone)]
pub struct ChangeOrigin {
    pub at: String,
    pub author: String,
    pub via: String,
}

/// One row before and after a change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RowChange {
    pub table: String,
    pub before: Option<Map<String, Json>>,
    pub after: Option<Map<String, Json>>,
}

impl RowChange {
    fn inverted(&self) -> Self {
        Self { table: self.table.clone(), before: self.after.clone(), after: self.before.clone() }
    }
}

/// Row changes that form one history entry.
pub struct ChangeSet<'a> {
    pub connection: &'a Connection,
    pub origin: &'a ChangeOrigin,
    changes: Vec<RowChange>,
}

impl<'a> ChangeSet<'a> {
    pub fn new(connection: &'a Connection, origin: &'a ChangeOrigin) -> Self {
        Self { connection, origin, changes: Vec::new() }
    }

    pub fn put(&mut self, table: &'static Table, row: Row) -> rusqlite::Result<()> {
        let before = table.get(self.connection, &row[..table.key_len])?;
        table.put(self.connection, &row)?;
        self.push(table, before, Some(row));
        Ok(())
    }

    pub fn delete(&mut self, table: &'static Table, key: &[Value]) -> rusqlite::Result<()> {
        let before = table.get(self.connection, key)?;
        table.delete(self.connection, key)?;
        self.push(table, before, None);
        Ok(())
    }

    /// The number of rows that differ from before.
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// Writes the entry and returns its id, or `None` if nothing has changed.
    pub fn finish(self, summary: &str) -> rusqlite::Result<Option<i64>> {
        if self.changes.is_empty() {
            return Ok(None);
        }
        notes::check_totals(self.connection, &self.changes)?;
        insert(self.connection, &HistoryRow::new(self.origin, summary, self.changes)).map(Some)
    }

    fn push(&mut self, table: &Table, before: Option<Row>, after: Option<Row>) {
        if before != after {
            let to_map = |row: Option<Row>| row.map(|row| to_json(table, &row));
            self.changes.push(RowChange {
                table: table.name.to_owned(),
                before: to_map(before),
                after: to_map(after),
            });
        }
    }
}

/// A stored history entry.
#[derive(Debug, Clone)]
pub struct HistoryRow {
    pub id: i64,
    pub at: String,
    pub author: String,
    pub via: String,
    pub summary: String,
    pub size: i64,
    pub changes: Vec<RowChange>,
    /// It cannot be undone.
    pub is_irreversible: bool,
    pub undoes: Option<i64>,
    pub redoes: Option<i64>,
    pub undone_by: Option<i64>,
}

impl HistoryRow {
    fn new(origin: &ChangeOrigin, summary: &str, changes: Vec<RowChange>) -> Self {
        Self {
            id: 0,
            at: origin.at.clone(),
            author: origin.author.clone(),
            via: origin.via.clone(),
            summary: summary.to_owned(),
            size: i64::try_from(changes.len()).unwrap_or(i64::MAX),
            changes,
            is_irreversible: false,
            undoes: None,
            redoes: None,
            undone_by: None,
        }
    }

    /// Returns whether the effect of this entry is reversed. `original` is the change that it undoes or redoes, or the
    /// entry itself.
    fn is_undone(&self, original: &Self) -> bool {
        match self.undoes {
            Some(_) => original.undone_by != Some(self.id),
            None => original.undone_by.is_some(),
        }
    }
}

/// An entry as the history shows it.
#[derive(Debug, Clone)]
pub struct ListedEntry {
    pub row: HistoryRow,
    /// Its effect is reversed: a change was undone, or an undo redone.
    pub is_undone: bool,
}

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
        earlier: Option<(i64, String)>,
    },
    /// The row was changed since: its description, and the entry and author of that change, if known.
    Conflict {
        row: String,
        by: Option<(i64, String)>,
    },
}

/// Records a change that cannot be undone.
pub fn record_irreversible(
    connection: &Connection,
    origin: &ChangeOrigin,
    summary: &str,
    change: RowChange,
) -> rusqlite::Result<i64> {
    insert(
        connection,
        &HistoryRow { is_irreversible: true, ..HistoryRow::new(origin, summary, vec![change]) },
    )
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
    let Some(original) = find_original(connection, &entry)? else {
        return Ok(Err(UndoError::NoSuchEntry(entry.id)));
    };
    if entry.is_undone(&original) {
        let by = if entry.undoes.is_some() { None } else { original.undone_by };
        return Ok(Err(UndoError::AlreadyUndone { id: entry.id, by }));
    }
    if entry.is_irreversible {
        let sql = format!("SELECT max(id) FROM history WHERE {NOT_UNDONE} AND irreversible = 0");
        let earlier = find_entry(connection, None, &sql, origin)?.ok().map(|entry| (entry.id, entry.summary));
        return Ok(Err(UndoError::Irreversible { id: entry.id, summary: entry.summary, earlier }));
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
    let by = insert(
        connection,
        &HistoryRow { undoes: Some(original.id), ..HistoryRow::new(origin, &summary, inverted) },
    )?;
    put(connection, &HistoryRow { undone_by: Some(by), ..original.clone() })?;
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
    let summary = format!("did again: {}", original.summary);
    let redone = HistoryRow {
        redoes: Some(original.id),
        ..HistoryRow::new(origin, &summary, original.changes.clone())
    };
    insert(connection, &redone)?;
    put(connection, &HistoryRow { undone_by: None, ..original.clone() })?;
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

/// Entries with an id below `before`, if given, newest first.
pub fn page(connection: &Connection, before: Option<i64>, limit: u32) -> rusqlite::Result<Vec<ListedEntry>> {
    let ids: Vec<i64> = connection
        .prepare_cached("SELECT id FROM history WHERE id < ?1 ORDER BY id DESC LIMIT ?2")?
        .query_map((before.unwrap_or(i64::MAX), limit), |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let rows = ids.into_iter().filter_map(|id| get(connection, id).transpose());
    rows.map(|row| listed_entry(connection, row?)).collect()
}

fn listed_entry(connection: &Connection, row: HistoryRow) -> rusqlite::Result<ListedEntry> {
    // Without the change itself, an undo or redo has nothing to be applied to.
    let is_undone = find_original(connection, &row)?.is_none_or(|original| row.is_undone(&original));
    Ok(ListedEntry { row, is_undone })
}

/// The change that an entry undoes or redoes, or the entry itself.
fn find_original(connection: &Connection, entry: &HistoryRow) -> rusqlite::Result<Option<HistoryRow>> {
    match entry.undoes.or(entry.redoes) {
        Some(id) => get(connection, id),
        None => Ok(Some(entry.clone())),
    }
}

/// The newest entries that changed something about a tool, with only those changes.
pub fn list_for_tool(
    connection: &Connection,
    server: &str,
    tool: &str,
    limit: u32,
) -> rusqlite::Result<Vec<ListedEntry>> {
    // Preselected by text: a row that names the tool contains exactly this.
    let named = format!("\"tool\":{}", Json::from(tool));
    let ids: Vec<i64> = connection
        .prepare_cached("SELECT id FROM history WHERE instr(changes, ?1) > 0 ORDER BY id DESC")?
        .query_map([named], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let is_about = |change: &RowChange| {
        let row = change.after.as_ref().or(change.before.as_ref());
        let part = |column| row.and_then(|row| row.get(column)).and_then(Json::as_str);
        part("server") == Some(server) && part("tool") == Some(tool)
    };
    let mut found = Vec::new();
    for id in ids {
        let Some(mut entry) = get(connection, id)? else { continue };
        entry.changes.retain(is_about);
        if !entry.changes.is_empty() {
            found.push(listed_entry(connection, entry)?);
        }
        if found.len() == limit as usize {
            break;
        }
    }
    Ok(found)
}

pub fn get(connection: &Connection, id: i64) -> rusqlite::Result<Option<HistoryRow>> {
    TABLE.get(connection, &[Value::Integer(id)])?.map(read).transpose()
}

/// Verifies the checksums of all entries and returns their number.
pub fn verify_checksums(connection: &Connection) -> rusqlite::Result<usize> {
    Ok(TABLE.all(connection)?.len())
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
    Ok(get(connection, found)?.ok_or(UndoError::NoSuchEntry(found)))
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
                earlier: None,
            }));
        };
        let Some(key_row) = change.before.as_ref().or(change.after.as_ref()) else { continue };
        let key = from_json(table, key_row)[..table.key_len].to_vec();
        let expected = change.before.as_ref().map(|row| from_json(table, row));
        if table.get(connection, &key)? != expected {
            let by = find_later_change(connection, table, key_row, since)?;
            return Ok(Some(UndoError::Conflict { row: describe_row(table, key_row), by }));
        }
        rows.push((table, key, change.after.as_ref().map(|row| from_json(table, row))));
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
        if let Some(entry) = get(connection, id)?.filter(|entry| entry.changes.iter().any(touches)) {
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

fn insert(connection: &Connection, entry: &HistoryRow) -> rusqlite::Result<i64> {
    let id = connection.query_row("SELECT coalesce(max(id), 0) + 1 FROM history", [], |row| row.get(0))?;
    put(connection, &HistoryRow { id, ..entry.clone() })?;
    Ok(id)
}

fn put(connection: &Connection, entry: &HistoryRow) -> rusqlite::Result<()> {
    let changes = serde_json::to_string(&entry.changes)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
    let number = |number: Option<i64>| number.map_or(Value::Null, Value::Integer);
    let row = vec![
        Value::Integer(entry.id),
        text(&entry.at),
        text(&entry.author),
        optional_text(Some(&entry.via)),
        text(&entry.summary),
        Value::Integer(entry.size),
        Value::Text(changes),
        Value::Integer(entry.is_irreversible.into()),
        number(entry.undoes),
        number(entry.redoes),
        number(entry.undone_by),
    ];
    TABLE.put(connection, &row)
}

fn read(row: Row) -> rusqlite::Result<HistoryRow> {
    let mut cells = Cells::new(row);
    Ok(HistoryRow {
        id: cells.number()?,
        at: cells.text()?,
        author: cells.text()?,
        via: cells.text()?,
        summary: cells.text()?,
        size: cells.number()?,
        changes: serde_json::from_str(&cells.text()?).map_err(|error| {
            super::row_checksum::corrupt_row(format!("an entry of the history is not JSON: {error}"))
        })?,
        is_irreversible: cells.number()? != 0,
        undoes: cells.optional_number()?,
        redoes: cells.optional_number()?,
        undone_by: cells.optional_number()?,
    })
}

fn to_json(table: &Table, row: &[Value]) -> Map<String, Json> {
    let to_value = |value: &Value| match value {
        Value::Integer(number) => Json::from(*number),
        Value::Text(text) => Json::from(text.as_str()),
        // No table in `UNDOABLE_TABLES` holds other types.
        Value::Null | Value::Real(_) | Value::Blob(_) => Json::Null,
    };
    table.columns.iter().zip(row).map(|(column, value)| ((*column).to_owned(), to_value(value))).collect()
}

fn from_json(table: &Table, row: &Map<String, Json>) -> Row {
    let value = |column: &&str| match row.get(*column) {
        Some(Json::String(text)) => Value::Text(text.clone()),
        Some(Json::Number(number)) => number.as_i64().map_or(Value::Null, Value::Integer),
        _ => Value::Null,
    };
    table.columns.iter().map(value).collect()
}
