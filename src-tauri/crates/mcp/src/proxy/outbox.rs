//! Messages of our own on their way to a side whose pipe somebody else writes to.
//!
//! Whoever makes an answer must not wait for the pipe it goes into: that side may be blocked on us. So answers are put
//! here, and only when too much of them lies unread does the maker stop reading for more.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::jsonrpc::splice::one_line;

/// Past this, no more is read that could need an answer.
const ROOM: usize = 1 << 20;

#[derive(Debug, Default)]
pub struct Outbox {
    bytes: Mutex<Vec<u8>>,
    filled: Notify,
    drained: Notify,
}

impl Outbox {
    /// Adds one message as one line.
    pub fn push(&self, line: &str) {
        let mut bytes = self.bytes();
        let start = bytes.len();
        bytes.extend_from_slice(line.as_bytes());
        one_line(&mut bytes[start..]);
        bytes.push(b'\n');
        drop(bytes);
        self.filled.notify_one();
    }

    /// Resolves when something was put in since it was last emptied.
    pub async fn filled(&self) {
        self.filled.notified().await;
    }

    pub fn empty_into(&self, out: &mut Vec<u8>) {
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

    pub async fn has_room(&self) {
        while self.bytes().len() > ROOM {
            self.drained.notified().await;
        }
    }

    fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        // The bytes are whole lines between any two statements, so a panic elsewhere does not spoil them.
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
