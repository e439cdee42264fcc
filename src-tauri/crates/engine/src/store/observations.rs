//! The table `observation`: what was observed when a tool was called twice.

use std::collections::BTreeMap;

use hintsmith_core::call::observation::ObservationVerdict;
use hintsmith_core::model::toolset::ToolName;
use rusqlite::Connection;
use rusqlite::types::Value;

use super::history::ChangeSet;
use super::row_checksum::corrupt_row;
use super::rows::{Cells, Table, text};

pub const TABLE: Table = Table::new(
    "observation",
    1,
    &["id", "server", "tool", "fingerprint", "verdict", "sentence", "author", "observed_at"],
);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObservationRow {
    pub id: i64,
    /// The fingerprint of the definition that was called.
    pub fingerprint: String,
    pub verdict: ObservationVerdict,
    pub sentence: String,
    pub author: Option<String>,
    pub at: String,
}

/// All observations, oldest first.
pub fn all(connection: &Connection) -> rusqlite::Result<BTreeMap<ToolName, Vec<ObservationRow>>> {
    let mut all: BTreeMap<ToolName, Vec<ObservationRow>> = BTreeMap::new();
    for row in TABLE.all(connection)? {
        let mut cells = Cells::new(row);
        let id = cells.number()?;
        let (server, tool) = (cells.text()?, cells.text()?);
        let fingerprint = cells.text()?;
        let word = cells.text()?;
        let verdict = ObservationVerdict::parse(&word)
            .ok_or_else(|| corrupt_row(format!("an observation has the unknown verdict {word}")))?;
        let (sentence, author, at) = (cells.text()?, cells.optional_text()?, cells.text()?);
        let observation = ObservationRow { id, fingerprint, verdict, sentence, author, at };
        all.entry(ToolName { server, tool }).or_default().push(observation);
    }
    Ok(all)
}

/// Stores an observation and returns its id.
pub fn add(
    changes: &mut ChangeSet,
    tool: &ToolName,
    fingerprint: &str,
    (verdict, sentence): (ObservationVerdict, &str),
) -> rusqlite::Result<i64> {
    let next = "SELECT coalesce(max(id), 0) + 1 FROM observation";
    let id: i64 = changes.connection.query_row(next, [], |row| row.get(0))?;
    let (author, at) = (text(&changes.origin.author), text(&changes.origin.at));
    let values =
        [text(&tool.server), text(&tool.tool), text(fingerprint), text(verdict.as_str()), text(sentence)];
    changes.put(&TABLE, [Value::Integer(id)].into_iter().chain(values).chain([author, at]).collect())?;
    Ok(id)
}

pub fn remove(changes: &mut ChangeSet, id: i64) -> rusqlite::Result<()> {
    changes.delete(&TABLE, &[Value::Integer(id)])
}
