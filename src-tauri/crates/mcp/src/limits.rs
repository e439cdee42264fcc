//! How long we wait for a server and how much we take from it.

use std::time::Duration;

#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// From the start of the command to the end of the handshake. Long enough for a first `npx` download. A server that
    /// has to be begun with anew, in another era, has it once more.
    pub connect: Duration,
    /// For one request.
    pub request: Duration,
    /// For a call of a tool; each word about its progress begins it anew.
    pub call: Duration,
    /// For the whole list.
    pub list: Duration,
    pub pages: usize,
    pub tools: usize,
    /// One tool. A longer one is left out, and said to be.
    pub tool_bytes: usize,
    /// One message, and the whole list.
    pub bytes: usize,
}

impl Limits {
    /// The same, with so long for each answer.
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
