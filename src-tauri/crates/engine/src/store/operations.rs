//! The table `operation`: the operations of OpenAPI documents of which only some become tools. It shows which ones a
//! document has gained since the choice was made.

use std::collections::HashMap;
use std::sync::Arc;

use rusqlite::Connection;

/// Name of an operation, and whether it becomes a tool.
pub type OperationState = (Arc<str>, bool);

/// The choice of one server's operations, as the last scan found it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OperationSummary {
    pub total: u32,
    pub chosen: u32,
    /// Operations that are not chosen and were not in the document when the choice was made.
    pub new: Vec<String>,
}

/// Records the operations of a scan. None: the document is not limited to some.
pub fn record(connection: &Connection, server: &str, operations: &[OperationState]) -> rusqlite::Result<()> {
    let mut before: HashMap<String, bool> = HashMap::new();
    let mut select = connection.prepare_cached("SELECT name, is_new FROM operation WHERE server = ?1")?;
    for row in select.query_map([server], |row| Ok((row.get(0)?, row.get(1)?)))? {
        let (name, is_new) = row?;
        before.insert(name, is_new);
    }
    forget(connection, server)?;
    let mut insert = connection.prepare_cached(
        "INSERT OR REPLACE INTO operation (server, name, is_chosen, is_new) VALUES (?1, ?2, ?3, ?4)",
    )?;
    for (name, is_chosen) in operations {
        let is_new = !before.is_empty() && before.get(&**name).copied().unwrap_or(true);
        insert.execute((server, &**name, is_chosen, is_new))?;
    }
    Ok(())
}

/// Forgets the operations when the choice changes: the next scan finds nothing new.
pub fn forget(connection: &Connection, server: &str) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM operation WHERE server = ?1")?.execute([server]).map(drop)
}

pub fn summaries(connection: &Connection) -> rusqlite::Result<HashMap<String, OperationSummary>> {
    let mut summaries: HashMap<String, OperationSummary> = HashMap::new();
    let mut select = connection
        .prepare_cached("SELECT server, count(*), sum(is_chosen) FROM operation GROUP BY server")?;
    for row in select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))? {
        let (server, total, chosen) = row?;
        summaries.insert(server, OperationSummary { total, chosen, new: Vec::new() });
    }
    let sql = "SELECT server, name FROM operation WHERE is_new = 1 AND is_chosen = 0 ORDER BY server, name";
    let mut select = connection.prepare_cached(sql)?;
    for row in select.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get(1)?)))? {
        let (server, name) = row?;
        summaries.entry(server).or_default().new.push(name);
    }
    Ok(summaries)
}
