//! The table `environment`: the named layers above the base.

use rusqlite::Connection;

use super::history::ChangeSet;
use super::rows::{Cells, Table, text};

/// The value of `environment` columns that stands for the base.
pub const BASE: &str = "";

pub const TABLE: Table = Table::new("environment", 1, &["name", "added_at"]);

pub fn all(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    TABLE.all(connection)?.into_iter().map(|row| Cells::new(row).text()).collect()
}

pub fn add(changes: &mut ChangeSet, name: &str) -> rusqlite::Result<()> {
    let row = vec![text(name), text(&changes.origin.at)];
    changes.put(&TABLE, row)
}

pub fn remove(changes: &mut ChangeSet, name: &str) -> rusqlite::Result<()> {
    changes.delete(&TABLE, &[text(name)])
}
