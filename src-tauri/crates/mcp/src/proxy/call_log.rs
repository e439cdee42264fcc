//! Records of tool calls: tool, argument names and types, verdict, outcome and duration.
//!
//! Argument values may be secrets and are recorded only on request.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hintsmith_core::text::json::{self, Members};
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use tokio::time::Instant;

/// Limit on the arguments recorded per call.
const MAX_ARGUMENTS: usize = 64;
/// Limit in characters for an argument name; longer ones are cut.
const MAX_NAME_CHARS: usize = 128;
/// Limit in characters for an argument value; longer ones are cut.
const MAX_VALUE_CHARS: usize = 2_048;

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
    pub effective_hints: Option<Arc<str>>,
    pub verdict: LoggedVerdict,
    /// The reason for an allowed or undecided call, if the approver gave one.
    pub reason: Option<Cow<'static, str>>,
    /// From the arrival of the call to its end. If the user was asked and allowed it, from then on.
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
pub const REASON_CLIENT_ASKED: &str = "the client asks its user";

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
    records_values: bool,
}

impl CallLog {
    pub fn new(capacity: usize) -> (Self, mpsc::Receiver<CallRecord>) {
        let (sender, receiver) = mpsc::channel(capacity);
        (Self { sender, dropped: Arc::default(), records_values: false }, receiver)
    }

    /// Sets whether argument values, which may be secrets, are recorded.
    pub fn with_values(self, records_values: bool) -> Self {
        Self { records_values, ..self }
    }

    /// Starts the record of a call and its clock.
    pub fn start_call(
        &self,
        tool: &str,
        arguments: Option<&RawValue>,
        effective_hints: Option<Arc<str>>,
    ) -> StartedCall {
        let tool = hintsmith_core::text::truncate_chars(tool, 512).into_owned();
        let arguments = arguments.map(|raw| describe_arguments(raw, self.records_values)).unwrap_or_default();
        let inner = StartedCallInner {
            server: None,
            client: None,
            tool,
            arguments,
            effective_hints,
            reason: None,
            started_at: Instant::now(),
        };
        StartedCall(Box::new(inner))
    }

    /// The number of records dropped so far.
    pub fn dropped_count(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }

    pub fn send(&self, record: CallRecord) {
        if self.sender.try_send(record).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// The record of a call in progress. Boxed, because most pending requests are not calls.
#[derive(Debug)]
pub struct StartedCall(Box<StartedCallInner>);

#[derive(Debug)]
struct StartedCallInner {
    server: Option<String>,
    client: Option<String>,
    tool: String,
    arguments: Vec<LoggedArgument>,
    effective_hints: Option<Arc<str>>,
    reason: Option<Cow<'static, str>>,
    started_at: Instant,
}

impl StartedCall {
    pub fn with_peers(mut self, client: Option<String>, server: Option<String>) -> Self {
        (self.0.client, self.0.server) = (client, server);
        self
    }

    pub fn with_reason(mut self, reason: Cow<'static, str>) -> Self {
        self.0.reason = Some(reason);
        self
    }

    /// Starts the clock anew: the time the user takes to answer says nothing about the server.
    pub fn restart_clock(mut self) -> Self {
        self.0.started_at = Instant::now();
        self
    }

    pub fn finish(self, verdict: LoggedVerdict, outcome: LoggedOutcome) -> CallRecord {
        let StartedCallInner {
            server,
            client,
            tool,
            arguments,
            effective_hints: held,
            reason: why,
            started_at: at,
        } = *self.0;
        CallRecord {
            server,
            client,
            tool,
            arguments,
            effective_hints: held,
            verdict,
            reason: why,
            duration: at.elapsed(),
            outcome,
        }
    }
}

fn describe_arguments(arguments: &RawValue, records_values: bool) -> Vec<LoggedArgument> {
    let Ok(members) = Members::parse(arguments.get()) else { return Vec::new() };
    let argument = |(key, value): (Cow<str>, &RawValue)| LoggedArgument {
        name: hintsmith_core::text::truncate_chars(&key, MAX_NAME_CHARS).into_owned(),
        kind: json::raw_kind_name(value),
        value: records_values
            .then(|| hintsmith_core::text::truncate_chars(value.get(), MAX_VALUE_CHARS).into_owned()),
    };
    members.0.into_iter().take(MAX_ARGUMENTS).map(argument).collect()
}

/// Derives the outcome from the result of a call; `None` stands for a JSON-RPC error.
pub fn classify_result(result: Option<&str>) -> LoggedOutcome {
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
    fn argument_values_are_recorded_only_on_request() {
        let raw =
            RawValue::from_string(r#"{"path":"/secret","deep":{"token":"x"},"n":1,"l":[]}"#.into()).unwrap();
        let expected = [("path", "a string"), ("deep", "an object"), ("n", "a number"), ("l", "a list")];
        let plain = |key: &str, kind| LoggedArgument { name: key.to_owned(), kind, value: None };
        assert_eq!(describe_arguments(&raw, false), expected.map(|(key, kind)| plain(key, kind)));
        let values: Vec<String> =
            describe_arguments(&raw, true).into_iter().filter_map(|it| it.value).collect();
        assert_eq!(values, [r#""/secret""#, r#"{"token":"x"}"#, "1", "[]"]);
    }

    #[test]
    fn a_full_log_drops_and_counts() {
        let (log, _receiver) = CallLog::new(1);
        let record = || log.start_call("x", None, None).finish(LoggedVerdict::Allowed, LoggedOutcome::Ok);
        log.send(record());
        assert_eq!(log.dropped_count(), 0);
        log.send(record());
        assert_eq!(log.dropped_count(), 1);
    }

    #[test]
    fn only_the_results_own_is_error_counts() {
        for (result, expected) in [
            (r#"{"content":[],"isError":true}"#, LoggedOutcome::ToolError),
            (r#"{"content":[],"isError":false}"#, LoggedOutcome::Ok),
            (r#"{"content":[{"text":"\"isError\":true","x":{"isError":true}}]}"#, LoggedOutcome::Ok),
            ("[]", LoggedOutcome::Ok),
        ] {
            assert_eq!(classify_result(Some(result)), expected, "{result}");
        }
        assert_eq!(classify_result(None), LoggedOutcome::Error);
    }
}
