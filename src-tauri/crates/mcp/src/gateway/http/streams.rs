//! `GET` and `DELETE`: the stream for unsolicited messages, and the end of a session.

use hyper::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use hyper::{HeaderMap, Request, Response, StatusCode};

use crate::gateway::http::body::{Body, EventStream, QueueReader, event_stream_body};
use crate::gateway::http::sessions::SessionLease;
use crate::gateway::http::token::TokenHolder;
use crate::gateway::http::{HttpRefusal, HttpServer, error_response};

pub const SESSION_HEADER: &str = "mcp-session-id";
pub const VERSION_HEADER: &str = "mcp-protocol-version";

/// Protocol versions that begin with a handshake.
const HANDSHAKE_VERSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

impl HttpServer {
    pub(super) fn handle_get<B>(&self, request: &Request<B>, holder: TokenHolder) -> Response<Body> {
        let lease = match self.find_session(request.headers(), &holder) {
            Ok(lease) => lease,
            Err(refusal) => return refusal.into(),
        };
        if !accepts(request.headers(), "text/event-stream") {
            return error_response(
                StatusCode::NOT_ACCEPTABLE,
                "not acceptable: Accept must include text/event-stream",
            );
        }
        let reader = QueueReader::new(lease.session.open_listener());
        let keep_alive = self.config.limits.keep_alive_interval;
        event_stream_response(EventStream {
            reader,
            first_message: None,
            remaining_responses: None,
            keep_alive,
            _lease: Some(lease),
        })
    }

    pub(super) fn handle_delete<B>(&self, request: &Request<B>, holder: TokenHolder) -> Response<Body> {
        match self.find_session(request.headers(), &holder) {
            Ok(lease) => {
                self.sessions.remove(&lease);
                empty_response(StatusCode::NO_CONTENT)
            }
            Err(refusal) => refusal.into(),
        }
    }

    /// Returns the session that the request names.
    pub(super) fn find_session(
        &self,
        headers: &HeaderMap,
        holder: &TokenHolder,
    ) -> Result<SessionLease, HttpRefusal> {
        check_version(headers)?;
        let mut ids = headers.get_all(SESSION_HEADER).iter();
        let (Some(id), None) = (ids.next(), ids.next()) else {
            return Err(HttpRefusal(
                StatusCode::BAD_REQUEST,
                "exactly one Mcp-Session-Id header is required",
            ));
        };
        let found = id.to_str().ok().and_then(|id| self.sessions.find(id, holder));
        found.ok_or(HttpRefusal(StatusCode::NOT_FOUND, "session not found"))
    }
}

/// Refuses unsupported versions. Without the header, the negotiated version applies.
pub(super) fn check_version(headers: &HeaderMap) -> Result<(), HttpRefusal> {
    let is_known =
        |value: &HeaderValue| HANDSHAKE_VERSIONS.iter().any(|known| known.as_bytes() == value.as_bytes());
    match headers.get_all(VERSION_HEADER).iter().all(is_known) {
        true => Ok(()),
        false => Err(HttpRefusal(StatusCode::BAD_REQUEST, "unsupported protocol version")),
    }
}

/// Returns whether the client accepts a media type. Without `Accept` it accepts any.
pub fn accepts(headers: &HeaderMap, media_type: &str) -> bool {
    let mut accepted = headers.get_all(ACCEPT).iter().peekable();
    if accepted.peek().is_none() {
        return true;
    }
    let family = media_type.split('/').next().unwrap_or_default();
    accepted.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')).any(|range| {
        let range = range.split(';').next().unwrap_or_default().trim();
        range.eq_ignore_ascii_case(media_type)
            || range == "*/*"
            || range.strip_suffix("/*").is_some_and(|one| one.eq_ignore_ascii_case(family))
    })
}

pub fn event_stream_response(stream: EventStream) -> Response<Body> {
    let mut response = Response::new(event_stream_body(stream));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // Asks a reverse proxy not to buffer events.
    response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

pub fn empty_response(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::Complete(http_body_util::Full::default()));
    *response.status_mut() = status;
    response
}
