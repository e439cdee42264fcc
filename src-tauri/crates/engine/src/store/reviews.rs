//! The table `review`: users' confirmation that a tool is annotated correctly, bound to the definition they saw.

use std::collections::HashMap;

use hintsmith_core::model::fingerprint::Fingerprint;
use rusqlite::Connection;

use super::history::ChangeSet;
use super::overrides::ToolId;
use super::rows::{Cells, Table, text};

pub const TABLE: Table = Table::new("review", 2, &["server", "tool", "fingerprint", "author", "reviewed_at"]);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Review {
    pub fingerprint: Fingerprint,
    pub author: Option<String>,
    pub at: String,
}

pub fn set(
    changes: &mut ChangeSet,
    (server, tool): (&str, &str),
    fingerprint: &Fingerprint,
) -> rusqlite::Result<()> {
    let key = [text(server), text(tool)];
    let before = TABLE.get(changes.connection, &key)?;
    if before.is_some_and(|row| row[2] == text(&fingerprint.0)) {
        return Ok(());
    }
    let row = vec![
        text(server),
        text(tool),
        text(&fingerprint.0),
        text(&changes.origin.author),
        text(&changes.origin.at),
    ];
    changes.put(&TABLE, row)
}

pub fn withdraw(changes: &mut ChangeSet, (server, tool): (&str, &str)) -> rusqlite::Result<()> {
    changes.delete(&TABLE, &[text(server), text(tool)])
}

pub fn all(connection: &Connection) -> rusqlite::Result<HashMap<ToolId, Review>> {
    let read = |row| {
        let mut cells = Cells::new(row);
        let id = (cells.text()?, cells.text()?);
        let fingerprint = Fingerprint(cells.text()?);
        Ok((id, Review { fingerprint, author: cells.optional_text()?, at: cells.text()? }))
    };
    TABLE.all(connection)?.into_iter().map(read).collect()
}
