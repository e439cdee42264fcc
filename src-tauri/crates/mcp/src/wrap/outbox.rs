//! Queue of the proxy's own messages to one side, which are written by the task that owns that side's pipe.
//!
//! The task that creates a response must not wait for the pipe it goes to: that side may be blocked on the proxy. Hence
//! the queue accepts everything, and its producer stops reading input only while too many bytes are queued.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use hintsmith_core::text::json_edit::replace_line_breaks;

/// Queued bytes above which no more input is read that could need a response.
const MAX_QUEUED_BYTES: usize = 1 << 20;

#[derive(Debug, Default)]
pub struct Outbox {
    bytes: Mutex<Vec<u8>>,
    filled: Notify,
    drained: Notify,
}

impl Outbox {
    /// Queues one message as one line.
    pub fn push(&self, line: &str) {
        let mut bytes = self.bytes();
        let start = bytes.len();
        bytes.extend_from_slice(line.as_bytes());
        replace_line_breaks(&mut bytes[start..]);
        bytes.push(b'\n');
        drop(bytes);
        self.filled.notify_one();
    }

    /// Resolves when a message was queued since the last drain.
    pub async fn wait_for_messages(&self) {
        self.filled.notified().await;
    }

    pub fn drain_into(&self, out: &mut Vec<u8>) {
        let mut bytes = self.bytes();
        if !bytes.is_empty() {
            out.append(&mut bytes);
            drop(bytes);
            self.drained.notify_one();
        }
    }

    pub fn is_empty(&self) -> bool {
        self.bytes().is_empty()
    }

    /// Resolves when the queued bytes are within the limit.
    pub async fn wait_for_capacity(&self) {
        while self.bytes().len() > MAX_QUEUED_BYTES {
            self.drained.notified().await;
        }
    }

    fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        // Poisoning is ignored: a panic elsewhere leaves the bytes as complete lines.
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
