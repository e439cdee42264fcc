//! Stateless clients (2026-07-28), whose requests each carry the client's version and capabilities.
//!
//! Over HTTP they share one set of server connections, on which a client receives only what belongs to its own
//! requests. The gateway speaks to handshake servers in its own name: their results get the members that 2026-07-28
//! requires, and requests they make of the client are refused.

use std::sync::Arc;

use tokio::time::{Instant, sleep, timeout};

use crate::era::Era;
use crate::gateway::handshake::{HandshakeRequest, HandshakeResult, merge};
use crate::gateway::list_kind::ListKind;
use crate::gateway::outbound::OutboundKind;
use crate::gateway::request_template::RequestTemplate;
use crate::gateway::session::incoming_request::IncomingRequest;
use crate::gateway::session::{Phase, Session};
use crate::gateway::stateless::{PROBE_TIMEOUT, STATELESS_VERSION, own_meta};
use crate::gateway::upstream::UpstreamConnection;
use crate::jsonrpc::frame::Frame;
use crate::jsonrpc::response::METHOD_NOT_FOUND;
use crate::proxy::request_kind::RequestKind;

impl Session {
    pub fn is_stateless(&self) -> bool {
        self.state().era == Era::Stateless
    }

    /// Connects to the servers for clients that send no `initialize`. At the timeout, the servers connected so far are
    /// used.
    pub fn start_stateless(self: &Arc<Self>) {
        {
            let mut state = self.state();
            (state.era, state.phase) = (Era::Stateless, Phase::Handshaking);
        }
        let session = Arc::clone(self);
        self.tasks.spawn(async move {
            let handshake = Arc::new(HandshakeRequest::Gateway);
            let connecting = session.connect_servers(&handshake, &session.stop);
            tokio::select! { _ = connecting => {}, () = session.stop.cancelled() => {} }
            {
                let mut state = session.state();
                if state.phase == Phase::Handshaking {
                    state.phase = Phase::Open;
                }
            }
            session.watch_tool_changes();
            session.watch_timeouts();
            session.handshake_done.notify_waiters();
        });
    }

    /// Resolves when the handshakes are complete or have timed out.
    pub async fn wait_for_handshake(&self) {
        loop {
            let handshake_done = self.handshake_done.notified();
            if self.state().phase != Phase::Handshaking {
                return;
            }
            handshake_done.await;
        }
    }

    /// Detects the protocol of a server, trying 2026-07-28 first.
    pub(in crate::gateway) async fn discover_server(
        self: &Arc<Self>,
        server_index: usize,
        upstream: &Arc<UpstreamConnection>,
    ) -> HandshakeResult {
        upstream.set_version(Some(STATELESS_VERSION.to_owned()));
        let template = self.build_template("server/discover");
        let answer = timeout(
            PROBE_TIMEOUT,
            self.request_upstream(server_index, upstream, |number| template.to_line(number, None)),
        )
        .await;
        if let Ok(Ok(Ok(text))) = answer
            && memchr::memmem::find(text.as_bytes(), b"supportedVersions").is_some()
            && Frame::parse(&text).is_some_and(|message| message.result.is_some())
        {
            self.mark_ready(server_index, upstream, &text, Era::Stateless);
            if !self.context.is_single() {
                self.subscribe_to_server(server_index, upstream);
            }
            return Ok(text);
        }
        upstream.set_version(None);
        let params = format!(
            r#"{{"protocolVersion":"2025-11-25","capabilities":{{}},"clientInfo":{{"name":"hintsmith","version":"{}"}}}}"#,
            env!("CARGO_PKG_VERSION")
        );
        let text = self
            .initialize_server(server_index, upstream, &RequestTemplate::new("initialize", Some(&params)))
            .await?;
        self.mark_ready(server_index, upstream, &text, Era::Handshake);
        Ok(text)
    }

    /// A request of the gateway, in this session's protocol.
    pub(in crate::gateway) fn build_template(&self, method: &str) -> RequestTemplate {
        match self.is_stateless() {
            true => RequestTemplate::new(method, Some(&format!("{{{}}}", own_meta()))),
            false => RequestTemplate::new(method, None),
        }
    }

    /// Subscribes to list changes of a 2026-07-28 server.
    pub(in crate::gateway) fn subscribe_to_server(
        self: &Arc<Self>,
        server_index: usize,
        upstream: &Arc<UpstreamConnection>,
    ) {
        let wanted = r#""notifications":{"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true}"#;
        let template =
            RequestTemplate::new("subscriptions/listen", Some(&format!("{{{wanted},{}}}", own_meta())));
        let (session, upstream) = (Arc::clone(self), Arc::clone(upstream));
        let (shortest, longest) = self.context.timeouts.backoff;
        self.tasks.spawn(async move {
            let listening = async {
                let mut wait = shortest;
                loop {
                    let began = Instant::now();
                    let ended = session
                        .request_upstream(server_index, &upstream, |number| template.to_line(number, None))
                        .await;
                    let is_current = session.state().ready_servers[server_index]
                        .as_ref()
                        .is_some_and(|ready| Arc::ptr_eq(&ready.upstream, &upstream));
                    // An error means that the server does not support subscriptions.
                    if !is_current || matches!(&ended, Ok(Ok(text)) if is_error_response(text)) {
                        return;
                    }
                    wait = if began.elapsed() > longest { shortest } else { (wait * 2).min(longest) };
                    sleep(wait).await;
                    // Changes in the meantime were missed.
                    session.mark_lists_stale(&ListKind::ALL);
                    session.tools_changed.notify_one();
                    session.notify_subscriptions(ListKind::Prompts);
                    session.notify_subscriptions(ListKind::Resources);
                }
            };
            tokio::select! { () = listening => {}, () = session.stop.cancelled() => {} }
        });
    }

    pub(in crate::gateway) fn handle_stateless_request(
        self: &Arc<Self>,
        method: &str,
        request: IncomingRequest,
    ) {
        let is_single = self.context.is_single();
        let era = self.state().ready_servers.first().and_then(|ready| ready.as_ref().map(|ready| ready.era));
        let passes = is_single && era == Some(Era::Stateless);
        match method {
            "server/discover" | "subscriptions/listen" if passes => {
                self.forward(0, request, RequestKind::classify(request.message), None);
            }
            "server/discover" => self.reply_discover(request),
            "subscriptions/listen" => self.open_subscription(request),
            "initialize" => request.refuse(METHOD_NOT_FOUND, "Method not found: initialize"),
            _ if !is_single => self.route(request),
            "tools/call" => self.handle_call(0, request),
            "tools/list" => self.forward(0, request, RequestKind::classify(request.message), None),
            "prompts/list"
            | "prompts/get"
            | "resources/list"
            | "resources/templates/list"
            | "resources/read"
            | "completion/complete" => self.forward(0, request, RequestKind::Other, None),
            _ if passes => self.forward(0, request, RequestKind::Other, None),
            _ => {
                let method = hintsmith_core::text::truncate_chars(method, 128);
                let why = format!(
                    "Method not found: {method} (not available in the protocol version of the server)"
                );
                request.refuse(METHOD_NOT_FOUND, &why);
            }
        }
    }

    fn reply_discover(&self, request: IncomingRequest) {
        let state = self.state();
        let ready = state
            .ready_servers
            .iter()
            .enumerate()
            .filter_map(|(server_index, ready)| Some((server_index, ready.as_ref()?)));
        let answers: Vec<(usize, Arc<str>)> = ready
            .map(|(server_index, ready)| (server_index, Arc::clone(&ready.handshake_response)))
            .collect();
        let is_older = state.ready_servers.iter().flatten().any(|ready| ready.era == Era::Handshake);
        drop(state);
        let answers: Vec<(usize, &str)> =
            answers.iter().map(|(server_index, text)| (*server_index, &**text)).collect();
        let text = merge::discover_response(request.id.get(), &answers, &self.context, is_older);
        request.reply.push(text.into_bytes(), OutboundKind::Result);
    }
}

fn is_error_response(text: &str) -> bool {
    Frame::parse(text).is_none_or(|message| message.error.is_some())
}
