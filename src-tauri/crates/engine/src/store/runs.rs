//! The table `run`: the last calls users made of each tool. Nothing is decided by it; old rows are deleted.

use rusqlite::Connection;

/// Limit for the stored calls of each tool.
const MAX_RUNS_PER_TOOL: i64 = 20;

pub struct RunRow {
    /// Zero before it is stored.
    pub id: i64,
    pub at: String,
    /// JSON, without values that look like secrets.
    pub arguments: String,
    /// The names of arguments that were not stored, as JSON.
    pub left_out: String,
    pub verdict: String,
    pub outcome: Option<String>,
    pub took_ms: Option<i64>,
}

pub fn add(connection: &Connection, server: &str, tool: &str, run: &RunRow) -> rusqlite::Result<()> {
    let RunRow { id: _, at, arguments, left_out, verdict, outcome, took_ms } = run;
    let insert = "INSERT INTO run (server, tool, at, arguments, left_out, verdict, outcome, took_ms)
                  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    connection.execute(insert, (server, tool, at, arguments, left_out, verdict, outcome, took_ms))?;
    let old = "DELETE FROM run WHERE server = ?1 AND tool = ?2 AND id NOT IN
               (SELECT id FROM run WHERE server = ?1 AND tool = ?2 ORDER BY id DESC LIMIT ?3)";
    connection.execute(old, (server, tool, MAX_RUNS_PER_TOOL)).map(drop)
}

/// The calls of one tool, newest first.
pub fn list(connection: &Connection, server: &str, tool: &str) -> rusqlite::Result<Vec<RunRow>> {
    let sql = "SELECT id, at, arguments, left_out, verdict, outcome, took_ms FROM run
               WHERE server = ?1 AND tool = ?2 ORDER BY id DESC";
    let read = |row: &rusqlite::Row| {
        Ok(RunRow {
            id: row.get(0)?,
            at: row.get(1)?,
            arguments: row.get(2)?,
            left_out: row.get(3)?,
            verdict: row.get(4)?,
            outcome: row.get(5)?,
            took_ms: row.get(6)?,
        })
    };
    connection.prepare_cached(sql)?.query_map((server, tool), read)?.collect()
}

pub fn clear(connection: &Connection, server: &str, tool: &str) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM run WHERE server = ?1 AND tool = ?2", (server, tool)).map(drop)
}
