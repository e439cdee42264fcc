//! The table `export`: what was written where, and with which decisions.

use rusqlite::{Connection, OptionalExtension};

#[derive(Debug, Clone)]
pub struct ExportRow {
    pub target: String,
    pub path: String,
    pub written_at: String,
    pub decisions: String,
}

pub fn set(connection: &Connection, row: &ExportRow) -> rusqlite::Result<()> {
    let sql = "INSERT OR REPLACE INTO export (target, path, written_at, decisions) VALUES (?1, ?2, ?3, ?4)";
    connection.execute(sql, (&row.target, &row.path, &row.written_at, &row.decisions)).map(drop)
}

pub fn latest(connection: &Connection) -> rusqlite::Result<Option<ExportRow>> {
    let sql = "SELECT target, path, written_at, decisions FROM export ORDER BY written_at DESC LIMIT 1";
    let read = |row: &rusqlite::Row| {
        Ok(ExportRow {
            target: row.get(0)?,
            path: row.get(1)?,
            written_at: row.get(2)?,
            decisions: row.get(3)?,
        })
    };
    connection.query_row(sql, [], read).optional()
}

/// Where a target was written last.
pub fn path_of(connection: &Connection, target: &str) -> rusqlite::Result<Option<String>> {
    connection.query_row("SELECT path FROM export WHERE target = ?1", [target], |row| row.get(0)).optional()
}
