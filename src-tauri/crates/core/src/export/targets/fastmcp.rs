//! FastMCP's `mcp.json`: titles, descriptions, parameters and selection of proxied tools.

use serde_json::json;

use super::shared::{qualified_name, server_entries};
use crate::export::merge::{JsonFile, JsonObject};
use crate::export::model::{ExportModel, ExportOptions, ExportedServer, ExportedTool};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{MergeError, Target, TargetKind, TargetWriter, Verification};

pub const TARGET: Target = Target {
    id: "fastmcp",
    name: "FastMCP mcp.json",
    kind: TargetKind::Gateway,
    purpose: "A proxy with better titles, descriptions and parameters: `fastmcp run mcp.json`",
    file_name: "mcp.json",
    locations: &[],
    capabilities: TargetCapabilities {
        title: true,
        description: true,
        parameters: true,
        tool_selection: true,
        ..TargetCapabilities::NONE
    },
    verification: Verification::Run,
    caveats: &[
        "FastMCP rejects a file with hints: use the FastMCP script for hints. Tested with FastMCP 4.1.2.",
        "The export sets the tool's `title`; a title in the server's annotations stays unchanged.",
        "FastMCP does not substitute variables in this file. Secrets are omitted: fill them in.",
        "Without a toolset, the selection of tools in the file stays unchanged.",
        "With a toolset, only its tools are offered: tools that a server adds later, prompts and resources are hidden, \
         because FastMCP selects all of them together (`include_tags`).",
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
    for (server, entry) in server_entries(&file, model, false, report, |_, _| {})? {
        if model.toolset.is_some() {
            entry.set("include_tags", &json!([UNUSED_TAG]));
        }
        for tool in &server.tools {
            write_tool(&entry, server, tool, model.toolset.is_some(), report)?;
        }
    }
    Ok(file.text())
}

/// A tag that no tool has: it hides everything, and `enabled` shows the tools of the toolset.
const UNUSED_TAG: &str = "hintsmith-toolset";

fn write_tool(
    entry: &JsonObject,
    server: &ExportedServer,
    tool: &ExportedTool,
    has_toolset: bool,
    report: &mut FidelityReport,
) -> Result<(), MergeError> {
    if !tool.is_included {
        return entry
            .object_or_create("tools")?
            .object_or_create(&tool.name)
            .map(|own| own.set("enabled", &json!(false)));
    }
    let (known, unknown): (Vec<_>, Vec<_>) =
        tool.parameter_descriptions.iter().partition(|(name, _)| tool.parameter_names.contains(name));
    for (name, _) in unknown {
        let why = format!("the tool has no parameter {name}, and FastMCP rejects unknown parameters");
        report.record_dropped(&qualified_name(server, tool), "parameters", why);
    }
    let has_entry = entry.contains_key("tools") && entry.object_or_create("tools")?.contains_key(&tool.name);
    if tool.title.is_none()
        && tool.overriding_description.is_none()
        && known.is_empty()
        && !has_entry
        && !has_toolset
    {
        return Ok(());
    }
    let own = entry.object_or_create("tools")?.object_or_create(&tool.name)?;
    if let Some(title) = &tool.title {
        own.set("title", &json!(title.value));
    }
    if let Some(description) = &tool.overriding_description {
        own.set("description", &json!(description));
    }
    for (name, text) in known {
        own.object_or_create("arguments")?.object_or_create(name)?.set("description", &json!(text));
    }
    if has_toolset {
        own.set("enabled", &json!(true));
    }
    Ok(())
}
