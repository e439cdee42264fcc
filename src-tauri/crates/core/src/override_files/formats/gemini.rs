//! Gemini CLI: rules of a policy file, and `trust`, `includeTools` and `excludeTools` in `settings.json`.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::approval::ApprovalMode;
use crate::override_files::document::{elements, members};
use crate::override_files::reader::Reader;
use crate::override_files::{ModePrecedence, OverrideFormat, OverrideValue, ServerLabel};

pub const FORMAT: OverrideFormat = OverrideFormat {
    id: "gemini",
    name: "Gemini CLI",
    files: "policy file (TOML), or settings.json",
    recognizes,
    read,
    precedence: ModePrecedence::Tool,
};

fn recognizes(document: &Value) -> bool {
    let has_rules = elements(document.get("rule")).any(|rule| rule.get("decision").is_some());
    let keys = ["trust", "includeTools", "excludeTools"];
    has_rules
        || members(document.get("mcpServers"))
            .any(|(_, server)| keys.iter().any(|key| server.get(key).is_some()))
}

fn read(document: &Value, reader: &mut Reader) {
    read_rules(document, reader);
    for (name, entry) in members(document.get("mcpServers")) {
        read_settings(name, entry, reader);
    }
}

/// The permission of a rule, and the priority that it has over other rules.
type Ranked = (f64, ApprovalMode);

/// Of several rules about a tool, that with the highest priority applies. A rule about a server is one about each of its
/// tools.
fn read_rules(document: &Value, reader: &mut Reader) {
    let mut servers: BTreeMap<&str, Ranked> = BTreeMap::new();
    let mut tools: BTreeMap<(&str, &str), Ranked> = BTreeMap::new();
    for (index, rule) in elements(document.get("rule")).enumerate() {
        let subject = format!("rule {}", index + 1);
        let Some((mode, server, names)) = read_rule(&subject, rule, reader) else { continue };
        let priority = rule.get("priority").and_then(Value::as_f64).unwrap_or_default();
        let rank = |known: Option<&Ranked>| match known {
            Some((other, stricter)) if *other == priority => (priority, mode.stricter(*stricter)),
            Some(known) if known.0 > priority => *known,
            _ => (priority, mode),
        };
        for name in names {
            match name {
                None | Some("*") => drop(servers.insert(server, rank(servers.get(server)))),
                Some(tool) => drop(tools.insert((server, tool), rank(tools.get(&(server, tool))))),
            }
        }
    }
    for ((server, tool), own) in tools {
        let (_, mode) = match servers.get(server) {
            Some(all) if all.0 > own.0 => *all,
            _ => own,
        };
        reader.add_tools_like(&ServerLabel::new(server), tool, vec![OverrideValue::Approval(mode)]);
    }
    for (server, (_, mode)) in servers {
        reader.add_server(&ServerLabel::new(server), vec![OverrideValue::Approval(mode)]);
    }
}

/// The permission, the server, and the tools of a rule: `None` for all.
fn read_rule<'a>(
    subject: &str,
    rule: &'a Value,
    reader: &mut Reader,
) -> Option<(ApprovalMode, &'a str, Vec<Option<&'a str>>)> {
    const KNOWN: [&str; 6] = ["mcpName", "toolName", "decision", "priority", "name", "denyMessage"];
    let Some(members) = rule.as_object() else {
        reader.skip(subject, "", "it is no table");
        return None;
    };
    if let Some(condition) = members.keys().find(|key| !KNOWN.contains(&key.as_str())) {
        reader.skip(subject, condition, "there is no decision with a condition");
        return None;
    }
    let mode = match members.get("decision").and_then(Value::as_str) {
        Some("allow") => ApprovalMode::NeverAsk,
        Some("ask_user") => ApprovalMode::AlwaysAsk,
        Some("deny") => ApprovalMode::Block,
        _ => {
            reader.skip(subject, "decision", "it is none of allow, ask_user and deny");
            return None;
        }
    };
    let Some(server) = members.get("mcpName").and_then(Value::as_str).filter(|name| *name != "*") else {
        reader.skip(subject, "", "it names no MCP server");
        return None;
    };
    let names = match members.get("toolName") {
        None | Some(Value::Null) => vec![None],
        Some(Value::String(name)) => vec![Some(name.as_str())],
        list => reader.names(subject, "toolName", list).into_iter().map(Some).collect(),
    };
    Some((mode, server, names))
}

fn read_settings(name: &str, entry: &Value, reader: &mut Reader) {
    let server = ServerLabel::new(name);
    let mut values = Vec::new();
    if entry.get("includeTools").is_some_and(Value::is_array) {
        values.push(OverrideValue::OnlyListed);
    }
    match entry.get("trust") {
        Some(Value::Bool(true)) => values.push(OverrideValue::Approval(ApprovalMode::NeverAsk)),
        None | Some(Value::Null | Value::Bool(false)) => {}
        Some(_) => reader.skip(name, "trust", "it is neither true nor false"),
    }
    reader.add_server(&server, values);
    // A name may be followed by the arguments that it is limited to.
    for tool in reader.names(name, "includeTools", entry.get("includeTools")) {
        let tool = tool.split('(').next().unwrap_or_default();
        reader.add_tool(&server, tool, vec![OverrideValue::Offered(true)]);
    }
    for tool in reader.names(name, "excludeTools", entry.get("excludeTools")) {
        reader.add_tool(&server, tool, vec![OverrideValue::Approval(ApprovalMode::Block)]);
    }
}
