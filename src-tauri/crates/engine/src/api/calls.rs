//! The call log.

use std::path::Path;
use std::sync::Arc;

use hintsmith_core::text::csv;
use serde_json::{Map, Value};

use super::destination::{absolute_path, write_error};
use crate::boxed;
use crate::context::Context;
use crate::db;
use crate::dto::{
    ArgumentShape, CallOutcome, CallVerdict, CallView, CallsInput, CallsOnly, CallsPage, ClearedCalls,
    WriteCalls, WrittenCalls, saturating_u32,
};
use crate::error::{ApiError, ErrorCode};
use crate::files::{Access, write_atomically};
use crate::store::calls::{self, CallQuery, CallRow};

/// Maximum number of calls in one page.
const MAX_PAGE_CALLS: u32 = 10_000;

/// The log of the calls that passed a proxy.
pub struct CallLogService {
    pub(crate) context: Arc<Context>,
}

impl CallLogService {
    /// A page of calls, newest first.
    #[boxed]
    pub async fn list(&self, input: CallsInput) -> Result<CallsPage, ApiError> {
        let CallsInput { limit, before, only, text } = input;
        let text = text.filter(|text| !text.trim().is_empty());
        let query =
            CallQuery { only, text, before: before.map(Into::into), limit: limit.min(MAX_PAGE_CALLS) };
        let read = move |connection: &rusqlite::Connection| {
            Ok(CallsPage {
                calls: calls::list_newest(connection, &query)?.into_iter().map(call_view).collect(),
                all: calls::count(connection, CallsOnly::All)?,
                denied: calls::count(connection, CallsOnly::Denied)?,
                failed: calls::count(connection, CallsOnly::Failed)?,
            })
        };
        self.context.db.read(read).await
    }

    /// Writes calls to a file, oldest first.
    #[boxed]
    pub async fn write(&self, input: WriteCalls) -> Result<WrittenCalls, ApiError> {
        let WriteCalls { path, only, text, replace } = input;
        let text = text.filter(|text| !text.trim().is_empty());
        let query = CallQuery { only, text, before: None, limit: u32::MAX };
        let mut calls =
            self.context.db.read(move |connection| calls::list_newest(connection, &query)).await?;
        calls.reverse();
        let at = absolute_path(Path::new(path.trim()))?;
        if at.exists() && !replace {
            let message = format!("the file {} already exists", at.display());
            return Err(ApiError::new(ErrorCode::File, message, "Choose a new file."));
        }
        let number = saturating_u32(calls.len());
        let shown_path = at.display().to_string();
        let write = move || {
            let is_table = at.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
            let views = calls.into_iter().map(call_view);
            let text: String = if is_table {
                std::iter::once(csv_header()).chain(views.map(csv_row)).collect()
            } else {
                views.map(json_line).collect()
            };
            // Values of arguments may be secrets.
            write_atomically(&at, text.as_bytes(), Access::Private).map_err(|error| write_error(&at, &error))
        };
        db::spawn_blocking(write).await??;
        Ok(WrittenCalls { path: shown_path, calls: number })
    }

    /// Deletes all logged calls. Nothing else refers to them.
    #[boxed]
    pub async fn clear(&self) -> Result<ClearedCalls, ApiError> {
        let deleted = self.context.db.write_unversioned(calls::clear).await?;
        Ok(ClearedCalls { deleted: saturating_u32(deleted) })
    }
}

/// A call as one line of JSON, without its id, which has no meaning outside the store.
pub(super) fn json_line(call: CallView) -> String {
    let Ok(mut line) = serde_json::to_value(call) else { return String::new() };
    line.as_object_mut().map(|members| members.shift_remove("id"));
    format!("{line}\n")
}

fn csv_header() -> String {
    let names = ["at", "client", "server", "tool", "hints", "arguments", "decision", "why", "outcome", "ms"];
    csv::format_row(names.into_iter().map(str::to_owned))
}

fn csv_row(call: CallView) -> String {
    // The badge signs used in terminals (`=`, `~`, `!`) could start a formula in a spreadsheet.
    let hints = call.badges.iter().map(|badge| format!("{} ({})", badge.kind.as_str(), badge.mark.as_str()));
    let arguments = call.arguments.iter().map(|argument| match &argument.value {
        Some(value) => format!("{}: {value}", argument.name),
        None => argument.name.clone(),
    });
    let cells = [
        call.at,
        call.client.unwrap_or_default(),
        call.server,
        call.tool,
        hints.collect::<Vec<_>>().join(", "),
        arguments.collect::<Vec<_>>().join(", "),
        call.verdict.as_str().to_owned(),
        call.why.unwrap_or_default(),
        call.outcome.map_or("", CallOutcome::as_str).to_owned(),
        call.took_ms.map(|took| took.to_string()).unwrap_or_default(),
    ];
    csv::format_row(cells.into_iter())
}

pub(super) fn call_view(row: CallRow) -> CallView {
    let shape: Map<String, Value> = serde_json::from_str(&row.arguments).unwrap_or_default();
    let argument = |(name, shape): (String, Value)| {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (kind, value) = match &shape {
            Value::Array(both) => (both.first().map(text).unwrap_or_default(), both.get(1).map(text)),
            kind => (text(kind), None),
        };
        ArgumentShape { name, kind, value }
    };
    CallView {
        id: u32::try_from(row.id).unwrap_or(u32::MAX),
        at: row.at,
        server: row.server,
        client: row.client,
        tool: row.tool,
        arguments: shape.into_iter().map(argument).collect(),
        badges: row.effective_hints.and_then(|hints| serde_json::from_str(&hints).ok()).unwrap_or_default(),
        verdict: CallVerdict::parse(&row.verdict),
        why: row.why,
        outcome: row.outcome.as_deref().map(CallOutcome::parse),
        took_ms: row.took_ms.and_then(|took| u32::try_from(took).ok()),
    }
}
