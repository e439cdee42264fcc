//! IBM ContextForge: the updates that Hintsmith's script sends, or the list of tools that its API returns.
//!
//! ContextForge holds the annotations of a tool as a whole, so values that the server declares are no decisions.

use serde_json::{Map, Value};

use crate::model::overrides::Field;
use crate::override_files::document::elements;
use crate::override_files::reader::{Reader, ValueOrigin};
use crate::override_files::{ModePrecedence, OverrideFormat, OverrideValue, ServerLabel};

pub const FORMAT: OverrideFormat = OverrideFormat {
    id: "contextforge",
    name: "IBM ContextForge",
    files: "contextforge.json, or the answer of GET /tools",
    recognizes,
    read,
    precedence: ModePrecedence::Tool,
};

fn recognizes(document: &Value) -> bool {
    tool_list(document).any(|entry| is_update(entry) || original_name(entry).is_some())
}

fn tool_list(document: &Value) -> impl Iterator<Item = &Value> {
    let lists = [Some(document), document.get("tools"), document.get("data")];
    elements(lists.into_iter().flatten().find(|list| list.is_array()))
}

fn is_update(entry: &Value) -> bool {
    ["gateway", "tool"].iter().all(|key| entry.get(key).is_some_and(Value::is_string))
        && ["update", "active"].iter().any(|key| entry.get(key).is_some())
}

fn original_name(entry: &Value) -> Option<&str> {
    text(entry, ["originalName", "original_name"])
}

/// The value of a key, which older versions spell in snake case.
fn text<'a>(entry: &'a Value, keys: [&str; 2]) -> Option<&'a str> {
    keys.iter().find_map(|key| entry.get(key)?.as_str()).filter(|text| !text.is_empty())
}

fn read(document: &Value, reader: &mut Reader) {
    for entry in tool_list(document) {
        if is_update(entry) {
            let (gateway, tool) = (&entry["gateway"], &entry["tool"]);
            let (gateway, tool) = (gateway.as_str().unwrap_or_default(), tool.as_str().unwrap_or_default());
            read_tool(gateway, tool, entry.get("update"), entry.get("active"), false, reader);
            continue;
        }
        let gateway = text(entry, ["gatewaySlug", "gateway_slug"]);
        match (gateway, original_name(entry)) {
            (Some(gateway), Some(tool)) => {
                read_tool(gateway, tool, Some(entry), entry.get("enabled"), true, reader);
            }
            (None, Some(tool)) => reader.skip(tool, "", "it is a tool of no gateway"),
            (_, None) => reader.skip("tools", "", "an entry names no tool"),
        }
    }
}

fn read_tool(
    gateway: &str,
    tool: &str,
    values: Option<&Value>,
    is_active: Option<&Value>,
    is_complete: bool,
    reader: &mut Reader,
) {
    let subject = format!("{gateway}.{tool}");
    let none = Map::new();
    let object = values.and_then(Value::as_object).unwrap_or(&none);
    let mut read = reader.annotations(&subject, object.get("annotations"), ValueOrigin::Effective);
    // The title is in two places, of which the tool's own counts.
    let own = reader.text(&subject, object, "title", Field::Title, ValueOrigin::Effective);
    if own.is_some() {
        let is_title = |value: &OverrideValue| matches!(value, OverrideValue::Effective(Field::Title, _));
        read.retain(|value| !is_title(value));
    }
    read.extend(own);
    read.extend(reader.text(&subject, object, "description", Field::Description, ValueOrigin::Effective));
    // An answer of the API has many members that nobody changed.
    if !is_complete {
        reader.skip_others(&subject, object, &["annotations", "title", "description"]);
    }
    match is_active {
        None | Some(Value::Null) => {}
        Some(Value::Bool(is_active)) => read.push(OverrideValue::Offered(*is_active)),
        Some(_) => reader.skip(&subject, "active", "it is neither true nor false"),
    }
    reader.add_tool(&ServerLabel::new(gateway), tool, read);
}
