//! The table `export`: the last export of each target, with the decisions it contained.

use rusqlite::{Connection, OptionalExtension};

use super::rows::{Cells, Row, Table, optional_text, text};

/// Without the column `sequence`, which orders the exports: a program of an earlier format computes the checksum of a row
/// from these columns.
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
    TABLE.put(connection, &[target, path, at, decisions, optional_text(row.digests.as_deref())])?;
    let sql = "UPDATE export SET sequence = (SELECT max(sequence) + 1 FROM export) WHERE target = ?1";
    connection.prepare_cached(sql)?.execute([&row.target]).map(drop)
}

/// The last export of all targets. Exports of an earlier format have no order but their time.
pub fn latest(connection: &Connection) -> rusqlite::Result<Option<ExportRow>> {
    let sql = "SELECT target FROM export ORDER BY sequence DESC, written_at DESC LIMIT 1";
    let target: Option<String> =
        connection.prepare_cached(sql)?.query_row([], |row| row.get(0)).optional()?;
    target.map_or(Ok(None), |target| find(connection, &target))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    #[test]
    fn the_latest_export_is_the_one_written_last_whatever_the_clock_says() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        assert!(latest(&store.connection).unwrap().is_none());
        for (target, second) in [("b", 5), ("a", 5), ("c", 4), ("a", 4), ("b", 3), ("b", 3), ("a", 3)] {
            let row = ExportRow {
                target: target.to_owned(),
                path: "/x".to_owned(),
                written_at: format!("2026-10-01T08:00:0{second}Z"),
                decisions: "{}".to_owned(),
                digests: None,
            };
            set(&store.connection, &row).unwrap();
            let found = latest(&store.connection).unwrap().unwrap();
            assert_eq!((found.target, found.written_at), (row.target, row.written_at));
        }
    }
}
