//! The client's `initialize` params, and their translation for servers that only speak 2026-07-28.

use hintsmith_core::text::json::Members;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::gateway::stateless::{META_CLIENT_CAPABILITIES, META_PROTOCOL_VERSION, STATELESS_VERSION};
use crate::jsonrpc::frame::{Frame, decode_string};
use crate::proxy::elicitation::has_form_elicitation;

const KEY_INFO: &str = "io.modelcontextprotocol/clientInfo";
const KEY_LEVEL: &str = "io.modelcontextprotocol/logLevel";
const KEY_SERVER: &str = "io.modelcontextprotocol/serverInfo";

/// The client's `initialize` params, as JSON.
#[derive(Debug)]
pub struct InitializeParams {
    version: String,
    capabilities: String,
    client_info: Option<String>,
}

impl InitializeParams {
    pub fn from_initialize(message: &Frame) -> Option<Self> {
        let params = Members::parse(message.params?.get()).ok()?;
        let version = params.get("protocolVersion").and_then(decode_string)?;
        let is_older = version.len() == STATELESS_VERSION.len() && *version < *STATELESS_VERSION;
        let capabilities = params.get("capabilities").filter(|raw| raw.get().starts_with('{'));
        Some(Self {
            version: if is_older { version.into_owned() } else { "2025-11-25".to_owned() },
            capabilities: capabilities.map_or("{}", RawValue::get).to_owned(),
            client_info: params.get("clientInfo").map(|raw| raw.get().to_owned()),
        })
    }

    /// Returns whether the client supports form elicitation.
    pub fn supports_elicitation(&self) -> bool {
        has_form_elicitation(&self.capabilities)
    }

    /// The `_meta` members that every 2026-07-28 request carries.
    pub fn meta_members(&self, log_level: Option<&str>) -> String {
        let mut members = format!(
            r#""{META_PROTOCOL_VERSION}":"{STATELESS_VERSION}","{META_CLIENT_CAPABILITIES}":{}"#,
            self.capabilities
        );
        if let Some(info) = &self.client_info {
            members.push_str(&format!(r#","{KEY_INFO}":{info}"#));
        }
        if let Some(log_level) = log_level {
            members.push_str(&format!(r#","{KEY_LEVEL}":{log_level}"#));
        }
        members
    }

    /// Builds the `initialize` response from the server's `server/discover` response. `None` if the server does not
    /// support 2026-07-28.
    pub fn initialize_response(&self, discover_response: &str) -> Option<String> {
        let message = Frame::parse(discover_response)?;
        let result = Members::parse(message.result?.get()).ok()?;
        let versions: Vec<String> = serde_json::from_str(result.get("supportedVersions")?.get()).ok()?;
        if !versions.iter().any(|version| version == STATELESS_VERSION) {
            return None;
        }
        let capabilities = Members::parse(result.get("capabilities")?.get()).ok()?;
        let kept = capabilities.0.iter().filter(|(key, _)| key != "extensions");
        let kept: Vec<String> = kept
            .map(|(key, value)| match &**key {
                // Subscriptions to single resources have no exact counterpart.
                "resources" => format!(r#""resources":{}"#, without_member(value.get(), "subscribe")),
                key => format!("{}:{}", Value::from(key), value.get()),
            })
            .collect();
        let meta = result.get("_meta").and_then(|meta| Members::parse(meta.get()).ok());
        let info =
            meta.and_then(|meta| meta.get(KEY_SERVER)).map_or(r#"{"name":"","version":""}"#, RawValue::get);
        let instructions = result.get("instructions").map(|raw| format!(r#","instructions":{}"#, raw.get()));
        Some(format!(
            r#"{{"jsonrpc":"2.0","id":0,"result":{{"protocolVersion":"{}","capabilities":{{{}}},"serverInfo":{info}{}}}}}"#,
            self.version,
            kept.join(","),
            instructions.unwrap_or_default(),
        ))
    }
}

/// Returns the object without one member.
fn without_member(object: &str, removed: &str) -> String {
    let members = Members::parse(object).map(|members| members.0).unwrap_or_default();
    let remaining = members.iter().filter(|(key, _)| key != removed);
    let remaining: Vec<String> =
        remaining.map(|(key, value)| format!("{}:{}", Value::from(&**key), value.get())).collect();
    format!("{{{}}}", remaining.join(","))
}
