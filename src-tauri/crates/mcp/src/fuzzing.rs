//! Internals exposed for `tests/fuzz`. Not an API.

use crate::gateway::{OutboundKind, OutboundQueue};
use crate::sse::SseParser;
use hintsmith_core::text::json_edit::Splices;

/// A message as it is written to a client after queueing.
pub fn queue_message(message: &[u8]) -> Vec<u8> {
    let queue = OutboundQueue::default();
    queue.push(message.to_vec(), OutboundKind::Other);
    queue.try_next().map(|item| item.text).unwrap_or_default()
}

/// The data of every event of a stream that arrives in these chunks; `None` when it exceeds the limit.
pub fn parse_events(chunks: &[&[u8]], limit: usize) -> Option<Vec<Vec<u8>>> {
    let (mut events, mut found) = (SseParser::new(limit), Vec::new());
    for piece in chunks {
        events.feed(piece, |event| found.extend(event.data.map(<[u8]>::to_vec))).ok()?;
    }
    Some(found)
}

/// Replaces a slice of a text by splicing.
pub fn replace_slice(text: &str, slice: &str, replacement: &str) -> String {
    let mut splices = Splices::new(text);
    splices.replace(slice, replacement);
    let mut out = Vec::new();
    splices.write(&mut out);
    String::from_utf8(out).unwrap_or_default()
}
