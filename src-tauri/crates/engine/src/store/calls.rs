//! The table `call`: what passed through a proxy. Old rows go; nothing is decided by them.

use hintsmith_mcp::proxy::{CallRecord, Judgement, Outcome};
use rusqlite::Connection;

use crate::clock;

/// More are not kept.
const KEPT: i64 = 100_000;

pub struct NewCall {
    at: String,
    server: String,
    client: Option<String>,
    tool: String,
    /// The names of the arguments and their kinds, as JSON: never a value.
    arguments: String,
    verdict: String,
    outcome: &'static str,
    took_ms: i64,
}

impl NewCall {
    pub fn of(server: &str, record: CallRecord) -> Self {
        let shape = record.shape.iter().map(|(name, kind)| (name.clone(), (*kind).into()));
        Self {
            at: clock::now(),
            server: record.server.unwrap_or_else(|| server.to_owned()),
            client: record.client,
            tool: record.tool,
            arguments: serde_json::Value::Object(shape.collect()).to_string(),
            verdict: match record.verdict {
                Judgement::Allowed => "allowed".to_owned(),
                Judgement::Denied(why) => format!("denied: {why}"),
                Judgement::Unknown => "unknown".to_owned(),
                Judgement::Undecided => "undecided".to_owned(),
            },
            outcome: match record.outcome {
                Outcome::Ok => "ok",
                Outcome::Error => "error",
                Outcome::ToolError => "tool error",
                Outcome::Cancelled => "cancelled",
                Outcome::Lost => "lost",
            },
            took_ms: i64::try_from(record.duration.as_millis()).unwrap_or(i64::MAX),
        }
    }
}

pub fn add(connection: &Connection, calls: &[NewCall]) -> rusqlite::Result<()> {
    let sql = "INSERT INTO call (at, server, tool, arguments, verdict, outcome, took_ms, client) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let mut insert = connection.prepare_cached(sql)?;
    for call in calls {
        let NewCall { at, server, client, tool, arguments, verdict, outcome, took_ms } = call;
        insert.execute((at, server, tool, arguments, verdict, outcome, took_ms, client))?;
    }
    let old = "DELETE FROM call WHERE id <= (SELECT max(id) FROM call) - ?1";
    connection.prepare_cached(old)?.execute([KEPT]).map(drop)
}

/// A call that was written down.
pub struct CallRow {
    pub at: String,
    pub server: String,
    pub client: Option<String>,
    pub tool: String,
    pub arguments: String,
    pub verdict: String,
    pub outcome: Option<String>,
    pub took_ms: Option<i64>,
}

/// The newest first.
pub fn newest(connection: &Connection, limit: u32) -> rusqlite::Result<Vec<CallRow>> {
    let sql = "SELECT at, server, tool, arguments, verdict, outcome, took_ms, client FROM call ORDER BY id DESC LIMIT ?1";
    let read = |row: &rusqlite::Row| {
        Ok(CallRow {
            at: row.get(0)?,
            server: row.get(1)?,
            tool: row.get(2)?,
            arguments: row.get(3)?,
            verdict: row.get(4)?,
            outcome: row.get(5)?,
            took_ms: row.get(6)?,
            client: row.get(7)?,
        })
    };
    connection.prepare_cached(sql)?.query_map([limit], read)?.collect()
}
