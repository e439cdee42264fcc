//! The table `preference`: what a person set once for the whole program.

use rusqlite::{Connection, OptionalExtension};

pub fn get(connection: &Connection, key: &str) -> rusqlite::Result<Option<String>> {
    connection.query_row("SELECT value FROM preference WHERE key = ?1", [key], |row| row.get(0)).optional()
}

/// Sets a preference, or with `None` lets the default hold again.
pub fn set(connection: &Connection, key: &str, value: Option<&str>) -> rusqlite::Result<()> {
    match value {
        Some(value) => {
            let sql = "INSERT OR REPLACE INTO preference (key, value) VALUES (?1, ?2)";
            connection.execute(sql, (key, value)).map(drop)
        }
        None => connection.execute("DELETE FROM preference WHERE key = ?1", [key]).map(drop),
    }
}
