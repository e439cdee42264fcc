//! The table `server`.

use hintsmith_core::infer::Settings;
use hintsmith_core::source::Source;
use rusqlite::{Connection, Row, named_params};

use super::json::Json;
use crate::api::view::{Era, Failure, ToolProblem};

#[derive(Debug, Clone)]
pub struct ServerRow {
    pub name: String,
    pub source: Source,
    pub consent: String,
    /// Names the list of tools that is stored; another list has another name.
    pub list: i64,
    pub enabled: bool,
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
    Ok(inserted == 1)
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
    Ok(connection.execute(sql, (name, Json(source), consent))? == 1)
}

pub fn set_enabled(connection: &Connection, name: &str, enabled: bool) -> rusqlite::Result<bool> {
    let sql = "UPDATE server SET enabled = ?2, failure = NULL, challenge = NULL WHERE name = ?1";
    Ok(connection.execute(sql, (name, enabled))? == 1)
}

pub fn set_settings(connection: &Connection, name: &str, settings: Settings) -> rusqlite::Result<bool> {
    let sql = "UPDATE server SET destructive = ?2, open_world = ?3 WHERE name = ?1";
    Ok(connection.execute(sql, (name, settings.destructive.key(), settings.open_world.key()))? == 1)
}

pub fn set_signed_in(
    connection: &Connection,
    name: &str,
    at: &str,
    issuer: Option<&str>,
) -> rusqlite::Result<()> {
    let sql =
        "UPDATE server SET signed_in = ?2, issuer = ?3, failure = NULL, challenge = NULL WHERE name = ?1";
    connection.execute(sql, (name, at, issuer)).map(drop)
}

pub fn set_signed_out(connection: &Connection, name: &str) -> rusqlite::Result<()> {
    connection.execute("UPDATE server SET signed_in = NULL WHERE name = ?1", [name]).map(drop)
}

pub fn delete(connection: &Connection, name: &str) -> rusqlite::Result<bool> {
    Ok(connection.execute("DELETE FROM server WHERE name = ?1", [name])? == 1)
}

pub fn all(connection: &Connection) -> rusqlite::Result<Vec<ServerRow>> {
    connection.prepare("SELECT * FROM server ORDER BY name")?.query_map([], read)?.collect()
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
    connection.execute(sql, values).map(drop)
}

pub fn set_failed(
    connection: &Connection,
    name: &str,
    failure: &Failure,
    challenge: Option<&str>,
) -> rusqlite::Result<()> {
    let sql = "UPDATE server SET failure = ?2, challenge = ?3, output = ?4 WHERE name = ?1";
    connection.execute(sql, (name, Json(failure), challenge, Json(&failure.output))).map(drop)
}

fn read(row: &Row) -> rusqlite::Result<ServerRow> {
    // A reading of a later version than this program's falls back to the default one.
    let destructive = row.get::<_, String>("destructive")?.parse().unwrap_or_default();
    let open_world = row.get::<_, String>("open_world")?.parse().unwrap_or_default();
    Ok(ServerRow {
        name: row.get("name")?,
        source: row.get::<_, Json<Source>>("source")?.0,
        consent: row.get("consent")?,
        list: row.get("list")?,
        enabled: row.get("enabled")?,
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
