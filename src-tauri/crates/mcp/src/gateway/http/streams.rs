//! `GET` and `DELETE`: the stream for unsolicited messages, and the end of a session.

use hyper::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use hyper::{HeaderMap, Request, Response, StatusCode};

use crate::gateway::http::body::{Body, Events, Reader, events};
use crate::gateway::http::sessions::Used;
use crate::gateway::http::token::Holder;
use crate::gateway::http::{HttpRefusal, HttpServer, refused};

pub const SESSION: &str = "mcp-session-id";
pub const VERSION_HEADER: &str = "mcp-protocol-version";

/// Protocol versions that begin with a handshake.
const HANDSHAKE: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

impl HttpServer {
    pub(super) fn listen<B>(&self, request: &Request<B>, holder: Holder) -> Response<Body> {
        let used = match self.session(request.headers(), &holder) {
            Ok(used) => used,
            Err(refusal) => return refusal.into(),
        };
        if !accepts(request.headers(), "text/event-stream") {
            return refused(StatusCode::NOT_ACCEPTABLE, "a stream of events is all there is here");
        }
        let reader = Reader::new(used.session.listen());
        let keep_alive = self.settings.bounds.keep_alive;
        stream(Events { reader, first: None, answers: None, keep_alive, _used: Some(used) })
    }

    pub(super) fn leave<B>(&self, request: &Request<B>, holder: Holder) -> Response<Body> {
        match self.session(request.headers(), &holder) {
            Ok(used) => {
                self.sessions.remove(&used);
                empty(StatusCode::NO_CONTENT)
            }
            Err(refusal) => refusal.into(),
        }
    }

    /// Returns the session that the request names.
    pub(super) fn session(&self, headers: &HeaderMap, holder: &Holder) -> Result<Used, HttpRefusal> {
        version(headers)?;
        let mut ids = headers.get_all(SESSION).iter();
        let (Some(id), None) = (ids.next(), ids.next()) else {
            return Err(HttpRefusal(StatusCode::BAD_REQUEST, "one Mcp-Session-Id is needed"));
        };
        let found = id.to_str().ok().and_then(|id| self.sessions.find(id, holder));
        found.ok_or(HttpRefusal(StatusCode::NOT_FOUND, "there is no such session"))
    }
}

/// Refuses unsupported versions. Without the header, the negotiated version applies.
pub(super) fn version(headers: &HeaderMap) -> Result<(), HttpRefusal> {
    let is_known = |value: &HeaderValue| HANDSHAKE.iter().any(|known| known.as_bytes() == value.as_bytes());
    match headers.get_all(VERSION_HEADER).iter().all(is_known) {
        true => Ok(()),
        false => Err(HttpRefusal(StatusCode::BAD_REQUEST, "this protocol version is not spoken here")),
    }
}

/// Returns whether the client accepts a media type. Without `Accept` it accepts any.
pub fn accepts(headers: &HeaderMap, kind: &str) -> bool {
    let mut said = headers.get_all(ACCEPT).iter().peekable();
    if said.peek().is_none() {
        return true;
    }
    let family = kind.split('/').next().unwrap_or_default();
    said.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')).any(|range| {
        let range = range.split(';').next().unwrap_or_default().trim();
        range.eq_ignore_ascii_case(kind)
            || range == "*/*"
            || range.strip_suffix("/*").is_some_and(|one| one.eq_ignore_ascii_case(family))
    })
}

pub fn stream(what: Events) -> Response<Body> {
    let mut response = Response::new(events(what));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // Asks a reverse proxy not to buffer events.
    response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

pub fn empty(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::Whole(http_body_util::Full::default()));
    *response.status_mut() = status;
    response
}
