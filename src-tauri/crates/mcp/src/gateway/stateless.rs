//! Stateless clients (2026-07-28), whose requests each carry the client's version and capabilities.
//!
//! Over HTTP they share one set of server connections, on which a client receives only what belongs to its own
//! requests. The gateway speaks to handshake servers in its own name: their results get the members that 2026-07-28
//! requires, and requests they make of the client are refused.

mod streams;

use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hintsmith_core::json::Members;
use serde_json::value::RawValue;
use tokio::time::{Instant, sleep, timeout};

use crate::connection::Era;
use crate::gateway::aggregate::ListKind;
use crate::gateway::from_client::Request;
use crate::gateway::handshake::{HandshakeRequest, HandshakeResult, merge};
use crate::gateway::outbound::OutboundKind;
use crate::gateway::pending::RequestKind;
use crate::gateway::request_template::RequestTemplate;
use crate::gateway::router::NO_METHOD;
use crate::gateway::session::{Phase, Session};
use crate::gateway::upstream::UpstreamConnection;
use crate::jsonrpc::frame::{Frame, string};
use crate::jsonrpc::splice::Splices;
use crate::proxy::list_changed;
use crate::proxy::tool_list;

pub use crate::proxy::elicitation::{KEY_CAPABILITIES, KEY_VERSION};
pub use streams::Stream;

pub const VERSION: &str = "2026-07-28";
/// A server of 2026-07-28 answers the probe at once; an older one may not answer at all.
pub const PROBE: Duration = Duration::from_secs(5);

/// Client information in the `_meta` of a request.
#[derive(Debug, Default)]
pub struct ClientMeta {
    pub version: Option<String>,
    pub has_capabilities: bool,
}

pub fn stated(message: &Frame) -> ClientMeta {
    let meta = || Members::parse(Members::parse(message.params?.get()).ok()?.get("_meta")?.get()).ok();
    let Some(meta) = meta() else { return ClientMeta::default() };
    ClientMeta {
        version: meta.get(KEY_VERSION).and_then(string).map(std::borrow::Cow::into_owned),
        has_capabilities: meta.get(KEY_CAPABILITIES).is_some_and(|raw| raw.get().starts_with('{')),
    }
}

/// The tool, prompt, resource or task that a request names, as in the `Mcp-Name` header.
pub fn name(message: &Frame) -> Option<String> {
    let key = match message.method() {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        "tasks/get" | "tasks/update" | "tasks/cancel" => "taskId",
        _ => return None,
    };
    Members::parse(message.params?.get()).ok()?.get(key).and_then(string).map(std::borrow::Cow::into_owned)
}

/// Encodes a header value (SEP-2243), in base64 if it is not plain ASCII.
pub fn encoded(name: &str) -> String {
    let is_plain = name.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ')
        && name.trim() == name
        && !name.starts_with("=?base64?");
    if is_plain { name.to_owned() } else { format!("=?base64?{}?=", STANDARD.encode(name)) }
}

pub fn decoded(value: &str) -> Option<String> {
    match value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) {
        Some(inner) => String::from_utf8(STANDARD.decode(inner).ok()?).ok(),
        None => Some(value.to_owned()),
    }
}

/// The gateway's own `_meta` member.
fn ours() -> String {
    format!(
        r#""_meta":{{"{KEY_VERSION}":"{VERSION}","{KEY_CAPABILITIES}":{{}},"io.modelcontextprotocol/clientInfo":{{"name":"hintsmith","version":"{}"}}}}"#,
        env!("CARGO_PKG_VERSION")
    )
}

/// Adds the members that 2026-07-28 requires in every result, and those of cacheable results.
pub fn dress(result: &RawValue, what: &RequestKind, splices: &mut Splices) {
    let Ok(members) = Members::parse(result.get()) else { return };
    if members.get("resultType").is_some() {
        return;
    }
    let is_list = matches!(what, RequestKind::List { .. }) || members.get("nextCursor").is_some();
    let lists = ["tools", "prompts", "resources", "resourceTemplates", "contents"];
    let is_kept = is_list || lists.iter().any(|key| members.get(key).is_some());
    let cache = if is_kept { r#","ttlMs":0,"cacheScope":"private""# } else { "" };
    splices.add_member(result.get(), &format!(r#""resultType":"complete"{cache}"#));
}

fn is_error(text: &str) -> bool {
    Frame::parse(text).is_none_or(|message| message.error.is_some())
}

impl Session {
    pub fn is_stateless(&self) -> bool {
        self.state().era == Era::Stateless
    }

    /// Connects to the servers for clients that send no `initialize`. At the timeout, the servers connected so far are
    /// used.
    pub fn awake(self: &Arc<Self>) {
        {
            let mut state = self.state();
            (state.era, state.phase) = (Era::Stateless, Phase::Greeting);
        }
        let session = Arc::clone(self);
        self.tasks.spawn(async move {
            let greeting = Arc::new(HandshakeRequest::Ours);
            let greeted = session.everybody(&greeting, &session.stop);
            tokio::select! { _ = greeted => {}, () = session.stop.cancelled() => {} }
            {
                let mut state = session.state();
                if state.phase == Phase::Greeting {
                    state.phase = Phase::Open;
                }
            }
            session.tell_news();
            session.watch_the_clock();
            session.greeted.notify_waiters();
        });
    }

    /// Resolves when the handshakes are complete or have timed out.
    pub async fn awakened(&self) {
        loop {
            let greeted = self.greeted.notified();
            if self.state().phase != Phase::Greeting {
                return;
            }
            greeted.await;
        }
    }

    /// Detects the protocol of a server, trying 2026-07-28 first.
    pub(super) async fn discover(
        self: &Arc<Self>,
        place: usize,
        link: &Arc<UpstreamConnection>,
    ) -> HandshakeResult {
        link.agreed(Some(VERSION.to_owned()));
        let template = self.template("server/discover");
        let answer = timeout(PROBE, self.ask(place, link, |number| template.line(number, None))).await;
        if let Ok(Ok(Ok(text))) = answer
            && memchr::memmem::find(text.as_bytes(), b"supportedVersions").is_some()
            && Frame::parse(&text).is_some_and(|message| message.result.is_some())
        {
            self.is_ready(place, link, &text, Era::Stateless);
            if !self.context.is_single() {
                self.listen_to(place, link);
            }
            return Ok(text);
        }
        link.agreed(None);
        let params = format!(
            r#"{{"protocolVersion":"2025-11-25","capabilities":{{}},"clientInfo":{{"name":"hintsmith","version":"{}"}}}}"#,
            env!("CARGO_PKG_VERSION")
        );
        let text = self.shake_hands(place, link, &RequestTemplate::new("initialize", Some(&params))).await?;
        self.is_ready(place, link, &text, Era::Handshake);
        Ok(text)
    }

    /// A request of the gateway, in this session's protocol.
    pub(super) fn template(&self, method: &str) -> RequestTemplate {
        match self.is_stateless() {
            true => RequestTemplate::new(method, Some(&format!("{{{}}}", ours()))),
            false => RequestTemplate::new(method, None),
        }
    }

    /// Subscribes to list changes of a 2026-07-28 server.
    pub(super) fn listen_to(self: &Arc<Self>, place: usize, link: &Arc<UpstreamConnection>) {
        let wanted = r#""notifications":{"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true}"#;
        let template =
            RequestTemplate::new("subscriptions/listen", Some(&format!("{{{wanted},{}}}", ours())));
        let (session, link) = (Arc::clone(self), Arc::clone(link));
        let (shortest, longest) = self.context.patience.again;
        self.tasks.spawn(async move {
            let listening = async {
                let mut wait = shortest;
                loop {
                    let began = Instant::now();
                    let ended = session.ask(place, &link, |number| template.line(number, None)).await;
                    let is_current = session.state().links[place]
                        .as_ref()
                        .is_some_and(|ready| Arc::ptr_eq(&ready.link, &link));
                    // An error means that the server does not support subscriptions.
                    if !is_current || matches!(&ended, Ok(Ok(text)) if is_error(text)) {
                        return;
                    }
                    wait = if began.elapsed() > longest { shortest } else { (wait * 2).min(longest) };
                    sleep(wait).await;
                    // Changes in the meantime were missed.
                    session.stale(&ListKind::ALL);
                    session.changed.notify_one();
                    session.tell_streams(ListKind::Prompts);
                    session.tell_streams(ListKind::Resources);
                }
            };
            tokio::select! { () = listening => {}, () = session.stop.cancelled() => {} }
        });
    }

    pub(super) fn stateless(self: &Arc<Self>, method: &str, request: Request) {
        let is_single = self.context.is_single();
        let era = self.state().links.first().and_then(|ready| ready.as_ref().map(|ready| ready.era));
        let passes = is_single && era == Some(Era::Stateless);
        match method {
            "server/discover" if passes => self.forward(0, request, RequestKind::Discover, None),
            "server/discover" => self.discovered(request),
            "subscriptions/listen" if passes => {
                let tools = list_changed::asks_for_tools(request.message.params);
                self.forward(0, request, RequestKind::Listen { tools }, None);
            }
            "subscriptions/listen" => self.stream_opened(request),
            "initialize" => request.refused(NO_METHOD, "Method not found: initialize"),
            _ if !is_single => self.route(request),
            "tools/call" => self.call(0, request),
            "tools/list" => {
                let first = tool_list::is_first(request.message.params);
                self.forward(0, request, RequestKind::List { first }, None)
            }
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
                request.refused(NO_METHOD, &why);
            }
        }
    }

    fn discovered(&self, request: Request) {
        let state = self.state();
        let ready =
            state.links.iter().enumerate().filter_map(|(place, ready)| Some((place, ready.as_ref()?)));
        let answers: Vec<(usize, Arc<str>)> =
            ready.map(|(place, ready)| (place, Arc::clone(&ready.hello))).collect();
        let is_older = state.links.iter().flatten().any(|ready| ready.era == Era::Handshake);
        drop(state);
        let answers: Vec<(usize, &str)> = answers.iter().map(|(place, text)| (*place, &**text)).collect();
        let text = merge::discovered(request.id.get(), &answers, &self.context, is_older);
        request.reply.push(text.into_bytes(), OutboundKind::Result);
    }
}
