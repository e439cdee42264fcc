//! MetaMCP: the overrides of a namespace, as Hintsmith exports them by server and tool, or as the list of tools that its
//! API returns.

use serde_json::{Map, Value};

use crate::model::overrides::Field;
use crate::override_files::document::{elements, members};
use crate::override_files::reader::{Reader, ValueOrigin};
use crate::override_files::{ModePrecedence, OverrideFormat, OverrideValue, ServerLabel};

pub const FORMAT: OverrideFormat = OverrideFormat {
    id: "metamcp",
    name: "MetaMCP",
    files: "overrides by server and tool, or the tools of a namespace from its API",
    recognizes,
    read,
    precedence: ModePrecedence::Tool,
};

const OVERRIDES: [&str; 5] =
    ["overrideName", "overrideTitle", "overrideDescription", "overrideAnnotations", "status"];

fn recognizes(document: &Value) -> bool {
    tool_list(document).is_some()
        || members(Some(document)).any(|(_, tools)| members(Some(tools)).any(|(_, entry)| is_entry(entry)))
}

/// The list of tools in an answer of the API.
fn tool_list(document: &Value) -> Option<&Vec<Value>> {
    let list = [Some(document), document.get("data"), document.get("tools")].into_iter().flatten();
    let mut lists = list.filter_map(Value::as_array);
    lists.find(|tools| tools.iter().any(|tool| tool.get("serverName").is_some() && is_entry(tool)))
}

fn is_entry(entry: &Value) -> bool {
    let status = entry.get("status").and_then(Value::as_str);
    matches!(status, Some("ACTIVE" | "INACTIVE"))
        || OVERRIDES.iter().any(|key| *key != "status" && entry.get(key).is_some())
}

fn read(document: &Value, reader: &mut Reader) {
    if let Some(tools) = tool_list(document) {
        for tool in tools {
            let text = |key: &str| tool.get(key).and_then(Value::as_str);
            let (Some(server), Some(name)) = (text("serverName"), text("name")) else {
                reader.skip("tools", "", "an entry names no server or no tool");
                continue;
            };
            read_entry(server, name, tool, reader);
        }
        return;
    }
    for (server, tools) in members(Some(document)) {
        reader.add_server(&ServerLabel::new(server), Vec::new());
        for (tool, entry) in members(Some(tools)) {
            read_entry(server, tool, entry, reader);
        }
    }
}

fn read_entry(server: &str, tool: &str, entry: &Value, reader: &mut Reader) {
    let subject = format!("{server}.{tool}");
    let Some(entry) = entry.as_object() else {
        return reader.skip(&subject, "", "it is no object");
    };
    let mut values = read_overrides(&subject, entry, reader);
    match entry.get("status").and_then(Value::as_str) {
        Some("ACTIVE") => values.push(OverrideValue::Offered(true)),
        Some("INACTIVE") => values.push(OverrideValue::Offered(false)),
        Some(_) => reader.skip(&subject, "status", "it is neither ACTIVE nor INACTIVE"),
        None => {}
    }
    if entry.get("overrideName").is_some_and(|name| !name.is_null()) {
        reader.skip(&subject, "overrideName", "tools keep the names of their server");
    }
    reader.add_tool(&ServerLabel::new(server), tool, values);
}

fn read_overrides(subject: &str, entry: &Map<String, Value>, reader: &mut Reader) -> Vec<OverrideValue> {
    let mut values = Vec::new();
    // MetaMCP drops the title in a server's annotations, so the server's title is often repeated.
    values.extend(reader.text(subject, entry, "overrideTitle", Field::Title, ValueOrigin::Effective));
    let description = Field::Description;
    values.extend(reader.text(subject, entry, "overrideDescription", description, ValueOrigin::Override));
    let annotations = entry.get("overrideAnnotations");
    if elements(annotations).next().is_some() {
        reader.skip(subject, "overrideAnnotations", "it is no object");
        return values;
    }
    values.extend(reader.annotations(subject, annotations, ValueOrigin::Override));
    values
}
