//! The table `tool`: what each server said last, to the byte.

use std::sync::Arc;

use rusqlite::Connection;

/// Puts a server's list in the place of the one before.
pub fn replace(connection: &Connection, server: &str, tools: &[Arc<str>]) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM tool WHERE server = ?1", [server])?;
    let mut insert = connection.prepare("INSERT INTO tool (server, position, raw) VALUES (?1, ?2, ?3)")?;
    for (position, raw) in (0_u32..).zip(tools) {
        insert.execute((server, position, &**raw))?;
    }
    // By chance, so that no list, of whichever server of that name, is taken for another one.
    connection.execute("UPDATE server SET list = random() WHERE name = ?1", [server])?;
    Ok(())
}

/// A server's list in the server's order.
pub fn of(connection: &Connection, server: &str) -> rusqlite::Result<Vec<Arc<str>>> {
    let mut select = connection.prepare_cached("SELECT raw FROM tool WHERE server = ?1 ORDER BY position")?;
    select.query_map([server], |row| Ok(Arc::from(row.get_ref(0)?.as_str()?)))?.collect()
}
