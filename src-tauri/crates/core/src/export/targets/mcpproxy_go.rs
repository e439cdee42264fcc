//! mcpproxy-go: disabled tools of a server in `mcp_config.json`.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::shared::{
    connection_entry, record_not_connectable, remark_on_secrets, replace_allow_list, replace_tool_list,
};
use crate::export::location::{BaseFolder, FileLocation};
use crate::export::merge::JsonFile;
use crate::export::model::{ExportModel, ExportOptions, ServerConnection};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{MergeError, Target, TargetKind, TargetWriter, Verification};

pub const TARGET: Target = Target {
    id: "mcpproxy-go",
    name: "mcpproxy-go",
    kind: TargetKind::Gateway,
    purpose: "Turns off the tools outside the toolset",
    file_name: "mcp_config.json",
    locations: &[FileLocation::user(BaseFolder::Home, ".mcpproxy/mcp_config.json")],
    capabilities: TargetCapabilities { tool_selection: true, ..TargetCapabilities::NONE },
    verification: Verification::OurSchema,
    caveats: &[
        "The file is `~/.mcpproxy/mcp_config.json`. A missing server is added with its connection and stays in \
         quarantine until you release it. Secrets are omitted: fill them in.",
        "A server with `enabled_tools` keeps that list, because mcpproxy-go rejects both lists together: it then offers only \
         the listed tools and none that the server adds later. An empty list would enable every tool, so it gets the \
         entry `hintsmith-no-tool`.",
        "mcpproxy-go rejects calls of tools that are declared destructive. Hints cannot be overridden: \
         `annotation_overrides` are proposed (pull request 1323) but not released, so they are not written.",
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
    let config = crate::sources::import::document::parse_jsonc(existing).unwrap_or_default();
    let known = config["mcpServers"].as_array().into_iter().flatten();
    let known: HashSet<&str> = known.filter_map(|entry| entry["name"].as_str()).collect();
    // Without a toolset there is nothing to write, so no server is added either.
    for server in model.servers.iter().filter(|_| model.toolset.is_some()) {
        let is_known = known.contains(server.name.as_str());
        let connection = connection_entry(server, false);
        if !is_known && connection.is_none() {
            record_not_connectable(server, report);
            continue;
        }
        let entry = root.named_entry("mcpServers", &server.name)?;
        for (key, value) in connection.iter().flatten().filter(|_| !is_known) {
            entry.set(key, value);
        }
        if !is_known {
            let protocol =
                if matches!(server.connection, ServerConnection::Command { .. }) { "stdio" } else { "http" };
            entry.set("protocol", &Value::from(protocol));
            entry.set("enabled", &json!(true));
            entry.set("quarantined", &json!(true));
            remark_on_secrets(server, false, report);
        }
        // mcpproxy-go reads an empty `enabled_tools` like a missing one, and refuses two lists with names in them.
        if !entry.strings("enabled_tools").is_empty() {
            replace_allow_list(&entry, "enabled_tools", server)?;
        } else {
            replace_tool_list(&entry, "disabled_tools", server, false)?;
        }
    }
    Ok(file.text())
}
