//! Stateless clients (2026-07-28), whose requests each carry the client's version and capabilities.
//!
//! Over HTTP they share one set of server connections, on which a client receives only what belongs to its own
//! requests. The gateway speaks to handshake servers in its own name: their results get the members that 2026-07-28
//! requires, and requests they make of the client are refused.

mod subscriptions;

use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hintsmith_core::text::json::Members;
use serde_json::value::RawValue;
use tokio::time::{Instant, sleep, timeout};

use crate::connection::Era;
use crate::gateway::aggregate::ListKind;
use crate::gateway::from_client::IncomingRequest;
use crate::gateway::handshake::{HandshakeRequest, HandshakeResult, merge};
use crate::gateway::outbound::OutboundKind;
use crate::gateway::request_template::RequestTemplate;
use crate::gateway::router::METHOD_NOT_FOUND;
use crate::gateway::session::{Phase, Session};
use crate::gateway::upstream::UpstreamConnection;
use crate::jsonrpc::frame::{Frame, decode_string};
use crate::jsonrpc::splice::Splices;
use crate::proxy::request_kind::RequestKind;

pub use crate::proxy::elicitation::{META_CLIENT_CAPABILITIES, META_PROTOCOL_VERSION};
pub use subscriptions::Subscription;

pub const STATELESS_VERSION: &str = "2026-07-28";
/// A server of 2026-07-28 answers the probe at once; an older one may not answer at all.
pub const PROBE_TIMEOUT: Duration = Duration::from_secs(5);

/// Client information in the `_meta` of a request.
#[derive(Debug, Default)]
pub struct ClientMeta {
    pub version: Option<String>,
    pub has_capabilities: bool,
}

pub fn parse_client_meta(message: &Frame) -> ClientMeta {
    let meta = || Members::parse(Members::parse(message.params?.get()).ok()?.get("_meta")?.get()).ok();
    let Some(meta) = meta() else { return ClientMeta::default() };
    ClientMeta {
        version: meta.get(META_PROTOCOL_VERSION).and_then(decode_string).map(std::borrow::Cow::into_owned),
        has_capabilities: meta.get(META_CLIENT_CAPABILITIES).is_some_and(|raw| raw.get().starts_with('{')),
    }
}

/// The tool, prompt, resource or task that a request names, as in the `Mcp-Name` header.
pub fn target_name(message: &Frame) -> Option<String> {
    let key = match message.method() {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        "tasks/get" | "tasks/update" | "tasks/cancel" => "taskId",
        _ => return None,
    };
    Members::parse(message.params?.get())
        .ok()?
        .get(key)
        .and_then(decode_string)
        .map(std::borrow::Cow::into_owned)
}

/// Encodes a header value (SEP-2243), in base64 if it is not plain ASCII.
pub fn encode_header_value(name: &str) -> String {
    let is_plain = name.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ')
        && name.trim() == name
        && !name.starts_with("=?base64?");
    if is_plain { name.to_owned() } else { format!("=?base64?{}?=", STANDARD.encode(name)) }
}

pub fn decode_header_value(value: &str) -> Option<String> {
    match value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) {
        Some(inner) => String::from_utf8(STANDARD.decode(inner).ok()?).ok(),
        None => Some(value.to_owned()),
    }
}

/// The gateway's own `_meta` member.
fn own_meta() -> String {
    format!(
        r#""_meta":{{"{META_PROTOCOL_VERSION}":"{STATELESS_VERSION}","{META_CLIENT_CAPABILITIES}":{{}},"io.modelcontextprotocol/clientInfo":{{"name":"hintsmith","version":"{}"}}}}"#,
        env!("CARGO_PKG_VERSION")
    )
}

/// Adds the members that 2026-07-28 requires in every result, and those of cacheable results.
pub fn add_stateless_members(result: &RawValue, kind: &RequestKind, splices: &mut Splices) {
    let Ok(members) = Members::parse(result.get()) else { return };
    if members.get("resultType").is_some() {
        return;
    }
    let is_list = matches!(kind, RequestKind::List { .. }) || members.get("nextCursor").is_some();
    let lists = ["tools", "prompts", "resources", "resourceTemplates", "contents"];
    let is_kept = is_list || lists.iter().any(|key| members.get(key).is_some());
    let cache = if is_kept { r#","ttlMs":0,"cacheScope":"private""# } else { "" };
    splices.add_member(result.get(), &format!(r#""resultType":"complete"{cache}"#));
}

fn is_error_response(text: &str) -> bool {
    Frame::parse(text).is_none_or(|message| message.error.is_some())
}

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
    pub(super) async fn discover_server(
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
    pub(super) fn build_template(&self, method: &str) -> RequestTemplate {
        match self.is_stateless() {
            true => RequestTemplate::new(method, Some(&format!("{{{}}}", own_meta()))),
            false => RequestTemplate::new(method, None),
        }
    }

    /// Subscribes to list changes of a 2026-07-28 server.
    pub(super) fn subscribe_to_server(
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

    pub(super) fn handle_stateless_request(self: &Arc<Self>, method: &str, request: IncomingRequest) {
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
                let why = format!("Method not found: {method} (the server speaks an older protocol)");
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
