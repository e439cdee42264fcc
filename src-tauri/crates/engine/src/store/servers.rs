//! The table `server`.

use rusqlite::{Connection, Row, named_params};
use serde::{Deserialize, Serialize};

use crate::api::view::Failure;
use crate::source::Source;

#[derive(Debug, Clone)]
pub struct ServerRow {
    pub name: String,
    pub source: Source,
    pub consent: String,
    pub read_at: Option<String>,
    pub protocol: Option<String>,
    pub failure: Option<Failure>,
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

pub fn delete(connection: &Connection, name: &str) -> rusqlite::Result<bool> {
    Ok(connection.execute("DELETE FROM server WHERE name = ?1", [name])? == 1)
}

pub fn all(connection: &Connection) -> rusqlite::Result<Vec<ServerRow>> {
    connection.prepare("SELECT * FROM server ORDER BY name")?.query_map([], read)?.collect()
}

pub fn set_read(connection: &Connection, name: &str, at: &str, protocol: &str) -> rusqlite::Result<()> {
    let sql = "UPDATE server SET read_at = ?2, protocol = ?3, failure = NULL WHERE name = ?1";
    connection.execute(sql, (name, at, protocol)).map(drop)
}

pub fn set_failed(connection: &Connection, name: &str, failure: &Failure) -> rusqlite::Result<()> {
    connection.execute("UPDATE server SET failure = ?2 WHERE name = ?1", (name, Json(failure))).map(drop)
}

fn read(row: &Row) -> rusqlite::Result<ServerRow> {
    Ok(ServerRow {
        name: row.get("name")?,
        source: row.get::<_, Json<Source>>("source")?.0,
        consent: row.get("consent")?,
        read_at: row.get("read_at")?,
        protocol: row.get("protocol")?,
        failure: row.get::<_, Option<Json<Failure>>>("failure")?.map(|json| json.0),
    })
}

/// A column that holds JSON.
struct Json<T>(T);

impl<T: Serialize> rusqlite::ToSql for Json<T> {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        let text = serde_json::to_string(&self.0)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
        Ok(text.into())
    }
}

impl<T: for<'a> Deserialize<'a>> rusqlite::types::FromSql for Json<T> {
    fn column_result(value: rusqlite::types::ValueRef<'_>) -> rusqlite::types::FromSqlResult<Self> {
        let parsed = serde_json::from_str(value.as_str()?);
        parsed.map(Json).map_err(|error| rusqlite::types::FromSqlError::Other(error.into()))
    }
}
