//! ToolHive: the configuration of a virtual MCP server, as a file or a Kubernetes resource, `MCPToolConfig` resources, and
//! the file of `thv run --tools-override`.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::model::overrides::Field;
use crate::override_files::document::{elements, members};
use crate::override_files::reader::{Reader, ValueOrigin};
use crate::override_files::{ModePrecedence, OverrideFormat, OverrideValue, ServerLabel};

pub const FORMAT: OverrideFormat = OverrideFormat {
    id: "toolhive",
    name: "ToolHive",
    files: "vMCP configuration, VirtualMCPServer, MCPToolConfig, --tools-override file",
    recognizes,
    read,
    precedence: ModePrecedence::Tool,
};

fn recognizes(document: &Value) -> bool {
    aggregation(document).is_some() || is_tool_config(document) || document.get("toolsOverride").is_some()
}

/// The section about tools in a configuration of a virtual MCP server.
fn aggregation(document: &Value) -> Option<&Value> {
    document.get("aggregation").or_else(|| document.pointer("/spec/config/aggregation")).filter(|section| {
        section.get("tools").is_some_and(Value::is_array) || section.get("excludeAllTools").is_some()
    })
}

fn is_tool_config(document: &Value) -> bool {
    document.get("kind").and_then(Value::as_str) == Some("MCPToolConfig")
        && document.get("spec").is_some_and(Value::is_object)
}

fn read(document: &Value, reader: &mut Reader) {
    if let Some(section) = aggregation(document) {
        let excludes_all = section.get("excludeAllTools") == Some(&Value::Bool(true));
        for workload in elements(section.get("tools")) {
            let Some(name) = workload.get("workload").and_then(Value::as_str) else {
                reader.skip("aggregation.tools", "", "an entry names no workload");
                continue;
            };
            let server = ServerLabel::new(name);
            if excludes_all || workload.get("excludeAll") == Some(&Value::Bool(true)) {
                reader.add_server(&server, vec![OverrideValue::NoTools]);
            }
            read_tools(&server, name, workload.get("filter"), workload.get("overrides"), reader);
            if workload.get("toolConfigRef").is_some_and(|reference| !reference.is_null()) {
                reader.skip(name, "toolConfigRef", "import the MCPToolConfig that it names");
            }
        }
    } else if is_tool_config(document) {
        let name = document.pointer("/metadata/name").and_then(Value::as_str).unwrap_or_default();
        // Hintsmith's own export names the resource after the server.
        let alias = name.strip_suffix("-tools").map(str::to_owned);
        let server = ServerLabel { name: Some(name.to_owned()), alias };
        let spec = &document["spec"];
        read_tools(&server, name, spec.get("toolsFilter"), spec.get("toolsOverride"), reader);
    } else {
        let server = ServerLabel::default();
        read_tools(&server, "toolsOverride", None, document.get("toolsOverride"), reader);
    }
}

fn read_tools(
    server: &ServerLabel,
    label: &str,
    filter: Option<&Value>,
    overrides: Option<&Value>,
    reader: &mut Reader,
) {
    reader.add_server(server, Vec::new());
    // A filter names tools by the names that clients see.
    let renamed: HashMap<&str, &str> = members(overrides)
        .filter_map(|(tool, entry)| Some((entry.get("name")?.as_str()?, tool.as_str())))
        .collect();
    let offered = reader.names(label, "filter", filter);
    // An empty filter offers every tool.
    if !offered.is_empty() {
        reader.add_server(server, vec![OverrideValue::OnlyListed]);
    }
    for name in offered {
        let tool = renamed.get(name).copied().unwrap_or(name);
        reader.add_tool(server, tool, vec![OverrideValue::Offered(true)]);
    }
    for (tool, entry) in members(overrides) {
        let subject = format!("{label}.{tool}");
        match entry {
            Value::Object(entry) => {
                let values = read_override(&subject, tool, entry, reader);
                reader.add_tool(server, tool, values);
            }
            Value::Null => {}
            _ => reader.skip(&subject, "", "it is no object"),
        }
    }
}

fn read_override(
    subject: &str,
    tool: &str,
    entry: &Map<String, Value>,
    reader: &mut Reader,
) -> Vec<OverrideValue> {
    let mut values = reader.annotations(subject, entry.get("annotations"), ValueOrigin::Override);
    // ToolHive rejects an override without a name and a description, so the server's is often repeated.
    values.extend(reader.text(subject, entry, "description", Field::Description, ValueOrigin::Effective));
    let keeps_name = entry.get("name").and_then(Value::as_str) == Some(tool);
    let known: &[&str] =
        if keeps_name { &["annotations", "description", "name"] } else { &["annotations", "description"] };
    reader.skip_others(subject, entry, known);
    values
}
