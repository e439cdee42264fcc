//! Messages on their way to one stream of a client: the answer to a request, an open stream, or a pipe.
//!
//! Whoever puts a message in never waits. Whoever reads from a server waits until a crowded mailbox has room again, and
//! closes it when its client does not read for too long: a client that sleeps holds up nobody but itself.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// Past this, nothing more is read that could end here.
const ROOM: usize = 1 << 20;

#[derive(Debug)]
pub struct Item {
    /// One message in one line, without its newline.
    pub text: Vec<u8>,
    pub kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The answer to a request of this stream.
    Result,
    Error,
    /// A request or a notification of a server.
    Other,
    /// No answer will come: the client withdrew its request.
    Withdrawn,
}

#[derive(Debug, Default)]
pub struct Mailbox {
    inner: Mutex<Inner>,
    filled: Notify,
    drained: Notify,
}

#[derive(Debug, Default)]
struct Inner {
    items: VecDeque<Item>,
    bytes: usize,
    is_closed: bool,
}

impl Mailbox {
    /// False when nobody will read it.
    pub fn push(&self, text: Vec<u8>, kind: Kind) -> bool {
        let mut inner = self.inner();
        if inner.is_closed {
            return false;
        }
        inner.bytes += text.len();
        inner.items.push_back(Item { text, kind });
        drop(inner);
        self.filled.notify_one();
        true
    }

    /// The next message; nothing once it is closed. Nothing is lost when this is cancelled.
    pub async fn next(&self) -> Option<Item> {
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
    pub fn try_next(&self) -> Option<Item> {
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

    pub async fn has_room(&self) {
        while self.is_crowded() {
            self.drained.notified().await;
        }
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
