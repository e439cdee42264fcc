//! Bridge from handshake-protocol clients to servers that only speak 2026-07-28.
//!
//! Methods of both protocols are translated exactly: requests get the `_meta` members that 2026-07-28 requires
//! (including the log level), and input that the server asks for is requested from the client and sent with a retry.
//! Methods without a counterpart are refused with an error that says so.

mod more;

use std::sync::Arc;

use hintsmith_core::json::Members;
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::time::timeout;

pub use more::{Base, is_unfinished};

use crate::connection::Era;
use crate::gateway::from_client::Request;
use crate::gateway::handshake::{HandshakeError, HandshakeResult};
use crate::gateway::outbound::OutboundKind;
use crate::gateway::request_template::RequestTemplate;
use crate::gateway::router::NO_METHOD;
use crate::gateway::session::Session;
use crate::gateway::stateless::{KEY_CAPABILITIES, KEY_VERSION, PROBE, VERSION};
use crate::gateway::upstream::UpstreamConnection;
use crate::jsonrpc::frame::{Frame, doubt, string};
use crate::jsonrpc::splice::Splices;
use crate::proxy::elicitation::elicits;

const KEY_INFO: &str = "io.modelcontextprotocol/clientInfo";
const KEY_LEVEL: &str = "io.modelcontextprotocol/logLevel";
const KEY_SERVER: &str = "io.modelcontextprotocol/serverInfo";
/// Methods that both protocols define.
const BOTH: [&str; 8] = [
    "tools/list",
    "tools/call",
    "prompts/list",
    "prompts/get",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "completion/complete",
];

/// The client's `initialize` params, as JSON.
#[derive(Debug)]
pub struct Bridge {
    version: String,
    capabilities: String,
    info: Option<String>,
}

impl Bridge {
    pub fn of(message: &Frame) -> Option<Self> {
        let params = Members::parse(message.params?.get()).ok()?;
        let version = params.get("protocolVersion").and_then(string)?;
        let is_older = version.len() == VERSION.len() && *version < *VERSION;
        let capabilities = params.get("capabilities").filter(|raw| raw.get().starts_with('{'));
        Some(Self {
            version: if is_older { version.into_owned() } else { "2025-11-25".to_owned() },
            capabilities: capabilities.map_or("{}", RawValue::get).to_owned(),
            info: params.get("clientInfo").map(|raw| raw.get().to_owned()),
        })
    }

    /// Returns whether the client supports form elicitation.
    pub fn elicits(&self) -> bool {
        elicits(&self.capabilities)
    }

    /// The `_meta` members that every 2026-07-28 request carries.
    fn members(&self, level: Option<&str>) -> String {
        let mut members =
            format!(r#""{KEY_VERSION}":"{VERSION}","{KEY_CAPABILITIES}":{}"#, self.capabilities);
        if let Some(info) = &self.info {
            members.push_str(&format!(r#","{KEY_INFO}":{info}"#));
        }
        if let Some(level) = level {
            members.push_str(&format!(r#","{KEY_LEVEL}":{level}"#));
        }
        members
    }

    /// Builds the `initialize` response from the server's `server/discover` response. `None` if the server does not
    /// support 2026-07-28.
    fn hello(&self, discovered: &str) -> Option<String> {
        let message = Frame::parse(discovered)?;
        let result = Members::parse(message.result?.get()).ok()?;
        let versions: Vec<String> = serde_json::from_str(result.get("supportedVersions")?.get()).ok()?;
        if !versions.iter().any(|version| version == VERSION) {
            return None;
        }
        let capabilities = Members::parse(result.get("capabilities")?.get()).ok()?;
        let kept = capabilities.0.iter().filter(|(key, _)| key != "extensions");
        let kept: Vec<String> = kept
            .map(|(key, value)| match &**key {
                // Subscriptions to single resources have no exact counterpart.
                "resources" => format!(r#""resources":{}"#, without(value.get(), "subscribe")),
                key => format!("{}:{}", Value::from(key), value.get()),
            })
            .collect();
        let meta = result.get("_meta").and_then(|meta| Members::parse(meta.get()).ok());
        let info =
            meta.and_then(|meta| meta.get(KEY_SERVER)).map_or(r#"{"name":"","version":""}"#, RawValue::get);
        let words = result.get("instructions").map(|raw| format!(r#","instructions":{}"#, raw.get()));
        Some(format!(
            r#"{{"jsonrpc":"2.0","id":0,"result":{{"protocolVersion":"{}","capabilities":{{{}}},"serverInfo":{info}{}}}}}"#,
            self.version,
            kept.join(","),
            words.unwrap_or_default(),
        ))
    }
}

impl Session {
    /// Connects a server that refused `initialize` through `server/discover`; it may only speak 2026-07-28.
    pub(super) async fn bridged(
        self: &Arc<Self>,
        place: usize,
        link: &Arc<UpstreamConnection>,
        why: HandshakeError,
    ) -> HandshakeResult {
        let Some(bridge) = self.state().bridge.clone() else { return Err(why) };
        link.agreed(Some(VERSION.to_owned()));
        let params = format!(r#"{{"_meta":{{{}}}}}"#, bridge.members(None));
        let template = RequestTemplate::new("server/discover", Some(&params));
        let answer = timeout(PROBE, self.ask(place, link, |number| template.line(number, None))).await;
        let hello = match answer {
            Ok(Ok(Ok(text))) => bridge.hello(&text),
            _ => None,
        };
        let Some(hello) = hello else {
            link.agreed(None);
            return Err(why);
        };
        self.is_ready(place, link, &hello, Era::Stateless);
        self.listen_to(place, link);
        Ok(hello)
    }

    /// True if this server speaks 2026-07-28 and the client the handshake protocol.
    pub(super) fn is_bridged(&self, place: usize) -> bool {
        let state = self.state();
        state.era == Era::Handshake
            && state.links[place].as_ref().is_some_and(|ready| ready.era == Era::Stateless)
    }

    fn bridge_members(&self) -> String {
        let state = self.state();
        let level = state.level.clone();
        state.bridge.as_ref().map(|bridge| bridge.members(level.as_deref())).unwrap_or_default()
    }

    /// Template for a list request that the gateway sends itself.
    pub(super) fn bridged_template(&self, place: usize, method: &str) -> Option<RequestTemplate> {
        let params =
            self.is_bridged(place).then(|| format!(r#"{{"_meta":{{{}}}}}"#, self.bridge_members()))?;
        Some(RequestTemplate::new(method, Some(&params)))
    }

    /// Answers or refuses requests that have no exact counterpart. Returns true if the request is to be forwarded.
    pub(super) fn crosses(&self, request: Request) -> bool {
        let method = request.message.method();
        let done = |request: Request| {
            let text = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{}}}}"#, request.id.get());
            request.reply.push(text.into_bytes(), OutboundKind::Result);
        };
        match method {
            "ping" => done(request),
            "logging/setLevel" => {
                self.remember_level(request.message);
                done(request);
            }
            method if BOTH.contains(&method) => return true,
            method => {
                let method = hintsmith_core::text::truncate_chars(method, 128);
                let why =
                    format!("Method not found: {method} (the server speaks a newer protocol without it)");
                request.refused(NO_METHOD, &why);
            }
        }
        false
    }

    /// Stores the level of a `logging/setLevel` request: 2026-07-28 sends it with every request.
    pub(super) fn remember_level(&self, message: &Frame) {
        let params = message.params.and_then(|params| Members::parse(params.get()).ok());
        let level = params.and_then(|params| params.get("level")).map(|raw| raw.get().to_owned());
        self.state().level = level;
    }

    /// Adds the members that 2026-07-28 requires to a request. Fails if the client's `_meta` already uses the reserved
    /// prefix, or if the params are ambiguous.
    pub(super) fn dressed(&self, request: Request, splices: &mut Splices) -> Result<(), String> {
        let members = self.bridge_members();
        let Some(params) = request.message.params.filter(|params| params.get().starts_with('{')) else {
            splices.add_member(request.text, &format!(r#""params":{{"_meta":{{{members}}}}}"#));
            return Ok(());
        };
        let given = Members::parse(params.get()).map_err(|error| error.to_string())?;
        if let Some(why) = doubt(&given, &["_meta", "inputResponses", "requestState"]) {
            return Err(why);
        }
        match given.get("_meta").filter(|meta| meta.get().starts_with('{')) {
            None => splices.add_member(params.get(), &format!(r#""_meta":{{{members}}}"#)),
            Some(meta) => {
                let theirs = Members::parse(meta.get()).map_err(|error| error.to_string())?;
                if theirs.0.iter().any(|(key, _)| key.starts_with("io.modelcontextprotocol/")) {
                    return Err("its _meta says what only we may say to this server".to_owned());
                }
                splices.add_member(meta.get(), &members);
            }
        }
        Ok(())
    }
}

/// Returns the object without one member.
fn without(object: &str, gone: &str) -> String {
    let members = Members::parse(object).map(|members| members.0).unwrap_or_default();
    let kept = members.iter().filter(|(key, _)| key != gone);
    let kept: Vec<String> =
        kept.map(|(key, value)| format!("{}:{}", Value::from(&**key), value.get())).collect();
    format!("{{{}}}", kept.join(","))
}
