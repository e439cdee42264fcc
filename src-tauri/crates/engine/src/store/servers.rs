//! The table `server`.

use hintsmith_core::infer::Settings;
use hintsmith_core::source::Source;
use rusqlite::types::Value;
use rusqlite::{Connection, named_params};

use super::history::ChangeSet;
use super::json::Json;
use super::preferences;
use super::row_checksum::broken;
use super::rows::{Row, Table, text};
use crate::dto::{Era, Failure, ToolProblem};

/// What is decided about a server, what its list is, and what was learned when it was reached.
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
        "list",
        "tools",
        "first_read",
        "signed_in",
        "issuer",
        "read_at",
        "protocol",
        "era",
        "latency_ms",
        "failure",
        "challenge",
        "cut",
        "remarks",
        "output",
    ],
);

/// What can be set and taken back like any decision.
pub const SETTINGS: Table = Table::part(&TABLE, 1, &["name", "enabled", "destructive", "open_world"]);

/// The consent of a server that nobody has agreed to start: it is the hash of no command.
pub const NOBODY_AGREED: &str = "";

#[derive(Debug, Clone)]
pub struct ServerRow {
    pub name: String,
    pub source: Source,
    pub consent: String,
    /// It is what was written. Where it is not, nobody can have agreed to it, and the server is not started.
    pub whole: bool,
    /// Names the list of tools that is stored; another list has another name.
    pub list: i64,
    /// How many tools that list has.
    pub tools: u32,
    /// The refresh that brought its first list.
    pub first_read: Option<i64>,
    pub enabled: bool,
    /// A person trusts it as it is reached now.
    pub trusted: bool,
    /// How its tools are to be read.
    pub settings: Settings,
    pub read_at: Option<String>,
    pub protocol: Option<String>,
    pub era: Option<Era>,
    pub latency_ms: Option<u32>,
    pub failure: Option<Failure>,
    /// What the server said about how to sign in when it refused us.
    pub challenge: Option<String>,
    pub signed_in: Option<String>,
    /// Who signed them in. Remembered after they have signed out.
    pub issuer: Option<String>,
    pub cut: Option<String>,
    pub remarks: Vec<ToolProblem>,
}

/// What a reading found out beside the tools.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    pub protocol: Option<String>,
    pub era: Option<Era>,
    pub latency_ms: Option<u32>,
    pub cut: Option<String>,
    pub remarks: Vec<ToolProblem>,
    pub output: Vec<String>,
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
    seal(connection, name)?;
    Ok(inserted == 1)
}

/// To be called after every write to the table.
pub fn seal(connection: &Connection, name: &str) -> rusqlite::Result<()> {
    TABLE.seal_one(connection, &[text(name)])
}

/// Gives a server another source; its tools stay until it is read again. `moved`: nobody is signed in there yet.
pub fn set_source(
    connection: &Connection,
    name: &str,
    source: &Source,
    consent: &str,
    moved: bool,
) -> rusqlite::Result<bool> {
    if moved {
        connection.execute("UPDATE server SET signed_in = NULL, issuer = NULL WHERE name = ?1", [name])?;
    }
    let sql = "UPDATE server SET source = ?2, consent = ?3, failure = NULL, challenge = NULL WHERE name = ?1";
    let there = connection.execute(sql, (name, Json(source), consent))? == 1;
    seal(connection, name)?;
    Ok(there)
}

/// Turns a server on or off; what failed when it was reached last is no longer of interest.
pub fn set_enabled(act: &mut ChangeSet, name: &str, enabled: bool) -> rusqlite::Result<bool> {
    let sql = "UPDATE server SET failure = NULL, challenge = NULL WHERE name = ?1";
    act.connection.execute(sql, [name])?;
    set(act, name, |row| row[1] = Value::Integer(enabled.into()))
}

/// How the tools of a server are read that was just added: no change that somebody made to it.
pub fn set_reading(connection: &Connection, name: &str, settings: Settings) -> rusqlite::Result<()> {
    let sql = "UPDATE server SET destructive = ?2, open_world = ?3 WHERE name = ?1";
    connection.execute(sql, (name, settings.destructive.key(), settings.open_world.key()))?;
    seal(connection, name)
}

pub fn set_settings(act: &mut ChangeSet, name: &str, settings: Settings) -> rusqlite::Result<bool> {
    set(act, name, |row| {
        row[2] = text(settings.destructive.key());
        row[3] = text(settings.open_world.key());
    })
}

fn set(act: &mut ChangeSet, name: &str, change: impl FnOnce(&mut Row)) -> rusqlite::Result<bool> {
    let Some(mut row) = SETTINGS.get(act.connection, &[text(name)])? else { return Ok(false) };
    // Writing seals the row anew, and must not make damage look whole.
    if !TABLE.is_whole(act.connection, &[text(name)])? {
        return Err(broken(format!("the server {name} is not what was written")));
    }
    change(&mut row);
    act.put(&SETTINGS, row)?;
    Ok(true)
}

pub fn set_signed_in(connection: &Connection, name: &str, at: &str, issuer: &str) -> rusqlite::Result<()> {
    let sql =
        "UPDATE server SET signed_in = ?2, issuer = ?3, failure = NULL, challenge = NULL WHERE name = ?1";
    connection.execute(sql, (name, at, issuer))?;
    seal(connection, name)
}

pub fn set_signed_out(connection: &Connection, name: &str) -> rusqlite::Result<()> {
    connection.execute("UPDATE server SET signed_in = NULL WHERE name = ?1", [name])?;
    seal(connection, name)
}

pub fn delete(connection: &Connection, name: &str) -> rusqlite::Result<bool> {
    Ok(connection.execute("DELETE FROM server WHERE name = ?1", [name])? == 1)
}

pub fn all(connection: &Connection) -> rusqlite::Result<Vec<ServerRow>> {
    let mut rows: Vec<ServerRow> = connection
        .prepare_cached("SELECT * FROM server ORDER BY name")?
        .query_map([], read)?
        .collect::<rusqlite::Result<_>>()?;
    for row in &mut rows {
        row.whole = TABLE.is_whole(connection, &[text(&row.name)])?;
        let trusted = preferences::get(connection, &preferences::trust(&row.name))?;
        row.trusted = row.whole && trusted.as_ref() == Some(&row.consent);
    }
    Ok(rows)
}

/// The last lines a server wrote to standard error. They can be long, so they are not part of every row that is read.
pub fn output(connection: &Connection, name: &str) -> rusqlite::Result<Vec<String>> {
    let sql = "SELECT output FROM server WHERE name = ?1";
    connection.query_row(sql, [name], |row| Ok(row.get::<_, Json<Vec<String>>>(0)?.0))
}

pub fn set_read(connection: &Connection, name: &str, at: &str, reading: &Reading) -> rusqlite::Result<()> {
    let sql = "UPDATE server SET read_at = :at, protocol = :protocol, era = :era, latency_ms = :latency, cut = :cut,
               remarks = :remarks, output = :output, failure = NULL, challenge = NULL WHERE name = :name";
    let values = named_params! {
        ":name": name, ":at": at, ":protocol": reading.protocol, ":era": reading.era.map(Json),
        ":latency": reading.latency_ms, ":cut": reading.cut, ":remarks": Json(&reading.remarks),
        ":output": Json(&reading.output),
    };
    connection.execute(sql, values)?;
    seal(connection, name)
}

pub fn set_failed(
    connection: &Connection,
    name: &str,
    failure: &Failure,
    challenge: Option<&str>,
) -> rusqlite::Result<()> {
    let sql = "UPDATE server SET failure = ?2, challenge = ?3, output = ?4 WHERE name = ?1";
    connection.execute(sql, (name, Json(failure), challenge, Json(&failure.output)))?;
    seal(connection, name)
}

fn read(row: &rusqlite::Row) -> rusqlite::Result<ServerRow> {
    // A reading of a later version than this program's falls back to the default one.
    let destructive = row.get::<_, String>("destructive")?.parse().unwrap_or_default();
    let open_world = row.get::<_, String>("open_world")?.parse().unwrap_or_default();
    Ok(ServerRow {
        name: row.get("name")?,
        source: row.get::<_, Json<Source>>("source")?.0,
        consent: row.get("consent")?,
        whole: false,
        list: row.get("list")?,
        tools: row.get("tools")?,
        first_read: row.get("first_read")?,
        enabled: row.get("enabled")?,
        trusted: false,
        settings: Settings { destructive, open_world },
        read_at: row.get("read_at")?,
        protocol: row.get("protocol")?,
        era: row.get::<_, Option<Json<Era>>>("era")?.map(|json| json.0),
        latency_ms: row.get("latency_ms")?,
        failure: row.get::<_, Option<Json<Failure>>>("failure")?.map(|json| json.0),
        challenge: row.get("challenge")?,
        signed_in: row.get("signed_in")?,
        issuer: row.get("issuer")?,
        cut: row.get("cut")?,
        remarks: row.get::<_, Json<Vec<ToolProblem>>>("remarks")?.0,
    })
}
