//! Claude Code: permission rules (allow, ask, deny) about tools of MCP servers in `settings.json`.
//!
//! Claude Code evaluates deny before ask before allow, whether a rule is about a tool or about its server.

use serde_json::Value;

use crate::approval::ApprovalMode;
use crate::override_files::document::members;
use crate::override_files::reader::Reader;
use crate::override_files::{ModePrecedence, OverrideFormat, OverrideSubject, OverrideValue, ServerLabel};

pub const FORMAT: OverrideFormat = OverrideFormat {
    id: "claude-code",
    name: "Claude Code",
    files: "settings.json with permissions",
    recognizes,
    read,
    precedence: ModePrecedence::Strictest,
};

const LISTS: [(&str, ApprovalMode); 3] =
    [("deny", ApprovalMode::Block), ("ask", ApprovalMode::AlwaysAsk), ("allow", ApprovalMode::NeverAsk)];

fn recognizes(document: &Value) -> bool {
    let permissions = document.get("permissions");
    LISTS.iter().any(|(key, _)| permissions.is_some_and(|lists| lists.get(key).is_some_and(Value::is_array)))
}

fn read(document: &Value, reader: &mut Reader) {
    let permissions = document.get("permissions");
    let mut others = 0;
    for (key, mode) in LISTS {
        for rule in reader.names("permissions", key, permissions.and_then(|lists| lists.get(key))) {
            let Some(text) = rule.strip_prefix("mcp__") else {
                others += 1;
                continue;
            };
            let values = vec![OverrideValue::Approval(mode)];
            if text.contains('(') {
                reader.skip(rule, key, "there is no decision about the arguments of a call");
            } else if let Some(server) = text.strip_suffix("__*").filter(|server| !server.contains('*')) {
                reader.add_server(&ServerLabel::new(server), values);
            } else if text.contains('*') {
                match text.split_once("__") {
                    Some((server, pattern)) if !server.contains('*') => {
                        reader.add_tools_like(&ServerLabel::new(server), pattern, values);
                    }
                    _ => reader.skip(rule, key, "a pattern must name a server"),
                }
            } else {
                reader.add(OverrideSubject::Joined { text: text.to_owned(), separator: "__" }, values);
            }
        }
    }
    if others > 0 {
        let why = format!("{others} of its rules are not about tools of MCP servers");
        reader.skip("permissions", "", &why);
    }
    for (key, _) in members(permissions) {
        if !LISTS.iter().any(|(list, _)| list == key) {
            reader.skip("permissions", key, "there is no decision for it");
        }
    }
}
