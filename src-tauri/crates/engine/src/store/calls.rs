//! The table `call`: the log of calls that passed a proxy. Nothing is decided by it; old rows are deleted.

use std::borrow::Cow;
use std::collections::HashMap;

use hintsmith_mcp::proxy::{CallRecord, LoggedOutcome, LoggedVerdict};
use rusqlite::Connection;
use serde_json::{Map, Value};

use crate::clock;
use crate::dto::{CallOutcome, CallVerdict, CallsOnly};

/// Limit for logged calls; the oldest are deleted.
const MAX_CALLS: i64 = 100_000;

/// A logged call.
#[derive(Clone)]
pub struct CallRow {
    /// Zero before it is stored.
    pub id: i64,
    pub at: String,
    pub server: String,
    pub client: Option<String>,
    pub tool: String,
    /// The names of the arguments and their types, as JSON; with their values if those are logged.
    pub arguments: String,
    /// The tool's effective hints when it was called: badges, as JSON.
    pub effective_hints: Option<String>,
    pub verdict: String,
    pub why: Option<String>,
    pub outcome: Option<String>,
    pub took_ms: Option<i64>,
}

impl CallRow {
    /// Builds the row of a call that has just ended. `server` is used if the record names no server.
    pub fn from_record(server: &str, record: CallRecord) -> Self {
        let shape = record.arguments.into_iter().map(|argument| {
            let kind = Value::from(argument.kind);
            let value = match argument.value {
                Some(value) => Value::Array(vec![kind, Value::from(value)]),
                None => kind,
            };
            (argument.name, value)
        });
        let (verdict, why) = match record.verdict {
            LoggedVerdict::Allowed => (CallVerdict::Allowed, record.reason.map(Cow::into_owned)),
            LoggedVerdict::Denied(why) => (CallVerdict::Denied, Some(why)),
            LoggedVerdict::Unknown => (CallVerdict::Unknown, None),
            LoggedVerdict::Undecided => (CallVerdict::Undecided, record.reason.map(Cow::into_owned)),
        };
        let outcome = match record.outcome {
            LoggedOutcome::Ok => CallOutcome::Ok,
            LoggedOutcome::Error => CallOutcome::Error,
            LoggedOutcome::ToolError => CallOutcome::ToolError,
            LoggedOutcome::Cancelled => CallOutcome::Cancelled,
            LoggedOutcome::Lost => CallOutcome::Lost,
        };
        Self {
            id: 0,
            at: clock::now(),
            server: record.server.unwrap_or_else(|| server.to_owned()),
            client: record.client,
            tool: record.tool,
            arguments: Value::Object(shape.collect::<Map<_, _>>()).to_string(),
            effective_hints: record.effective_hints.map(|hints| hints.as_ref().to_owned()),
            verdict: verdict.as_str().to_owned(),
            why,
            outcome: Some(outcome.as_str().to_owned()),
            took_ms: Some(i64::try_from(record.duration.as_millis()).unwrap_or(i64::MAX)),
        }
    }
}

pub fn add(connection: &Connection, calls: &[CallRow]) -> rusqlite::Result<()> {
    let sql = "INSERT INTO call (at, server, tool, arguments, verdict, outcome, took_ms, client, effective_hints, why)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
    let mut insert = connection.prepare_cached(sql)?;
    for call in calls {
        let CallRow {
            id: _,
            at,
            server,
            client,
            tool,
            arguments,
            effective_hints,
            verdict,
            why,
            outcome,
            took_ms,
        } = call;
        insert.execute((
            at,
            server,
            tool,
            arguments,
            verdict,
            outcome,
            took_ms,
            client,
            effective_hints,
            why,
        ))?;
    }
    let old = "DELETE FROM call WHERE id <= (SELECT max(id) FROM call) - ?1";
    connection.prepare_cached(old)?.execute([MAX_CALLS]).map(drop)
}

/// Deletes all calls and returns their number.
pub fn clear(connection: &Connection) -> rusqlite::Result<usize> {
    connection.execute("DELETE FROM call", [])
}

/// A query for logged calls.
pub struct CallQuery {
    pub only: CallsOnly,
    /// Part of a client, server or tool name.
    pub text: Option<String>,
    /// Only calls with a lower id, for paging.
    pub before: Option<i64>,
    pub limit: u32,
}

/// The SQL condition for `only`. A failed call is one that was allowed and did not succeed.
const fn sql_condition(only: CallsOnly) -> &'static str {
    match only {
        CallsOnly::All => "1",
        CallsOnly::Denied => "verdict IN ('denied', 'unknown')",
        CallsOnly::Failed => "verdict = 'allowed' AND outcome IN ('error', 'tool error', 'lost')",
    }
}

/// The matching calls, newest first.
pub fn list_newest(connection: &Connection, query: &CallQuery) -> rusqlite::Result<Vec<CallRow>> {
    let sql = format!(
        "SELECT id, at, server, client, tool, arguments, effective_hints, verdict, why, outcome, took_ms FROM call
         WHERE {} AND (?1 IS NULL OR id < ?1)
           AND (?2 IS NULL OR instr(lower(server || '.' || tool || ' ' || ifnull(client, '')), lower(?2)))
         ORDER BY id DESC LIMIT ?3",
        sql_condition(query.only)
    );
    let read = |row: &rusqlite::Row| {
        Ok(CallRow {
            id: row.get(0)?,
            at: row.get(1)?,
            server: row.get(2)?,
            client: row.get(3)?,
            tool: row.get(4)?,
            arguments: row.get(5)?,
            effective_hints: row.get(6)?,
            verdict: row.get(7)?,
            why: row.get(8)?,
            outcome: row.get(9)?,
            took_ms: row.get(10)?,
        })
    };
    let CallQuery { text, before, limit, .. } = query;
    connection.prepare_cached(&sql)?.query_map((before, text, limit), read)?.collect()
}

/// How often each tool was called, by server and tool. Calls of tools that did not exist are not counted.
pub type CountsByTool = HashMap<(String, String), u32>;

pub fn count_by_tool(connection: &Connection) -> rusqlite::Result<CountsByTool> {
    let sql = "SELECT server, tool, count(*) FROM call WHERE verdict <> 'unknown' GROUP BY server, tool";
    let read = |row: &rusqlite::Row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?));
    connection.prepare_cached(sql)?.query_map([], read)?.collect()
}

/// The number of calls that match `only`.
pub fn count(connection: &Connection, only: CallsOnly) -> rusqlite::Result<u32> {
    let sql = format!("SELECT count(*) FROM call WHERE {}", sql_condition(only));
    connection.prepare_cached(&sql)?.query_row([], |row| row.get(0))
}
