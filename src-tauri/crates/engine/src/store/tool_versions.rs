//! The table `tool_version`: earlier definitions of tools. Limited by age and size, except for definitions that a decision or
//! a review refers to.

use std::sync::Arc;

use hintsmith_core::model::fingerprint::Fingerprint;
use rusqlite::{Connection, OptionalExtension};

use super::refreshes;
use super::row_checksum::{RowChecksum, corrupt_row};

/// Limits per server: the number of refreshes whose replaced definitions are kept, and their total size in bytes.
const MAX_REFRESHES: u32 = 50;
const MAX_VERSION_BYTES: u32 = 64 << 20;

/// An earlier definition of a tool.
#[derive(Debug, Clone)]
pub struct ToolVersion {
    pub tool: String,
    pub raw: Arc<str>,
}

/// An earlier definition by fingerprint, if it is still stored.
pub fn find_by_fingerprint(
    connection: &Connection,
    (server, tool): (&str, &str),
    fingerprint: &Fingerprint,
) -> rusqlite::Result<Option<ToolVersion>> {
    let sql = "SELECT tool, until, since, gone, fingerprint, checksum, raw FROM tool_version
               WHERE server = ?1 AND tool = ?2 AND fingerprint = ?3 ORDER BY until DESC LIMIT 1";
    let mut select = connection.prepare_cached(sql)?;
    select.query_row((server, tool, &fingerprint.0), |row| read_version(server, row)).optional()
}

/// The definition before a tool's newest change.
pub fn newest(
    connection: &Connection,
    (server, tool): (&str, &str),
) -> rusqlite::Result<Option<ToolVersion>> {
    let sql = "SELECT tool, until, since, gone, fingerprint, checksum, raw FROM tool_version
               WHERE server = ?1 AND tool = ?2 ORDER BY until DESC LIMIT 1";
    let mut select = connection.prepare_cached(sql)?;
    select.query_row((server, tool), |row| read_version(server, row)).optional()
}

/// Verifies the checksums of all earlier definitions and returns their number.
pub fn verify_checksums(connection: &Connection) -> rusqlite::Result<usize> {
    let sql = "SELECT tool, until, since, gone, fingerprint, checksum, raw, server FROM tool_version";
    let mut select = connection.prepare_cached(sql)?;
    let checked = select.query_map([], |row| read_version(row.get_ref(7)?.as_str()?, row))?;
    checked.map(|version| version.map(|_| 1)).sum()
}

/// The tools that a server no longer lists, each with its last definition, newest first.
pub fn list_removed(connection: &Connection, server: &str) -> rusqlite::Result<Vec<ToolVersion>> {
    let sql = "SELECT tool, until, since, gone, fingerprint, checksum, raw FROM tool_version AS one
               WHERE server = ?1 AND gone = 1
                 AND tool NOT IN (SELECT name FROM tool WHERE tool.server = ?1)
                 AND until = (SELECT max(until) FROM tool_version WHERE server = ?1 AND tool = one.tool)
               ORDER BY until DESC, tool";
    connection.prepare_cached(sql)?.query_map([server], |row| read_version(server, row))?.collect()
}

/// Copies a stored tool to the table.
pub fn archive(
    connection: &Connection,
    server: &str,
    position: i64,
    until: i64,
    gone: bool,
) -> rusqlite::Result<()> {
    let sql = "SELECT name, since, fingerprint, raw FROM tool WHERE server = ?1 AND position = ?2";
    let mut select = connection.prepare_cached(sql)?;
    let mut rows = select.query((server, position))?;
    let Some(row) = rows.next()? else { return Ok(()) };
    let (name, since) = (row.get_ref(0)?.as_str()?, row.get::<_, i64>(1)?);
    let (fingerprint, raw) = (row.get_ref(2)?.as_str()?, row.get_ref(3)?.as_str()?);
    let checksum = version_checksum(server, name, until, since, gone, fingerprint, raw);
    let mut insert = connection.prepare_cached(
        "INSERT OR REPLACE INTO tool_version (server, tool, until, since, gone, fingerprint, checksum, raw)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    insert.execute((server, name, until, since, gone, fingerprint, checksum, raw)).map(drop)
}

/// The earlier versions of added tools: a server cannot make a tool look new by removing it for a while.
pub struct VersionLookup<'a> {
    connection: &'a Connection,
    server: &'a str,
    has_versions: bool,
}

impl<'a> VersionLookup<'a> {
    pub fn new(connection: &'a Connection, server: &'a str) -> rusqlite::Result<Self> {
        let sql = "SELECT EXISTS (SELECT 1 FROM tool_version WHERE server = ?1)";
        let any = connection.query_row(sql, [server], |row| row.get(0))?;
        Ok(Self { connection, server, has_versions: any })
    }

    /// The refreshes since which the definition and the tool exist; `id`, the current refresh, if it is new.
    pub fn age_of(&self, tool: &str, fingerprint: &Fingerprint, id: i64) -> rusqlite::Result<(i64, i64)> {
        if !self.has_versions {
            return Ok((id, id));
        }
        let sql = "SELECT min(since), max(CASE WHEN until = (
                       SELECT max(until) FROM tool_version WHERE server = ?1 AND tool = ?2
                   ) AND fingerprint = ?3 THEN since END) FROM tool_version WHERE server = ?1 AND tool = ?2";
        let mut select = self.connection.prepare_cached(sql)?;
        let (first, same_definition): (Option<i64>, Option<i64>) =
            select.query_row((self.server, tool, &fingerprint.0), |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok((same_definition.unwrap_or(id), first.unwrap_or(id)))
    }
}

/// Deletes definitions that exceed the limits.
pub fn prune(connection: &Connection, server: &str) -> rusqlite::Result<()> {
    let oldest = refreshes::prune(connection, server, MAX_REFRESHES)?;
    let forget = "DELETE FROM tool_version WHERE server = ?1 AND until <= ?2
        AND NOT EXISTS (SELECT 1 FROM override WHERE override.server = tool_version.server
            AND override.tool = tool_version.tool AND override.fingerprint = tool_version.fingerprint)
        AND NOT EXISTS (SELECT 1 FROM review WHERE review.server = tool_version.server
            AND review.tool = tool_version.tool AND review.fingerprint = tool_version.fingerprint)";
    connection.execute(forget, (server, oldest))?;
    let too_much = "SELECT max(until) FROM (
            SELECT until, sum(length(raw)) OVER (ORDER BY until DESC) AS bytes FROM tool_version WHERE server = ?1
        ) WHERE bytes > ?2";
    let until: Option<i64> = connection.query_row(too_much, (server, MAX_VERSION_BYTES), |row| row.get(0))?;
    if let Some(until) = until {
        connection.execute(forget, (server, until))?;
    }
    Ok(())
}

fn read_version(server: &str, row: &rusqlite::Row) -> rusqlite::Result<ToolVersion> {
    let (tool, fingerprint): (String, String) = (row.get(0)?, row.get(4)?);
    let (until, since, gone): (i64, i64, bool) = (row.get(1)?, row.get(2)?, row.get(3)?);
    let raw = row.get_ref(6)?.as_str()?;
    if version_checksum(server, &tool, until, since, gone, &fingerprint, raw) != row.get::<_, i64>(5)? {
        return Err(corrupt_row(format!(
            "an earlier definition of {server}.{tool} does not match its checksum"
        )));
    }
    Ok(ToolVersion { tool, raw: raw.into() })
}

fn version_checksum(
    server: &str,
    tool: &str,
    until: i64,
    since: i64,
    gone: bool,
    fingerprint: &str,
    raw: &str,
) -> i64 {
    let checksum = RowChecksum::for_table("tool_version").text(server).text(tool).number(until).number(since);
    checksum.number(gone.into()).text(fingerprint).text(raw).finish()
}
