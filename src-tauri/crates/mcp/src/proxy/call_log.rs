//! Records of tool calls: tool, argument names and types, verdict, outcome and duration.
//!
//! Argument values may be secrets and are recorded only on request.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hintsmith_core::json::{self, Members};
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use tokio::time::Instant;

/// Limit on the arguments recorded per call.
const SHAPE_KEYS: usize = 64;
/// Limit in characters for an argument name; longer ones are cut.
const KEY_BYTES: usize = 128;
/// Limit in characters for an argument value; longer ones are cut.
const VALUE_BYTES: usize = 2_048;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallRecord {
    /// The server of the tool, where there are several.
    pub server: Option<String>,
    /// The self-reported name of the client.
    pub client: Option<String>,
    /// The tool's name on its server.
    pub tool: String,
    pub arguments: Vec<LoggedArgument>,
    /// From [`ToolPolicy::effective_hints`](crate::proxy::ToolPolicy::effective_hints).
    pub held: Option<Arc<str>>,
    pub verdict: LoggedVerdict,
    /// The reason for an allowed or undecided call, if the approver gave one.
    pub why: Option<Cow<'static, str>>,
    /// From the arrival of the call to its end, including the wait for a decision.
    pub duration: Duration,
    pub outcome: LoggedOutcome,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedArgument {
    pub name: String,
    /// The JSON type, as in "a string".
    pub kind: &'static str,
    /// The JSON text, if values are recorded.
    pub value: Option<String>,
}

/// Reason recorded for a call that was answered with an elicitation.
pub const ASKED: &str = "the client's user is asked";

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoggedVerdict {
    Allowed,
    Denied(String),
    /// No such tool, or one that is withheld from this client.
    Unknown,
    /// The client cancelled the call before a decision, or was sent an elicitation and has to retry.
    Undecided,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoggedOutcome {
    Ok,
    /// A JSON-RPC error from the server or from the proxy.
    Error,
    /// A result with `isError: true`.
    ToolError,
    Cancelled,
    /// The server exited, or its response could not be forwarded.
    Lost,
}

/// Sender of call records. Never blocks: when the channel is full, records are dropped and counted.
#[derive(Debug, Clone)]
pub struct CallLog {
    sender: mpsc::Sender<CallRecord>,
    dropped: Arc<AtomicU64>,
    has_values: bool,
}

impl CallLog {
    pub fn new(capacity: usize) -> (Self, mpsc::Receiver<CallRecord>) {
        let (sender, receiver) = mpsc::channel(capacity);
        (Self { sender, dropped: Arc::default(), has_values: false }, receiver)
    }

    /// Sets whether argument values, which may be secrets, are recorded.
    pub fn values(self, has_values: bool) -> Self {
        Self { has_values, ..self }
    }

    /// Starts the record of a call and its clock.
    pub fn begin(&self, tool: &str, arguments: Option<&RawValue>, held: Option<Arc<str>>) -> StartedCall {
        let tool = hintsmith_core::text::truncate_chars(tool, 512).into_owned();
        let arguments = arguments.map(|raw| shape(raw, self.has_values)).unwrap_or_default();
        let begun =
            Begun { server: None, client: None, tool, arguments, held, why: None, at: Instant::now() };
        StartedCall(Box::new(begun))
    }

    /// The number of records dropped so far.
    pub fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }

    pub fn write(&self, record: CallRecord) {
        if self.sender.try_send(record).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// The record of a call in progress. Boxed, because most pending requests are not calls.
#[derive(Debug)]
pub struct StartedCall(Box<Begun>);

#[derive(Debug)]
struct Begun {
    server: Option<String>,
    client: Option<String>,
    tool: String,
    arguments: Vec<LoggedArgument>,
    held: Option<Arc<str>>,
    why: Option<Cow<'static, str>>,
    at: Instant,
}

impl StartedCall {
    pub fn between(mut self, client: Option<String>, server: Option<String>) -> Self {
        (self.0.client, self.0.server) = (client, server);
        self
    }

    pub fn because(mut self, why: Cow<'static, str>) -> Self {
        self.0.why = Some(why);
        self
    }

    pub fn ended(self, verdict: LoggedVerdict, outcome: LoggedOutcome) -> CallRecord {
        let Begun { server, client, tool, arguments, held, why, at } = *self.0;
        CallRecord { server, client, tool, arguments, held, verdict, why, duration: at.elapsed(), outcome }
    }
}

fn shape(arguments: &RawValue, has_values: bool) -> Vec<LoggedArgument> {
    let Ok(members) = Members::parse(arguments.get()) else { return Vec::new() };
    let argument = |(key, value): (Cow<str>, &RawValue)| LoggedArgument {
        name: hintsmith_core::text::truncate_chars(&key, KEY_BYTES).into_owned(),
        kind: json::raw_kind_name(value),
        value: has_values
            .then(|| hintsmith_core::text::truncate_chars(value.get(), VALUE_BYTES).into_owned()),
    };
    members.0.into_iter().take(SHAPE_KEYS).map(argument).collect()
}

/// Derives the outcome from the result of a call; `None` stands for a JSON-RPC error.
pub fn outcome(result: Option<&str>) -> LoggedOutcome {
    let Some(result) = result else { return LoggedOutcome::Error };
    // Parsing a long result only for this would cost as much as forwarding it.
    if memchr::memmem::find(result.as_bytes(), b"\"isError\"").is_none() {
        return LoggedOutcome::Ok;
    }
    let members = Members::parse(result).ok();
    match members.and_then(|members| members.get("isError")) {
        Some(value) if value.get() == "true" => LoggedOutcome::ToolError,
        _ => LoggedOutcome::Ok,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_has_names_and_kinds_and_values_only_where_they_are_wanted() {
        let raw =
            RawValue::from_string(r#"{"path":"/secret","deep":{"token":"x"},"n":1,"l":[]}"#.into()).unwrap();
        let expected = [("path", "a string"), ("deep", "an object"), ("n", "a number"), ("l", "a list")];
        let plain = |key: &str, kind| LoggedArgument { name: key.to_owned(), kind, value: None };
        assert_eq!(shape(&raw, false), expected.map(|(key, kind)| plain(key, kind)));
        let values: Vec<String> = shape(&raw, true).into_iter().filter_map(|it| it.value).collect();
        assert_eq!(values, [r#""/secret""#, r#"{"token":"x"}"#, "1", "[]"]);
    }

    #[test]
    fn a_full_log_drops_and_counts() {
        let (log, _receiver) = CallLog::new(1);
        let record = || log.begin("x", None, None).ended(LoggedVerdict::Allowed, LoggedOutcome::Ok);
        log.write(record());
        assert_eq!(log.dropped(), 0);
        log.write(record());
        assert_eq!(log.dropped(), 1);
    }

    #[test]
    fn only_the_result_itself_says_that_the_tool_failed() {
        for (result, expected) in [
            (r#"{"content":[],"isError":true}"#, LoggedOutcome::ToolError),
            (r#"{"content":[],"isError":false}"#, LoggedOutcome::Ok),
            (r#"{"content":[{"text":"\"isError\":true","x":{"isError":true}}]}"#, LoggedOutcome::Ok),
            ("[]", LoggedOutcome::Ok),
        ] {
            assert_eq!(outcome(Some(result)), expected, "{result}");
        }
        assert_eq!(outcome(None), LoggedOutcome::Error);
    }
}
