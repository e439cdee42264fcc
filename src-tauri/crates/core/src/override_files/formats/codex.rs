//! Codex: approval modes, disabled tools and the selection of tools in `config.toml`.

use serde_json::Value;

use crate::approval::ApprovalMode;
use crate::override_files::document::members;
use crate::override_files::reader::Reader;
use crate::override_files::{ModePrecedence, OverrideFormat, OverrideValue, ServerLabel};

pub const FORMAT: OverrideFormat = OverrideFormat {
    id: "codex",
    name: "Codex",
    files: "config.toml with mcp_servers",
    recognizes,
    read,
    precedence: ModePrecedence::Tool,
};

const KEYS: [&str; 4] = ["enabled_tools", "disabled_tools", "default_tools_approval_mode", "tools"];

fn recognizes(document: &Value) -> bool {
    members(document.get("mcp_servers")).any(|(_, server)| KEYS.iter().any(|key| server.get(key).is_some()))
}

fn read(document: &Value, reader: &mut Reader) {
    for (name, entry) in members(document.get("mcp_servers")) {
        let server = ServerLabel::new(name);
        let mut values = Vec::new();
        if entry.get("enabled_tools").is_some_and(Value::is_array) {
            values.push(OverrideValue::OnlyListed);
        }
        let key = "default_tools_approval_mode";
        values.extend(read_mode(name, key, entry.get(key), reader).map(OverrideValue::Approval));
        reader.add_server(&server, values);
        for tool in reader.names(name, "enabled_tools", entry.get("enabled_tools")) {
            reader.add_tool(&server, tool, vec![OverrideValue::Offered(true)]);
        }
        for tool in reader.names(name, "disabled_tools", entry.get("disabled_tools")) {
            reader.add_tool(&server, tool, vec![OverrideValue::Approval(ApprovalMode::Block)]);
        }
        for (tool, settings) in members(entry.get("tools")) {
            let subject = format!("{name}.{tool}");
            let Value::Object(settings) = settings else {
                reader.skip(&subject, "", "it is no table");
                continue;
            };
            let mode = read_mode(&subject, "approval_mode", settings.get("approval_mode"), reader);
            reader.add_tool(&server, tool, mode.map(OverrideValue::Approval).into_iter().collect());
            reader.skip_others(&subject, settings, &["approval_mode"]);
        }
        if entry.get("enabled") == Some(&Value::Bool(false)) {
            reader.skip(name, "enabled", "disable the server with `hintsmith disable`");
        }
    }
}

fn read_mode(subject: &str, key: &str, mode: Option<&Value>, reader: &mut Reader) -> Option<ApprovalMode> {
    match mode?.as_str() {
        // Both follow the hints.
        Some("auto" | "writes") => Some(ApprovalMode::ByHints),
        Some("prompt") => Some(ApprovalMode::AlwaysAsk),
        Some("approve") => Some(ApprovalMode::NeverAsk),
        _ => {
            reader.skip(subject, key, "it is none of auto, writes, prompt and approve");
            None
        }
    }
}
