//! The table `saved_call`: calls that users saved under a name.

use rusqlite::Connection;

use super::history::ChangeSet;
use super::rows::{Cells, Table, text};

pub const TABLE: Table = Table::new(
    "saved_call",
    3,
    &["server", "tool", "name", "arguments", "fingerprint", "author", "saved_at"],
);

pub struct SavedCallRow {
    pub name: String,
    /// JSON.
    pub arguments: String,
    /// The fingerprint of the definition it was made for.
    pub fingerprint: String,
    pub at: String,
}

/// The saved calls of one tool, by name.
pub fn list(connection: &Connection, server: &str, tool: &str) -> rusqlite::Result<Vec<SavedCallRow>> {
    let read = |row| {
        let mut cells = Cells::new(row);
        let (of_server, of_tool) = (cells.text()?, cells.text()?);
        let saved = SavedCallRow {
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
    let is_for_tool = |row: &rusqlite::Result<((String, String), SavedCallRow)>| match row {
        Ok(((of_server, of_tool), _)) => of_server == server && of_tool == tool,
        Err(_) => true,
    };
    all.filter(is_for_tool).map(|row| row.map(|(_, saved)| saved)).collect()
}

pub fn put(
    changes: &mut ChangeSet,
    [server, tool, name]: [&str; 3],
    arguments: &str,
    fingerprint: &str,
) -> rusqlite::Result<()> {
    let (author, at) = (text(&changes.origin.author), text(&changes.origin.at));
    let row = vec![text(server), text(tool), text(name), text(arguments), text(fingerprint), author, at];
    changes.put(&TABLE, row)
}

pub fn remove(changes: &mut ChangeSet, key: [&str; 3]) -> rusqlite::Result<()> {
    changes.delete(&TABLE, &key.map(text))
}
