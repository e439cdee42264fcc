//! Handshake: every server gets the client's `initialize`, and the client gets one response.
//!
//! With a single server its own response is returned, with `serverInfo` and `tools.listChanged` replaced. The responses
//! of several servers are combined by [`merge`]. Servers that are slow or unreachable join later, and the client is
//! notified.

pub mod merge;

use std::sync::Arc;
use std::time::Duration;

use hintsmith_core::json::Members;
use serde_json::value::RawValue;
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_util::sync::CancellationToken;

use crate::connection::Era;
use crate::gateway::bridge::Bridge;
use crate::gateway::from_client::{Request, line};
use crate::gateway::outbound::{OutboundKind, OutboundQueue};
use crate::gateway::request_template::RequestTemplate;
use crate::gateway::session::{Phase, ReadyServer, ServerCapabilities, Session};
use crate::gateway::supervisor::supervise;
use crate::gateway::tasks::TASKS;
use crate::gateway::upstream::UpstreamConnection;
use crate::jsonrpc::frame::{Frame, string};
use crate::jsonrpc::id::Id;
use crate::jsonrpc::response;
use crate::jsonrpc::splice::Splices;
use crate::proxy::list_changed;

/// The request that opens a connection to a server.
pub enum HandshakeRequest {
    /// The client's own `initialize`.
    Client(RequestTemplate),
    /// The gateway's own request, for stateless clients.
    Ours,
}

/// Why a handshake failed.
#[derive(Debug)]
pub enum HandshakeError {
    /// The server answered with an error; the complete message.
    Refused(String),
    Unreached(String),
    /// The server did not answer in time.
    Silent,
}

/// The server's complete response.
pub type HandshakeResult = Result<String, HandshakeError>;

/// Added to the connect timeout, so that the supervisor's own error is received first.
const SAID: Duration = Duration::from_secs(1);

pub const SILENT: &str = "the server did not answer in time";
const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

/// `serverInfo` of the gateway.
pub fn server_info() -> String {
    format!(r#"{{"name":"hintsmith","title":"Hintsmith","version":"{}"}}"#, env!("CARGO_PKG_VERSION"))
}

impl Session {
    pub(super) fn greet(self: &Arc<Self>, request: Request) {
        let id = Id::of(request.id);
        let withdrawn = self.stop.child_token();
        self.visit.meet(request.message);
        {
            let mut state = self.state();
            state.phase = Phase::Greeting;
            state.bridge = Bridge::of(request.message).map(Arc::new);
            state.requests.begin_here(id.clone(), withdrawn.clone(), request.reply);
        }
        // Every server gets the client's `initialize`.
        let template = RequestTemplate::of(request.text, request.id);
        let greeting = Arc::new(HandshakeRequest::Client(template));
        let (session, reply) = (Arc::clone(self), Arc::clone(request.reply));
        let text = request.id.get().to_owned();
        self.tasks.spawn(async move {
            let greeted = session.everybody(&greeting, &withdrawn).await;
            session.welcome(&text, greeted, &withdrawn, &reply);
            session.done(&id);
            session.greeted.notify_waiters();
        });
    }

    /// Starts a supervisor for every server, and waits until all have answered or the time is up.
    pub(super) async fn everybody(
        self: &Arc<Self>,
        greeting: &Arc<HandshakeRequest>,
        stop: &CancellationToken,
    ) -> Vec<(usize, HandshakeResult)> {
        let kept = (0..self.context.servers.len()).map(|place| supervise(self, place, greeting, stop));
        let first: Vec<oneshot::Receiver<HandshakeResult>> = kept.collect();
        let patience = match first.len() {
            // The supervisor waits no longer than `connect` and then reports the reason.
            1 => self.context.patience.connect + SAID,
            _ => self.context.patience.greeting,
        };
        let until = Instant::now() + patience;
        let mut greeted = Vec::new();
        for (place, first) in first.into_iter().enumerate() {
            match timeout_at(until, first).await {
                Ok(Ok(answer)) => greeted.push((place, answer)),
                Ok(Err(_)) => {}
                Err(_) => self.context.words(place, "the server is slow; its tools will come later"),
            }
        }
        greeted
    }

    /// Answers the client's `initialize`.
    fn welcome(
        self: &Arc<Self>,
        id: &str,
        greeted: Vec<(usize, HandshakeResult)>,
        stop: &CancellationToken,
        reply: &OutboundQueue,
    ) {
        let answers: Vec<(usize, &str)> = greeted
            .iter()
            .filter_map(|(place, answer)| Some((*place, answer.as_ref().ok()?.as_str())))
            .collect();
        let text = match (answers.as_slice(), self.context.is_single()) {
            ([], _) => {
                // No server is available. The client may initialize again.
                stop.cancel();
                self.state().phase = Phase::New;
                let message = refused(id, greeted.into_iter().next().map(|(_, answer)| answer));
                reply.push(message, OutboundKind::Error);
                return;
            }
            ([(_, answer)], true) => alone(id, answer),
            (answers, _) => merge::answer(id, answers, &self.context),
        };
        {
            let mut state = self.state();
            state.phase = Phase::Open;
            state.version = version(&text).unwrap_or_default();
        }
        self.tell_news();
        self.watch_the_clock();
        reply.push(text.into_bytes(), OutboundKind::Result);
    }

    /// Performs the handshake with one server, after which it accepts requests.
    pub(super) async fn hello(
        self: &Arc<Self>,
        place: usize,
        link: &Arc<UpstreamConnection>,
        greeting: &HandshakeRequest,
    ) -> HandshakeResult {
        match greeting {
            HandshakeRequest::Client(template) => {
                let text = match self.shake_hands(place, link, template).await {
                    Ok(text) => text,
                    // A server that only speaks 2026-07-28 would have answered with an error.
                    Err(HandshakeError::Silent) => return Err(HandshakeError::Silent),
                    Err(why) => return self.bridged(place, link, why).await,
                };
                self.is_ready(place, link, &text, Era::Handshake);
                Ok(text)
            }
            HandshakeRequest::Ours => self.discover(place, link).await,
        }
    }

    /// Handshake of the protocol versions before 2026-07-28.
    pub(super) async fn shake_hands(
        self: &Arc<Self>,
        place: usize,
        link: &Arc<UpstreamConnection>,
        template: &RequestTemplate,
    ) -> HandshakeResult {
        let answer = self.ask(place, link, |number| template.line(number, None));
        let text = match timeout(self.context.patience.connect, answer).await {
            Ok(Ok(Ok(text))) => text,
            Ok(Ok(Err(why))) => return Err(HandshakeError::Unreached(why)),
            Ok(Err(_)) => return Err(HandshakeError::Unreached("the server takes no messages".to_owned())),
            Err(_) => return Err(HandshakeError::Silent),
        };
        if Frame::parse(&text).is_none_or(|message| message.result.is_none()) {
            return Err(HandshakeError::Refused(text));
        }
        link.agreed(version(&text));
        Ok(text)
    }

    pub(super) fn is_ready(
        self: &Arc<Self>,
        place: usize,
        link: &Arc<UpstreamConnection>,
        text: &str,
        era: Era,
    ) {
        let message = Frame::parse(text);
        let has =
            message.and_then(|message| message.result).map(|result| has(result.get())).unwrap_or_default();
        let mut state = self.state();
        state.links[place] = Some(ReadyServer { link: Arc::clone(link), has, era, hello: text.into() });
        state.is_fresh = [false; 4];
        state.mirrors[place] = None;
        let is_initialized = state.is_initialized || state.era == Era::Stateless;
        drop(state);
        if is_initialized && era == Era::Handshake {
            let _ = link.send(self, line(INITIALIZED), None);
        }
    }
}

/// The response of a single server, with the gateway's `serverInfo` and `listChanged`.
fn alone(id: &str, text: &str) -> String {
    let Some(message) = Frame::parse(text) else { return text.to_owned() };
    let (Some(result), Some(theirs)) = (message.result, message.id) else { return text.to_owned() };
    let mut splices = list_changed::initialized(text, result).corrected.unwrap_or_else(|| Splices::new(text));
    splices.replace(theirs.get(), id);
    let members = Members::parse(result.get()).ok();
    if let Some(info) = members.and_then(|members| members.get("serverInfo")) {
        splices.replace(info.get(), server_info());
    }
    let mut out = Vec::new();
    splices.write(&mut out);
    // Valid UTF-8: only JSON was spliced into JSON.
    String::from_utf8(out).unwrap_or_default()
}

/// The error for a failed handshake: the server's own, if it sent one.
fn refused(id: &str, answer: Option<HandshakeResult>) -> Vec<u8> {
    let why = match answer {
        Some(Err(HandshakeError::Refused(text))) => {
            if let Some(theirs) = Frame::parse(&text).and_then(|message| message.id) {
                let mut splices = Splices::new(&text);
                splices.replace(theirs.get(), id);
                let mut out = Vec::new();
                splices.write(&mut out);
                return out;
            }
            "the server refused the handshake".to_owned()
        }
        Some(Err(HandshakeError::Unreached(why))) => why,
        Some(Err(HandshakeError::Silent)) => SILENT.to_owned(),
        _ => "no server can be reached".to_owned(),
    };
    response::error(id, response::INTERNAL, &why).into_bytes()
}

fn has(result: &str) -> ServerCapabilities {
    let capabilities = || Members::parse(Members::parse(result).ok()?.get("capabilities")?.get()).ok();
    let Some(capabilities) = capabilities() else { return ServerCapabilities::default() };
    let has = |name| capabilities.get(name).is_some_and(|raw: &RawValue| raw.get() != "null");
    let extensions = capabilities.get("extensions").and_then(|raw| Members::parse(raw.get()).ok());
    ServerCapabilities {
        tools: has("tools"),
        prompts: has("prompts"),
        resources: has("resources"),
        logging: has("logging"),
        tasks: has("tasks") || extensions.is_some_and(|all| all.get(TASKS).is_some()),
    }
}

/// The protocol version in a handshake response.
fn version(text: &str) -> Option<String> {
    let message = Frame::parse(text)?;
    let members = Members::parse(message.result?.get()).ok()?;
    members.get("protocolVersion").and_then(string).map(std::borrow::Cow::into_owned)
}
