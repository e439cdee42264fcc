//! The table `refresh`: the scans that found something new. Refresh numbers, not the clock, order decisions and
//! definitions.

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension};

use super::rows::{Table, text};

pub const TABLE: Table = Table::new("refresh", 1, &["id", "server", "at", "added", "changed", "gone"]);

/// The changes of a refresh, by tool name.
#[derive(Debug, Clone, Default)]
pub struct RefreshDiff {
    pub added: Vec<String>,
    pub changed: Vec<String>,
    pub gone: Vec<String>,
}

impl RefreshDiff {
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.changed.is_empty() && self.gone.is_empty()
    }
}

/// The id of the newest refresh of all servers.
pub fn newest_id(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("SELECT coalesce(max(id), 0) FROM refresh", [], |row| row.get(0))
}

pub fn insert(
    connection: &Connection,
    id: i64,
    server: &str,
    at: &str,
    diff: &RefreshDiff,
) -> rusqlite::Result<()> {
    let count = |names: &Vec<String>| Value::Integer(i64::try_from(names.len()).unwrap_or(i64::MAX));
    let RefreshDiff { added, changed, gone } = diff;
    let row = [Value::Integer(id), text(server), text(at), count(added), count(changed), count(gone)];
    TABLE.put(connection, &row)
}

/// Deletes all but the newest `keep` refreshes of a server, and returns the id of the newest deleted one.
pub fn prune(connection: &Connection, server: &str, keep: u32) -> rusqlite::Result<i64> {
    let sql = "SELECT id FROM refresh WHERE server = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2";
    let oldest = connection.query_row(sql, (server, keep), |row| row.get(0)).optional()?.unwrap_or(0);
    connection.execute("DELETE FROM refresh WHERE server = ?1 AND id <= ?2", (server, oldest))?;
    Ok(oldest)
}
