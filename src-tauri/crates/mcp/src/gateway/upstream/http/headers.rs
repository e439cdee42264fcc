//! Request headers for HTTP servers: session and version, configured headers, and those of 2026-07-28.

use reqwest::RequestBuilder;
use reqwest::header::{ACCEPT, HeaderName, HeaderValue};

use crate::gateway::session::Session;
use crate::gateway::stateless;
use crate::gateway::upstream::http::{HttpUpstream, NegotiatedSession, SESSION, VERSION};
use crate::http::RESERVED_HEADERS;
use crate::jsonrpc::frame::Frame;

/// Headers from the server's configuration.
pub(super) type Given = Vec<(String, String)>;

impl HttpUpstream {
    pub(super) async fn prepared(&self, request: RequestBuilder) -> RequestBuilder {
        self.dressed(request, &self.given(false).await)
    }

    pub(super) async fn given(&self, is_refused: bool) -> Given {
        match &self.remote.headers {
            Some(headers) => headers(is_refused).await,
            None => Given::new(),
        }
    }

    pub(super) fn dressed(&self, mut request: RequestBuilder, given: &Given) -> RequestBuilder {
        request = request.header(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
        let NegotiatedSession { session, version } = self.state().clone();
        for (name, value) in [(SESSION, session), (VERSION, version)] {
            if let Some(value) = value {
                request = request.header(name, value);
            }
        }
        for (name, value) in given {
            let (Ok(name), Ok(mut value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) else {
                continue;
            };
            if !RESERVED_HEADERS.contains(&name.as_str()) {
                value.set_sensitive(true);
                request = request.header(name, value);
            }
        }
        request
    }
}

/// Headers of 2026-07-28 that repeat method, name and header parameters of the message.
pub(super) fn named(session: &Session, place: usize, line: &[u8]) -> Vec<(String, String)> {
    let Some(message) = std::str::from_utf8(line).ok().and_then(Frame::parse) else { return Vec::new() };
    let mut headers = vec![("mcp-method".to_owned(), message.method().to_owned())];
    let name = stateless::name(&message).map(|name| ("mcp-name".to_owned(), stateless::encoded(&name)));
    headers.extend(name);
    headers.extend(session.mirrors_of(place, &message));
    headers
}
