//! Streamable HTTP transport whose responses pass the [`Tap`] as raw text before rmcp parses them, with a size
//! limit on everything a server sends. rmcp's own client parses responses first and drops unknown keys.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::{self, BoxStream};
use reqwest::header::{
    ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE,
};
use reqwest::{RequestBuilder, Response, StatusCode, redirect};
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, ErrorData, JsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_client::{
    AuthRequiredError, HttpStatusError, InsufficientScopeError, SseError, StreamableHttpClient,
    StreamableHttpError, StreamableHttpPostResponse,
};
use sse_stream::Sse;

use crate::sse::{SseEvent, SseParser};
use crate::tap::Tap;

const JSON: &str = "application/json";
const EVENT_STREAM: &str = "text/event-stream";
const SESSION_ID: &str = "Mcp-Session-Id";
const LAST_EVENT_ID: &str = "Last-Event-Id";

/// Time limit for establishing a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Headers that the protocol sets itself and users cannot configure.
pub const RESERVED_HEADERS: [&str; 6] =
    ["accept", "content-type", "host", "mcp-session-id", "mcp-protocol-version", "last-event-id"];

type HttpError = StreamableHttpError<reqwest::Error>;
type EventStream = BoxStream<'static, Result<Sse, SseError>>;

/// An HTTP client that rejects redirects to another origin, which would receive the configured headers.
pub fn build_client() -> reqwest::Result<reqwest::Client> {
    client_builder(same_origin_redirects()).build()
}

/// A client builder with our user agent and connect time-out.
pub fn client_builder(redirects: redirect::Policy) -> reqwest::ClientBuilder {
    let agent = concat!("hintsmith/", env!("CARGO_PKG_VERSION"));
    reqwest::Client::builder().user_agent(agent).connect_timeout(CONNECT_TIMEOUT).redirect(redirects)
}

pub fn same_origin_redirects() -> redirect::Policy {
    redirect::Policy::custom(|attempt| {
        let first = &attempt.previous()[0];
        if attempt.url().origin() != first.origin() {
            attempt.error("the server redirects to another origin")
        } else if attempt.previous().len() > 5 {
            attempt.error("the server redirects too often")
        } else {
            attempt.follow()
        }
    })
}

#[derive(Clone)]
pub struct TappedHttp {
    client: reqwest::Client,
    tap: Arc<Tap>,
    /// Limit for one message.
    max_message_bytes: usize,
}

impl TappedHttp {
    pub fn new(client: reqwest::Client, limit: usize, tap: Arc<Tap>) -> Self {
        Self { client, tap, max_message_bytes: limit }
    }

    /// Converts a body into the message that rmcp receives.
    fn parse_message(&self, body: &[u8]) -> Option<ServerJsonRpcMessage> {
        self.tap.receive_message(body)
    }

    /// Reads a body; `None` when it exceeds the limit.
    async fn read_body(&self, response: Response) -> Result<Option<Vec<u8>>, HttpError> {
        let mut body = Vec::new();
        let mut chunks = response.bytes_stream();
        while let Some(chunk) = chunks.next().await {
            let chunk = chunk.map_err(StreamableHttpError::Client)?;
            if body.len() + chunk.len() > self.max_message_bytes {
                return Ok(None);
            }
            body.extend_from_slice(&chunk);
        }
        Ok(Some(body))
    }

    /// The events of a response, each with the message that rmcp receives.
    fn event_stream(&self, response: Response) -> EventStream {
        let (limit, tap) = (self.max_message_bytes, Arc::clone(&self.tap));
        let chunks = response.bytes_stream();
        let state = Some((chunks, SseParser::new(limit)));
        let batches = stream::unfold(state, move |state| {
            let tap = Arc::clone(&tap);
            async move {
                let (mut chunks, mut parser) = state?;
                let mut events = Vec::new();
                let chunk = match chunks.next().await? {
                    Ok(chunk) => chunk,
                    Err(error) => return Some((vec![Err(SseError::Body(error.into()))], None)),
                };
                let fed = parser.feed(&chunk, |event| events.extend(tap_event(&tap, event).map(Ok)));
                if let Err(error) = fed {
                    let failure = tap.fail_oversized(limit).and_then(|message| to_event(&message));
                    events.push(failure.ok_or_else(|| SseError::Body(error.into())));
                    return Some((events, None));
                }
                Some((events, Some((chunks, parser))))
            }
        });
        batches.flat_map(stream::iter).boxed()
    }
}

impl StreamableHttpClient for TappedHttp {
    type Error = reqwest::Error;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        token: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<StreamableHttpPostResponse, HttpError> {
        self.tap.register_request(&message);
        let mut request = prepare_request(self.client.post(&*uri), token, headers);
        if let Some(session) = &session {
            request = request.header(SESSION_ID, &**session);
        }
        let response = request.json(&message).send().await.map_err(StreamableHttpError::Client)?;
        check_authorization(&response)?;
        let status = response.status();
        if matches!(status, StatusCode::ACCEPTED | StatusCode::NO_CONTENT) {
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        if status == StatusCode::NOT_FOUND && session.is_some() {
            return Err(StreamableHttpError::SessionExpired);
        }
        let kind = content_type(response.headers());
        if !status.is_success() {
            return self.handle_error_status(response, &message, session.is_some()).await;
        }
        let session = response.headers().get(SESSION_ID).and_then(|id| id.to_str().ok()).map(str::to_owned);
        if kind.starts_with(EVENT_STREAM) {
            return Ok(StreamableHttpPostResponse::Sse(self.event_stream(response), session));
        }
        let is_request = matches!(message, JsonRpcMessage::Request(_));
        if kind.starts_with(JSON) {
            let answer = match self.read_body(response).await? {
                Some(body) => self
                    .parse_message(&body)
                    .or_else(|| self.tap.fail_unparseable("the server sent text that is not JSON")),
                None => self.tap.fail_oversized(self.max_message_bytes),
            };
            return match answer {
                Some(answer) => Ok(StreamableHttpPostResponse::Json(answer, session)),
                None if is_request => {
                    Err(StreamableHttpError::UnexpectedServerResponse("not a JSON-RPC message".into()))
                }
                None => Ok(StreamableHttpPostResponse::Accepted),
            };
        }
        // Some servers answer a notification with an empty 200 of any content type.
        if is_request {
            return Err(StreamableHttpError::UnexpectedContentType(
                Some(kind).filter(|kind| !kind.is_empty()),
            ));
        }
        Ok(StreamableHttpPostResponse::Accepted)
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session: Arc<str>,
        token: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<(), HttpError> {
        let request =
            prepare_request(self.client.delete(&*uri), token, headers).header(SESSION_ID, &*session);
        request.send().await.map_err(StreamableHttpError::Client)?;
        Ok(())
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last_event: Option<String>,
        token: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<EventStream, HttpError> {
        let mut request = prepare_request(self.client.get(&*uri), token, headers);
        if let Some(session) = &session {
            request = request.header(SESSION_ID, &**session);
        }
        if let Some(last_event) = last_event {
            request = request.header(LAST_EVENT_ID, last_event);
        }
        let response = request.send().await.map_err(StreamableHttpError::Client)?;
        if response.status() == StatusCode::METHOD_NOT_ALLOWED {
            return Err(StreamableHttpError::ServerDoesNotSupportSse);
        }
        check_authorization(&response)?;
        if !response.status().is_success() {
            return Err(status_error(&response).into());
        }
        let kind = content_type(response.headers());
        if !kind.starts_with(EVENT_STREAM) {
            return Err(StreamableHttpError::UnexpectedContentType(Some(kind)));
        }
        Ok(self.event_stream(response))
    }
}

impl TappedHttp {
    /// Handles a response with an error status.
    async fn handle_error_status(
        &self,
        response: Response,
        message: &ClientJsonRpcMessage,
        in_session: bool,
    ) -> Result<StreamableHttpPostResponse, HttpError> {
        let status = response.status();
        let error = status_error(&response);
        let json = content_type(response.headers()).starts_with(JSON);
        let body = if json { self.read_body(response).await?.unwrap_or_default() } else { Vec::new() };
        let rpc_error = match self.parse_message(&body) {
            Some(JsonRpcMessage::Error(error)) => Some(error.error),
            _ => None,
        };
        // Servers before 2026-07-28 do not know `server/discover`, and neither do gateways in front of them. The
        // error must carry the request's id, or rmcp does not fall back to `initialize`.
        if let JsonRpcMessage::Request(request) = message
            && matches!(request.request, ClientRequest::DiscoverRequest(_))
            && status.is_client_error()
            && !in_session
        {
            let error = rpc_error.unwrap_or_else(|| {
                ErrorData::invalid_request(format!("server/discover failed with HTTP status {status}"), None)
            });
            let answer = ServerJsonRpcMessage::error(error, Some(request.id.clone()));
            return Ok(StreamableHttpPostResponse::Json(answer, None));
        }
        match (rpc_error, message) {
            (Some(error), JsonRpcMessage::Request(request)) => {
                let answer = ServerJsonRpcMessage::error(error, Some(request.id.clone()));
                Ok(StreamableHttpPostResponse::Json(answer, None))
            }
            _ => Err(error.into()),
        }
    }
}

fn prepare_request(
    mut request: RequestBuilder,
    token: Option<String>,
    headers: HashMap<HeaderName, HeaderValue>,
) -> RequestBuilder {
    request = request.header(ACCEPT, format!("{JSON}, {EVENT_STREAM}"));
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    request.headers(headers.into_iter().collect())
}

/// Returns an error for 401, and for 403 with a challenge (insufficient scope).
fn check_authorization(response: &Response) -> Result<(), HttpError> {
    let challenge = response.headers().get(WWW_AUTHENTICATE).and_then(|value| value.to_str().ok());
    match (response.status(), challenge) {
        // 401 without a challenge: the authorization server is then found by discovery.
        (StatusCode::UNAUTHORIZED, challenge) => {
            let challenge = challenge.unwrap_or("Bearer").to_owned();
            Err(StreamableHttpError::AuthRequired(AuthRequiredError::new(challenge)))
        }
        (StatusCode::FORBIDDEN, Some(challenge)) => {
            let scope = challenge_scope(challenge);
            Err(StreamableHttpError::InsufficientScope(InsufficientScopeError::new(
                challenge.to_owned(),
                scope,
            )))
        }
        _ => Ok(()),
    }
}

/// The `scope` parameter of a `WWW-Authenticate` challenge.
pub fn challenge_scope(challenge: &str) -> Option<String> {
    let at = challenge.to_ascii_lowercase().find("scope=")? + "scope=".len();
    let rest = &challenge[at..];
    let value = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => rest.split([',', ' ']).next(),
    };
    value.filter(|scope| !scope.is_empty()).map(str::to_owned)
}

fn status_error(response: &Response) -> HttpStatusError {
    let retry_after =
        response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()).map(str::to_owned);
    HttpStatusError::new(response.status().as_u16(), retry_after)
}

fn content_type(headers: &HeaderMap) -> String {
    let value = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    value.unwrap_or_default().to_ascii_lowercase()
}

/// Converts an event into the one that rmcp receives; `None` if rmcp receives none.
fn tap_event(tap: &Tap, event: SseEvent) -> Option<Sse> {
    let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let data = match event.data.filter(|data| !data.trim_ascii().is_empty()) {
        // An event holds one complete message, so one that cannot be parsed fails the pending request.
        Some(data) => {
            let message = tap
                .receive_message(data)
                .or_else(|| tap.fail_unparseable("the server sent text that is not JSON"));
            message.and_then(|message| serde_json::to_string(&message).ok())
        }
        None => None,
    };
    let (id, retry) = (event.id.map(str::to_owned), event.retry.map(milliseconds));
    (data.is_some() || id.is_some() || retry.is_some()).then_some(Sse { event: None, data, id, retry })
}

fn to_event(message: &ServerJsonRpcMessage) -> Option<Sse> {
    Some(Sse { data: Some(serde_json::to_string(message).ok()?), ..Sse::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scope_of_a_challenge_is_parsed() {
        for (challenge, expected) in [
            (r#"Bearer error="insufficient_scope", scope="a b""#, Some("a b")),
            ("Bearer scope=a, error=x", Some("a")),
            ("Bearer Scope=\"\"", None),
            ("Bearer", None),
        ] {
            assert_eq!(challenge_scope(challenge).as_deref(), expected, "{challenge}");
        }
    }

    #[tokio::test]
    async fn an_event_end_split_over_two_chunks_ends_the_event() {
        let http = TappedHttp::new(build_client().unwrap(), 100, Arc::new(Tap::default()));
        let event = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n";
        let chunks = std::iter::repeat_n([event, "\n"], 10).flatten().map(Ok::<_, std::io::Error>);
        let body = reqwest::Body::wrap_stream(stream::iter(chunks));
        let events: Vec<_> = http.event_stream(hyper::Response::new(body).into()).collect().await;
        assert_eq!(events.len(), 10);
        assert!(events.iter().all(Result::is_ok), "{events:?}");
    }

    #[tokio::test]
    async fn an_event_over_the_limit_ends_the_stream() {
        let http = TappedHttp::new(build_client().unwrap(), 100, Arc::new(Tap::default()));
        let chunks = std::iter::repeat_n("data: a\n", 100).map(Ok::<_, std::io::Error>);
        let body = reqwest::Body::wrap_stream(stream::iter(chunks));
        let events: Vec<_> = http.event_stream(hyper::Response::new(body).into()).collect().await;
        assert!(matches!(&events[..], [Err(SseError::Body(_))]), "{events:?}");
    }
}
