//! Response bodies: a single message or an event stream.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use futures_util::Stream;
use futures_util::stream::unfold;
use http_body_util::Full;
use hyper::body::{Frame, SizeHint};
use tokio::time::timeout;

use crate::gateway::http::sessions::SessionLease;
use crate::gateway::outbound::{OutboundKind, OutboundMessage, OutboundQueue};
use crate::gateway::session::Session;

pub enum Body {
    Complete(Full<Bytes>),
    Events(Pin<Box<dyn Stream<Item = Bytes> + Send>>),
}

impl hyper::body::Body for Body {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match self.get_mut() {
            Self::Complete(whole) => Pin::new(whole).poll_frame(context),
            Self::Events(events) => {
                events.as_mut().poll_next(context).map(|event| event.map(|event| Ok(Frame::data(event))))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            Self::Complete(whole) => whole.is_end_stream(),
            Self::Events(_) => false,
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Complete(whole) => whole.size_hint(),
            Self::Events(_) => SizeHint::default(),
        }
    }
}

/// Reader of an outbound queue. Dropping it, because the client disconnected, closes the queue.
pub struct QueueReader {
    pub queue: Arc<OutboundQueue>,
    /// Session whose requests are cancelled on drop: 2026-07-28 has no other way to cancel over HTTP.
    pub cancels_on_drop: Option<Arc<Session>>,
}

impl QueueReader {
    pub fn new(queue: Arc<OutboundQueue>) -> Self {
        Self { queue, cancels_on_drop: None }
    }
}

impl Drop for QueueReader {
    fn drop(&mut self) {
        self.queue.close();
        if let Some(session) = &self.cancels_on_drop {
            session.cancel_stream_requests(&self.queue);
        }
    }
}

/// State of an event stream.
pub struct EventStream {
    pub reader: QueueReader,
    pub first_message: Option<OutboundMessage>,
    /// Responses until the stream ends; `None` if it stays open until the session ends.
    pub remaining_responses: Option<usize>,
    pub keep_alive: Duration,
    /// Keeps the session from expiring while the stream is open.
    pub _lease: Option<SessionLease>,
}

/// Streams the messages of a queue as events. The next one is taken when the connection has room for it.
pub fn event_stream_body(stream: EventStream) -> Body {
    Body::Events(Box::pin(unfold(stream, |mut stream| async move {
        if stream.remaining_responses == Some(0) {
            return None;
        }
        let item = match stream.first_message.take() {
            Some(first) => first,
            None => match timeout(stream.keep_alive, stream.reader.queue.next()).await {
                Ok(item) => item?,
                Err(_) => return Some((Bytes::from_static(b":\n\n"), stream)),
            },
        };
        if let (Some(answers), true) = (&mut stream.remaining_responses, item.kind != OutboundKind::Other) {
            *answers -= 1;
        }
        let event = match item.kind {
            // The body must not contain an empty chunk before its end, so a comment is sent.
            OutboundKind::Cancelled => Bytes::from_static(b":\n\n"),
            _ => format_event(&item.text),
        };
        Some((event, stream))
    })))
}

/// A message is a single line, so it fits one `data` field.
fn format_event(text: &[u8]) -> Bytes {
    let mut event = Vec::with_capacity(text.len() + 24);
    event.extend_from_slice(b"event: message\ndata: ");
    event.extend_from_slice(text);
    event.extend_from_slice(b"\n\n");
    event.into()
}
