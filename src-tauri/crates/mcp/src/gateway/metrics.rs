//! Gateway counters, exported in the Prometheus text format.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    pub fn increment(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

#[derive(Debug, Default)]
pub struct Metrics {
    /// Requests from clients, including refused ones.
    pub requests: Counter,
    /// Calls forwarded to a server.
    pub calls: Counter,
    /// Responses from servers that match no pending request.
    pub unmatched_responses: Counter,
    /// HTTP requests refused because of host, origin, token or size.
    pub refused_requests: Counter,
    pub sessions_opened: Counter,
    /// Lost connections to servers.
    pub connections_lost: Counter,
}

impl Metrics {
    /// Formats the counters for Prometheus. Contains no client or server data.
    pub(super) fn to_prometheus(&self, open_sessions: usize) -> String {
        let counters = [
            ("requests", "requests from clients", &self.requests),
            ("calls", "tool calls that reached a server", &self.calls),
            ("stray_answers", "responses that match no request", &self.unmatched_responses),
            ("refused", "rejected HTTP requests", &self.refused_requests),
            ("sessions_opened", "sessions opened", &self.sessions_opened),
            ("servers_lost", "lost connections to servers", &self.connections_lost),
        ];
        let mut text = String::new();
        for (name, help, count) in counters {
            let _ = write!(
                text,
                "# HELP hintsmith_{name}_total {help}\n# TYPE hintsmith_{name}_total counter\nhintsmith_{name}_total {}\n",
                count.get()
            );
        }
        let _ = write!(
            text,
            "# HELP hintsmith_sessions open sessions\n# TYPE hintsmith_sessions gauge\nhintsmith_sessions {open_sessions}\n"
        );
        text
    }
}
