//! Handshake messages: every server gets the client's `initialize`, and the client gets one response.
//!
//! With a single server its own response is returned, with `serverInfo` and `tools.listChanged` replaced. The responses
//! of several servers are combined by [`merge`]. Servers that are slow or unreachable join later, and the client is
//! notified.

pub mod merge;

use hintsmith_core::text::json::Members;
use serde_json::value::RawValue;

use crate::gateway::request_template::RequestTemplate;
use crate::gateway::tasks::TASKS_EXTENSION;
use crate::jsonrpc::frame::{Frame, decode_string};
use crate::jsonrpc::response;
use crate::proxy::list_changed;
use hintsmith_core::text::json_edit::Splices;

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

pub const TIMED_OUT: &str = "the server did not respond in time";

/// `serverInfo` of the gateway.
pub fn server_info() -> String {
    format!(r#"{{"name":"hintsmith","title":"Hintsmith","version":"{}"}}"#, env!("CARGO_PKG_VERSION"))
}

/// Capabilities of a server.
#[derive(Debug, Clone, Copy, Default)]
pub struct ServerCapabilities {
    pub tools: bool,
    pub prompts: bool,
    pub resources: bool,
    pub logging: bool,
    pub tasks: bool,
}

/// The response of a single server, with the gateway's `serverInfo` and `listChanged`.
pub fn single_server_response(id: &str, text: &str) -> String {
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
pub fn failure_response(id: &str, result: Option<HandshakeResult>) -> Vec<u8> {
    let why = match result {
        Some(Err(HandshakeError::Refused(text))) => {
            if let Some(response_id) = Frame::parse(&text).and_then(|message| message.id) {
                let mut splices = Splices::new(&text);
                splices.replace(response_id.get(), id);
                let mut out = Vec::new();
                splices.write(&mut out);
                return out;
            }
            "the server rejected the handshake".to_owned()
        }
        Some(Err(HandshakeError::Unreachable(why))) => why,
        Some(Err(HandshakeError::TimedOut)) => TIMED_OUT.to_owned(),
        _ => "no server is reachable".to_owned(),
    };
    response::error(id, response::INTERNAL_ERROR, &why).into_bytes()
}

pub fn parse_capabilities(result: &str) -> ServerCapabilities {
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
pub fn negotiated_version(text: &str) -> Option<String> {
    let message = Frame::parse(text)?;
    let members = Members::parse(message.result?.get()).ok()?;
    members.get("protocolVersion").and_then(decode_string).map(std::borrow::Cow::into_owned)
}
