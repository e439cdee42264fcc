//! The table `override`: users' decisions about one field of one tool, in the base or in an environment.

use std::collections::{BTreeMap, HashMap};

use hintsmith_core::model::fingerprint::Fingerprint;
use hintsmith_core::model::overrides::{DecidedValue, Decision, Field, Overrides};
use rusqlite::Connection;
use rusqlite::types::Value;

use super::history::ChangeSet;
use super::row_checksum::corrupt_row;
use super::rows::{Cells, Row, Table, optional_text, text};

/// A tool's key: server and name.
pub type ToolId = (String, String);

/// The overrides of one tool by environment.
pub type ByEnvironment = BTreeMap<String, Overrides>;

pub const TABLE: Table = Table::new(
    "override",
    4,
    &["server", "tool", "environment", "field", "value", "because", "fingerprint", "author", "decided_at"],
);

/// The tool and layer of a decision.
#[derive(Debug, Clone, Copy)]
pub struct OverrideKey<'a> {
    pub server: &'a str,
    pub tool: &'a str,
    /// [`BASE`](super::environments::BASE) or the name of an environment.
    pub environment: &'a str,
}

impl OverrideKey<'_> {
    fn row_key(&self, field: &Field) -> Row {
        vec![text(self.server), text(self.tool), text(self.environment), text(&field.key())]
    }
}

/// Writes a decision, or with `None` deletes it, so that the field inherits again. An identical decision is not
/// rewritten.
pub fn set(
    changes: &mut ChangeSet,
    target: OverrideKey,
    field: &Field,
    decision: Option<&Decision>,
) -> rusqlite::Result<()> {
    let key = target.row_key(field);
    let Some(decision) = decision else { return changes.delete(&TABLE, &key) };
    let before = TABLE.get(changes.connection, &key)?.map(read).transpose()?;
    if before.flatten().is_some_and(|before| before.decision == *decision) {
        return Ok(());
    }
    let mut row = key;
    row.extend([
        Value::Text(decision.value.to_json().to_string()),
        optional_text(decision.because.as_deref()),
        optional_text(decision.fingerprint.as_ref().map(|print| print.0.as_str())),
        text(&changes.origin.author),
        text(&changes.origin.at),
    ]);
    changes.put(&TABLE, row)
}

/// All decisions, by tool and environment.
pub fn all(connection: &Connection) -> rusqlite::Result<HashMap<ToolId, ByEnvironment>> {
    let mut overrides: HashMap<ToolId, ByEnvironment> = HashMap::new();
    for row in TABLE.all(connection)? {
        // A field that this version does not know was written by a newer one; it stays in the table, unread.
        let Some(stored) = read(row)? else { continue };
        let tool = overrides.entry((stored.server, stored.tool)).or_default();
        tool.entry(stored.environment).or_default().set(stored.field, Some(stored.decision));
    }
    Ok(overrides)
}

/// Binds decisions that were made before a server's first scan to the definitions of its first list.
pub fn bind_to_definitions(connection: &Connection, server: &str) -> rusqlite::Result<()> {
    let sql = "UPDATE override SET fingerprint = (
                   SELECT fingerprint FROM tool WHERE tool.server = override.server AND tool.name = override.tool
               ) WHERE server = ?1 AND fingerprint IS NULL
                 AND tool IN (SELECT name FROM tool WHERE tool.server = ?1)
               RETURNING tool, environment, field";
    let keys: Vec<Row> = connection
        .prepare_cached(sql)?
        .query_map([server], |row| Ok(vec![text(server), row.get(0)?, row.get(1)?, row.get(2)?]))?
        .collect::<rusqlite::Result<_>>()?;
    keys.iter().try_for_each(|key| TABLE.update_checksum(connection, key))
}

struct OverrideRow {
    server: String,
    tool: String,
    environment: String,
    field: Field,
    decision: Decision,
}

fn read(row: Row) -> rusqlite::Result<Option<OverrideRow>> {
    let mut cells = Cells::new(row);
    let (server, tool, environment) = (cells.text()?, cells.text()?, cells.text()?);
    let Some(field) = Field::from_key(&cells.text()?) else { return Ok(None) };
    let value = cells.text()?;
    let value = serde_json::from_str(&value).ok().and_then(|value| DecidedValue::from_json(&field, &value));
    // Skipping it would silently make the tool inherit what the user has decided otherwise.
    let value =
        value.ok_or_else(|| corrupt_row(format!("a decision about {server}.{tool} cannot be read")))?;
    let (because, fingerprint) = (cells.optional_text()?, cells.optional_text()?.map(Fingerprint));
    let decision = Decision { value, because, fingerprint };
    Ok(Some(OverrideRow { server, tool, environment, field, decision }))
}
