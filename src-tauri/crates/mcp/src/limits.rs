//! Time-outs and size limits for connections to servers.

use std::time::Duration;

#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// From the start of the command to the end of the handshake. Long enough for a first `npx` download. Applies
    /// again to each reconnect with another lifecycle.
    pub connect: Duration,
    /// For one request other than a tool call.
    pub request: Duration,
    /// For a tool call, restarted by every progress notification.
    pub call: Duration,
    /// For all pages of `tools/list`.
    pub list: Duration,
    pub pages: usize,
    pub tools: usize,
    /// Length of one tool. A longer one is skipped and reported.
    pub tool_bytes: usize,
    /// Length of one message, and of all tools together.
    pub bytes: usize,
}

impl Limits {
    /// Uses one time-out for the handshake, requests and calls, and at least that for the list.
    pub fn patient(self, patience: Duration) -> Self {
        let list = self.list.max(patience);
        Self { connect: patience, request: patience, call: patience, list, ..self }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(60),
            request: Duration::from_secs(30),
            call: Duration::from_secs(30 * 60),
            list: Duration::from_secs(120),
            pages: 1_000,
            tools: 100_000,
            tool_bytes: 1 << 20,
            bytes: 64 << 20,
        }
    }
}
