//! Merged handshake response of several servers.

use hintsmith_core::text::json::Members;
use serde_json::Value;

use crate::gateway::context::GatewayContext;
use crate::gateway::handshake::server_info;
use crate::gateway::tasks::TASKS_EXTENSION;
use crate::jsonrpc::frame::{Frame, decode_string};

/// Capabilities that the gateway routes between several servers. Others are not announced, because requests for them
/// could not be routed.
const ROUTED_CAPABILITIES: [&str; 7] =
    ["tools", "prompts", "resources", "logging", "completions", "experimental", "tasks"];
/// For these capabilities, only these members are announced.
const ROUTED_MEMBERS: [(&str, &[&str]); 2] =
    [("tasks", &["cancel", "requests"]), ("extensions", &[TASKS_EXTENSION])];

/// A capability with its members as JSON.
type Capability = (&'static str, Vec<(String, String)>);

/// Builds the `initialize` response. Announces the lowest version of all servers; what later versions add does no harm
/// there.
pub fn initialize_response(id: &str, responses: &[(usize, &str)], context: &GatewayContext) -> String {
    let MergedCapabilities { version, capabilities, instructions } =
        merge_capabilities(responses, context, &ROUTED_CAPABILITIES);
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"protocolVersion":{},"capabilities":{capabilities},"serverInfo":{}{instructions}}}}}"#,
        Value::from(version.unwrap_or_default()),
        server_info(),
    )
}

/// Builds the `server/discover` response. Resource subscriptions are not announced, because their owner cannot be
/// determined. If a server only speaks the handshake protocol, 2026-07-28 is left out of the versions: clients that
/// support both then use the handshake protocol, the only one in which that server can send them requests. Stateless
/// requests are answered nevertheless.
pub fn discover_response(
    id: &str,
    responses: &[(usize, &str)],
    context: &GatewayContext,
    has_older_server: bool,
) -> String {
    let newer = if has_older_server { "" } else { r#""2026-07-28","# };
    let MergedCapabilities { capabilities, instructions, .. } = merge_capabilities(
        responses,
        context,
        &["tools", "prompts", "resources", "completions", "extensions"],
    );
    let capabilities = capabilities.replace(r#""subscribe":true"#, r#""subscribe":false"#);
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"complete","supportedVersions":[{newer}"2025-11-25","2025-06-18","2025-03-26"],"capabilities":{capabilities}{instructions},"ttlMs":0,"cacheScope":"private","_meta":{{"io.modelcontextprotocol/serverInfo":{}}}}}}}"#,
        server_info(),
    )
}

/// Merged results of all servers, as JSON.
struct MergedCapabilities {
    version: Option<String>,
    capabilities: String,
    /// The complete `instructions` member with a leading comma, or empty.
    instructions: String,
}

fn merge_capabilities(
    responses: &[(usize, &str)],
    context: &GatewayContext,
    routed: &'static [&'static str],
) -> MergedCapabilities {
    let mut capabilities: Vec<Capability> = vec![("tools", vec![("listChanged".into(), "true".into())])];
    let (mut version, mut instructions) = (None::<String>, Vec::new());
    for (server_index, text) in responses {
        let Some(message) = Frame::parse(text) else { continue };
        let Some(result) = message.result.and_then(|result| Members::parse(result.get()).ok()) else {
            continue;
        };
        if let Some(server_version) = result.get("protocolVersion").and_then(decode_string)
            && version.as_deref().is_none_or(|lowest| *server_version < *lowest)
        {
            version = Some(server_version.into_owned());
        }
        if let Some(announced) = result.get("capabilities").and_then(|raw| Members::parse(raw.get()).ok()) {
            add_capabilities(&mut capabilities, &announced, routed);
        }
        if let Some(text) =
            result.get("instructions").and_then(decode_string).filter(|text| !text.trim().is_empty())
        {
            instructions.push(format!("## {}\n\n{}", context.servers[*server_index].name, text.trim_end()));
        }
    }
    let capabilities: Vec<String> = capabilities.iter().map(capability_json).collect();
    let instructions = match instructions.is_empty() {
        true => String::new(),
        false => format!(r#","instructions":{}"#, Value::from(instructions.join("\n\n"))),
    };
    MergedCapabilities { version, capabilities: format!("{{{}}}", capabilities.join(",")), instructions }
}

/// Adds a server's capabilities: each capability and member is announced if any server has it.
fn add_capabilities(capabilities: &mut Vec<Capability>, announced: &Members, routed: &[&'static str]) {
    for name in routed {
        let name = *name;
        let Some(mut members) = announced.get(name).and_then(|raw| Members::parse(raw.get()).ok()) else {
            continue;
        };
        if let Some((_, allowed)) = ROUTED_MEMBERS.iter().find(|(limited, _)| *limited == name) {
            members.0.retain(|(key, _)| allowed.contains(&&**key));
            if members.0.is_empty() {
                continue;
            }
        }
        let index = capabilities.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
            capabilities.push((name, Vec::new()));
            capabilities.len() - 1
        });
        let known = &mut capabilities[index].1;
        for (key, value) in members.0 {
            match known.iter_mut().find(|(name, _)| *name == key) {
                Some((_, before)) if value.get() == "true" => "true".clone_into(before),
                Some(_) => {}
                None => known.push((key.into_owned(), value.get().to_owned())),
            }
        }
    }
}

fn capability_json((name, members): &Capability) -> String {
    let members: Vec<String> =
        members.iter().map(|(key, value)| format!("{}:{value}", Value::from(key.as_str()))).collect();
    format!("\"{name}\":{{{}}}", members.join(","))
}
