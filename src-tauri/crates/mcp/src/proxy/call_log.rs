//! What is written down about a call: which tool, the shape of its arguments, what was decided, how it ended. Values only
//! where somebody asked for them.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hintsmith_core::json::{self, Members};
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use tokio::time::Instant;

/// A call with more arguments, or one with a longer name, is not written down in full.
const SHAPE_KEYS: usize = 64;
const KEY_BYTES: usize = 128;
const VALUE_BYTES: usize = 2_048;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallRecord {
    /// Whose tool it is, and who called it as it calls itself, where several are served to several.
    pub server: Option<String>,
    pub client: Option<String>,
    /// The tool by the name that its server gave it.
    pub tool: String,
    pub arguments: Vec<LoggedArgument>,
    /// What the tool was held to be, as [`ToolPolicy::held`](crate::proxy::Served::held) said it.
    pub held: Option<Arc<str>>,
    pub verdict: LoggedVerdict,
    /// Why it was allowed, or not decided about, where somebody said so.
    pub why: Option<Cow<'static, str>>,
    /// From the call's arrival to its end, the time it waited for a decision included.
    pub duration: Duration,
    pub outcome: LoggedOutcome,
}

/// One argument of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedArgument {
    pub name: String,
    /// Which kind of JSON value it is ("a string").
    pub kind: &'static str,
    /// Its JSON, where values are written down.
    pub value: Option<String>,
}

/// Why nobody has decided about a call that was answered with a question.
pub const ASKED: &str = "the client's user is asked";

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoggedVerdict {
    Allowed,
    Denied(String),
    /// No tool that this client may call.
    Unknown,
    /// The client withdrew the call before anybody decided, or was asked itself and has to call again.
    Undecided,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoggedOutcome {
    Ok,
    /// A JSON-RPC error, the server's or ours.
    Error,
    /// A result that says `isError`.
    ToolError,
    Cancelled,
    /// The server ended, or what it answered could not be passed on.
    Lost,
}

/// Where records go. Never waits: what the receiver does not take is dropped and counted.
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

    /// The values of arguments are written down as well, which may be secrets.
    pub fn values(self, has_values: bool) -> Self {
        Self { has_values, ..self }
    }

    /// A call of this tool begins.
    pub fn begin(&self, tool: &str, arguments: Option<&RawValue>, held: Option<Arc<str>>) -> StartedCall {
        let tool = hintsmith_core::text::shortened(tool, 512).into_owned();
        let arguments = arguments.map(|raw| shape(raw, self.has_values)).unwrap_or_default();
        let begun =
            Begun { server: None, client: None, tool, arguments, held, why: None, at: Instant::now() };
        StartedCall(Box::new(begun))
    }

    pub fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }

    pub fn write(&self, record: CallRecord) {
        if self.sender.try_send(record).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// A call under way, as far as it will be written down. In a box, because most requests are no calls.
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
        name: hintsmith_core::text::shortened(&key, KEY_BYTES).into_owned(),
        kind: json::kind(value),
        value: has_values.then(|| hintsmith_core::text::shortened(value.get(), VALUE_BYTES).into_owned()),
    };
    members.0.into_iter().take(SHAPE_KEYS).map(argument).collect()
}

/// How a call ended, by what the server answered.
pub fn outcome(result: Option<&str>) -> LoggedOutcome {
    let Some(result) = result else { return LoggedOutcome::Error };
    // Reading a long result only for this would cost as much as passing it on.
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
