//! Messages on their way to one stream of a client: the answer to a request, an open stream, or a pipe.
//!
//! Whoever puts a message in never waits. Whoever reads from a server waits until a crowded mailbox has room again, and
//! closes it when its client does not read for too long: a client that sleeps holds up nobody but itself.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::jsonrpc::splice::one_line;

/// Past this, nothing more is read that could end here.
const ROOM: usize = 1 << 20;
/// So far back it is looked for whether news were told already: there are three kinds of lists.
const NEWS: usize = 4;

#[derive(Debug)]
pub struct OutboundMessage {
    /// One message in one line, without its newline.
    pub text: Vec<u8>,
    pub kind: OutboundKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutboundKind {
    /// The answer to a request of this stream.
    Result,
    Error,
    /// A request or a notification of a server.
    Other,
    /// No answer will come: the client withdrew its request.
    Withdrawn,
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
    /// Somebody waits already for its client to read.
    is_watched: bool,
}

impl OutboundQueue {
    /// False when nobody will read it.
    ///
    /// Every message to a client passes here, on its way to a pipe (one line) or to an event stream (one `data` field).
    /// Servers may put line breaks between the tokens of their JSON, and parts of it are copied into messages of ours, so
    /// line breaks are replaced here, whoever built the message.
    pub fn push(&self, mut text: Vec<u8>, kind: OutboundKind) -> bool {
        one_line(&mut text);
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

    /// The same for news, which need not be told again to a client that has not read them yet. Of a storm one is left.
    pub fn push_news(&self, mut text: Vec<u8>) -> bool {
        one_line(&mut text);
        let is_waiting = |item: &OutboundMessage| item.kind == OutboundKind::Other && item.text == text;
        let is_told = self.inner().items.iter().rev().take(NEWS).any(is_waiting);
        is_told || self.push(text, OutboundKind::Other)
    }

    /// The next message; nothing once it is closed. Nothing is lost when this is cancelled.
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

    /// What lies ready, without waiting.
    pub fn try_next(&self) -> Option<OutboundMessage> {
        let mut inner = self.inner();
        let item = inner.items.pop_front()?;
        inner.bytes -= item.text.len();
        drop(inner);
        self.drained.notify_one();
        Some(item)
    }

    pub fn is_crowded(&self) -> bool {
        self.inner().bytes > ROOM
    }

    pub fn bytes(&self) -> usize {
        self.inner().bytes
    }

    pub async fn has_room(&self) {
        while self.is_crowded() {
            self.drained.notified().await;
        }
    }

    /// Whether nobody else waits for its client to read; from now on whoever asked does.
    pub fn watch(&self) -> bool {
        !std::mem::replace(&mut self.inner().is_watched, true)
    }

    pub fn unwatch(&self) {
        self.inner().is_watched = false;
    }

    /// No more is put in. What is in it can still be read.
    pub fn end(&self) {
        self.inner().is_closed = true;
        self.filled.notify_one();
        self.drained.notify_one();
    }

    /// Nobody reads it any more.
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
        // It is whole between any two statements, so a panic elsewhere does not spoil it.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_storm_of_news_one_is_left_and_nothing_else_is() {
        let mailbox = OutboundQueue::default();
        for _ in 0..1_000 {
            for text in ["tools", "prompts", "resources"] {
                assert!(mailbox.push_news(text.into()));
            }
        }
        mailbox.push(b"log".to_vec(), OutboundKind::Other);
        mailbox.push(b"log".to_vec(), OutboundKind::Other);
        let read: Vec<Vec<u8>> = std::iter::from_fn(|| mailbox.try_next()).map(|item| item.text).collect();
        assert_eq!(
            read,
            [b"tools".to_vec(), b"prompts".to_vec(), b"resources".to_vec(), b"log".to_vec(), b"log".to_vec()]
        );
        mailbox.push_news(b"tools".to_vec());
        assert_eq!(mailbox.try_next().unwrap().text, b"tools", "what was read is told again");
        mailbox.close();
        assert!(!mailbox.push_news(b"tools".to_vec()));
    }
}
