//! The table `suppression`: lint findings that users suppressed, each with the reason.

use hintsmith_core::lint::Suppression;
use rusqlite::Connection;

use super::history::ChangeSet;
use super::rows::{Cells, Table, text};

pub const TABLE: Table =
    Table::new("suppression", 3, &["server", "tool", "rule", "reason", "author", "suppressed_at"]);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuppressionRow {
    pub suppression: Suppression,
    pub author: Option<String>,
    pub at: String,
}

/// All suppressions, sorted by server, tool and rule.
pub fn all(connection: &Connection) -> rusqlite::Result<Vec<SuppressionRow>> {
    let read = |row| {
        let mut cells = Cells::new(row);
        let (server, tool, rule, reason) = (cells.text()?, cells.text()?, cells.text()?, cells.text()?);
        let suppression = Suppression { server, tool, rule, reason };
        Ok(SuppressionRow { suppression, author: cells.optional_text()?, at: cells.text()? })
    };
    TABLE.all(connection)?.into_iter().map(read).collect()
}

pub fn put(changes: &mut ChangeSet, suppression: &Suppression) -> rusqlite::Result<()> {
    let Suppression { server, tool, rule, reason } = suppression;
    let (author, at) = (text(&changes.origin.author), text(&changes.origin.at));
    changes.put(&TABLE, vec![text(server), text(tool), text(rule), text(reason), author, at])
}

pub fn remove(changes: &mut ChangeSet, key: [&str; 3]) -> rusqlite::Result<()> {
    changes.delete(&TABLE, &key.map(text))
}
