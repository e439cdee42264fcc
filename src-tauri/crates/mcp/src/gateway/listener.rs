//! The client's stream for messages that belong to no request.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::gateway::outbound::{OutboundKind, OutboundQueue};

/// Limits of the backlog for a client without an open stream.
const MAX_BACKLOG_MESSAGES: usize = 256;
const MAX_BACKLOG_BYTES: usize = 1 << 20;

#[derive(Debug, Default)]
pub struct Listener {
    queue: Option<Arc<OutboundQueue>>,
    backlog: VecDeque<Vec<u8>>,
    backlog_bytes: usize,
}

impl Listener {
    /// Opens a new stream with the backlog and ends the previous one.
    pub fn open(&mut self) -> Arc<OutboundQueue> {
        let queue = Arc::new(OutboundQueue::default());
        for message in std::mem::take(&mut self.backlog) {
            queue.push(message, OutboundKind::Other);
        }
        self.backlog_bytes = 0;
        if let Some(before) = self.queue.replace(Arc::clone(&queue)) {
            before.finish();
        }
        queue
    }

    pub fn is_open(&self) -> bool {
        self.queue.as_ref().is_some_and(|queue| !queue.is_closed())
    }

    /// Pushes a message, or keeps it until a stream is opened. Returns the queue if it is congested.
    pub fn push(&mut self, text: Vec<u8>) -> Option<Arc<OutboundQueue>> {
        if let Some(queue) = self.queue.as_ref().filter(|queue| !queue.is_closed()) {
            queue.push(text, OutboundKind::Other);
            return queue.is_congested().then(|| Arc::clone(queue));
        }
        self.push_backlog(text);
        None
    }

    /// Pushes a `list_changed` notification unless the same one is still unread.
    pub fn push_list_changed(&mut self, text: Vec<u8>) {
        if let Some(queue) = self.queue.as_ref().filter(|queue| !queue.is_closed()) {
            queue.push_list_changed(text);
        } else if !self.backlog.contains(&text) {
            self.push_backlog(text);
        }
    }

    fn push_backlog(&mut self, text: Vec<u8>) {
        self.queue = None;
        if self.backlog.len() < MAX_BACKLOG_MESSAGES && self.backlog_bytes + text.len() <= MAX_BACKLOG_BYTES {
            self.backlog_bytes += text.len();
            self.backlog.push_back(text);
        }
    }

    pub fn finish(&mut self) {
        if let Some(queue) = self.queue.take() {
            queue.finish();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backlog_is_bounded_and_delivered_on_open() {
        let mut listener = Listener::default();
        for number in 0..MAX_BACKLOG_MESSAGES + 10 {
            listener.push(vec![b'x'; number.min(9)]);
        }
        listener.push(vec![0; MAX_BACKLOG_BYTES]);
        let queue = listener.open();
        assert_eq!(std::iter::from_fn(|| queue.try_next()).count(), MAX_BACKLOG_MESSAGES);
        let reopened = listener.open();
        assert!(queue.is_closed() && !reopened.is_closed());
        listener.push(b"heard".to_vec());
        assert_eq!(reopened.try_next().unwrap().text, b"heard");
    }
}
