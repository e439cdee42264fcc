//! 1MCP: tool descriptions, and disabled tools, in `mcp.json`.

use serde_json::json;

use super::shared::{qualified_name, replace_tool_list, server_entries};
use crate::export::location::{BaseFolder, FileLocation};
use crate::export::merge::{JsonFile, JsonObject};
use crate::export::model::{ExportModel, ExportOptions, ExportedServer, ServerConnection};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{MergeError, Target, TargetKind, TargetWriter, Verification};

pub const TARGET: Target = Target {
    id: "1mcp",
    name: "1MCP",
    kind: TargetKind::Gateway,
    purpose: "Descriptions with their notes, and the tools outside the toolset turned off",
    file_name: "mcp.json",
    locations: &[FileLocation::user(BaseFolder::Config, "1mcp/mcp.json")],
    capabilities: TargetCapabilities { description: true, tool_selection: true, ..TargetCapabilities::NONE },
    verification: Verification::OurSchema,
    caveats: &[
        "1MCP reloads the file automatically.",
        "A server under `mcpTemplates` is changed there, because 1MCP checks templates first.",
        "A missing server is added to the file with its connection. Secrets are written as `${NAME}` and read from the \
         environment.",
        "Without a toolset, no tool is turned on or off.",
    ],
    writer: TargetWriter::MergeInto { merge, denials: None },
};

fn merge(
    model: &ExportModel,
    _: ExportOptions,
    existing: &str,
    report: &mut FidelityReport,
) -> Result<String, MergeError> {
    let file = JsonFile::parse(existing)?;
    let root = file.root_object()?;
    let templates =
        if root.contains_key("mcpTemplates") { Some(root.object_or_create("mcpTemplates")?) } else { None };
    let (in_templates, others): (Vec<_>, Vec<_>) =
        model.servers.iter().cloned().partition(|server| {
            templates.as_ref().is_some_and(|templates| templates.contains_key(&server.name))
        });
    for server in &in_templates {
        if let Some(templates) = &templates {
            write_server(
                server,
                &templates.object_or_create(&server.name)?,
                model.toolset.is_some(),
                true,
                report,
            )?;
        }
    }
    let others = ExportModel { toolset: model.toolset.clone(), servers: others };
    let found = server_entries(&file, &others, true, report, |server, entry| {
        // Without a type, 1MCP uses the older SSE transport for a URL that does not end with `mcp`.
        if matches!(server.connection, ServerConnection::Http { .. }) {
            entry.insert("type".to_owned(), json!("http"));
        }
    })?;
    for (server, entry) in found {
        write_server(server, &entry, model.toolset.is_some(), false, report)?;
    }
    Ok(file.text())
}

fn write_server(
    server: &ExportedServer,
    entry: &JsonObject,
    has_toolset: bool,
    is_template: bool,
    report: &mut FidelityReport,
) -> Result<(), MergeError> {
    if has_toolset {
        replace_tool_list(entry, "disabledTools", server, false)?;
    }
    for tool in server.tools.iter().filter(|tool| tool.is_included) {
        let Some(description) = &tool.overriding_description else { continue };
        // 1MCP substitutes braces in a template, and server text must not control that.
        let why = if is_template && description.contains("{{") {
            "1MCP would interpret the {{ in it as a template"
        } else if tool.name.trim() != tool.name || tool.name.is_empty() {
            "1MCP rejects a name with leading or trailing spaces"
        } else {
            entry.object_or_create("toolDescriptionOverrides")?.set(&tool.name, &json!(description));
            continue;
        };
        for field in tool.description_fields() {
            report.record_dropped(&qualified_name(server, tool), field, why.to_owned());
        }
    }
    Ok(())
}
