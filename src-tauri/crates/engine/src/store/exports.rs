//! The table `export`: the last export of each target, with the decisions it contained.

use rusqlite::Connection;

use super::rows::{Cells, Row, Table, optional_text, text};

pub const TABLE: Table = Table::new("export", 1, &["target", "path", "written_at", "decisions", "digests"]);

#[derive(Debug, Clone)]
pub struct ExportRow {
    pub target: String,
    pub path: String,
    pub written_at: String,
    pub decisions: String,
    /// Digests of the files as they were written. `None` if an earlier version wrote them.
    pub digests: Option<String>,
}

pub fn set(connection: &Connection, row: &ExportRow) -> rusqlite::Result<()> {
    let [target, path, at, decisions] =
        [&row.target, &row.path, &row.written_at, &row.decisions].map(|value| text(value));
    TABLE.put(connection, &[target, path, at, decisions, optional_text(row.digests.as_deref())])
}

pub fn latest(connection: &Connection) -> rusqlite::Result<Option<ExportRow>> {
    let mut rows: Vec<ExportRow> =
        TABLE.all(connection)?.into_iter().map(read).collect::<rusqlite::Result<_>>()?;
    rows.sort_by(|one, other| one.written_at.cmp(&other.written_at));
    Ok(rows.pop())
}

/// The last export of a target.
pub fn find(connection: &Connection, target: &str) -> rusqlite::Result<Option<ExportRow>> {
    TABLE.get(connection, &[text(target)])?.map(read).transpose()
}

fn read(row: Row) -> rusqlite::Result<ExportRow> {
    let mut cells = Cells::new(row);
    Ok(ExportRow {
        target: cells.text()?,
        path: cells.text()?,
        written_at: cells.text()?,
        decisions: cells.text()?,
        digests: cells.optional_text()?,
    })
}
