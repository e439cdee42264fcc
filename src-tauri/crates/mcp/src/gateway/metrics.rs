//! What a gateway counts, for whoever watches it.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    pub fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

#[derive(Debug, Default)]
pub struct Metrics {
    /// Requests of clients, whatever became of them.
    pub requests: Counter,
    /// Calls that reached a server.
    pub calls: Counter,
    /// Answers of servers that nobody had asked for.
    pub stray_answers: Counter,
    /// Requests that the door refused: address, origin, token or size.
    pub refused: Counter,
    /// Sessions that were opened.
    pub sessions: Counter,
    /// Connections to servers that were lost.
    pub lost: Counter,
}

impl Metrics {
    /// In the text format of Prometheus. Nothing in it comes from a client or a server.
    pub(super) fn text(&self, open_sessions: usize) -> String {
        let counters = [
            ("requests", "requests of clients", &self.requests),
            ("calls", "tool calls that reached a server", &self.calls),
            ("stray_answers", "answers that nobody had asked for", &self.stray_answers),
            ("refused", "HTTP requests refused at the door", &self.refused),
            ("sessions_opened", "sessions opened", &self.sessions),
            ("servers_lost", "connections to servers lost", &self.lost),
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
