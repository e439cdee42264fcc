//! Identity and call statistics of a connected client, for the display of running proxies.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hintsmith_core::json::Members;
use hintsmith_core::text::truncate_chars;
use serde_json::value::RawValue;

use crate::jsonrpc::frame::{Frame, string};

/// `_meta` key of `clientInfo` in every request since protocol 2026-07-28.
const KEY: &str = "io.modelcontextprotocol/clientInfo";
/// Limit in characters for a name or version.
const LONGEST: usize = 128;

/// Name and version from `clientInfo`: self-reported, not verified.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Client {
    pub name: String,
    pub version: Option<String>,
}

impl Client {
    /// Reads `clientInfo` from an `initialize` request, or from the `_meta` of any request since 2026-07-28.
    pub fn of(message: &Frame) -> Option<Self> {
        let params = message.params?.get();
        // Parsing a long message only for this would cost as much as forwarding it.
        memchr::memmem::find(params.as_bytes(), b"clientInfo")?;
        let params = Members::parse(params).ok()?;
        let meta = || Members::parse(params.get("_meta")?.get()).ok()?.get(KEY);
        Self::read(params.get("clientInfo").or_else(meta)?)
    }

    fn read(info: &RawValue) -> Option<Self> {
        let info = Members::parse(info.get()).ok()?;
        let text = |key| Some(truncate_chars(&string(info.get(key)?)?, LONGEST).into_owned());
        Some(Self { name: text("name")?, version: text("version") })
    }
}

/// The client of one session and its calls.
#[derive(Debug)]
pub struct ClientStats {
    /// Unique within this process.
    pub number: u64,
    client: OnceLock<Client>,
    since: SystemTime,
    calls: AtomicU64,
    /// Unix milliseconds; zero before the first call.
    last: AtomicU64,
}

/// A copy of [`ClientStats`] at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientSnapshot {
    pub client: Option<Client>,
    pub since: SystemTime,
    pub calls: u64,
    pub last_call: Option<SystemTime>,
}

/// Returns an id that is unique within this process.
pub fn number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Default for ClientStats {
    fn default() -> Self {
        Self {
            number: number(),
            client: OnceLock::new(),
            since: SystemTime::now(),
            calls: AtomicU64::new(0),
            last: AtomicU64::new(0),
        }
    }
}

impl ClientStats {
    /// Records the client that sent this request. Only the first counts: the client that opened the session.
    pub fn meet(&self, message: &Frame) {
        if self.client.get().is_none()
            && let Some(client) = Client::of(message)
        {
            let _ = self.client.set(client);
        }
    }

    pub fn called(&self) {
        self.calls.fetch_add(1, Ordering::Relaxed);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.last.store(u64::try_from(now.as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    pub fn name(&self) -> Option<String> {
        self.client.get().map(|client| client.name.clone())
    }

    pub fn look(&self) -> ClientSnapshot {
        let last = self.last.load(Ordering::Relaxed);
        ClientSnapshot {
            client: self.client.get().cloned(),
            since: self.since,
            calls: self.calls.load(Ordering::Relaxed),
            last_call: (last > 0).then(|| UNIX_EPOCH + Duration::from_millis(last)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_says_who_it_is_in_the_handshake_or_in_each_request() {
        let client = |name: &str, version: Option<&str>| {
            Some(Client { name: name.to_owned(), version: version.map(str::to_owned) })
        };
        for (text, expected) in [
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"clientInfo":{"name":"a","version":"1"}}}"#,
                client("a", Some("1")),
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/clientInfo":{"name":"b"}}}}"#,
                client("b", None),
            ),
            (r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"x":"clientInfo"}}"#, None),
            (r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"clientInfo":{"name":1}}}"#, None),
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, None),
        ] {
            assert_eq!(Client::of(&Frame::parse(text).unwrap()), expected, "{text}");
        }
    }

    #[test]
    fn the_first_word_counts() {
        let visit = ClientStats::default();
        assert_eq!((visit.look().client, visit.look().last_call), (None, None));
        for name in ["first", "second"] {
            let text = format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"clientInfo":{{"name":"{name}"}}}}}}"#
            );
            visit.meet(&Frame::parse(&text).unwrap());
        }
        visit.called();
        let seen = visit.look();
        assert_eq!((visit.name().as_deref(), seen.calls), (Some("first"), 1));
        assert!(seen.last_call.is_some());
    }
}
