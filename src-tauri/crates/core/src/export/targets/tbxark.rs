//! TBXark mcp-proxy: tool filters in `config.json`.

use serde_json::{Value, json};

use super::shared::{replace_allow_list, replace_tool_list, server_entries};
use crate::export::merge::JsonFile;
use crate::export::model::{ExportModel, ExportOptions, ExportedServer, ServerConnection};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{MergeError, Target, TargetKind, TargetWriter, Verification};

pub const TARGET: Target = Target {
    id: "tbxark",
    name: "TBXark mcp-proxy",
    kind: TargetKind::Gateway,
    purpose: "Blocks the tools outside the toolset",
    file_name: "config.json",
    locations: &[],
    capabilities: TargetCapabilities { tool_selection: true, ..TargetCapabilities::NONE },
    verification: Verification::OurSchema,
    caveats: &[
        "A missing server is added to the file with its connection. Secrets are written as `${NAME}` and read from the \
         environment. A new file listens only on 127.0.0.1:9090.",
        "A server with an `allow` filter keeps it: it then offers only the listed tools and none that the server adds later. \
         mcp-proxy treats an empty list as no filter, so it gets the entry `hintsmith-no-tool`.",
        "mcp-proxy substitutes variables in the whole file, so a tool with `$` in its name cannot be blocked.",
        "Without a toolset, the filters stay unchanged.",
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
    if root.keys().is_empty() {
        let proxy = json!({
            "baseURL": "http://127.0.0.1:9090",
            "addr": "127.0.0.1:9090",
            "name": "hintsmith",
            "version": "1.0.0",
            "type": "streamable-http",
        });
        root.set("mcpProxy", &proxy);
    }
    let settings = crate::sources::import::document::parse_jsonc(existing).unwrap_or_default();
    let found = server_entries(&file, model, true, report, |server, entry| {
        // Without a type, mcp-proxy uses the older SSE transport for a URL.
        if matches!(server.connection, ServerConnection::Http { .. }) {
            entry.insert("transportType".to_owned(), Value::from("streamable-http"));
        }
    })?;
    for (server, entry) in found.into_iter().filter(|_| model.toolset.is_some()) {
        let known = &settings["mcpServers"][&server.name]["options"]["toolFilter"]["mode"];
        let is_allow_list = known.as_str().is_some_and(|mode| mode.eq_ignore_ascii_case("allow"));
        let is_filtered =
            entry.contains_key("options") && entry.object_or_create("options")?.contains_key("toolFilter");
        if !is_filtered && server.tools.iter().all(|tool| tool.is_included) {
            continue;
        }
        let filter = entry.object_or_create("options")?.object_or_create("toolFilter")?;
        filter.set("mode", &json!(if is_allow_list { "allow" } else { "block" }));
        if is_allow_list {
            replace_allow_list(&filter, "list", server)?;
        } else {
            replace_tool_list(&filter, "list", server, false)?;
            record_unblockable(server, report);
        }
    }
    Ok(file.text())
}

fn record_unblockable(server: &ExportedServer, report: &mut FidelityReport) {
    for tool in server.tools.iter().filter(|tool| !tool.is_included && tool.name.contains('$')) {
        let why = "mcp-proxy treats the $ in the name as a variable and does not block the tool".to_owned();
        report.record_dropped(&super::shared::qualified_name(server, tool), "not offered", why);
    }
}
