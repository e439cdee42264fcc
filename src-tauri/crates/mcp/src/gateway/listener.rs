//! The client's stream for messages that belong to no request.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::gateway::outbound::{OutboundKind, OutboundQueue};

/// Limits of the backlog for a client without an open stream.
const MESSAGES: usize = 256;
const BYTES: usize = 1 << 20;

#[derive(Debug, Default)]
pub struct Listener {
    mailbox: Option<Arc<OutboundQueue>>,
    backlog: VecDeque<Vec<u8>>,
    bytes: usize,
}

impl Listener {
    /// Opens a new stream with the backlog and ends the previous one.
    pub fn open(&mut self) -> Arc<OutboundQueue> {
        let mailbox = Arc::new(OutboundQueue::default());
        for message in std::mem::take(&mut self.backlog) {
            mailbox.push(message, OutboundKind::Other);
        }
        self.bytes = 0;
        if let Some(before) = self.mailbox.replace(Arc::clone(&mailbox)) {
            before.end();
        }
        mailbox
    }

    pub fn is_open(&self) -> bool {
        self.mailbox.as_ref().is_some_and(|mailbox| !mailbox.is_closed())
    }

    /// Pushes a message, or keeps it until a stream is opened. Returns the queue if it is congested.
    pub fn push(&mut self, text: Vec<u8>) -> Option<Arc<OutboundQueue>> {
        if let Some(mailbox) = self.mailbox.as_ref().filter(|mailbox| !mailbox.is_closed()) {
            mailbox.push(text, OutboundKind::Other);
            return mailbox.is_crowded().then(|| Arc::clone(mailbox));
        }
        self.keep(text);
        None
    }

    /// Pushes a `list_changed` notification unless the same one is still unread.
    pub fn push_news(&mut self, text: Vec<u8>) {
        if let Some(mailbox) = self.mailbox.as_ref().filter(|mailbox| !mailbox.is_closed()) {
            mailbox.push_news(text);
        } else if !self.backlog.contains(&text) {
            self.keep(text);
        }
    }

    fn keep(&mut self, text: Vec<u8>) {
        self.mailbox = None;
        if self.backlog.len() < MESSAGES && self.bytes + text.len() <= BYTES {
            self.bytes += text.len();
            self.backlog.push_back(text);
        }
    }

    pub fn end(&mut self) {
        if let Some(mailbox) = self.mailbox.take() {
            mailbox.end();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_before_somebody_listens_is_kept_within_bounds() {
        let mut listener = Listener::default();
        for number in 0..MESSAGES + 10 {
            listener.push(vec![b'x'; number.min(9)]);
        }
        listener.push(vec![0; BYTES]);
        let mailbox = listener.open();
        assert_eq!(std::iter::from_fn(|| mailbox.try_next()).count(), MESSAGES);
        let again = listener.open();
        assert!(mailbox.is_closed() && !again.is_closed());
        listener.push(b"heard".to_vec());
        assert_eq!(again.try_next().unwrap().text, b"heard");
    }
}
