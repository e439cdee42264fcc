//! The table `preference`: settings for the whole program.

use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};

use super::FILE_NAME;
use super::history::ChangeSet;
use super::rows::{Cells, Table, text};

pub const TABLE: Table = Table::new("preference", 1, &["key", "value"]);

/// The key for trusting a server. The value is the consent to its source, so that trust ends when the source changes.
pub fn trust_key(server: &str) -> String {
    format!("trust:{server}")
}

/// The key for trusting the HTTP methods of a server's tools. The value is like that of [`trust_key`].
pub fn method_trust_key(server: &str) -> String {
    format!("trust-methods:{server}")
}

/// All preferences that are set.
pub fn all(connection: &Connection) -> rusqlite::Result<BTreeMap<String, String>> {
    let read = |row| {
        let mut cells = Cells::new(row);
        Ok((cells.text()?, cells.text()?))
    };
    TABLE.all(connection)?.into_iter().map(read).collect()
}

/// Reads a preference of a store that is not open and may be damaged.
pub fn read_from_folder(data: &Path, key: &str) -> rusqlite::Result<Option<String>> {
    let store = Connection::open_with_flags(data.join(FILE_NAME), OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    get(&store, key)
}

pub fn get(connection: &Connection, key: &str) -> rusqlite::Result<Option<String>> {
    let read = |row| {
        let mut cells = Cells::new(row);
        cells.text()?;
        cells.text()
    };
    TABLE.get(connection, &[text(key)])?.map(read).transpose()
}

/// Sets a preference, or with `None` resets it to the default.
pub fn set(changes: &mut ChangeSet, key: &str, value: Option<&str>) -> rusqlite::Result<()> {
    match value {
        Some(value) => changes.put(&TABLE, vec![text(key), Value::Text(value.to_owned())]),
        None => changes.delete(&TABLE, &[text(key)]),
    }
}

/// Stores something that is not a decision and has no history entry.
pub fn set_without_history(connection: &Connection, key: &str, value: Option<&str>) -> rusqlite::Result<()> {
    match value {
        Some(value) => TABLE.put(connection, &[text(key), text(value)]),
        None => TABLE.delete(connection, &[text(key)]),
    }
}
