//! The table `history`: every change users made, with each row before and after.
//!
//! A [`ChangeSet`] is one change, however many rows it touches; it becomes one entry. Undo and redo (`super::undo`) are
//! entries too.

use std::collections::BTreeMap;

use rusqlite::Connection;
use rusqlite::types::Value;
use serde_json::Value as Json;

use super::rows::{Cells, Check, Row, RowChange, Table, optional_text, text};

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

/// The author, time and front end of a change.
#[derive(Debug, Clone)]
pub struct ChangeOrigin {
    pub at: String,
    pub author: String,
    pub via: String,
}

/// Row changes that form one history entry.
pub struct ChangeSet<'a> {
    pub connection: &'a Connection,
    pub origin: &'a ChangeOrigin,
    changes: Vec<RowChange>,
    /// The checks of the tables that were changed, by table.
    checks: BTreeMap<&'static str, Check>,
}

impl<'a> ChangeSet<'a> {
    pub fn new(connection: &'a Connection, origin: &'a ChangeOrigin) -> Self {
        Self { connection, origin, changes: Vec::new(), checks: BTreeMap::new() }
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
        for check in self.checks.into_values() {
            check(self.connection, &self.changes)?;
        }
        insert(self.connection, &HistoryRow::new(self.origin, summary, self.changes)).map(Some)
    }

    fn push(&mut self, table: &Table, before: Option<Row>, after: Option<Row>) {
        if before != after {
            self.changes.push(table.change(before.as_deref(), after.as_deref()));
            self.checks.extend(table.check.map(|check| (table.name, check)));
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
    pub fn new(origin: &ChangeOrigin, summary: &str, changes: Vec<RowChange>) -> Self {
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
    pub fn is_undone(&self, original: &Self) -> bool {
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

/// Entries with an id below `before`, if given, that `is_wanted` accepts, newest first.
pub fn page(
    connection: &Connection,
    before: Option<i64>,
    limit: u32,
    is_wanted: impl Fn(&HistoryRow) -> bool,
) -> rusqlite::Result<Vec<ListedEntry>> {
    let mut ids = connection.prepare_cached("SELECT id FROM history WHERE id < ?1 ORDER BY id DESC")?;
    let mut ids = ids.query([before.unwrap_or(i64::MAX)])?;
    let mut entries = Vec::new();
    while entries.len() < limit as usize
        && let Some(id) = ids.next()?
    {
        if let Some(row) = get(connection, id.get(0)?)?
            && is_wanted(&row)
        {
            entries.push(listed_entry(connection, row)?);
        }
    }
    Ok(entries)
}

fn listed_entry(connection: &Connection, row: HistoryRow) -> rusqlite::Result<ListedEntry> {
    // Without the change itself, an undo or redo has nothing to be applied to.
    let is_undone = find_original(connection, &row)?.is_none_or(|original| row.is_undone(&original));
    Ok(ListedEntry { row, is_undone })
}

/// The change that an entry undoes or redoes, or the entry itself.
pub fn find_original(connection: &Connection, entry: &HistoryRow) -> rusqlite::Result<Option<HistoryRow>> {
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

pub fn insert(connection: &Connection, entry: &HistoryRow) -> rusqlite::Result<i64> {
    let id = connection.query_row("SELECT coalesce(max(id), 0) + 1 FROM history", [], |row| row.get(0))?;
    put(connection, &HistoryRow { id, ..entry.clone() })?;
    Ok(id)
}

pub fn put(connection: &Connection, entry: &HistoryRow) -> rusqlite::Result<()> {
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
