//! MCPHub: tool descriptions, and disabled tools, in `mcp_settings.json`.

use serde_json::json;

use super::shared::server_entries;
use crate::export::merge::JsonFile;
use crate::export::model::{ExportModel, ExportOptions, ServerConnection};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{MergeError, Target, TargetKind, TargetWriter, Verification};

pub const TARGET: Target = Target {
    id: "mcphub",
    name: "MCPHub",
    kind: TargetKind::Gateway,
    purpose: "Descriptions with their notes, and the tools outside the toolset turned off",
    file_name: "mcp_settings.json",
    locations: &[],
    capabilities: TargetCapabilities { description: true, tool_selection: true, ..TargetCapabilities::NONE },
    verification: Verification::OurSchema,
    caveats: &[
        "MCPHub identifies tools by their displayed name: server, separator, tool. The separator is `-` unless \
         `systemConfig.nameSeparator` in the same file sets another one.",
        "A missing server is added to the file with its connection. Secrets are written as `${NAME}` and read from the \
         environment.",
        "An installation that stores its settings in a database does not read the file.",
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
    let settings = crate::sources::import::document::parse_jsonc(existing).unwrap_or_default();
    let separator = settings["systemConfig"]["nameSeparator"].as_str().filter(|text| !text.is_empty());
    let separator = separator.unwrap_or("-");
    let has_toolset = model.toolset.is_some();
    let found = server_entries(&file, model, true, report, |server, entry| {
        // Without a type, MCPHub uses the older SSE transport for a URL.
        if matches!(server.connection, ServerConnection::Http { .. }) {
            entry.insert("type".to_owned(), json!("streamable-http"));
        }
    })?;
    for (server, entry) in found {
        for tool in &server.tools {
            let name = format!("{}{separator}{}", server.name, tool.name);
            let has_entry =
                entry.contains_key("tools") && entry.object_or_create("tools")?.contains_key(&name);
            if !has_entry && tool.overriding_description.is_none() && tool.is_included {
                continue;
            }
            let tool_entry = entry.object_or_create("tools")?.object_or_create(&name)?;
            // `enabled` is required in every entry.
            if has_toolset || !tool_entry.contains_key("enabled") {
                tool_entry.set("enabled", &json!(tool.is_included));
            }
            if let Some(description) = &tool.overriding_description {
                tool_entry.set("description", &json!(description));
            }
        }
    }
    Ok(file.text())
}
