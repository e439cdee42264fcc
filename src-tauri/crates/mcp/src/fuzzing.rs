//! Internals exposed for `tests/fuzz`. Not an API.

use crate::gateway::{Events, OutboundKind, OutboundQueue};
use crate::jsonrpc::splice::Splices;

/// A message as it is written to a client after queueing.
pub fn queued(message: &[u8]) -> Vec<u8> {
    let mailbox = OutboundQueue::default();
    mailbox.push(message.to_vec(), OutboundKind::Other);
    mailbox.try_next().map(|item| item.text).unwrap_or_default()
}

/// The data of every event of a stream that arrives in these chunks; `None` when it exceeds the limit.
pub fn events(pieces: &[&[u8]], limit: usize) -> Option<Vec<Vec<u8>>> {
    let (mut events, mut found) = (Events::new(limit), Vec::new());
    for piece in pieces {
        events.feed(piece, |data| found.push(data.to_vec())).ok()?;
    }
    Some(found)
}

/// Replaces a slice of a text by splicing.
pub fn replaced(text: &str, part: &str, with: &str) -> String {
    let mut splices = Splices::new(text);
    splices.replace(part, with);
    let mut out = Vec::new();
    splices.write(&mut out);
    String::from_utf8(out).unwrap_or_default()
}
