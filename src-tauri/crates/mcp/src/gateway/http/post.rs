//! `POST`: a client's message and its response.

use std::sync::Arc;

use bytes::Bytes;
use hintsmith_core::text::json::Members;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderValue};
use hyper::{HeaderMap, Request, Response, StatusCode};
use serde_json::value::RawValue;
use tokio::time::timeout;

use crate::gateway::http::body::{Body, EventStream, QueueReader};
use crate::gateway::http::sessions::SessionLease;
use crate::gateway::http::stateless;
use crate::gateway::http::streams::{
    SESSION_HEADER, accepts, check_version, empty_response, event_stream_response,
};
use crate::gateway::http::token::TokenHolder;
use crate::gateway::http::{HttpRefusal, HttpServer, error_response, json_response};
use crate::gateway::outbound::{OutboundKind, OutboundQueue};
use crate::gateway::session::Session;
use crate::jsonrpc::frame::{Frame, ParsedLine};

impl HttpServer {
    pub(super) async fn handle_post<B>(&self, request: Request<B>, holder: TokenHolder) -> Response<Body>
    where
        B: hyper::body::Body<Data = Bytes> + Send,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let (head, body) = request.into_parts();
        let is_stateless =
            !head.headers.contains_key(SESSION_HEADER) && stateless::is_stateless_request(&head.headers);
        let checked = self.check_content_headers(&head.headers);
        if let Err(refusal) =
            checked.and_then(|()| if is_stateless { Ok(()) } else { check_version(&head.headers) })
        {
            return refusal.into();
        }
        // The session is checked before the body is read.
        let lease = match head.headers.contains_key(SESSION_HEADER) {
            true => match self.find_session(&head.headers, &holder) {
                Ok(lease) => Some(lease),
                Err(refusal) => return refusal.into(),
            },
            false => None,
        };
        if body.size_hint().lower() > self.config.limits.body_bytes as u64 {
            return self.payload_too_large();
        }
        let body = Limited::new(body, self.config.limits.body_bytes).collect();
        let body = match timeout(self.config.limits.body_timeout, body).await {
            Ok(Ok(body)) => body.to_bytes(),
            Ok(Err(error)) if error.is::<LengthLimitError>() => return self.payload_too_large(),
            Ok(Err(_)) => return error_response(StatusCode::BAD_REQUEST, "the request body is incomplete"),
            Err(_) => {
                return error_response(StatusCode::REQUEST_TIMEOUT, "request timeout");
            }
        };
        let Ok(text) = std::str::from_utf8(&body) else {
            return error_response(StatusCode::BAD_REQUEST, "the request body is not UTF-8");
        };
        match (lease, ParsedLine::parse(text.trim_ascii())) {
            (_, ParsedLine::NotJson) => {
                error_response(StatusCode::BAD_REQUEST, "the request body is not JSON")
            }
            (Some(lease), ParsedLine::Single(message)) => {
                self.handle_message(lease, text.trim_ascii(), &message).await
            }
            (Some(lease), ParsedLine::Batch(items)) => self.handle_batch(lease, &items).await,
            (None, ParsedLine::Single(message)) if is_stateless => {
                self.handle_stateless(text.trim_ascii(), &message, &head.headers).await
            }
            (None, ParsedLine::Single(message)) if message.method() == "initialize" => {
                self.open_session(text.trim_ascii(), &message, holder).await
            }
            (None, _) => error_response(StatusCode::BAD_REQUEST, "missing session: send initialize first"),
        }
    }

    fn check_content_headers(&self, headers: &HeaderMap) -> Result<(), HttpRefusal> {
        let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        // Requests that a page can send without a CORS preflight are never JSON.
        if !kind.eq_ignore_ascii_case("application/json") || headers.contains_key(CONTENT_ENCODING) {
            self.context.metrics.refused_requests.increment();
            return Err(HttpRefusal(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "unsupported media type: send application/json without content encoding",
            ));
        }
        if !accepts(headers, "application/json") || !accepts(headers, "text/event-stream") {
            return Err(HttpRefusal(
                StatusCode::NOT_ACCEPTABLE,
                "not acceptable: Accept must include application/json and text/event-stream",
            ));
        }
        Ok(())
    }

    fn payload_too_large(&self) -> Response<Body> {
        self.context.metrics.refused_requests.increment();
        error_response(StatusCode::PAYLOAD_TOO_LARGE, "payload too large")
    }

    async fn handle_message(&self, lease: SessionLease, text: &str, message: &Frame<'_>) -> Response<Body> {
        let reader = QueueReader::new(Arc::new(OutboundQueue::default()));
        match lease.session.handle_client_message(text, message, &reader.queue) {
            true => self.respond(reader, Some(lease), 1).await,
            false => empty_response(StatusCode::ACCEPTED),
        }
    }

    /// Handles a batch, which only protocol version 2025-03-26 allows.
    async fn handle_batch(&self, lease: SessionLease, items: &[&RawValue]) -> Response<Body> {
        let messages: Option<Vec<Frame>> = items.iter().map(|item| Frame::parse(item.get())).collect();
        let Some(messages) = messages.filter(|_| lease.session.state().version == "2025-03-26") else {
            return error_response(
                StatusCode::BAD_REQUEST,
                "batches are not supported in this protocol version",
            );
        };
        let reader = QueueReader::new(Arc::new(OutboundQueue::default()));
        let taken = items.iter().zip(&messages);
        let taken = taken.filter(|(item, message)| {
            lease.session.handle_client_message(item.get(), message, &reader.queue)
        });
        match taken.count() {
            0 => empty_response(StatusCode::ACCEPTED),
            answers => self.respond(reader, Some(lease), answers).await,
        }
    }

    /// Handles `initialize`: opens a session if its servers can be reached.
    async fn open_session(&self, text: &str, message: &Frame<'_>, holder: TokenHolder) -> Response<Body> {
        if !self.sessions.has_capacity() {
            return error_response(StatusCode::SERVICE_UNAVAILABLE, "too many sessions");
        }
        let session = Session::new(&self.context, &self.tasks, self.shutdown.child_token());
        // A client that disconnects before the response never learns the session id.
        let unless_kept = session.stop.clone().drop_guard();
        let reader = QueueReader::new(Arc::new(OutboundQueue::default()));
        session.handle_client_message(text, message, &reader.queue);
        let Some(first) = reader.queue.next().await else {
            return error_response(StatusCode::INTERNAL_SERVER_ERROR, "the session ended");
        };
        if first.kind != OutboundKind::Result {
            return json_response(StatusCode::OK, first.text);
        }
        let Some(id) = self.sessions.add(&session, holder) else {
            return error_response(StatusCode::SERVICE_UNAVAILABLE, "too many sessions");
        };
        unless_kept.disarm();
        let mut response = json_response(StatusCode::OK, first.text);
        response.headers_mut().extend(HeaderValue::try_from(id).ok().map(|id| (SESSION_HEADER_NAME, id)));
        response
    }

    /// Responds with plain JSON if the response is the first message. Starts an event stream if a server sends
    /// something before it, or if it takes longer than the keep-alive interval.
    pub(super) async fn respond(
        &self,
        reader: QueueReader,
        lease: Option<SessionLease>,
        response_count: usize,
    ) -> Response<Body> {
        let keep_alive = self.config.limits.keep_alive_interval;
        let first = match timeout(keep_alive, reader.queue.next()).await {
            Ok(Some(first)) => first,
            Ok(None) => return error_response(StatusCode::INTERNAL_SERVER_ERROR, "the session ended"),
            Err(_) => {
                return event_stream_response(EventStream {
                    reader,
                    first_message: None,
                    remaining_responses: Some(response_count),
                    keep_alive,
                    _lease: lease,
                });
            }
        };
        if response_count == 1 && matches!(first.kind, OutboundKind::Result | OutboundKind::Error) {
            let code = if first.kind == OutboundKind::Error { error_code(&first.text) } else { None };
            let mut response = json_response(StatusCode::OK, first.text);
            code.map(|code| response.extensions_mut().insert(stateless::ErrorCode(code)));
            return response;
        }
        event_stream_response(EventStream {
            reader,
            first_message: Some(first),
            remaining_responses: Some(response_count),
            keep_alive,
            _lease: lease,
        })
    }
}

/// Returns the code of an error response.
fn error_code(text: &[u8]) -> Option<i32> {
    let message = std::str::from_utf8(text).ok().and_then(Frame::parse)?;
    Members::parse(message.error?.get()).ok()?.get("code")?.get().parse().ok()
}

const SESSION_HEADER_NAME: hyper::header::HeaderName = hyper::header::HeaderName::from_static(SESSION_HEADER);
