//! Integrity checks of an open store, for `doctor`: pages, references and the checksums of all rows.

use rusqlite::Connection;

use super::{exports, history, refreshes, servers, tool_versions, tools};

/// The result of one check.
pub struct Finding {
    pub name: &'static str,
    /// The message if the check passes.
    pub fine: String,
    pub problem: Option<String>,
}

pub fn all(connection: &Connection) -> Vec<Finding> {
    let mut findings = vec![pages(connection), references(connection)];
    findings.extend(seals(connection));
    findings
}

/// Checks that every row is as it was written.
pub fn seals(connection: &Connection) -> [Finding; 3] {
    [rows(connection), lists(connection), log(connection)]
}

/// SQLite's full integrity check, which also compares indexes with tables.
fn pages(connection: &Connection) -> Finding {
    let found: rusqlite::Result<Vec<String>> = (|| {
        let mut check = connection.prepare("PRAGMA integrity_check(20)")?;
        check.query_map([], |row| row.get(0))?.collect()
    })();
    let problem = match found {
        Ok(lines) if lines == ["ok"] => None,
        Ok(lines) => Some(lines.join("; ")),
        Err(error) => Some(error.to_string()),
    };
    Finding { name: "pages", fine: "every page and index is whole".to_owned(), problem }
}

fn references(connection: &Connection) -> Finding {
    let broken = connection
        .prepare("PRAGMA foreign_key_check")
        .and_then(|mut check| Ok(check.query_map([], |_| Ok(()))?.count()));
    let problem = match broken {
        Ok(0) => None,
        Ok(count) => Some(format!("{count} rows refer to something that is not there")),
        Err(error) => Some(error.to_string()),
    };
    Finding { name: "references", fine: "nothing refers to what is not there".to_owned(), problem }
}

/// Checks the decisions, exports, servers and refreshes.
fn rows(connection: &Connection) -> Finding {
    let tables = history::DECIDED.into_iter().chain([&exports::TABLE, &servers::TABLE, &refreshes::TABLE]);
    let count = tables.map(|table| Ok(table.all(connection)?.len())).sum();
    finding("decisions", count, "rows are what was written")
}

/// Checks the current and earlier tool definitions.
fn lists(connection: &Connection) -> Finding {
    let count = || {
        let mut count = 0;
        for server in servers::all(connection)? {
            count += tools::of(connection, &server.name, server.tools)?.len();
        }
        Ok(count + tool_versions::check(connection)?)
    };
    finding("tools", count(), "definitions are what was written")
}

fn log(connection: &Connection) -> Finding {
    finding("history", history::check(connection), "entries are what was written")
}

fn finding(name: &'static str, count: rusqlite::Result<usize>, fine: &str) -> Finding {
    match count {
        Ok(count) => Finding { name, fine: format!("all {count} {fine}"), problem: None },
        Err(error) => Finding { name, fine: String::new(), problem: Some(error.to_string()) },
    }
}
