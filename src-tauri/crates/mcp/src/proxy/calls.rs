//! What is written down about a call: which tool, the shape of its arguments, what was decided, how it ended. No values.

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

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallRecord {
    /// Whose tool it is, and who called it as it calls itself, where several are served to several.
    pub server: Option<String>,
    pub client: Option<String>,
    /// The tool by the name that its server gave it.
    pub tool: String,
    /// The arguments by name, each with its kind of JSON value ("a string"): never a value.
    pub shape: Vec<(String, &'static str)>,
    pub verdict: Judgement,
    /// From the call's arrival to its end, the time it waited for a decision included.
    pub duration: Duration,
    pub outcome: Outcome,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judgement {
    Allowed,
    Denied(String),
    /// No tool that this client may call.
    Unknown,
    /// The client withdrew the call before anybody decided.
    Undecided,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
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
}

impl CallLog {
    pub fn new(capacity: usize) -> (Self, mpsc::Receiver<CallRecord>) {
        let (sender, receiver) = mpsc::channel(capacity);
        (Self { sender, dropped: Arc::default() }, receiver)
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

/// A call under way, as far as it will be written down.
#[derive(Debug)]
pub struct Started {
    server: Option<String>,
    client: Option<String>,
    tool: String,
    shape: Vec<(String, &'static str)>,
    at: Instant,
}

impl Started {
    pub fn now(tool: &str, arguments: Option<&RawValue>) -> Self {
        let tool = hintsmith_core::text::shortened(tool, 512).into_owned();
        let shape = arguments.map(shape).unwrap_or_default();
        Self { server: None, client: None, tool, shape, at: Instant::now() }
    }

    pub fn between(self, client: Option<String>, server: Option<String>) -> Self {
        Self { server, client, ..self }
    }

    pub fn ended(self, verdict: Judgement, outcome: Outcome) -> CallRecord {
        let Self { server, client, tool, shape, at } = self;
        CallRecord { server, client, tool, shape, verdict, duration: at.elapsed(), outcome }
    }
}

fn shape(arguments: &RawValue) -> Vec<(String, &'static str)> {
    let Ok(members) = Members::parse(arguments.get()) else { return Vec::new() };
    let members = members.0.into_iter().take(SHAPE_KEYS);
    members
        .map(|(key, value)| {
            (hintsmith_core::text::shortened(&key, KEY_BYTES).into_owned(), json::kind(value))
        })
        .collect()
}

/// How a call ended, by what the server answered.
pub fn outcome(result: Option<&RawValue>) -> Outcome {
    let Some(result) = result else { return Outcome::Error };
    // Reading a long result only for this would cost as much as passing it on.
    if memchr::memmem::find(result.get().as_bytes(), b"\"isError\"").is_none() {
        return Outcome::Ok;
    }
    let members = Members::parse(result.get()).ok();
    match members.and_then(|members| members.get("isError")) {
        Some(value) if value.get() == "true" => Outcome::ToolError,
        _ => Outcome::Ok,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_has_names_and_kinds_and_no_values() {
        let raw =
            RawValue::from_string(r#"{"path":"/secret","deep":{"token":"x"},"n":1,"l":[]}"#.into()).unwrap();
        let expected = [("path", "a string"), ("deep", "an object"), ("n", "a number"), ("l", "a list")];
        assert_eq!(shape(&raw), expected.map(|(key, kind)| (key.to_owned(), kind)));
    }

    #[test]
    fn a_full_log_drops_and_counts() {
        let (log, _receiver) = CallLog::new(1);
        let record = || Started::now("x", None).ended(Judgement::Allowed, Outcome::Ok);
        log.write(record());
        assert_eq!(log.dropped(), 0);
        log.write(record());
        assert_eq!(log.dropped(), 1);
    }

    #[test]
    fn only_the_result_itself_says_that_the_tool_failed() {
        for (result, expected) in [
            (r#"{"content":[],"isError":true}"#, Outcome::ToolError),
            (r#"{"content":[],"isError":false}"#, Outcome::Ok),
            (r#"{"content":[{"text":"\"isError\":true","x":{"isError":true}}]}"#, Outcome::Ok),
            ("[]", Outcome::Ok),
        ] {
            let raw = RawValue::from_string(result.into()).unwrap();
            assert_eq!(outcome(Some(&raw)), expected, "{result}");
        }
        assert_eq!(outcome(None), Outcome::Error);
    }
}
