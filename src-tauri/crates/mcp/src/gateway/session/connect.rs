//! Connecting a session to its servers: the client's `initialize` goes to each, and one response comes back.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_util::sync::CancellationToken;

use crate::era::Era;
use crate::gateway::handshake::{
    HandshakeError, HandshakeRequest, HandshakeResult, failure_response, merge, negotiated_version,
    parse_capabilities, single_server_response,
};
use crate::gateway::initialize_params::InitializeParams;
use crate::gateway::outbound::{OutboundKind, OutboundQueue};
use crate::gateway::request_template::RequestTemplate;
use crate::gateway::session::incoming_request::IncomingRequest;
use crate::gateway::session::supervisor::spawn_supervisor;
use crate::gateway::session::{Phase, ReadyServer, Session};
use crate::gateway::upstream::UpstreamConnection;
use crate::jsonrpc::frame::Frame;
use crate::jsonrpc::id::RequestId;
use crate::jsonrpc::single_line::to_line;

/// Added to the connect timeout, so that the supervisor's own error is received first.
const REPORT_GRACE: Duration = Duration::from_secs(1);

const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

impl Session {
    pub(in crate::gateway) fn start_handshake(self: &Arc<Self>, request: IncomingRequest) {
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
    pub(in crate::gateway) async fn connect_servers(
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
                Err(_) => self.context.report(
                    server_index,
                    "the server is slow to start; its tools are added when it is ready",
                ),
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
    pub(in crate::gateway) async fn connect_server(
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
    pub(in crate::gateway) async fn initialize_server(
        self: &Arc<Self>,
        server_index: usize,
        upstream: &Arc<UpstreamConnection>,
        template: &RequestTemplate,
    ) -> HandshakeResult {
        let answer = self.request_upstream(server_index, upstream, |number| template.to_line(number, None));
        let text = match timeout(self.context.timeouts.connect, answer).await {
            Ok(Ok(Ok(text))) => text,
            Ok(Ok(Err(why))) => return Err(HandshakeError::Unreachable(why)),
            Ok(Err(_)) => {
                return Err(HandshakeError::Unreachable("the server does not accept messages".to_owned()));
            }
            Err(_) => return Err(HandshakeError::TimedOut),
        };
        if Frame::parse(&text).is_none_or(|message| message.result.is_none()) {
            return Err(HandshakeError::Refused(text));
        }
        upstream.set_version(negotiated_version(&text));
        Ok(text)
    }

    pub(in crate::gateway) fn mark_ready(
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
