//! The table `saved_call`: calls that users saved under a name.

use rusqlite::Connection;

use super::history::ChangeSet;
use super::rows::{Cells, Table, text};

pub const TABLE: Table = Table::new(
    "saved_call",
    3,
    &["server", "tool", "name", "arguments", "fingerprint", "author", "saved_at"],
);

pub struct SavedRow {
    pub name: String,
    /// JSON.
    pub arguments: String,
    /// The fingerprint of the definition it was made for.
    pub fingerprint: String,
    pub at: String,
}

/// The saved calls of one tool, by name.
pub fn of(connection: &Connection, server: &str, tool: &str) -> rusqlite::Result<Vec<SavedRow>> {
    let read = |row| {
        let mut cells = Cells::of(row);
        let (of_server, of_tool) = (cells.text()?, cells.text()?);
        let saved = SavedRow {
            name: cells.text()?,
            arguments: cells.text()?,
            fingerprint: cells.text()?,
            at: {
                cells.optional_text()?;
                cells.text()?
            },
        };
        Ok(((of_server, of_tool), saved))
    };
    let all = TABLE.all(connection)?.into_iter().map(read);
    let mine = |row: &rusqlite::Result<((String, String), SavedRow)>| match row {
        Ok(((of_server, of_tool), _)) => of_server == server && of_tool == tool,
        Err(_) => true,
    };
    all.filter(mine).map(|row| row.map(|(_, saved)| saved)).collect()
}

pub fn put(
    act: &mut ChangeSet,
    [server, tool, name]: [&str; 3],
    arguments: &str,
    fingerprint: &str,
) -> rusqlite::Result<()> {
    let (author, at) = (text(&act.stamp.author), text(&act.stamp.at));
    let row = vec![text(server), text(tool), text(name), text(arguments), text(fingerprint), author, at];
    act.put(&TABLE, row)
}

pub fn remove(act: &mut ChangeSet, key: [&str; 3]) -> rusqlite::Result<()> {
    act.delete(&TABLE, &key.map(text))
}
