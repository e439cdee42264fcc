//! The table `history`: every change users made, with each row before and after, and undo and redo.
//!
//! A [`ChangeSet`] is one change, however many rows it touches; it becomes one entry. Undo first checks that every row
//! is still as the entry left it, so that no newer change is overwritten.

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::rows::{Cells, Row, Table, optional, text};
use super::{
    environments, notes, observations, overrides, policies, preferences, remarks, reviews, rules,
    saved_calls, servers, suppressions, toolsets,
};

const TABLE: Table = Table::new(
    "history",
    1,
    &["id", "at", "author", "via", "act", "size", "changes", "lasting", "undoes", "redoes", "undone_by"],
);

/// The tables of users' decisions: changes to them can be undone.
pub const DECIDED: [&Table; 15] = [
    &environments::TABLE,
    &overrides::TABLE,
    &rules::TABLE,
    &reviews::TABLE,
    &notes::TABLE,
    &notes::PROPOSED,
    &toolsets::TABLE,
    &toolsets::TOOLS,
    &toolsets::EQUIPPED,
    &remarks::TABLE,
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
    fn turned(&self) -> Self {
        Self { table: self.table.clone(), before: self.after.clone(), after: self.before.clone() }
    }
}

/// Row changes that form one history entry.
pub struct ChangeSet<'a> {
    pub connection: &'a Connection,
    pub stamp: &'a ChangeOrigin,
    changes: Vec<RowChange>,
}

impl<'a> ChangeSet<'a> {
    pub fn begin(connection: &'a Connection, stamp: &'a ChangeOrigin) -> Self {
        Self { connection, stamp, changes: Vec::new() }
    }

    pub fn put(&mut self, table: &'static Table, row: Row) -> rusqlite::Result<()> {
        let before = table.get(self.connection, &row[..table.key])?;
        table.put(self.connection, &row)?;
        self.changed(table, before, Some(row));
        Ok(())
    }

    pub fn delete(&mut self, table: &'static Table, key: &[Value]) -> rusqlite::Result<()> {
        let before = table.get(self.connection, key)?;
        table.delete(self.connection, key)?;
        self.changed(table, before, None);
        Ok(())
    }

    /// The number of rows that differ from before.
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// Writes the entry and returns its id, or `None` if nothing has changed.
    pub fn finish(self, act: &str) -> rusqlite::Result<Option<i64>> {
        if self.changes.is_empty() {
            return Ok(None);
        }
        notes::check_totals(self.connection, &self.changes)?;
        insert(self.connection, &Entry::new(self.stamp, act, self.changes)).map(Some)
    }

    fn changed(&mut self, table: &Table, before: Option<Row>, after: Option<Row>) {
        if before != after {
            let told = |row: Option<Row>| row.map(|row| to_json(table, &row));
            self.changes.push(RowChange {
                table: table.name.to_owned(),
                before: told(before),
                after: told(after),
            });
        }
    }
}

/// A stored history entry.
#[derive(Debug, Clone)]
pub struct Entry {
    pub id: i64,
    pub at: String,
    pub author: String,
    pub via: String,
    pub act: String,
    pub size: i64,
    pub changes: Vec<RowChange>,
    /// It cannot be undone.
    pub lasting: bool,
    pub undoes: Option<i64>,
    pub redoes: Option<i64>,
    pub undone_by: Option<i64>,
}

impl Entry {
    fn new(stamp: &ChangeOrigin, act: &str, changes: Vec<RowChange>) -> Self {
        Self {
            id: 0,
            at: stamp.at.clone(),
            author: stamp.author.clone(),
            via: stamp.via.clone(),
            act: act.to_owned(),
            size: i64::try_from(changes.len()).unwrap_or(i64::MAX),
            changes,
            lasting: false,
            undoes: None,
            redoes: None,
            undone_by: None,
        }
    }

    /// Returns whether this is a user's own change, not an undo or redo of one.
    pub fn is_own(&self) -> bool {
        self.undoes.is_none() && self.redoes.is_none()
    }
}

/// Why an entry was not undone or redone. Nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UndoError {
    NoSuchEntry(i64),
    /// There is no entry to undo or redo.
    Nothing,
    /// It is undone already, or is itself an undo or redo.
    Already(i64),
    /// A change that the history records but cannot undo. `earlier` is the newest change before it that can be undone.
    Lasting {
        id: i64,
        act: String,
        earlier: Option<(i64, String)>,
    },
    /// The row was changed since: its description, and the entry and author of that change, if known.
    Changed {
        what: String,
        by: Option<(i64, String)>,
    },
}

/// Records a change that cannot be undone.
pub fn record(
    connection: &Connection,
    stamp: &ChangeOrigin,
    act: &str,
    change: RowChange,
) -> rusqlite::Result<i64> {
    insert(connection, &Entry { lasting: true, ..Entry::new(stamp, act, vec![change]) })
}

/// SQL condition for the changes of an author that are not undone. An answered approval is recorded, but changes
/// nothing.
const STANDING: &str = "author = ?1 AND undoes IS NULL AND redoes IS NULL AND undone_by IS NULL
                        AND NOT (lasting = 1 AND changes LIKE '[{\"table\":\"approval\"%')";

/// Undoes an entry: the given one, or the author's newest. If the newest cannot be undone, no other one is undone
/// instead.
pub fn undo(
    connection: &Connection,
    id: Option<i64>,
    stamp: &ChangeOrigin,
) -> rusqlite::Result<Result<Entry, UndoError>> {
    let newest = format!("SELECT max(id) FROM history WHERE {STANDING}");
    let entry = match find(connection, id, &newest, stamp)? {
        Ok(entry) => entry,
        Err(refusal) => return Ok(Err(refusal)),
    };
    if entry.undone_by.is_some() || !entry.is_own() {
        return Ok(Err(UndoError::Already(entry.id)));
    }
    if entry.lasting {
        let sql = format!("SELECT max(id) FROM history WHERE {STANDING} AND lasting = 0");
        let earlier = find(connection, None, &sql, stamp)?.ok().map(|entry| (entry.id, entry.act));
        return Ok(Err(UndoError::Lasting { id: entry.id, act: entry.act, earlier }));
    }
    let turned: Vec<RowChange> = entry.changes.iter().rev().map(RowChange::turned).collect();
    if let Some(refusal) = apply(connection, &turned, &entry, entry.id)? {
        return Ok(Err(refusal));
    }
    let act = format!("undid: {}", entry.act);
    let by = insert(connection, &Entry { undoes: Some(entry.id), ..Entry::new(stamp, &act, turned) })?;
    put(connection, &Entry { undone_by: Some(by), ..entry.clone() })?;
    Ok(Ok(entry))
}

/// Redoes the author's last undone entry, unless they have made a change since.
pub fn redo(connection: &Connection, stamp: &ChangeOrigin) -> rusqlite::Result<Result<Entry, UndoError>> {
    let newest = format!(
        "SELECT id FROM history WHERE author = ?1 AND undone_by > (
             SELECT coalesce(max(id), 0) FROM history WHERE {STANDING}
         ) ORDER BY undone_by DESC LIMIT 1"
    );
    let entry = match find(connection, None, &newest, stamp)? {
        Ok(entry) => entry,
        Err(refusal) => return Ok(Err(refusal)),
    };
    if let Some(refusal) = apply(connection, &entry.changes, &entry, entry.undone_by.unwrap_or(entry.id))? {
        return Ok(Err(refusal));
    }
    let act = format!("did again: {}", entry.act);
    let again = Entry { redoes: Some(entry.id), ..Entry::new(stamp, &act, entry.changes.clone()) };
    insert(connection, &again)?;
    put(connection, &Entry { undone_by: None, ..entry.clone() })?;
    Ok(Ok(entry))
}

/// Entries with an id below `before`, if given, newest first.
pub fn page(connection: &Connection, before: Option<i64>, limit: u32) -> rusqlite::Result<Vec<Entry>> {
    let ids: Vec<i64> = connection
        .prepare_cached("SELECT id FROM history WHERE id < ?1 ORDER BY id DESC LIMIT ?2")?
        .query_map((before.unwrap_or(i64::MAX), limit), |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    ids.into_iter().filter_map(|id| get(connection, id).transpose()).collect()
}

/// The newest entries that changed something about a tool, with only those changes.
pub fn about(connection: &Connection, server: &str, tool: &str, limit: u32) -> rusqlite::Result<Vec<Entry>> {
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
            found.push(entry);
        }
        if found.len() == limit as usize {
            break;
        }
    }
    Ok(found)
}

pub fn get(connection: &Connection, id: i64) -> rusqlite::Result<Option<Entry>> {
    TABLE.get(connection, &[Value::Integer(id)])?.map(read).transpose()
}

/// Verifies the checksums of all entries and returns their number.
pub fn check(connection: &Connection) -> rusqlite::Result<usize> {
    Ok(TABLE.all(connection)?.len())
}

fn find(
    connection: &Connection,
    id: Option<i64>,
    newest: &str,
    stamp: &ChangeOrigin,
) -> rusqlite::Result<Result<Entry, UndoError>> {
    let wanted = match id {
        Some(id) => Some(id),
        None => connection
            .query_row(newest, [&stamp.author], |row| row.get::<_, Option<i64>>(0))
            .optional()?
            .flatten(),
    };
    let Some(wanted) = wanted else { return Ok(Err(UndoError::Nothing)) };
    Ok(get(connection, wanted)?.ok_or(UndoError::NoSuchEntry(wanted)))
}

/// Applies the changes if every row is as they expect it; otherwise changes nothing and returns why.
fn apply(
    connection: &Connection,
    changes: &[RowChange],
    entry: &Entry,
    since: i64,
) -> rusqlite::Result<Option<UndoError>> {
    let mut rows = Vec::new();
    for change in changes {
        let mut tables = DECIDED.into_iter().chain([&servers::SETTINGS]);
        let Some(table) = tables.find(|table| table.name == change.table) else {
            return Ok(Some(UndoError::Lasting { id: entry.id, act: entry.act.clone(), earlier: None }));
        };
        let Some(told) = change.before.as_ref().or(change.after.as_ref()) else { continue };
        let key = from_json(table, told)[..table.key].to_vec();
        let expected = change.before.as_ref().map(|row| from_json(table, row));
        if table.get(connection, &key)? != expected {
            let by = who_changed(connection, table, told, since)?;
            return Ok(Some(UndoError::Changed { what: subject(table, told), by }));
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
fn who_changed(
    connection: &Connection,
    table: &Table,
    row: &Map<String, Json>,
    since: i64,
) -> rusqlite::Result<Option<(i64, String)>> {
    let same_key = |other: &Map<String, Json>| {
        table.columns[..table.key].iter().all(|column| other.get(*column) == row.get(*column))
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
fn subject(table: &Table, row: &Map<String, Json>) -> String {
    let part = |column| row.get(column).and_then(Json::as_str).unwrap_or_default();
    match table.name {
        "override" => {
            let field = hintsmith_core::overrides::Field::from_key(part("field"));
            let field = field.map_or(part("field").into(), |field| field.cli_name());
            format!("{field} of {}.{}", part("server"), part("tool"))
        }
        "review" | "policy" | "remark" => {
            format!("the {} of {}.{}", table.name, part("server"), part("tool"))
        }
        "suppression" => format!("{} of {}.{}", part("rule"), part("server"), part("tool")),
        "note" => format!("the note {} of {}.{}", part("name"), part("server"), part("tool")),
        "toolset_tool" => format!("the toolset {}", part("toolset")),
        "equipped" => "the equipped toolset".to_owned(),
        "rule" => format!("the rule {}", part("selector")),
        _ => {
            let key = table.columns.first().map_or("", |column| part(column));
            format!("the {} {key}", table.name)
        }
    }
}

fn insert(connection: &Connection, entry: &Entry) -> rusqlite::Result<i64> {
    let id = connection.query_row("SELECT coalesce(max(id), 0) + 1 FROM history", [], |row| row.get(0))?;
    put(connection, &Entry { id, ..entry.clone() })?;
    Ok(id)
}

fn put(connection: &Connection, entry: &Entry) -> rusqlite::Result<()> {
    let changes = serde_json::to_string(&entry.changes)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
    let number = |number: Option<i64>| number.map_or(Value::Null, Value::Integer);
    let row = vec![
        Value::Integer(entry.id),
        text(&entry.at),
        text(&entry.author),
        optional(Some(&entry.via)),
        text(&entry.act),
        Value::Integer(entry.size),
        Value::Text(changes),
        Value::Integer(entry.lasting.into()),
        number(entry.undoes),
        number(entry.redoes),
        number(entry.undone_by),
    ];
    TABLE.put(connection, &row)
}

fn read(row: Row) -> rusqlite::Result<Entry> {
    let mut cells = Cells::of(row);
    Ok(Entry {
        id: cells.number()?,
        at: cells.text()?,
        author: cells.text()?,
        via: cells.text()?,
        act: cells.text()?,
        size: cells.number()?,
        changes: serde_json::from_str(&cells.text()?).map_err(|error| {
            super::row_checksum::broken(format!("an entry of the history is not JSON: {error}"))
        })?,
        lasting: cells.number()? != 0,
        undoes: cells.optional_number()?,
        redoes: cells.optional_number()?,
        undone_by: cells.optional_number()?,
    })
}

fn to_json(table: &Table, row: &[Value]) -> Map<String, Json> {
    let told = |value: &Value| match value {
        Value::Integer(number) => Json::from(*number),
        Value::Text(text) => Json::from(text.as_str()),
        // No table in `UNDOABLE_TABLES` holds other types.
        Value::Null | Value::Real(_) | Value::Blob(_) => Json::Null,
    };
    table.columns.iter().zip(row).map(|(column, value)| ((*column).to_owned(), told(value))).collect()
}

fn from_json(table: &Table, row: &Map<String, Json>) -> Row {
    let value = |column: &&str| match row.get(*column) {
        Some(Json::String(text)) => Value::Text(text.clone()),
        Some(Json::Number(number)) => number.as_i64().map_or(Value::Null, Value::Integer),
        _ => Value::Null,
    };
    table.columns.iter().map(value).collect()
}
