//! The table `export`: what was written where, and with which decisions.

use rusqlite::Connection;

use super::rows::{Cells, Row, Table, text};

pub const TABLE: Table = Table::new("export", 1, &["target", "path", "written_at", "decisions"]);

#[derive(Debug, Clone)]
pub struct ExportRow {
    pub target: String,
    pub path: String,
    pub written_at: String,
    pub decisions: String,
}

pub fn set(connection: &Connection, row: &ExportRow) -> rusqlite::Result<()> {
    TABLE.put(connection, &[&row.target, &row.path, &row.written_at, &row.decisions].map(|value| text(value)))
}

pub fn latest(connection: &Connection) -> rusqlite::Result<Option<ExportRow>> {
    let mut rows: Vec<ExportRow> =
        TABLE.all(connection)?.into_iter().map(read).collect::<rusqlite::Result<_>>()?;
    rows.sort_by(|one, other| one.written_at.cmp(&other.written_at));
    Ok(rows.pop())
}

/// Where a target was written last.
pub fn path_of(connection: &Connection, target: &str) -> rusqlite::Result<Option<String>> {
    let row = TABLE.get(connection, &[text(target)])?.map(read).transpose()?;
    Ok(row.map(|row| row.path))
}

fn read(row: Row) -> rusqlite::Result<ExportRow> {
    let mut cells = Cells::of(row);
    Ok(ExportRow {
        target: cells.text()?,
        path: cells.text()?,
        written_at: cells.text()?,
        decisions: cells.text()?,
    })
}
