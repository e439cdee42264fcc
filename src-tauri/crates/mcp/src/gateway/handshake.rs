//! Handshake: every server gets the client's `initialize`, and the client gets one response.
//!
//! With a single server its own response is returned, with `serverInfo` and `tools.listChanged` replaced. The responses
//! of several servers are combined by [`merge`]. Servers that are slow or unreachable join later, and the client is
//! notified.

pub mod merge;

use std::sync::Arc;
use std::time::Duration;

use hintsmith_core::text::json::Members;
use serde_json::value::RawValue;
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_util::sync::CancellationToken;

use crate::connection::Era;
use crate::gateway::bridge::InitializeParams;
use crate::gateway::from_client::{IncomingRequest, to_line};
use crate::gateway::outbound::{OutboundKind, OutboundQueue};
use crate::gateway::request_template::RequestTemplate;
use crate::gateway::session::{Phase, ReadyServer, ServerCapabilities, Session};
use crate::gateway::supervisor::spawn_supervisor;
use crate::gateway::tasks::TASKS_EXTENSION;
use crate::gateway::upstream::UpstreamConnection;
use crate::jsonrpc::frame::{Frame, decode_string};
use crate::jsonrpc::id::RequestId;
use crate::jsonrpc::response;
use crate::jsonrpc::splice::Splices;
use crate::proxy::list_changed;

/// The request that opens a connection to a server.
pub enum HandshakeRequest {
    /// The client's own `initialize`.
    Client(RequestTemplate),
    /// The gateway's own request, for stateless clients.
    Gateway,
}

/// Why a handshake failed.
#[derive(Debug)]
pub enum HandshakeError {
    /// The server answered with an error; the complete message.
    Refused(String),
    Unreachable(String),
    /// The server did not answer in time.
    TimedOut,
}

/// The server's complete response.
pub type HandshakeResult = Result<String, HandshakeError>;

/// Added to the connect timeout, so that the supervisor's own error is received first.
const REPORT_GRACE: Duration = Duration::from_secs(1);

pub const TIMED_OUT: &str = "the server did not answer in time";
const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

/// `serverInfo` of the gateway.
pub fn server_info() -> String {
    format!(r#"{{"name":"hintsmith","title":"Hintsmith","version":"{}"}}"#, env!("CARGO_PKG_VERSION"))
}

impl Session {
    pub(super) fn start_handshake(self: &Arc<Self>, request: IncomingRequest) {
        let id = RequestId::from_raw(request.id);
        let withdrawn = self.stop.child_token();
        self.client_stats.record_client(request.message);
        {
            let mut state = self.state();
            state.phase = Phase::Handshaking;
            state.initialize_params = InitializeParams::from_initialize(request.message).map(Arc::new);
            state.requests.insert_local(id.clone(), withdrawn.clone(), request.reply);
        }
        // Every server gets the client's `initialize`.
        let template = RequestTemplate::from_request(request.text, request.id);
        let handshake = Arc::new(HandshakeRequest::Client(template));
        let (session, reply) = (Arc::clone(self), Arc::clone(request.reply));
        let text = request.id.get().to_owned();
        self.tasks.spawn(async move {
            let results = session.connect_servers(&handshake, &withdrawn).await;
            session.finish_handshake(&text, results, &withdrawn, &reply);
            session.finish_local(&id);
            session.handshake_done.notify_waiters();
        });
    }

    /// Starts a supervisor for every server, and waits until all have answered or the time is up.
    pub(super) async fn connect_servers(
        self: &Arc<Self>,
        handshake: &Arc<HandshakeRequest>,
        stop: &CancellationToken,
    ) -> Vec<(usize, HandshakeResult)> {
        let receivers = (0..self.context.servers.len())
            .map(|server_index| spawn_supervisor(self, server_index, handshake, stop));
        let first: Vec<oneshot::Receiver<HandshakeResult>> = receivers.collect();
        let wait = match first.len() {
            // The supervisor waits no longer than `connect` and then reports the reason.
            1 => self.context.timeouts.connect + REPORT_GRACE,
            _ => self.context.timeouts.handshake,
        };
        let until = Instant::now() + wait;
        let mut results = Vec::new();
        for (server_index, first) in first.into_iter().enumerate() {
            match timeout_at(until, first).await {
                Ok(Ok(answer)) => results.push((server_index, answer)),
                Ok(Err(_)) => {}
                Err(_) => self.context.report(server_index, "the server is slow; its tools will come later"),
            }
        }
        results
    }

    /// Answers the client's `initialize`.
    fn finish_handshake(
        self: &Arc<Self>,
        id: &str,
        results: Vec<(usize, HandshakeResult)>,
        stop: &CancellationToken,
        reply: &OutboundQueue,
    ) {
        let answers: Vec<(usize, &str)> = results
            .iter()
            .filter_map(|(server_index, answer)| Some((*server_index, answer.as_ref().ok()?.as_str())))
            .collect();
        let text = match (answers.as_slice(), self.context.is_single()) {
            ([], _) => {
                // No server is available. The client may initialize again.
                stop.cancel();
                self.state().phase = Phase::New;
                let message = failure_response(id, results.into_iter().next().map(|(_, answer)| answer));
                reply.push(message, OutboundKind::Error);
                return;
            }
            ([(_, answer)], true) => single_server_response(id, answer),
            (answers, _) => merge::initialize_response(id, answers, &self.context),
        };
        {
            let mut state = self.state();
            state.phase = Phase::Open;
            state.version = negotiated_version(&text).unwrap_or_default();
        }
        self.watch_tool_changes();
        self.watch_timeouts();
        reply.push(text.into_bytes(), OutboundKind::Result);
    }

    /// Performs the handshake with one server, after which it accepts requests.
    pub(super) async fn connect_server(
        self: &Arc<Self>,
        server_index: usize,
        upstream: &Arc<UpstreamConnection>,
        handshake: &HandshakeRequest,
    ) -> HandshakeResult {
        match handshake {
            HandshakeRequest::Client(template) => {
                let text = match self.initialize_server(server_index, upstream, template).await {
                    Ok(text) => text,
                    // A server that only speaks 2026-07-28 would have answered with an error.
                    Err(HandshakeError::TimedOut) => return Err(HandshakeError::TimedOut),
                    Err(why) => return self.bridge_server(server_index, upstream, why).await,
                };
                self.mark_ready(server_index, upstream, &text, Era::Handshake);
                Ok(text)
            }
            HandshakeRequest::Gateway => self.discover_server(server_index, upstream).await,
        }
    }

    /// Handshake of the protocol versions before 2026-07-28.
    pub(super) async fn initialize_server(
        self: &Arc<Self>,
        server_index: usize,
        upstream: &Arc<UpstreamConnection>,
        template: &RequestTemplate,
    ) -> HandshakeResult {
        let answer = self.request_upstream(server_index, upstream, |number| template.to_line(number, None));
        let text = match timeout(self.context.timeouts.connect, answer).await {
            Ok(Ok(Ok(text))) => text,
            Ok(Ok(Err(why))) => return Err(HandshakeError::Unreachable(why)),
            Ok(Err(_)) => return Err(HandshakeError::Unreachable("the server takes no messages".to_owned())),
            Err(_) => return Err(HandshakeError::TimedOut),
        };
        if Frame::parse(&text).is_none_or(|message| message.result.is_none()) {
            return Err(HandshakeError::Refused(text));
        }
        upstream.set_version(negotiated_version(&text));
        Ok(text)
    }

    pub(super) fn mark_ready(
        self: &Arc<Self>,
        server_index: usize,
        upstream: &Arc<UpstreamConnection>,
        text: &str,
        era: Era,
    ) {
        let message = Frame::parse(text);
        let has = message
            .and_then(|message| message.result)
            .map(|result| parse_capabilities(result.get()))
            .unwrap_or_default();
        let mut state = self.state();
        state.ready_servers[server_index] = Some(ReadyServer {
            upstream: Arc::clone(upstream),
            capabilities: has,
            era,
            handshake_response: text.into(),
        });
        state.is_fresh = [false; 4];
        state.header_params[server_index] = None;
        let is_initialized = state.is_initialized || state.era == Era::Stateless;
        drop(state);
        if is_initialized && era == Era::Handshake {
            let _ = upstream.send(self, to_line(INITIALIZED), None);
        }
    }
}

/// The response of a single server, with the gateway's `serverInfo` and `listChanged`.
fn single_server_response(id: &str, text: &str) -> String {
    let Some(message) = Frame::parse(text) else { return text.to_owned() };
    let (Some(result), Some(response_id)) = (message.result, message.id) else { return text.to_owned() };
    let mut splices =
        list_changed::correct_initialize_result(text, result).unwrap_or_else(|| Splices::new(text));
    splices.replace(response_id.get(), id);
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
fn failure_response(id: &str, result: Option<HandshakeResult>) -> Vec<u8> {
    let why = match result {
        Some(Err(HandshakeError::Refused(text))) => {
            if let Some(response_id) = Frame::parse(&text).and_then(|message| message.id) {
                let mut splices = Splices::new(&text);
                splices.replace(response_id.get(), id);
                let mut out = Vec::new();
                splices.write(&mut out);
                return out;
            }
            "the server refused the handshake".to_owned()
        }
        Some(Err(HandshakeError::Unreachable(why))) => why,
        Some(Err(HandshakeError::TimedOut)) => TIMED_OUT.to_owned(),
        _ => "no server can be reached".to_owned(),
    };
    response::error(id, response::INTERNAL_ERROR, &why).into_bytes()
}

fn parse_capabilities(result: &str) -> ServerCapabilities {
    let capabilities = || Members::parse(Members::parse(result).ok()?.get("capabilities")?.get()).ok();
    let Some(capabilities) = capabilities() else { return ServerCapabilities::default() };
    let has = |name| capabilities.get(name).is_some_and(|raw: &RawValue| raw.get() != "null");
    let extensions = capabilities.get("extensions").and_then(|raw| Members::parse(raw.get()).ok());
    ServerCapabilities {
        tools: has("tools"),
        prompts: has("prompts"),
        resources: has("resources"),
        logging: has("logging"),
        tasks: has("tasks") || extensions.is_some_and(|all| all.get(TASKS_EXTENSION).is_some()),
    }
}

/// The protocol version in a handshake response.
fn negotiated_version(text: &str) -> Option<String> {
    let message = Frame::parse(text)?;
    let members = Members::parse(message.result?.get()).ok()?;
    members.get("protocolVersion").and_then(decode_string).map(std::borrow::Cow::into_owned)
}
