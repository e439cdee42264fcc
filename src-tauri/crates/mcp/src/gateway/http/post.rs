//! `POST`: a client's message and its response.

use std::sync::Arc;

use bytes::Bytes;
use hintsmith_core::json::Members;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderValue};
use hyper::{HeaderMap, Request, Response, StatusCode};
use serde_json::value::RawValue;
use tokio::time::timeout;

use crate::gateway::http::body::{Body, Events, Reader};
use crate::gateway::http::sessions::Used;
use crate::gateway::http::stateless;
use crate::gateway::http::streams::{SESSION, accepts, empty, stream, version};
use crate::gateway::http::token::Holder;
use crate::gateway::http::{HttpRefusal, HttpServer, json, refused};
use crate::gateway::outbound::{OutboundKind, OutboundQueue};
use crate::gateway::session::Session;
use crate::jsonrpc::frame::{Frame, ParsedLine};

impl HttpServer {
    pub(super) async fn post<B>(&self, request: Request<B>, holder: Holder) -> Response<Body>
    where
        B: hyper::body::Body<Data = Bytes> + Send,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let (head, body) = request.into_parts();
        let is_stateless = !head.headers.contains_key(SESSION) && stateless::is_meant(&head.headers);
        let fit = self.is_fit(&head.headers);
        if let Err(refusal) = fit.and_then(|()| if is_stateless { Ok(()) } else { version(&head.headers) }) {
            return refusal.into();
        }
        // The session is checked before the body is read.
        let used = match head.headers.contains_key(SESSION) {
            true => match self.session(&head.headers, &holder) {
                Ok(used) => Some(used),
                Err(refusal) => return refusal.into(),
            },
            false => None,
        };
        if body.size_hint().lower() > self.settings.bounds.body as u64 {
            return self.too_large();
        }
        let body = Limited::new(body, self.settings.bounds.body).collect();
        let body = match timeout(self.settings.bounds.body_time, body).await {
            Ok(Ok(body)) => body.to_bytes(),
            Ok(Err(error)) if error.is::<LengthLimitError>() => return self.too_large(),
            Ok(Err(_)) => return refused(StatusCode::BAD_REQUEST, "the message did not arrive whole"),
            Err(_) => return refused(StatusCode::REQUEST_TIMEOUT, "the message takes too long to arrive"),
        };
        let Ok(text) = std::str::from_utf8(&body) else {
            return refused(StatusCode::BAD_REQUEST, "the message is not UTF-8");
        };
        match (used, ParsedLine::parse(text.trim_ascii())) {
            (_, ParsedLine::NotJson) => refused(StatusCode::BAD_REQUEST, "the message is not JSON"),
            (Some(used), ParsedLine::One(message)) => self.one(used, text.trim_ascii(), &message).await,
            (Some(used), ParsedLine::Batch(items)) => self.batch(used, &items).await,
            (None, ParsedLine::One(message)) if is_stateless => {
                self.stateless(text.trim_ascii(), &message, &head.headers).await
            }
            (None, ParsedLine::One(message)) if message.method() == "initialize" => {
                self.enter(text.trim_ascii(), &message, holder).await
            }
            (None, _) => refused(StatusCode::BAD_REQUEST, "a session is needed: begin with initialize"),
        }
    }

    fn is_fit(&self, headers: &HeaderMap) -> Result<(), HttpRefusal> {
        let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        // Requests that a page can send without a CORS preflight are never JSON.
        if !kind.eq_ignore_ascii_case("application/json") || headers.contains_key(CONTENT_ENCODING) {
            self.offer.counts.refused.add();
            return Err(HttpRefusal(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "a message is plain application/json",
            ));
        }
        if !accepts(headers, "application/json") || !accepts(headers, "text/event-stream") {
            return Err(HttpRefusal(
                StatusCode::NOT_ACCEPTABLE,
                "answers are JSON or a stream of events: accept both",
            ));
        }
        Ok(())
    }

    fn too_large(&self) -> Response<Body> {
        self.offer.counts.refused.add();
        refused(StatusCode::PAYLOAD_TOO_LARGE, "the message is too large")
    }

    async fn one(&self, used: Used, text: &str, message: &Frame<'_>) -> Response<Body> {
        let reader = Reader::new(Arc::new(OutboundQueue::default()));
        match used.session.take(text, message, &reader.mailbox) {
            true => self.reply(reader, Some(used), 1).await,
            false => empty(StatusCode::ACCEPTED),
        }
    }

    /// Handles a batch, which only protocol version 2025-03-26 allows.
    async fn batch(&self, used: Used, items: &[&RawValue]) -> Response<Body> {
        let messages: Option<Vec<Frame>> = items.iter().map(|item| Frame::parse(item.get())).collect();
        let Some(messages) = messages.filter(|_| used.session.state().version == "2025-03-26") else {
            return refused(StatusCode::BAD_REQUEST, "one message at a time");
        };
        let reader = Reader::new(Arc::new(OutboundQueue::default()));
        let taken = items.iter().zip(&messages);
        let taken = taken.filter(|(item, message)| used.session.take(item.get(), message, &reader.mailbox));
        match taken.count() {
            0 => empty(StatusCode::ACCEPTED),
            answers => self.reply(reader, Some(used), answers).await,
        }
    }

    /// Handles `initialize`: opens a session if its servers can be reached.
    async fn enter(&self, text: &str, message: &Frame<'_>, holder: Holder) -> Response<Body> {
        if !self.sessions.has_room() {
            return refused(StatusCode::SERVICE_UNAVAILABLE, "there are too many sessions");
        }
        let session = Session::new(&self.offer, &self.tasks, self.ended.child_token());
        // A client that disconnects before the response never learns the session id.
        let unless_kept = session.stop.clone().drop_guard();
        let reader = Reader::new(Arc::new(OutboundQueue::default()));
        session.take(text, message, &reader.mailbox);
        let Some(first) = reader.mailbox.next().await else {
            return refused(StatusCode::INTERNAL_SERVER_ERROR, "the session ended");
        };
        if first.kind != OutboundKind::Result {
            return json(StatusCode::OK, first.text);
        }
        let Some(id) = self.sessions.add(&session, holder) else {
            return refused(StatusCode::SERVICE_UNAVAILABLE, "there are too many sessions");
        };
        unless_kept.disarm();
        let mut response = json(StatusCode::OK, first.text);
        response.headers_mut().extend(HeaderValue::try_from(id).ok().map(|id| (SESSION_NAME, id)));
        response
    }

    /// Responds with plain JSON if the response is the first message. Starts an event stream if a server sends
    /// something before it, or if it takes longer than the keep-alive interval.
    pub(super) async fn reply(&self, reader: Reader, used: Option<Used>, answers: usize) -> Response<Body> {
        let keep_alive = self.settings.bounds.keep_alive;
        let first = match timeout(keep_alive, reader.mailbox.next()).await {
            Ok(Some(first)) => first,
            Ok(None) => return refused(StatusCode::INTERNAL_SERVER_ERROR, "the session ended"),
            Err(_) => {
                return stream(Events {
                    reader,
                    first: None,
                    answers: Some(answers),
                    keep_alive,
                    _used: used,
                });
            }
        };
        if answers == 1 && matches!(first.kind, OutboundKind::Result | OutboundKind::Error) {
            let code = if first.kind == OutboundKind::Error { code(&first.text) } else { None };
            let mut response = json(StatusCode::OK, first.text);
            code.map(|code| response.extensions_mut().insert(stateless::ErrorCode(code)));
            return response;
        }
        stream(Events { reader, first: Some(first), answers: Some(answers), keep_alive, _used: used })
    }
}

/// Returns the code of an error response.
fn code(text: &[u8]) -> Option<i32> {
    let message = std::str::from_utf8(text).ok().and_then(Frame::parse)?;
    Members::parse(message.error?.get()).ok()?.get("code")?.get().parse().ok()
}

const SESSION_NAME: hyper::header::HeaderName = hyper::header::HeaderName::from_static(SESSION);
