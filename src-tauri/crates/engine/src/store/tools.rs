//! The table `tool`: the current list of each server, byte for byte. A scan that finds nothing new writes nothing here;
//! one that does gets a refresh number, and replaced definitions move to [`tool_versions`].

use std::collections::HashMap;
use std::sync::Arc;

use hintsmith_core::model::fingerprint::Fingerprint;
use hintsmith_core::model::tool::Tool;
use hintsmith_core::server_policy::KnownDefinition;
use rusqlite::Connection;

use super::refreshes::{self, RefreshDiff};
use super::row_checksum::{RowChecksum, corrupt_row};
use super::{servers, tool_versions};

/// A tool of a list that was just fetched.
#[derive(Debug, Clone, Copy)]
pub struct NewTool<'a> {
    pub name: &'a str,
    pub fingerprint: &'a Fingerprint,
    pub raw: &'a str,
}

impl<'a> From<&'a Tool> for NewTool<'a> {
    fn from(tool: &'a Tool) -> Self {
        Self { name: &tool.name, fingerprint: &tool.fingerprint, raw: &tool.raw }
    }
}

/// A stored tool, with the refreshes that brought its definition (`since`) and the tool (`first`).
#[derive(Debug, Clone)]
pub struct StoredTool {
    pub raw: Arc<str>,
    pub since: i64,
    pub first: i64,
}

/// Returns whether the stored list is identical, byte for byte.
pub fn is_same_list(connection: &Connection, server: &str, tools: &[Arc<str>]) -> rusqlite::Result<bool> {
    let mut select = connection.prepare_cached("SELECT raw FROM tool WHERE server = ?1 ORDER BY position")?;
    let mut rows = select.query([server])?;
    for raw in tools {
        match rows.next()? {
            Some(row) if row.get_ref(0)?.as_bytes()? == raw.as_bytes() => {}
            _ => return Ok(false),
        }
    }
    Ok(rows.next()?.is_none())
}

/// Replaces a server's list. `list` is the id of the new one.
pub fn refresh(
    connection: &Connection,
    server: &str,
    tools: &[NewTool],
    list_id: i64,
    at: &str,
) -> rusqlite::Result<RefreshDiff> {
    let id = refreshes::newest_id(connection)? + 1;
    let before = headers(connection, server)?;
    let versions = tool_versions::VersionLookup::new(connection, server)?;
    let mut diff = RefreshDiff::default();
    let mut put = connection.prepare_cached(
        "INSERT OR REPLACE INTO tool (server, position, name, fingerprint, since, first, checksum, raw)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    // Archive first: another tool may take the same position.
    let now: HashMap<&str, &Fingerprint> = tools.iter().map(|tool| (tool.name, tool.fingerprint)).collect();
    for (name, header) in &before {
        match now.get(name.as_str()) {
            None => {
                tool_versions::archive(connection, server, header.position, id, true)?;
                diff.gone.push(name.clone());
            }
            Some(fingerprint) if **fingerprint != header.fingerprint => {
                tool_versions::archive(connection, server, header.position, id, false)?;
            }
            Some(_) => {}
        }
    }
    for (position, tool) in (0_i64..).zip(tools) {
        let (since, first) = match before.get(tool.name) {
            Some(header) if header.fingerprint == *tool.fingerprint => {
                if header.position == position && header.raw_crc == crc32fast::hash(tool.raw.as_bytes()) {
                    // Same name, definition and position; the raw text may differ in parts the fingerprint ignores.
                    if has_raw_text(connection, server, position, tool.raw)? {
                        continue;
                    }
                }
                (header.since, header.first)
            }
            Some(header) => {
                diff.changed.push(tool.name.to_owned());
                (id, header.first)
            }
            None => {
                diff.added.push(tool.name.to_owned());
                versions.age_of(tool.name, tool.fingerprint, id)?
            }
        };
        let checksum = tool_checksum(server, position, tool, since, first);
        put.execute((server, position, tool.name, &tool.fingerprint.0, since, first, checksum, tool.raw))?;
    }
    let length = i64::try_from(tools.len()).unwrap_or(i64::MAX);
    connection.execute("DELETE FROM tool WHERE server = ?1 AND position >= ?2", (server, length))?;
    if !diff.is_empty() {
        refreshes::insert(connection, id, server, at, &diff)?;
        tool_versions::prune(connection, server)?;
    }
    connection.execute(
        "UPDATE server SET list_id = ?2, tool_count = ?3, first_refresh = coalesce(first_refresh, ?4)
         WHERE name = ?1",
        (server, list_id, length, id),
    )?;
    servers::update_checksum(connection, server)?;
    Ok(diff)
}

/// Archives the whole list of a server that is about to be removed.
pub fn archive_all(connection: &Connection, server: &str, at: &str) -> rusqlite::Result<()> {
    let id = refreshes::newest_id(connection)? + 1;
    let before = headers(connection, server)?;
    for heading in before.values() {
        tool_versions::archive(connection, server, heading.position, id, true)?;
    }
    let diff = RefreshDiff { gone: before.into_keys().collect(), ..RefreshDiff::default() };
    refreshes::insert(connection, id, server, at, &diff)?;
    tool_versions::prune(connection, server)
}

/// A server's list in the server's order. `count` is the stored number of tools: a row hidden by a damaged key would go
/// unnoticed otherwise.
pub fn list(connection: &Connection, server: &str, count: u32) -> rusqlite::Result<Vec<StoredTool>> {
    let mut select = connection.prepare_cached(
        "SELECT position, name, fingerprint, since, first, checksum, raw FROM tool WHERE server = ?1 ORDER BY position",
    )?;
    let read = |row: &rusqlite::Row| {
        let (position, since, first): (i64, i64, i64) = (row.get(0)?, row.get(3)?, row.get(4)?);
        let (name, raw) = (row.get_ref(1)?.as_str()?, row.get_ref(6)?.as_str()?);
        let fingerprint = Fingerprint(row.get(2)?);
        let tool = NewTool { name, fingerprint: &fingerprint, raw };
        if tool_checksum(server, position, &tool, since, first) != row.get::<_, i64>(5)? {
            return Err(corrupt_row(format!("the tool {name} of {server} does not match its checksum")));
        }
        Ok(StoredTool { raw: raw.into(), since, first })
    };
    let tools: Vec<StoredTool> = select.query_map([server], read)?.collect::<rusqlite::Result<_>>()?;
    if tools.len() != count as usize {
        return Err(corrupt_row(format!("{server} has {} tools instead of {count}", tools.len())));
    }
    Ok(tools)
}

/// The refreshes that brought each definition and each tool (`since`, `first`), in the list's order.
pub fn ages(connection: &Connection, server: &str) -> rusqlite::Result<Vec<(i64, i64)>> {
    let sql = "SELECT since, first FROM tool WHERE server = ?1 ORDER BY position";
    connection.prepare_cached(sql)?.query_map([server], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// The definition of every tool of a server and its age, by name.
pub fn known_definitions(
    connection: &Connection,
    server: &str,
) -> rusqlite::Result<HashMap<String, KnownDefinition>> {
    let sql = "SELECT name, fingerprint, since, first FROM tool WHERE server = ?1";
    let read = |row: &rusqlite::Row| {
        let definition = KnownDefinition {
            fingerprint: Fingerprint(row.get(1)?),
            changed_at_refresh: row.get(2)?,
            added_at_refresh: row.get(3)?,
        };
        Ok((row.get(0)?, definition))
    };
    connection.prepare_cached(sql)?.query_map([server], read)?.collect()
}

pub fn exists(connection: &Connection, server: &str, tool: &str) -> rusqlite::Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM tool WHERE server = ?1 AND name = ?2)";
    connection.prepare_cached(sql)?.query_row((server, tool), |row| row.get(0))
}

/// The number of tools of all servers with this definition.
pub fn count_with_fingerprint(connection: &Connection, fingerprint: &str) -> rusqlite::Result<u32> {
    let sql = "SELECT count(*) FROM tool WHERE fingerprint = ?1";
    connection.prepare_cached(sql)?.query_row([fingerprint], |row| row.get(0))
}

/// The raw definitions of a list, without verifying checksums.
pub fn raw_definitions(connection: &Connection, server: &str) -> rusqlite::Result<Vec<Arc<str>>> {
    let mut select = connection.prepare_cached("SELECT raw FROM tool WHERE server = ?1 ORDER BY position")?;
    select.query_map([server], |row| Ok(Arc::from(row.get_ref(0)?.as_str()?)))?.collect()
}

/// A stored tool without its raw text.
struct ToolHeader {
    position: i64,
    fingerprint: Fingerprint,
    since: i64,
    first: i64,
    /// CRC-32 of the raw text, to detect quickly that it differs.
    raw_crc: u32,
}

fn headers(connection: &Connection, server: &str) -> rusqlite::Result<HashMap<String, ToolHeader>> {
    let sql = "SELECT name, position, fingerprint, since, first, raw FROM tool WHERE server = ?1";
    let read = |row: &rusqlite::Row| {
        let header = ToolHeader {
            position: row.get(1)?,
            fingerprint: Fingerprint(row.get(2)?),
            since: row.get(3)?,
            first: row.get(4)?,
            raw_crc: crc32fast::hash(row.get_ref(5)?.as_bytes()?),
        };
        Ok((row.get(0)?, header))
    };
    connection.prepare_cached(sql)?.query_map([server], read)?.collect()
}

fn has_raw_text(connection: &Connection, server: &str, position: i64, raw: &str) -> rusqlite::Result<bool> {
    let sql = "SELECT raw = ?3 FROM tool WHERE server = ?1 AND position = ?2";
    connection.prepare_cached(sql)?.query_row((server, position, raw), |row| row.get(0))
}

fn tool_checksum(server: &str, position: i64, tool: &NewTool, since: i64, first: i64) -> i64 {
    let checksum = RowChecksum::for_table("tool")
        .text(server)
        .number(position)
        .text(tool.name)
        .text(&tool.fingerprint.0);
    checksum.number(since).number(first).text(tool.raw).finish()
}
