//! Streamable HTTP client: each message is one `POST`, answered with JSON or an event stream.
//!
//! Headers come from the configuration alone; only the message of a client's request gets here.

mod headers;
mod responses;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use headers::{Given, named};
use reqwest::header::{CONTENT_TYPE, HeaderValue};
use reqwest::{RequestBuilder, Response, StatusCode, Url};
use responses::{ResponseKind, kind};
use tokio::sync::{Notify, OwnedRwLockWriteGuard, RwLock};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::gateway::context::Remote;
use crate::gateway::session::Session;
use crate::gateway::stateless;
use crate::gateway::upstream::SendError;
use crate::gateway::upstream::sse::Events;
use crate::jsonrpc::id::Id;

const SESSION: &str = "mcp-session-id";
const VERSION: &str = "mcp-protocol-version";
const LAST_EVENT: &str = "last-event-id";
/// Delay before reopening a stream that ended, unless the server sets `retry`.
const AGAIN: Duration = Duration::from_secs(1);

pub struct HttpUpstream {
    client: reqwest::Client,
    remote: Remote,
    /// Parsed once, because every message is sent to it. An invalid URL is reported when sending.
    url: Option<Url>,
    place: usize,
    agreed: Mutex<NegotiatedSession>,
    /// Messages wait while `notifications/initialized`, which holds the write lock, is being sent.
    opening: Arc<RwLock<()>>,
    opened: Notify,
    /// Requests in flight, each with the token that closes its connection.
    waiting: Mutex<HashMap<u64, CancellationToken>>,
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
    pub fn new(client: reqwest::Client, remote: &Remote, place: usize) -> Self {
        Self {
            client,
            remote: remote.clone(),
            url: Url::parse(&remote.url).ok(),
            place,
            agreed: Mutex::default(),
            opening: Arc::default(),
            opened: Notify::new(),
            waiting: Mutex::default(),
            lost: CancellationToken::new(),
        }
    }

    pub fn agreed(&self, version: Option<String>) {
        self.state().version = version.and_then(|version| HeaderValue::try_from(version).ok());
    }

    /// Starts sending a message. The response to a request is delivered to the session.
    pub fn send(
        self: &Arc<Self>,
        session: &Arc<Session>,
        mut line: Vec<u8>,
        about: Option<u64>,
    ) -> Result<(), SendError> {
        if self.lost.is_cancelled() {
            return Err(SendError);
        }
        while line.last().is_some_and(u8::is_ascii_whitespace) {
            line.pop();
        }
        let opens = about.is_none() && memchr::memmem::find(&line, b"notifications/initialized").is_some();
        // Later messages must wait even if their task runs first.
        let first = opens.then(|| Arc::clone(&self.opening).try_write_owned().ok()).flatten();
        let (http, session) = (Arc::clone(self), Arc::clone(session));
        let tasks = session.tasks.clone();
        let withdrawn = CancellationToken::new();
        if let Some(number) = about {
            self.waiting().insert(number, withdrawn.clone());
        }
        tasks.spawn(async move {
            // The request may have been cancelled before it was registered here.
            if about.is_some_and(|number| !session.state().requests.is_wanted(number)) {
                withdrawn.cancel();
            }
            tokio::select! {
                biased;
                () = withdrawn.cancelled() => {}
                () = session.stop.cancelled() => {}
                () = http.sent(&session, line, about, first) => {}
            }
            if let Some(number) = about {
                http.waiting().remove(&number);
            }
        });
        Ok(())
    }

    /// Closes the connection of a cancelled request, which a hanging server would keep open forever. In 2026-07-28 this
    /// cancels the request; returns false if a cancellation must be sent.
    pub fn hung_up(&self, number: u64) -> bool {
        if let Some(request) = self.waiting().remove(&number) {
            request.cancel();
        }
        self.is_modern()
    }

    fn is_modern(&self) -> bool {
        self.state().version.as_ref().is_some_and(|version| version == stateless::VERSION)
    }

    fn waiting(&self) -> std::sync::MutexGuard<'_, HashMap<u64, CancellationToken>> {
        // The map is consistent between any two statements, so a panic elsewhere does not corrupt it.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn sent(
        &self,
        session: &Arc<Session>,
        line: Vec<u8>,
        about: Option<u64>,
        first: Option<OwnedRwLockWriteGuard<()>>,
    ) {
        if first.is_none() {
            drop(self.opening.read().await);
        }
        let posted = self.post(session, line, about).await;
        if first.is_some() {
            drop(first);
            self.opened.notify_one();
        }
        if let (Err(why), Some(number)) = (posted, about) {
            let id = i64::try_from(number).ok().map(Id::Whole);
            session.failed(self.place, id, &why);
        }
    }

    async fn post(&self, session: &Arc<Session>, line: Vec<u8>, about: Option<u64>) -> Result<(), String> {
        let post = match &self.url {
            Some(url) => self.client.post(url.clone()),
            None => self.client.post(&self.remote.url),
        };
        let mut request = post.header(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if self.is_modern() {
            for (name, value) in named(session, self.place, &line) {
                request = request.header(name, value);
            }
        }
        let request = request.body(line);
        let again = request.try_clone();
        let given = self.given(false).await;
        let mut response = self.sent_once(request, &given).await?;
        if let (StatusCode::UNAUTHORIZED, Some(request)) = (response.status(), again) {
            let renewed = self.given(true).await;
            // The same headers would be rejected again.
            if renewed != given {
                response = self.sent_once(request, &renewed).await?;
            }
        }
        let status = response.status();
        if let Some(id) = response.headers().get(SESSION) {
            self.state().session.get_or_insert_with(|| id.clone());
        }
        let had_session = self.state().session.is_some();
        match status {
            StatusCode::NOT_FOUND if had_session => {
                self.lost.cancel();
                return Err("the server has ended the session".to_owned());
            }
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
                return Err(format!("the server wants to know who we are ({status})"));
            }
            StatusCode::ACCEPTED | StatusCode::NO_CONTENT if about.is_none() => return Ok(()),
            _ => {}
        }
        match kind(&response) {
            ResponseKind::Events if status.is_success() => self.stream(session, response, about).await,
            ResponseKind::Json => {
                let body = self.body(session, response).await?;
                self.heard(session, &body, about).await;
                self.has_answered(session, about, &format!("the server answered with status {status}"))
            }
            _ => self.has_answered(session, about, &format!("the server answered with status {status}")),
        }
    }

    async fn sent_once(&self, request: RequestBuilder, given: &Given) -> Result<Response, String> {
        self.dressed(request, given).send().await.map_err(|error| {
            if error.is_connect() {
                self.lost.cancel();
            }
            format!("the server cannot be reached: {}", error.without_url())
        })
    }

    /// Listens for unsolicited messages until the connection is lost. Many servers do not offer this stream.
    pub async fn listen(&self, session: &Arc<Session>) -> String {
        let listening = async {
            self.opened.notified().await;
            let mut events = Events::new(session.context.limits.bytes);
            loop {
                let mut request = self.client.get(&self.remote.url);
                if let Some(last) = &events.last_id {
                    request = request.header(LAST_EVENT, last);
                }
                match self.prepared(request).await.send().await {
                    Ok(response)
                        if response.status().is_success()
                            && matches!(kind(&response), ResponseKind::Events) =>
                    {
                        events.again();
                        if self.read(session, response, &mut events, None).await.is_err() {
                            return;
                        }
                    }
                    Ok(response)
                        if response.status() == StatusCode::NOT_FOUND && self.state().session.is_some() =>
                    {
                        return self.lost.cancel();
                    }
                    Ok(response) if response.status().is_client_error() => return,
                    _ => {}
                }
                sleep(events.retry.unwrap_or(AGAIN)).await;
            }
        };
        tokio::select! {
            () = async { listening.await; std::future::pending().await } => {}
            () = self.lost.cancelled() => {}
        }
        "the server was lost".to_owned()
    }

    /// Ends the server's session, if there is one.
    pub async fn leave(&self, patience: Duration) {
        self.lost.cancel();
        // Their requesters have been answered already.
        for (_, request) in self.waiting().drain() {
            request.cancel();
        }
        if self.state().session.is_some() {
            let request = self.prepared(self.client.delete(&self.remote.url)).await;
            let _ = timeout(patience, request.send()).await;
        }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, NegotiatedSession> {
        // The state is consistent between any two statements, so a panic elsewhere does not corrupt it.
        self.agreed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
