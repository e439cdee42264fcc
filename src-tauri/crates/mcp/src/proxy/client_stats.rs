//! Identity and call statistics of a connected client, for the display of running proxies.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hintsmith_core::text::json::Members;
use hintsmith_core::text::truncate_chars;
use serde_json::value::RawValue;

use crate::jsonrpc::frame::{Frame, decode_string};

/// `_meta` key of `clientInfo` in every request since protocol 2026-07-28.
const META_CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
/// Limit in characters for a name or version.
const MAX_TEXT_CHARS: usize = 128;

/// Name and version from `clientInfo`: self-reported, not verified.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ClientInfo {
    pub name: String,
    pub version: Option<String>,
}

impl ClientInfo {
    /// Reads `clientInfo` from an `initialize` request, or from the `_meta` of any request since 2026-07-28.
    pub fn from_request(message: &Frame) -> Option<Self> {
        let params = message.params?.get();
        // Parsing a long message only for this would cost as much as forwarding it.
        memchr::memmem::find(params.as_bytes(), b"clientInfo")?;
        let params = Members::parse(params).ok()?;
        let meta = || Members::parse(params.get("_meta")?.get()).ok()?.get(META_CLIENT_INFO);
        Self::from_raw(params.get("clientInfo").or_else(meta)?)
    }

    fn from_raw(info: &RawValue) -> Option<Self> {
        let info = Members::parse(info.get()).ok()?;
        let text = |key| Some(truncate_chars(&decode_string(info.get(key)?)?, MAX_TEXT_CHARS).into_owned());
        Some(Self { name: text("name")?, version: text("version") })
    }
}

/// The client of one session and its calls.
#[derive(Debug)]
pub struct ClientStats {
    /// Unique within this process.
    pub connection_id: u64,
    client: OnceLock<ClientInfo>,
    connected_at: SystemTime,
    calls: AtomicU64,
    /// Unix milliseconds; zero before the first call.
    last_call_millis: AtomicU64,
}

/// A copy of [`ClientStats`] at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientSnapshot {
    pub client: Option<ClientInfo>,
    pub connected_at: SystemTime,
    pub calls: u64,
    pub last_call: Option<SystemTime>,
}

/// Returns an id that is unique within this process.
pub fn next_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Default for ClientStats {
    fn default() -> Self {
        Self {
            connection_id: next_id(),
            client: OnceLock::new(),
            connected_at: SystemTime::now(),
            calls: AtomicU64::new(0),
            last_call_millis: AtomicU64::new(0),
        }
    }
}

impl ClientStats {
    /// Records the client that sent this request. Only the first counts: the client that opened the session.
    pub fn record_client(&self, message: &Frame) {
        if self.client.get().is_none()
            && let Some(client) = ClientInfo::from_request(message)
        {
            let _ = self.client.set(client);
        }
    }

    pub fn record_call(&self) {
        self.calls.fetch_add(1, Ordering::Relaxed);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.last_call_millis.store(u64::try_from(now.as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    pub fn client_name(&self) -> Option<String> {
        self.client.get().map(|client| client.name.clone())
    }

    pub fn snapshot(&self) -> ClientSnapshot {
        let last = self.last_call_millis.load(Ordering::Relaxed);
        ClientSnapshot {
            client: self.client.get().cloned(),
            connected_at: self.connected_at,
            calls: self.calls.load(Ordering::Relaxed),
            last_call: (last > 0).then(|| UNIX_EPOCH + Duration::from_millis(last)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn client_info_is_read_from_initialize_or_request_meta() {
        let client = |name: &str, version: Option<&str>| {
            Some(ClientInfo { name: name.to_owned(), version: version.map(str::to_owned) })
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
            assert_eq!(ClientInfo::from_request(&Frame::parse(text).unwrap()), expected, "{text}");
        }
    }

    #[test]
    fn first_client_info_wins() {
        let stats = ClientStats::default();
        assert_eq!((stats.snapshot().client, stats.snapshot().last_call), (None, None));
        for name in ["first", "second"] {
            let text = format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"clientInfo":{{"name":"{name}"}}}}}}"#
            );
            stats.record_client(&Frame::parse(&text).unwrap());
        }
        stats.record_call();
        let seen = stats.snapshot();
        assert_eq!((stats.client_name().as_deref(), seen.calls), (Some("first"), 1));
        assert!(seen.last_call.is_some());
    }
}
