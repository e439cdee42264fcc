//! Outbound queue of one client stream: a response, an open event stream or stdout.
//!
//! Pushing never blocks. The reader of a server waits until a congested queue has room again, and closes the queue if
//! its client does not read for too long, so that a stalled client delays only itself.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use hintsmith_core::text::json_edit::replace_line_breaks;

/// Bytes above which a queue is congested and its servers are not read further.
const HIGH_WATER_BYTES: usize = 1 << 20;
/// Number of last messages checked for an equal `list_changed`; there are three such notifications.
const DEDUP_WINDOW: usize = 4;

#[derive(Debug)]
pub struct OutboundMessage {
    /// One message on one line, without the newline.
    pub text: Vec<u8>,
    pub kind: OutboundKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutboundKind {
    /// The response to a request of this stream.
    Result,
    Error,
    /// A request or notification of a server.
    Other,
    /// No response follows: the client cancelled the request.
    Cancelled,
}

#[derive(Debug, Default)]
pub struct OutboundQueue {
    inner: Mutex<Inner>,
    filled: Notify,
    drained: Notify,
}

#[derive(Debug, Default)]
struct Inner {
    items: VecDeque<OutboundMessage>,
    bytes: usize,
    is_closed: bool,
    /// A task already waits for the client to read.
    is_watched: bool,
}

impl OutboundQueue {
    /// Pushes a message. Returns false if the queue is closed.
    ///
    /// Every message to a client passes through here, to stdout (one line) or to an event stream (one `data` field).
    /// Servers may put line breaks between JSON tokens, and parts of their JSON are copied into gateway messages, so
    /// line breaks are replaced here for all messages.
    pub fn push(&self, mut text: Vec<u8>, kind: OutboundKind) -> bool {
        replace_line_breaks(&mut text);
        let mut inner = self.inner();
        if inner.is_closed {
            return false;
        }
        inner.bytes += text.len();
        inner.items.push_back(OutboundMessage { text, kind });
        drop(inner);
        self.filled.notify_one();
        true
    }

    /// Pushes a `list_changed` notification unless the same one is still unread, so that a burst results in one.
    pub fn push_list_changed(&self, mut text: Vec<u8>) -> bool {
        replace_line_breaks(&mut text);
        let is_waiting = |item: &OutboundMessage| item.kind == OutboundKind::Other && item.text == text;
        let is_told = self.inner().items.iter().rev().take(DEDUP_WINDOW).any(is_waiting);
        is_told || self.push(text, OutboundKind::Other)
    }

    /// Returns the next message, or `None` once the queue is closed and empty. Cancel safe.
    pub async fn next(&self) -> Option<OutboundMessage> {
        loop {
            let filled = self.filled.notified();
            if let Some(item) = self.try_next() {
                return Some(item);
            }
            if self.is_closed() {
                return None;
            }
            filled.await;
        }
    }

    /// Returns the next message without waiting.
    pub fn try_next(&self) -> Option<OutboundMessage> {
        let mut inner = self.inner();
        let item = inner.items.pop_front()?;
        inner.bytes -= item.text.len();
        drop(inner);
        self.drained.notify_one();
        Some(item)
    }

    pub fn is_congested(&self) -> bool {
        self.inner().bytes > HIGH_WATER_BYTES
    }

    pub fn bytes(&self) -> usize {
        self.inner().bytes
    }

    pub async fn wait_for_room(&self) {
        while self.is_congested() {
            self.drained.notified().await;
        }
    }

    /// Marks the queue as watched. Returns false if it was watched already.
    pub fn start_watch(&self) -> bool {
        !std::mem::replace(&mut self.inner().is_watched, true)
    }

    pub fn end_watch(&self) {
        self.inner().is_watched = false;
    }

    /// Accepts no more messages. Those in the queue can still be read.
    pub fn finish(&self) {
        self.inner().is_closed = true;
        self.filled.notify_one();
        self.drained.notify_one();
    }

    /// Discards all messages and accepts no more, because the reader is gone.
    pub fn close(&self) {
        let mut inner = self.inner();
        *inner = Inner { is_closed: true, ..Inner::default() };
        drop(inner);
        self.filled.notify_one();
        self.drained.notify_one();
    }

    pub fn is_closed(&self) -> bool {
        self.inner().is_closed
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        // The state is consistent between any two statements, so a panic elsewhere does not corrupt it.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The queue a message was pushed to, if its client does not read fast enough.
pub type Congested = Option<Arc<OutboundQueue>>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_list_changed_notifications_are_queued_once() {
        let queue = OutboundQueue::default();
        for _ in 0..1_000 {
            for text in ["tools", "prompts", "resources"] {
                assert!(queue.push_list_changed(text.into()));
            }
        }
        queue.push(b"log".to_vec(), OutboundKind::Other);
        queue.push(b"log".to_vec(), OutboundKind::Other);
        let read: Vec<Vec<u8>> = std::iter::from_fn(|| queue.try_next()).map(|item| item.text).collect();
        assert_eq!(
            read,
            [b"tools".to_vec(), b"prompts".to_vec(), b"resources".to_vec(), b"log".to_vec(), b"log".to_vec()]
        );
        queue.push_list_changed(b"tools".to_vec());
        assert_eq!(queue.try_next().unwrap().text, b"tools", "what was read is told again");
        queue.close();
        assert!(!queue.push_list_changed(b"tools".to_vec()));
    }
}
