//! The table `override`: what people decided.

use std::collections::HashMap;

use hintsmith_core::fingerprint::Fingerprint;
use hintsmith_core::overrides::{Decided, Decision, Field, Overrides};
use rusqlite::{Connection, named_params};

/// A tool's key: server and name.
pub type ToolId = (String, String);

/// Writes one decision, or with `None` lets the field inherit again.
pub fn set(
    connection: &Connection,
    (server, tool): (&str, &str),
    field: Field,
    decision: Option<&Decision>,
    at: &str,
) -> rusqlite::Result<()> {
    let Some(decision) = decision else {
        let sql = "DELETE FROM override WHERE server = ?1 AND tool = ?2 AND field = ?3";
        return connection.execute(sql, (server, tool, field.key())).map(drop);
    };
    connection
        .execute(
            "INSERT OR REPLACE INTO override (server, tool, field, value, because, fingerprint, decided_at)
             VALUES (:server, :tool, :field, :value, :because, :fingerprint, :at)",
            named_params! {
                ":server": server, ":tool": tool, ":field": field.key(),
                ":value": decision.value.to_json().to_string(), ":because": decision.because,
                ":fingerprint": decision.fingerprint.as_ref().map(|print| &print.0), ":at": at,
            },
        )
        .map(drop)
}

/// Every decision there is, by tool.
pub fn all(connection: &Connection) -> rusqlite::Result<HashMap<ToolId, Overrides>> {
    let mut overrides: HashMap<ToolId, Overrides> = HashMap::new();
    let mut select =
        connection.prepare("SELECT server, tool, field, value, because, fingerprint FROM override")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        // A field this program does not know was written by a later one; it stays in the table, unread.
        let Some(field) = Field::from_key(row.get_ref(2)?.as_str()?) else { continue };
        let value = serde_json::from_str(row.get_ref(3)?.as_str()?).unwrap_or_default();
        let Some(value) = Decided::from_json(field, &value) else { continue };
        let fingerprint = row.get::<_, Option<String>>(5)?.map(Fingerprint);
        let decision = Decision { value, because: row.get(4)?, fingerprint };
        overrides.entry((row.get(0)?, row.get(1)?)).or_default().set(field, Some(decision));
    }
    Ok(overrides)
}
