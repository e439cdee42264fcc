//! The tables `note`, named texts for the model about one tool, in one toolset or in all; and `proposed_note`, notes
//! written by an agent that the user has not accepted yet.

use std::collections::{BTreeMap, BTreeSet};

use hintsmith_core::model::note::{MAX_CHARS_PER_TOOL, MAX_CHARS_PER_TOOLSET, NoteError};
use hintsmith_core::model::toolset::{ToolName, ToolReference};
use rusqlite::Connection;
use rusqlite::types::Value;
use serde_json::{Map, Value as Json};

use super::history::ChangeSet;
use super::rows::{Cells, Row, RowChange, Table, text};

const COLUMNS: &[&str] =
    &["server", "tool", "id", "toolset", "name", "text", "position", "author", "written_at"];
pub const TABLE: Table = Table::new("note", 5, COLUMNS).with_check(check_totals);
pub const PROPOSED: Table = Table::new("proposed_note", 5, COLUMNS).with_check(check_proposed_totals);

/// The value of `toolset` columns that stands for every toolset.
pub const ALL_TOOLSETS: &str = "";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    pub name: String,
    pub text: String,
    /// The toolset it applies in. `None`: in all.
    pub toolset: Option<String>,
    pub author: Option<String>,
    pub at: String,
    position: i64,
}

/// The notes of each tool, in the order they were added.
pub type ByTool = BTreeMap<ToolReference, Vec<Note>>;

/// Identifies a note.
#[derive(Debug, Clone, Copy)]
pub struct NoteKey<'a> {
    pub tool: &'a ToolReference,
    pub toolset: Option<&'a str>,
    pub name: &'a str,
}

impl NoteKey<'_> {
    fn row_key(&self) -> [Value; 5] {
        let (server, tool, id) = reference_columns(self.tool);
        [server, tool, id, text(self.toolset.unwrap_or(ALL_TOOLSETS)), text(self.name)]
    }
}

/// The notes that are served to models.
pub fn all(connection: &Connection) -> rusqlite::Result<ByTool> {
    by_tool(&TABLE, connection)
}

/// The notes that wait for review.
pub fn proposed(connection: &Connection) -> rusqlite::Result<ByTool> {
    by_tool(&PROPOSED, connection)
}

fn by_tool(table: &Table, connection: &Connection) -> rusqlite::Result<ByTool> {
    let mut notes = ByTool::new();
    for row in table.all(connection)? {
        let (tool, note) = read(row)?;
        notes.entry(tool).or_default().push(note);
    }
    notes.values_mut().for_each(|notes| sort(notes));
    Ok(notes)
}

/// Sorts notes in the order they were added.
pub fn sort(notes: &mut [Note]) {
    notes.sort_by_key(|note| note.position);
}

/// Writes a note. An existing one keeps its position.
pub fn set(changes: &mut ChangeSet, key: NoteKey, content: &str) -> rusqlite::Result<()> {
    write(&TABLE, changes, key, content)
}

/// Writes a note that is not served to models until the user accepts it.
pub fn propose(changes: &mut ChangeSet, key: NoteKey, content: &str) -> rusqlite::Result<()> {
    write(&PROPOSED, changes, key, content)
}

/// Accepts a proposed note: it is served to models, after the existing ones. Its author is unchanged; the history
/// records who accepted it.
pub fn accept(changes: &mut ChangeSet, key: NoteKey) -> rusqlite::Result<()> {
    let Some(mut row) = PROPOSED.get(changes.connection, &key.row_key())? else { return Ok(()) };
    changes.delete(&PROPOSED, &key.row_key())?;
    row[6] = Value::Integer(next_position(&TABLE, changes.connection)?);
    changes.put(&TABLE, row)
}

pub fn reject(changes: &mut ChangeSet, key: NoteKey) -> rusqlite::Result<()> {
    changes.delete(&PROPOSED, &key.row_key())
}

fn write(
    table: &'static Table,
    changes: &mut ChangeSet,
    key: NoteKey,
    content: &str,
) -> rusqlite::Result<()> {
    let existing = table.get(changes.connection, &key.row_key())?.map(read).transpose()?;
    let position = match existing {
        Some((_, note)) if note.text == content => return Ok(()),
        Some((_, note)) => note.position,
        None => next_position(table, changes.connection)?,
    };
    let (author, at) = (text(&changes.origin.author), text(&changes.origin.at));
    let row = key.row_key().into_iter().chain([text(content), Value::Integer(position), author, at]);
    changes.put(table, row.collect())
}

fn next_position(table: &Table, connection: &Connection) -> rusqlite::Result<i64> {
    let sql = format!("SELECT coalesce(max(position), 0) + 1 FROM {}", table.name);
    connection.query_row(&sql, [], |row| row.get(0))
}

/// Changes the name or text of a note, which keeps its position.
pub fn change(changes: &mut ChangeSet, key: NoteKey, name: &str, content: &str) -> rusqlite::Result<()> {
    let Some(mut row) = TABLE.get(changes.connection, &key.row_key())? else { return Ok(()) };
    if row[4] == text(name) && row[5] == text(content) {
        return Ok(());
    }
    if row[4] != text(name) {
        changes.delete(&TABLE, &key.row_key())?;
    }
    (row[4], row[5]) = (text(name), text(content));
    (row[7], row[8]) = (text(&changes.origin.author), text(&changes.origin.at));
    changes.put(&TABLE, row)
}

pub fn remove(changes: &mut ChangeSet, key: NoteKey) -> rusqlite::Result<()> {
    changes.delete(&TABLE, &key.row_key())
}

const BOTH_TABLES: &str = "(SELECT server, tool, id, toolset, name, text FROM note
                     UNION ALL SELECT server, tool, id, toolset, name, text FROM proposed_note)";

/// Rejects changes that make the notes of a tool or a toolset longer in total than allowed. A check of the table
/// covers everything that writes notes, and runs within the transaction, so that concurrent writers cannot exceed the
/// limit together. Notes that exceed it already may still become shorter.
fn check_totals(connection: &Connection, changes: &[RowChange]) -> rusqlite::Result<()> {
    // A user's notes are counted separately: notes proposed by agents must not keep a user from writing.
    check_table(connection, changes, TABLE.name, TABLE.name)
}

fn check_proposed_totals(connection: &Connection, changes: &[RowChange]) -> rusqlite::Result<()> {
    check_table(connection, changes, PROPOSED.name, BOTH_TABLES)
}

/// Checks the changes of `table` against the total length of the notes in `counted`, a table or a subquery.
fn check_table(
    connection: &Connection,
    changes: &[RowChange],
    table: &str,
    counted: &str,
) -> rusqlite::Result<()> {
    let text = |row: &Map<String, Json>, column: &str| {
        row.get(column).and_then(Json::as_str).unwrap_or_default().to_owned()
    };
    let length =
        |row: &Map<String, Json>| text(row, "name").chars().count() + text(row, "text").chars().count();
    let (mut tools, mut toolsets) = (BTreeSet::new(), BTreeSet::new());
    for change in changes.iter().filter(|change| change.table == table) {
        let Some(after) = &change.after else { continue };
        if change.before.as_ref().is_none_or(|before| length(before) < length(after)) {
            tools.insert(["server", "tool", "id"].map(|column| text(after, column)));
            toolsets.insert(text(after, "toolset"));
        }
    }
    for [server, tool, id] in tools {
        let length = max_length_for_tool(connection, counted, [&server, &tool, &id])?;
        if length > MAX_CHARS_PER_TOOL {
            let tool = if server.is_empty() { id } else { format!("{server}.{tool}") };
            return Err(to_sqlite_error(NoteError::ToolFull { tool, length }));
        }
    }
    for toolset in toolsets.into_iter().filter(|toolset| toolset != ALL_TOOLSETS) {
        let sql = format!("SELECT sum(length(name) + length(text)) FROM {counted} WHERE toolset = ?1");
        let length = connection.query_row(&sql, [&toolset], |row| row.get::<_, Option<i64>>(0))?;
        let length = to_length(length.unwrap_or_default());
        if length > MAX_CHARS_PER_TOOLSET {
            return Err(to_sqlite_error(NoteError::ToolsetFull { toolset, length }));
        }
    }
    Ok(())
}

/// The greatest length of notes, in characters, that a model reads with a tool in any one toolset.
fn max_length_for_tool(connection: &Connection, counted: &str, tool: [&str; 3]) -> rusqlite::Result<usize> {
    let sql = format!(
        "SELECT toolset, sum(length(name) + length(text)) FROM {counted}
         WHERE server = ?1 AND tool = ?2 AND id = ?3 GROUP BY toolset"
    );
    let mut select = connection.prepare_cached(&sql)?;
    let sums = select.query_map(tool, |row| Ok((row.get::<_, String>(0)?, to_length(row.get(1)?))))?;
    let (mut everywhere, mut longest) = (0, 0);
    for sum in sums {
        match sum? {
            (toolset, length) if toolset == ALL_TOOLSETS => everywhere = length,
            (_, length) => longest = longest.max(length),
        }
    }
    Ok(everywhere + longest)
}

fn to_length(sum: i64) -> usize {
    usize::try_from(sum).unwrap_or(usize::MAX)
}

fn to_sqlite_error(error: NoteError) -> rusqlite::Error {
    rusqlite::Error::ToSqlConversionFailure(Box::new(error))
}

/// Moves the notes of one tool to another, those that wait for review too. A note stays where it is if the other tool has
/// one of its name, or if its toolset is not `moves`.
pub fn move_tool(
    changes: &mut ChangeSet,
    from: &ToolReference,
    to: &ToolReference,
    moves: impl Fn(&str) -> bool,
) -> rusqlite::Result<()> {
    let (server, tool, id) = reference_columns(from);
    let from = [server, tool, id];
    for table in [&TABLE, &PROPOSED] {
        for mut row in table.all(changes.connection)? {
            let is_moved = matches!(&row[3], Value::Text(toolset) if moves(toolset));
            if !is_moved || row[..3] != from {
                continue;
            }
            let old_key = row[..table.key_len].to_vec();
            (row[0], row[1], row[2]) = reference_columns(to);
            if table.get(changes.connection, &row[..table.key_len])?.is_none() {
                changes.delete(table, &old_key)?;
                changes.put(table, row)?;
            }
        }
    }
    Ok(())
}

/// Moves the notes of one toolset to another.
pub fn move_toolset(changes: &mut ChangeSet, from: &str, to: &str) -> rusqlite::Result<()> {
    for table in [&TABLE, &PROPOSED] {
        for mut row in table.all(changes.connection)? {
            if row[3] == text(from) {
                changes.delete(table, &row[..table.key_len])?;
                row[3] = text(to);
                changes.put(table, row)?;
            }
        }
    }
    Ok(())
}

pub fn remove_toolset(changes: &mut ChangeSet, toolset: &str) -> rusqlite::Result<()> {
    for table in [&TABLE, &PROPOSED] {
        let rows = table.all(changes.connection)?;
        let mut own = rows.into_iter().filter(|row| row[3] == text(toolset));
        own.try_for_each(|row| changes.delete(table, &row[..table.key_len]))?;
    }
    Ok(())
}

fn read(row: Row) -> rusqlite::Result<(ToolReference, Note)> {
    let mut cells = Cells::new(row);
    // A note refers to its tool by name or by id, not by both.
    let ToolReference { name, id } = read_reference(&mut cells)?;
    let tool = ToolReference { id: id.filter(|_| name.is_none()), name };
    let toolset = Some(cells.text()?).filter(|toolset| toolset != ALL_TOOLSETS);
    let (name, text, position) = (cells.text()?, cells.text()?, cells.number()?);
    let (author, at) = (cells.optional_text()?, cells.text()?);
    Ok((tool, Note { name, text, toolset, author, at, position }))
}

/// The columns of a reference: server, tool and id.
pub fn reference_columns(reference: &ToolReference) -> (Value, Value, Value) {
    let (server, tool) =
        reference.name.as_ref().map_or(("", ""), |name| (name.server.as_str(), name.tool.as_str()));
    (text(server), text(tool), text(reference.id.as_deref().unwrap_or_default()))
}

/// Reads a reference from three columns.
pub fn read_reference(cells: &mut Cells) -> rusqlite::Result<ToolReference> {
    let (server, tool, id) = (cells.text()?, cells.text()?, cells.text()?);
    let name = (!server.is_empty()).then_some(ToolName { server, tool });
    Ok(ToolReference { name, id: Some(id).filter(|id| !id.is_empty()) })
}
