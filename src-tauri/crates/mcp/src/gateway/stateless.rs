//! The stateless protocol (2026-07-28): `_meta` of requests, header values, and members of results.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hintsmith_core::text::json::Members;
use serde_json::value::RawValue;

use crate::jsonrpc::frame::{Frame, decode_string};
use crate::proxy::request_kind::RequestKind;
use hintsmith_core::text::json_edit::Splices;

pub use crate::proxy::elicitation::{META_CLIENT_CAPABILITIES, META_PROTOCOL_VERSION};

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
pub fn own_meta() -> String {
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
