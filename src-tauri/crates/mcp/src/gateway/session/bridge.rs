//! Bridge from handshake-protocol clients to servers that only speak 2026-07-28.
//!
//! Methods of both protocols are translated exactly: requests get the `_meta` members that 2026-07-28 requires
//! (including the log level), and input that the server asks for is requested from the client and sent with a retry.
//! Methods without a counterpart are refused with an error that says so.

use std::sync::Arc;

use hintsmith_core::text::json::Members;
use tokio::time::timeout;

use crate::era::Era;
use crate::gateway::handshake::{HandshakeError, HandshakeResult};
use crate::gateway::outbound::OutboundKind;
use crate::gateway::request_template::RequestTemplate;
use crate::gateway::session::Session;
use crate::gateway::session::incoming_request::IncomingRequest;
use crate::gateway::stateless::{PROBE_TIMEOUT, STATELESS_VERSION};
use crate::gateway::upstream::UpstreamConnection;
use crate::jsonrpc::frame::{Frame, find_ambiguity};
use crate::jsonrpc::response::METHOD_NOT_FOUND;
use hintsmith_core::text::json_edit::Splices;

/// Methods that both protocols define.
const SHARED_METHODS: [&str; 8] = [
    "tools/list",
    "tools/call",
    "prompts/list",
    "prompts/get",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "completion/complete",
];

impl Session {
    /// Connects a server that refused `initialize` through `server/discover`; it may only speak 2026-07-28.
    pub(in crate::gateway) async fn bridge_server(
        self: &Arc<Self>,
        server_index: usize,
        upstream: &Arc<UpstreamConnection>,
        error: HandshakeError,
    ) -> HandshakeResult {
        let Some(initialize_params) = self.state().initialize_params.clone() else { return Err(error) };
        upstream.set_version(Some(STATELESS_VERSION.to_owned()));
        let params = format!(r#"{{"_meta":{{{}}}}}"#, initialize_params.meta_members(None));
        let template = RequestTemplate::new("server/discover", Some(&params));
        let answer = timeout(
            PROBE_TIMEOUT,
            self.request_upstream(server_index, upstream, |number| template.to_line(number, None)),
        )
        .await;
        let hello = match answer {
            Ok(Ok(Ok(text))) => initialize_params.initialize_response(&text),
            _ => None,
        };
        let Some(hello) = hello else {
            upstream.set_version(None);
            return Err(error);
        };
        self.mark_ready(server_index, upstream, &hello, Era::Stateless);
        self.subscribe_to_server(server_index, upstream);
        Ok(hello)
    }

    /// True if this server speaks 2026-07-28 and the client the handshake protocol.
    pub(in crate::gateway) fn is_bridged(&self, server_index: usize) -> bool {
        let state = self.state();
        state.era == Era::Handshake
            && state.ready_servers[server_index].as_ref().is_some_and(|ready| ready.era == Era::Stateless)
    }

    fn bridged_meta_members(&self) -> String {
        let state = self.state();
        let level = state.log_level.clone();
        state
            .initialize_params
            .as_ref()
            .map(|initialize_params| initialize_params.meta_members(level.as_deref()))
            .unwrap_or_default()
    }

    /// Template for a list request that the gateway sends itself.
    pub(in crate::gateway) fn bridged_template(
        &self,
        server_index: usize,
        method: &str,
    ) -> Option<RequestTemplate> {
        let params = self
            .is_bridged(server_index)
            .then(|| format!(r#"{{"_meta":{{{}}}}}"#, self.bridged_meta_members()))?;
        Some(RequestTemplate::new(method, Some(&params)))
    }

    /// Answers or refuses requests that have no exact counterpart. Returns true if the request is to be forwarded.
    pub(in crate::gateway) fn filter_bridged_request(&self, request: IncomingRequest) -> bool {
        let method = request.message.method();
        let done = |request: IncomingRequest| {
            let text = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{}}}}"#, request.id.get());
            request.reply.push(text.into_bytes(), OutboundKind::Result);
        };
        match method {
            "ping" => done(request),
            "logging/setLevel" => {
                self.store_log_level(request.message);
                done(request);
            }
            method if SHARED_METHODS.contains(&method) => return true,
            method => {
                let method = hintsmith_core::text::truncate_chars(method, 128);
                let why = format!(
                    "Method not found: {method} (not available in the protocol version of the server)"
                );
                request.refuse(METHOD_NOT_FOUND, &why);
            }
        }
        false
    }

    /// Stores the level of a `logging/setLevel` request: 2026-07-28 sends it with every request.
    pub(in crate::gateway) fn store_log_level(&self, message: &Frame) {
        let params = message.params.and_then(|params| Members::parse(params.get()).ok());
        let level = params.and_then(|params| params.get("level")).map(|raw| raw.get().to_owned());
        self.state().log_level = level;
    }

    /// Adds the members that 2026-07-28 requires to a request. Fails if the client's `_meta` already uses the reserved
    /// prefix, or if the params are ambiguous.
    pub(in crate::gateway) fn add_bridge_meta(
        &self,
        request: IncomingRequest,
        splices: &mut Splices,
    ) -> Result<(), String> {
        let members = self.bridged_meta_members();
        let Some(params) = request.message.params.filter(|params| params.get().starts_with('{')) else {
            splices.add_member(request.text, &format!(r#""params":{{"_meta":{{{members}}}}}"#));
            return Ok(());
        };
        let given = Members::parse(params.get()).map_err(|error| error.to_string())?;
        if let Some(why) = find_ambiguity(&given, &["_meta", "inputResponses", "requestState"]) {
            return Err(why);
        }
        match given.get("_meta").filter(|meta| meta.get().starts_with('{')) {
            None => splices.add_member(params.get(), &format!(r#""_meta":{{{members}}}"#)),
            Some(meta) => {
                let meta_members = Members::parse(meta.get()).map_err(|error| error.to_string())?;
                if meta_members.0.iter().any(|(key, _)| key.starts_with("io.modelcontextprotocol/")) {
                    return Err("_meta contains keys that are reserved for the protocol".to_owned());
                }
                splices.add_member(meta.get(), &members);
            }
        }
        Ok(())
    }
}
