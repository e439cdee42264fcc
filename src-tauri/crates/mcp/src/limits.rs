//! Time-outs and size limits for connections to servers.

use std::time::Duration;

#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// From the start of the command to the end of the handshake. Long enough for a first `npx` download. Applies
    /// again to each reconnect with another lifecycle.
    pub connect_timeout: Duration,
    /// For one request other than a tool call.
    pub request_timeout: Duration,
    /// For a tool call, restarted by every progress notification.
    pub call_timeout: Duration,
    /// For all pages of `tools/list`.
    pub list_timeout: Duration,
    pub max_pages: usize,
    pub max_tools: usize,
    /// Length of one tool. A longer one is skipped and reported.
    pub max_tool_bytes: usize,
    /// Length of one message, and of all tools together.
    pub max_bytes: usize,
}

impl Limits {
    /// Uses one time-out for the handshake, requests and calls, and at least that for the list.
    pub fn with_timeout(self, timeout: Duration) -> Self {
        let list = self.list_timeout.max(timeout);
        Self {
            connect_timeout: timeout,
            request_timeout: timeout,
            call_timeout: timeout,
            list_timeout: list,
            ..self
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect_timeout: Duration::from_secs(60),
            request_timeout: Duration::from_secs(30),
            call_timeout: Duration::from_secs(30 * 60),
            list_timeout: Duration::from_secs(120),
            max_pages: 1_000,
            max_tools: 100_000,
            max_tool_bytes: 1 << 20,
            max_bytes: 64 << 20,
        }
    }
}
