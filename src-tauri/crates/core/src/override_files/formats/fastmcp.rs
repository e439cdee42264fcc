//! FastMCP's `mcp.json`: tool transforms, and the selection of tools by `enabled` and tags.

use serde_json::{Map, Value};

use crate::model::overrides::Field;
use crate::override_files::document::{elements, members};
use crate::override_files::reader::{Reader, ValueOrigin};
use crate::override_files::{ModePrecedence, OverrideFormat, OverrideValue, ServerLabel};

pub const FORMAT: OverrideFormat = OverrideFormat {
    id: "fastmcp",
    name: "FastMCP",
    files: "mcp.json with tool transforms",
    recognizes,
    read,
    precedence: ModePrecedence::Tool,
};

fn recognizes(document: &Value) -> bool {
    members(document.get("mcpServers")).any(|(_, server)| {
        server.get("tools").is_some_and(Value::is_object)
            || ["include_tags", "exclude_tags"].iter().any(|key| server.get(key).is_some_and(Value::is_array))
    })
}

fn read(document: &Value, reader: &mut Reader) {
    for (name, entry) in members(document.get("mcpServers")) {
        let server = ServerLabel::new(name);
        let included = reader.names(name, "include_tags", entry.get("include_tags"));
        let excluded = reader.names(name, "exclude_tags", entry.get("exclude_tags"));
        let selection = if included.is_empty() { Vec::new() } else { vec![OverrideValue::OnlyListed] };
        reader.add_server(&server, selection);
        for (tool, transform) in members(entry.get("tools")) {
            let subject = format!("{name}.{tool}");
            let Value::Object(transform) = transform else {
                reader.skip(&subject, "", "it is no object");
                continue;
            };
            let mut values = read_transform(&subject, transform, reader);
            let has_tag = |tags: &[&str]| {
                elements(transform.get("tags")).any(|tag| tag.as_str().is_some_and(|tag| tags.contains(&tag)))
            };
            match transform.get("enabled") {
                Some(Value::Bool(false)) => values.push(OverrideValue::Offered(false)),
                _ if has_tag(&excluded) => values.push(OverrideValue::Offered(false)),
                Some(Value::Bool(true)) => values.push(OverrideValue::Offered(true)),
                _ if has_tag(&included) => values.push(OverrideValue::Offered(true)),
                None | Some(Value::Null) => {}
                Some(_) => reader.skip(&subject, "enabled", "it is neither true nor false"),
            }
            reader.add_tool(&server, tool, values);
        }
    }
}

fn read_transform(subject: &str, transform: &Map<String, Value>, reader: &mut Reader) -> Vec<OverrideValue> {
    let mut values = reader.annotations(subject, transform.get("annotations"), ValueOrigin::Override);
    for (key, field) in [("title", Field::Title), ("description", Field::Description)] {
        values.extend(reader.text(subject, transform, key, field, ValueOrigin::Override));
    }
    for (parameter, argument) in members(transform.get("arguments")) {
        let subject = format!("{subject} parameter {parameter}");
        let Value::Object(argument) = argument else {
            reader.skip(&subject, "", "it is no object");
            continue;
        };
        let field = Field::Parameter(parameter.as_str().into());
        values.extend(reader.text(&subject, argument, "description", field, ValueOrigin::Override));
        reader.skip_others(&subject, argument, &["description"]);
    }
    reader.skip_others(subject, transform, &["title", "description", "arguments", "annotations", "enabled"]);
    values
}
