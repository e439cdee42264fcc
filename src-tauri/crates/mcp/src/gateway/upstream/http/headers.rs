//! Request headers for HTTP servers: session and version, configured headers, and those of 2026-07-28.

use std::sync::Arc;

use reqwest::RequestBuilder;
use reqwest::header::{ACCEPT, HeaderName, HeaderValue};

use crate::gateway::stateless;
use crate::gateway::upstream::UpstreamHandler;
use crate::gateway::upstream::http::{HttpUpstream, NegotiatedSession, SESSION_HEADER, VERSION_HEADER};
use crate::http::RESERVED_HEADERS;
use crate::jsonrpc::frame::Frame;

/// Headers from the server's configuration.
pub(super) type ConfiguredHeaders = Vec<(String, String)>;

impl HttpUpstream {
    pub(super) async fn prepare(&self, request: RequestBuilder) -> RequestBuilder {
        self.add_headers(request, &self.configured_headers(false).await)
    }

    pub(super) async fn configured_headers(&self, was_refused: bool) -> ConfiguredHeaders {
        match &self.remote.headers {
            Some(headers) => headers(was_refused).await,
            None => ConfiguredHeaders::new(),
        }
    }

    pub(super) fn add_headers(
        &self,
        mut request: RequestBuilder,
        configured: &ConfiguredHeaders,
    ) -> RequestBuilder {
        request = request.header(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
        let NegotiatedSession { session, version } = self.negotiated().clone();
        for (name, value) in [(SESSION_HEADER, session), (VERSION_HEADER, version)] {
            if let Some(value) = value {
                request = request.header(name, value);
            }
        }
        for (name, value) in configured {
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
pub(super) fn stateless_headers(
    session: &Arc<impl UpstreamHandler>,
    server_index: usize,
    line: &[u8],
) -> Vec<(String, String)> {
    let Some(message) = std::str::from_utf8(line).ok().and_then(Frame::parse) else { return Vec::new() };
    let mut headers = vec![("mcp-method".to_owned(), message.method().to_owned())];
    let name = stateless::target_name(&message)
        .map(|name| ("mcp-name".to_owned(), stateless::encode_header_value(&name)));
    headers.extend(name);
    headers.extend(session.param_headers(server_index, &message));
    headers
}
