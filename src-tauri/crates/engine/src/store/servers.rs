//! The table `server`: a server's source, consent, settings and the results of its last scan.

use hintsmith_core::infer::InferenceSettings;
use hintsmith_core::sources::source::Source;
use rusqlite::types::Value;
use rusqlite::{Connection, named_params};

use super::history::ChangeSet;
use super::json::Json;
use super::operations::{self, OperationState, OperationSummary};
use super::preferences;
use super::row_checksum::corrupt_row;
use super::rows::{Row, Table, text};
use crate::dto::{Era, Failure, ToolProblem};

/// All columns that the checksum covers.
pub const TABLE: Table = Table::new(
    "server",
    1,
    &[
        "name",
        "source",
        "consent",
        "added_at",
        "enabled",
        "destructive",
        "open_world",
        "list_id",
        "tool_count",
        "first_refresh",
        "signed_in",
        "issuer",
        "read_at",
        "protocol",
        "era",
        "latency_ms",
        "failure",
        "challenge",
        "truncation",
        "problems",
        "output",
    ],
);

/// The settings that users change and can undo like any decision.
pub const SETTINGS: Table = Table::subset(&TABLE, 1, &["name", "enabled", "destructive", "open_world"]);

/// The consent of a server that the user has not agreed to start. It is the hash of no command.
pub const NO_CONSENT: &str = "";

#[derive(Debug, Clone)]
pub struct ServerRow {
    pub name: String,
    pub source: Source,
    pub consent: String,
    /// The checksum is right. Otherwise the recorded consent cannot be relied on, and the server is not started.
    pub is_intact: bool,
    /// The id of the stored list of tools. Every new list has another id.
    pub list_id: i64,
    /// The number of tools in that list.
    pub tool_count: u32,
    /// The refresh that brought the first list.
    pub first_refresh: Option<i64>,
    pub enabled: bool,
    /// The user trusts the server with its current source.
    pub trusted: bool,
    /// Inference settings of the server's tools.
    pub settings: InferenceSettings,
    pub read_at: Option<String>,
    pub protocol: Option<String>,
    pub era: Option<Era>,
    pub latency_ms: Option<u32>,
    pub failure: Option<Failure>,
    /// The `WWW-Authenticate` challenge of the last scan, if the server required sign-in.
    pub challenge: Option<String>,
    /// When the user signed in; `None` if signed out.
    pub signed_in: Option<String>,
    /// The issuer of the user's tokens. Kept after signing out.
    pub issuer: Option<String>,
    /// Why the list is incomplete, if it is.
    pub truncation: Option<String>,
    pub problems: Vec<ToolProblem>,
    /// The choice of operations of an OpenAPI document, if it is limited to some.
    pub operations: Option<OperationSummary>,
}

/// The results of a scan besides the tools.
#[derive(Debug, Clone, Default)]
pub struct ScanMetadata {
    pub protocol: Option<String>,
    pub era: Option<Era>,
    pub latency_ms: Option<u32>,
    pub truncation: Option<String>,
    pub problems: Vec<ToolProblem>,
    pub output: Vec<String>,
    /// The operations of an OpenAPI document that is limited to some.
    pub operations: Vec<OperationState>,
}

pub fn insert(
    connection: &Connection,
    name: &str,
    source: &Source,
    consent: &str,
    at: &str,
) -> rusqlite::Result<bool> {
    let inserted = connection.execute(
        "INSERT INTO server (name, source, consent, added_at) VALUES (:name, :source, :consent, :at)
         ON CONFLICT DO NOTHING",
        named_params! { ":name": name, ":source": Json(source), ":consent": consent, ":at": at },
    )?;
    update_checksum(connection, name)?;
    Ok(inserted == 1)
}

/// Updates the row's checksum. To be called after every write to the table.
pub fn update_checksum(connection: &Connection, name: &str) -> rusqlite::Result<()> {
    TABLE.update_checksum(connection, &[text(name)])
}

/// Changes a server's source; its tools stay until the next scan. `moved` clears the sign-in, which was for another
/// server.
pub fn set_source(
    connection: &Connection,
    name: &str,
    source: &Source,
    consent: &str,
    clears_sign_in: bool,
) -> rusqlite::Result<bool> {
    if clears_sign_in {
        connection.execute("UPDATE server SET signed_in = NULL, issuer = NULL WHERE name = ?1", [name])?;
    }
    let sql = "UPDATE server SET source = ?2, consent = ?3, failure = NULL, challenge = NULL WHERE name = ?1";
    let exists = connection.execute(sql, (name, Json(source), consent))? == 1;
    operations::forget(connection, name)?;
    update_checksum(connection, name)?;
    Ok(exists)
}

/// Enables or disables a server, and clears its last failure.
/// Changes nothing if there is no such server.
pub fn set_enabled(changes: &mut ChangeSet, name: &str, enabled: bool) -> rusqlite::Result<()> {
    let sql = "UPDATE server SET failure = NULL, challenge = NULL WHERE name = ?1";
    changes.connection.execute(sql, [name])?;
    update_settings(changes, name, |row| row[1] = Value::Integer(enabled.into()))
}

/// Sets how the tools of a new server are inferred. Part of adding the server, so it has no history entry of its own.
pub fn init_settings(
    connection: &Connection,
    name: &str,
    settings: InferenceSettings,
    consent: &str,
) -> rusqlite::Result<()> {
    let method_consent = settings.trusts_methods.then_some(consent);
    preferences::set_without_history(connection, &preferences::method_trust_key(name), method_consent)?;
    let sql = "UPDATE server SET destructive = ?2, open_world = ?3 WHERE name = ?1";
    connection.execute(sql, (name, settings.destructive.key(), settings.open_world.key()))?;
    update_checksum(connection, name)
}

/// Changes nothing if there is no such server.
pub fn set_settings(
    changes: &mut ChangeSet,
    name: &str,
    settings: InferenceSettings,
) -> rusqlite::Result<()> {
    update_settings(changes, name, |row| {
        row[2] = text(settings.destructive.key());
        row[3] = text(settings.open_world.key());
    })
}

fn update_settings(
    changes: &mut ChangeSet,
    name: &str,
    change: impl FnOnce(&mut Row),
) -> rusqlite::Result<()> {
    let Some(mut row) = SETTINGS.get(changes.connection, &[text(name)])? else { return Ok(()) };
    // Writing updates the checksum, which must not make a damaged row look intact.
    if !TABLE.is_intact(changes.connection, &[text(name)])? {
        return Err(corrupt_row(format!("the server {name} does not match its checksum")));
    }
    change(&mut row);
    changes.put(&SETTINGS, row)
}

pub fn set_signed_in(connection: &Connection, name: &str, at: &str, issuer: &str) -> rusqlite::Result<()> {
    let sql =
        "UPDATE server SET signed_in = ?2, issuer = ?3, failure = NULL, challenge = NULL WHERE name = ?1";
    connection.execute(sql, (name, at, issuer))?;
    update_checksum(connection, name)
}

pub fn set_signed_out(connection: &Connection, name: &str) -> rusqlite::Result<()> {
    connection.execute("UPDATE server SET signed_in = NULL WHERE name = ?1", [name])?;
    update_checksum(connection, name)
}

pub fn delete(connection: &Connection, name: &str) -> rusqlite::Result<bool> {
    Ok(connection.execute("DELETE FROM server WHERE name = ?1", [name])? == 1)
}

pub fn all(connection: &Connection) -> rusqlite::Result<Vec<ServerRow>> {
    let mut rows: Vec<ServerRow> = connection
        .prepare_cached("SELECT * FROM server ORDER BY name")?
        .query_map([], read)?
        .collect::<rusqlite::Result<_>>()?;
    let mut summaries = operations::summaries(connection)?;
    for row in &mut rows {
        row.operations = summaries.remove(&row.name);
        row.is_intact = TABLE.is_intact(connection, &[text(&row.name)])?;
        let has_consent = |key: String| -> rusqlite::Result<bool> {
            Ok(row.is_intact && preferences::get(connection, &key)?.as_ref() == Some(&row.consent))
        };
        let trusted = has_consent(preferences::trust_key(&row.name))?;
        let trusts_methods = has_consent(preferences::method_trust_key(&row.name))?;
        (row.trusted, row.settings.trusts_methods) = (trusted, trusts_methods);
    }
    Ok(rows)
}

/// The last lines a server wrote to standard error. They can be long, so they are not part of [`ServerRow`].
pub fn output(connection: &Connection, name: &str) -> rusqlite::Result<Vec<String>> {
    let sql = "SELECT output FROM server WHERE name = ?1";
    connection.query_row(sql, [name], |row| Ok(row.get::<_, Json<Vec<String>>>(0)?.0))
}

pub fn record_scan(
    connection: &Connection,
    name: &str,
    at: &str,
    metadata: &ScanMetadata,
) -> rusqlite::Result<()> {
    let sql = "UPDATE server SET read_at = :at, protocol = :protocol, era = :era, latency_ms = :latency,
               truncation = :truncation, problems = :problems, output = :output, failure = NULL, challenge = NULL WHERE name = :name";
    let values = named_params! {
        ":name": name, ":at": at, ":protocol": metadata.protocol, ":era": metadata.era.map(Json),
        ":latency": metadata.latency_ms, ":truncation": metadata.truncation,
        ":problems": Json(&metadata.problems),
        ":output": Json(&metadata.output),
    };
    connection.execute(sql, values)?;
    operations::record(connection, name, &metadata.operations)?;
    update_checksum(connection, name)
}

pub fn record_failure(
    connection: &Connection,
    name: &str,
    failure: &Failure,
    challenge: Option<&str>,
) -> rusqlite::Result<()> {
    let sql = "UPDATE server SET failure = ?2, challenge = ?3, output = ?4 WHERE name = ?1";
    connection.execute(sql, (name, Json(failure), challenge, Json(&failure.output)))?;
    update_checksum(connection, name)
}

fn read(row: &rusqlite::Row) -> rusqlite::Result<ServerRow> {
    // A setting of a newer version falls back to the default.
    let destructive = row.get::<_, String>("destructive")?.parse().unwrap_or_default();
    let open_world = row.get::<_, String>("open_world")?.parse().unwrap_or_default();
    Ok(ServerRow {
        name: row.get("name")?,
        source: row.get::<_, Json<Source>>("source")?.0,
        consent: row.get("consent")?,
        is_intact: false,
        list_id: row.get("list_id")?,
        tool_count: row.get("tool_count")?,
        first_refresh: row.get("first_refresh")?,
        enabled: row.get("enabled")?,
        trusted: false,
        settings: InferenceSettings { destructive, open_world, trusts_methods: false },
        read_at: row.get("read_at")?,
        protocol: row.get("protocol")?,
        era: row.get::<_, Option<Json<Era>>>("era")?.map(|json| json.0),
        latency_ms: row.get("latency_ms")?,
        failure: row.get::<_, Option<Json<Failure>>>("failure")?.map(|json| json.0),
        challenge: row.get("challenge")?,
        signed_in: row.get("signed_in")?,
        issuer: row.get("issuer")?,
        truncation: row.get("truncation")?,
        problems: row.get::<_, Json<Vec<ToolProblem>>>("problems")?.0,
        operations: None,
    })
}
