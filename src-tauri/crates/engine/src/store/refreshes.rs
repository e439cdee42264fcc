//! The table `refresh`: the readings that found something new. What was decided before or after one is told by its
//! number, not by the clock.

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension};

use super::rows::{Table, text};
use super::tools::Refreshed;

pub const TABLE: Table = Table::new("refresh", 1, &["id", "server", "at", "added", "changed", "gone"]);

/// The number of the newest refresh of all servers.
pub fn newest(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("SELECT coalesce(max(id), 0) FROM refresh", [], |row| row.get(0))
}

pub fn put(
    connection: &Connection,
    id: i64,
    server: &str,
    at: &str,
    refreshed: &Refreshed,
) -> rusqlite::Result<()> {
    let count = |names: &Vec<String>| Value::Integer(i64::try_from(names.len()).unwrap_or(i64::MAX));
    let Refreshed { added, changed, gone } = refreshed;
    let row = [Value::Integer(id), text(server), text(at), count(added), count(changed), count(gone)];
    TABLE.put(connection, &row)
}

/// Forgets all but the newest of a server, and gives the number of the last that is forgotten.
pub fn forget(connection: &Connection, server: &str, but: u32) -> rusqlite::Result<i64> {
    let sql = "SELECT id FROM refresh WHERE server = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2";
    let oldest = connection.query_row(sql, (server, but), |row| row.get(0)).optional()?.unwrap_or(0);
    connection.execute("DELETE FROM refresh WHERE server = ?1 AND id <= ?2", (server, oldest))?;
    Ok(oldest)
}
