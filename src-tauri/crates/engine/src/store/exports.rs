//! The table `export`: the last export to each file of each target, with the decisions at that moment.

use hintsmith_core::export::denials::WrittenDenials;
use rusqlite::Connection;

use super::rows::{Cells, Row, Table, optional_text, text};

/// Without the column `sequence`, which orders the exports.
pub const TABLE: Table =
    Table::new("export", 2, &["target", "path", "written_at", "decisions", "digests", "servers"]);

/// The rules that exports have denied in a client's file, as a JSON list.
pub const WRITTEN_DENIALS: Table = Table::new("written_denials", 2, &["target", "path", "rules"]);

/// Files that are remembered. Each has a copy of all decisions.
const MAX_FILES: u32 = 50;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportRow {
    pub target: String,
    pub path: String,
    pub written_at: String,
    pub decisions: String,
    /// Digests of the files as they were written. `None` if an earlier version wrote them.
    pub digests: Option<String>,
    /// The servers whose tools were exported. Empty: all.
    pub servers: Vec<String>,
}

/// Remembers an export as the newest one, and forgets the oldest if there are too many.
pub fn set(connection: &Connection, row: &ExportRow) -> rusqlite::Result<()> {
    let [target, path, at, decisions] =
        [&row.target, &row.path, &row.written_at, &row.decisions].map(|value| text(value));
    let servers = (!row.servers.is_empty()).then(|| serde_json::json!(row.servers).to_string());
    let [digests, servers] = [&row.digests, &servers].map(|value| optional_text(value.as_deref()));
    TABLE.put(connection, &[target, path, at, decisions, digests, servers])?;
    let sql =
        "UPDATE export SET sequence = (SELECT max(sequence) + 1 FROM export) WHERE target = ?1 AND path = ?2";
    connection.prepare_cached(sql)?.execute([&row.target, &row.path])?;
    let sql = "DELETE FROM export WHERE (target, path) IN (
                   SELECT target, path FROM export ORDER BY sequence DESC, written_at DESC LIMIT -1 OFFSET ?1
               )";
    connection.prepare_cached(sql)?.execute([MAX_FILES])?;
    let sql = "DELETE FROM written_denials WHERE (target, path) NOT IN (SELECT target, path FROM export)";
    connection.prepare_cached(sql)?.execute([]).map(drop)
}

pub fn written_denials(
    connection: &Connection,
    target: &str,
    path: &str,
) -> rusqlite::Result<WrittenDenials> {
    let Some(row) = WRITTEN_DENIALS.get(connection, &[text(target), text(path)])? else {
        return Ok(WrittenDenials::new());
    };
    let mut cells = Cells::new(row);
    let (_, _) = (cells.text()?, cells.text()?);
    Ok(serde_json::from_str(&cells.text()?).unwrap_or_default())
}

/// Remembers the denials of an exported file.
pub fn set_written_denials(
    connection: &Connection,
    target: &str,
    path: &str,
    rules: &WrittenDenials,
) -> rusqlite::Result<()> {
    if rules.is_empty() {
        return WRITTEN_DENIALS.delete(connection, &[text(target), text(path)]).map(drop);
    }
    let list = serde_json::json!(rules).to_string();
    WRITTEN_DENIALS.put(connection, &[text(target), text(path), text(&list)])
}

/// All exports, newest first. Those of an earlier format have no order but their time.
pub fn all(connection: &Connection) -> rusqlite::Result<Vec<ExportRow>> {
    find_where(connection, "1", [])
}

/// The last export of a target.
pub fn latest_of(connection: &Connection, target: &str) -> rusqlite::Result<Option<ExportRow>> {
    Ok(find_where(connection, "target = ?1", [target])?.into_iter().next())
}

/// The last export of a target to a file.
pub fn find(connection: &Connection, target: &str, path: &str) -> rusqlite::Result<Option<ExportRow>> {
    TABLE.get(connection, &[text(target), text(path)])?.map(read).transpose()
}

/// Forgets a file. Returns whether it was known.
pub fn forget(connection: &Connection, target: &str, path: &str) -> rusqlite::Result<bool> {
    let is_known = find(connection, target, path)?.is_some();
    TABLE.delete(connection, &[text(target), text(path)])?;
    WRITTEN_DENIALS.delete(connection, &[text(target), text(path)])?;
    Ok(is_known)
}

fn find_where<const N: usize>(
    connection: &Connection,
    condition: &str,
    parameters: [&str; N],
) -> rusqlite::Result<Vec<ExportRow>> {
    let sql =
        format!("SELECT target, path FROM export WHERE {condition} ORDER BY sequence DESC, written_at DESC");
    let mut select = connection.prepare_cached(&sql)?;
    let keys: Vec<(String, String)> = select
        .query_map(rusqlite::params_from_iter(parameters), |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    keys.iter().filter_map(|(target, path)| find(connection, target, path).transpose()).collect()
}

fn read(row: Row) -> rusqlite::Result<ExportRow> {
    let mut cells = Cells::new(row);
    Ok(ExportRow {
        target: cells.text()?,
        path: cells.text()?,
        written_at: cells.text()?,
        decisions: cells.text()?,
        digests: cells.optional_text()?,
        servers: cells.optional_text()?.and_then(|list| serde_json::from_str(&list).ok()).unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    fn row(target: &str, path: &str, written_at: &str) -> ExportRow {
        ExportRow {
            target: target.to_owned(),
            path: path.to_owned(),
            written_at: written_at.to_owned(),
            decisions: "{}".to_owned(),
            digests: None,
            servers: Vec::new(),
        }
    }

    #[test]
    fn exports_are_ordered_as_they_were_written_whatever_the_clock_says() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        assert_eq!(all(&store.connection).unwrap(), []);
        for (target, path, second) in
            [("b", "/x", 5), ("a", "/x", 5), ("a", "/y", 4), ("b", "/x", 3), ("a", "/x", 3)]
        {
            let row = row(target, path, &format!("2026-10-01T08:00:0{second}Z"));
            set(&store.connection, &row).unwrap();
            assert_eq!(all(&store.connection).unwrap()[0], row);
            assert_eq!(latest_of(&store.connection, target).unwrap(), Some(row));
        }
        let files = all(&store.connection).unwrap();
        let files: Vec<_> = files.iter().map(|row| (row.target.as_str(), row.path.as_str())).collect();
        assert_eq!(files, [("a", "/x"), ("b", "/x"), ("a", "/y")]);
    }

    #[test]
    fn the_oldest_file_is_forgotten_if_there_are_too_many() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        for file in 0..=MAX_FILES {
            set(&store.connection, &row("a", &format!("/{file}"), "2026-10-01T08:00:00Z")).unwrap();
        }
        assert_eq!(all(&store.connection).unwrap().len(), MAX_FILES as usize);
        assert_eq!(find(&store.connection, "a", "/0").unwrap(), None);
        assert!(forget(&store.connection, "a", "/1").unwrap());
        assert!(!forget(&store.connection, "a", "/1").unwrap());
    }
}
