//! Integrity checks of an open store, for `doctor`: pages, references and the checksums of all rows.

use rusqlite::Connection;

use super::{exports, history, refreshes, servers, tool_versions, tools, undo};

/// The result of one check.
pub struct CheckResult {
    pub name: &'static str,
    /// The message if the check passes.
    pub ok_message: String,
    pub problem: Option<String>,
}

pub fn run_all(connection: &Connection) -> Vec<CheckResult> {
    let mut findings = vec![check_pages(connection), check_references(connection)];
    findings.extend(verify_checksums(connection));
    findings
}

/// Checks that every row is as it was written.
pub fn verify_checksums(connection: &Connection) -> [CheckResult; 3] {
    [check_decisions(connection), check_tools(connection), check_history(connection)]
}

/// SQLite's full integrity check, which also compares indexes with tables.
fn check_pages(connection: &Connection) -> CheckResult {
    let found: rusqlite::Result<Vec<String>> = (|| {
        let mut check = connection.prepare("PRAGMA integrity_check(20)")?;
        check.query_map([], |row| row.get(0))?.collect()
    })();
    let problem = match found {
        Ok(lines) if lines == ["ok"] => None,
        Ok(lines) => Some(lines.join("; ")),
        Err(error) => Some(error.to_string()),
    };
    CheckResult { name: "pages", ok_message: "all pages and indexes are intact".to_owned(), problem }
}

fn check_references(connection: &Connection) -> CheckResult {
    let violations = connection
        .prepare("PRAGMA foreign_key_check")
        .and_then(|mut check| Ok(check.query_map([], |_| Ok(()))?.count()));
    let problem = match violations {
        Ok(0) => None,
        Ok(count) => Some(format!("{count} rows refer to missing rows")),
        Err(error) => Some(error.to_string()),
    };
    CheckResult { name: "references", ok_message: "all references are valid".to_owned(), problem }
}

/// Checks the decisions, exports, servers and refreshes.
fn check_decisions(connection: &Connection) -> CheckResult {
    let tables =
        undo::UNDOABLE_TABLES.into_iter().chain([&exports::TABLE, &servers::TABLE, &refreshes::TABLE]);
    let count = tables.map(|table| Ok(table.all(connection)?.len())).sum();
    count_result("decisions", count, "rows match their checksums")
}

/// Checks the current and earlier tool definitions.
fn check_tools(connection: &Connection) -> CheckResult {
    let count = || {
        let mut count = 0;
        for server in servers::all(connection)? {
            count += tools::list(connection, &server.name, server.tool_count)?.len();
        }
        Ok(count + tool_versions::verify_checksums(connection)?)
    };
    count_result("tools", count(), "definitions match their checksums")
}

fn check_history(connection: &Connection) -> CheckResult {
    count_result("history", history::verify_checksums(connection), "entries match their checksums")
}

fn count_result(name: &'static str, count: rusqlite::Result<usize>, ok_message: &str) -> CheckResult {
    match count {
        Ok(count) => CheckResult { name, ok_message: format!("all {count} {ok_message}"), problem: None },
        Err(error) => CheckResult { name, ok_message: String::new(), problem: Some(error.to_string()) },
    }
}
