//! The body of an answer: one message, or a stream of events.

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

use crate::gateway::http::sessions::Used;
use crate::gateway::outbound::{OutboundKind, OutboundMessage, OutboundQueue};
use crate::gateway::session::Session;

pub enum Body {
    Whole(Full<Bytes>),
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
            Self::Whole(whole) => Pin::new(whole).poll_frame(context),
            Self::Events(events) => {
                events.as_mut().poll_next(context).map(|event| event.map(|event| Ok(Frame::data(event))))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            Self::Whole(whole) => whole.is_end_stream(),
            Self::Events(_) => false,
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Whole(whole) => whole.size_hint(),
            Self::Events(_) => SizeHint::default(),
        }
    }
}

/// Whoever reads a mailbox. When it goes away, because the client did, nothing more is put in.
pub struct Reader {
    pub mailbox: Arc<OutboundQueue>,
    /// Going away withdraws what was asked: the newer protocol has no other way.
    pub withdraws: Option<Arc<Session>>,
}

impl Reader {
    pub fn new(mailbox: Arc<OutboundQueue>) -> Self {
        Self { mailbox, withdraws: None }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.mailbox.close();
        if let Some(session) = &self.withdraws {
            session.abandon(&self.mailbox);
        }
    }
}

/// What a stream still has to bring.
pub struct Events {
    pub reader: Reader,
    pub first: Option<OutboundMessage>,
    /// How many answers end it; nothing for a stream that is open until the session ends.
    pub answers: Option<usize>,
    pub keep_alive: Duration,
    /// While it is open the session does not end for idleness.
    pub _used: Option<Used>,
}

/// The messages of a mailbox as events. The next one is taken when the connection has room for it.
pub fn events(events: Events) -> Body {
    Body::Events(Box::pin(unfold(events, |mut events| async move {
        if events.answers == Some(0) {
            return None;
        }
        let item = match events.first.take() {
            Some(first) => first,
            None => match timeout(events.keep_alive, events.reader.mailbox.next()).await {
                Ok(item) => item?,
                Err(_) => return Some((Bytes::from_static(b":\n\n"), events)),
            },
        };
        if let (Some(answers), true) = (&mut events.answers, item.kind != OutboundKind::Other) {
            *answers -= 1;
        }
        let event = match item.kind {
            // A body may not be empty before its end, so it is a comment.
            OutboundKind::Withdrawn => Bytes::from_static(b":\n\n"),
            _ => event(&item.text),
        };
        Some((event, events))
    })))
}

/// A message is one line, so it is one field of an event.
fn event(text: &[u8]) -> Bytes {
    let mut event = Vec::with_capacity(text.len() + 24);
    event.extend_from_slice(b"event: message\ndata: ");
    event.extend_from_slice(text);
    event.extend_from_slice(b"\n\n");
    event.into()
}
