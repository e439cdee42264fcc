//! Streamable HTTP client: each message is one `POST`, answered with JSON or an event stream.
//!
//! Headers come from the configuration alone; only the message of a client's request gets here.

mod headers;
mod responses;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use headers::{ConfiguredHeaders, stateless_headers};
use reqwest::header::{CONTENT_TYPE, HeaderValue};
use reqwest::{RequestBuilder, Response, StatusCode, Url};
use responses::{ResponseKind, response_kind};
use tokio::sync::{Notify, OwnedRwLockWriteGuard, RwLock};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::gateway::context::Remote;
use crate::gateway::stateless;
use crate::gateway::upstream::{SendError, UpstreamHandler};
use crate::sse::SseParser;

const SESSION_HEADER: &str = "mcp-session-id";
const VERSION_HEADER: &str = "mcp-protocol-version";
const LAST_EVENT_HEADER: &str = "last-event-id";
/// Delay before reopening a stream that ended, unless the server sets `retry`.
const RECONNECT_DELAY: Duration = Duration::from_secs(1);

pub struct HttpUpstream {
    client: reqwest::Client,
    remote: Remote,
    /// Parsed once, because every message is sent to it. An invalid URL is reported when sending.
    url: Option<Url>,
    server_index: usize,
    negotiated: Mutex<NegotiatedSession>,
    /// Messages wait while `notifications/initialized`, which holds the write lock, is being sent.
    initialize_lock: Arc<RwLock<()>>,
    initialized: Notify,
    /// Requests in flight, each with the token that closes its connection.
    in_flight: Mutex<HashMap<u64, CancellationToken>>,
    /// Cancelled when the server is unreachable or has ended our session.
    lost: CancellationToken,
}

/// Session id and protocol version from the handshake.
#[derive(Default, Clone)]
struct NegotiatedSession {
    session: Option<HeaderValue>,
    version: Option<HeaderValue>,
}

impl HttpUpstream {
    pub fn new(client: reqwest::Client, remote: &Remote, server_index: usize) -> Self {
        Self {
            client,
            remote: remote.clone(),
            url: Url::parse(&remote.url).ok(),
            server_index,
            negotiated: Mutex::default(),
            initialize_lock: Arc::default(),
            initialized: Notify::new(),
            in_flight: Mutex::default(),
            lost: CancellationToken::new(),
        }
    }

    pub fn set_version(&self, version: Option<String>) {
        self.negotiated().version = version.and_then(|version| HeaderValue::try_from(version).ok());
    }

    /// Starts sending a message. The response to a request is delivered to the session.
    pub fn send(
        self: &Arc<Self>,
        session: &Arc<impl UpstreamHandler>,
        mut line: Vec<u8>,
        request_number: Option<u64>,
    ) -> Result<(), SendError> {
        if self.lost.is_cancelled() {
            return Err(SendError);
        }
        while line.last().is_some_and(u8::is_ascii_whitespace) {
            line.pop();
        }
        let opens =
            request_number.is_none() && memchr::memmem::find(&line, b"notifications/initialized").is_some();
        // Later messages must wait even if their task runs first.
        let first = opens.then(|| Arc::clone(&self.initialize_lock).try_write_owned().ok()).flatten();
        let (http, session) = (Arc::clone(self), Arc::clone(session));
        let tasks = session.tasks().clone();
        let withdrawn = CancellationToken::new();
        if let Some(number) = request_number {
            self.in_flight().insert(number, withdrawn.clone());
        }
        tasks.spawn(async move {
            // The request may have been cancelled before it was registered here.
            if request_number.is_some_and(|number| !session.has_waiter(number)) {
                withdrawn.cancel();
            }
            tokio::select! {
                biased;
                () = withdrawn.cancelled() => {}
                () = session.stop().cancelled() => {}
                () = http.deliver(&session, line, request_number, first) => {}
            }
            if let Some(number) = request_number {
                http.in_flight().remove(&number);
            }
        });
        Ok(())
    }

    /// Closes the connection of a cancelled request, which a hanging server would keep open forever. In 2026-07-28 this
    /// cancels the request; returns false if a cancellation must be sent.
    pub fn abort_request(&self, number: u64) -> bool {
        if let Some(request) = self.in_flight().remove(&number) {
            request.cancel();
        }
        self.is_stateless()
    }

    fn is_stateless(&self) -> bool {
        self.negotiated().version.as_ref().is_some_and(|version| version == stateless::STATELESS_VERSION)
    }

    fn in_flight(&self) -> std::sync::MutexGuard<'_, HashMap<u64, CancellationToken>> {
        // The map is consistent between any two statements, so a panic elsewhere does not corrupt it.
        self.in_flight.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn deliver(
        &self,
        session: &Arc<impl UpstreamHandler>,
        line: Vec<u8>,
        request_number: Option<u64>,
        initialize_guard: Option<OwnedRwLockWriteGuard<()>>,
    ) {
        if initialize_guard.is_none() {
            drop(self.initialize_lock.read().await);
        }
        let posted = self.post_message(session, line, request_number).await;
        if initialize_guard.is_some() {
            drop(initialize_guard);
            self.initialized.notify_one();
        }
        if let (Err(why), Some(number)) = (posted, request_number) {
            session.fail_request_number(self.server_index, number, &why);
        }
    }

    async fn post_message(
        &self,
        session: &Arc<impl UpstreamHandler>,
        line: Vec<u8>,
        request_number: Option<u64>,
    ) -> Result<(), String> {
        let post = match &self.url {
            Some(url) => self.client.post(url.clone()),
            None => self.client.post(&self.remote.url),
        };
        let mut request = post.header(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if self.is_stateless() {
            for (name, value) in stateless_headers(session, self.server_index, &line) {
                request = request.header(name, value);
            }
        }
        let request = request.body(line);
        let retry = request.try_clone();
        let given = self.configured_headers(false).await;
        let mut response = self.send_once(request, &given).await?;
        if let (StatusCode::UNAUTHORIZED, Some(request)) = (response.status(), retry) {
            let renewed = self.configured_headers(true).await;
            // The same headers would be rejected again.
            if renewed != given {
                response = self.send_once(request, &renewed).await?;
            }
        }
        let status = response.status();
        if let Some(id) = response.headers().get(SESSION_HEADER) {
            self.negotiated().session.get_or_insert_with(|| id.clone());
        }
        let had_session = self.negotiated().session.is_some();
        match status {
            StatusCode::NOT_FOUND if had_session => {
                self.lost.cancel();
                return Err("the server ended the session".to_owned());
            }
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
                return Err(format!("the server requires authentication ({status})"));
            }
            StatusCode::ACCEPTED | StatusCode::NO_CONTENT if request_number.is_none() => return Ok(()),
            _ => {}
        }
        match response_kind(&response) {
            ResponseKind::Events if status.is_success() => {
                self.read_stream(session, response, request_number).await
            }
            ResponseKind::Json => {
                let body = self.read_body(session, response).await?;
                self.handle_body(session, &body, request_number).await;
                self.check_answered(
                    session,
                    request_number,
                    &format!("the server responded with HTTP status {status}"),
                )
            }
            _ => self.check_answered(
                session,
                request_number,
                &format!("the server responded with HTTP status {status}"),
            ),
        }
    }

    async fn send_once(
        &self,
        request: RequestBuilder,
        configured: &ConfiguredHeaders,
    ) -> Result<Response, String> {
        self.add_headers(request, configured).send().await.map_err(|error| {
            if error.is_connect() {
                self.lost.cancel();
            }
            format!("the server is not reachable: {}", error.without_url())
        })
    }

    /// Listens for unsolicited messages until the connection is lost. Many servers do not offer this stream.
    pub async fn listen(&self, session: &Arc<impl UpstreamHandler>) -> String {
        let listening = async {
            self.initialized.notified().await;
            let mut events = SseParser::new(session.max_bytes());
            loop {
                let mut request = self.client.get(&self.remote.url);
                if let Some(last) = &events.last_id {
                    request = request.header(LAST_EVENT_HEADER, last);
                }
                match self.prepare(request).await.send().await {
                    Ok(response)
                        if response.status().is_success()
                            && matches!(response_kind(&response), ResponseKind::Events) =>
                    {
                        events.reset();
                        if self.read_events(session, response, &mut events, None).await.is_err() {
                            return;
                        }
                    }
                    Ok(response)
                        if response.status() == StatusCode::NOT_FOUND
                            && self.negotiated().session.is_some() =>
                    {
                        return self.lost.cancel();
                    }
                    Ok(response) if response.status().is_client_error() => return,
                    _ => {}
                }
                sleep(events.retry.unwrap_or(RECONNECT_DELAY)).await;
            }
        };
        tokio::select! {
            () = async { listening.await; std::future::pending().await } => {}
            () = self.lost.cancelled() => {}
        }
        "the connection to the server was lost".to_owned()
    }

    /// Ends the server's session, if there is one.
    pub async fn end_session(&self, limit: Duration) {
        self.lost.cancel();
        // Their requesters have been answered already.
        for (_, request) in self.in_flight().drain() {
            request.cancel();
        }
        if self.negotiated().session.is_some() {
            let request = self.prepare(self.client.delete(&self.remote.url)).await;
            let _ = timeout(limit, request.send()).await;
        }
    }

    fn negotiated(&self) -> std::sync::MutexGuard<'_, NegotiatedSession> {
        // The state is consistent between any two statements, so a panic elsewhere does not corrupt it.
        self.negotiated.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
