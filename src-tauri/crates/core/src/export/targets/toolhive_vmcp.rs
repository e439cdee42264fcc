//! ToolHive vMCP: titles, hints, descriptions and selection of proxied tools, in its configuration file.

use serde_json::{Map, Value, json};

use super::shared::{override_annotations, qualified_name, tool_names};
use crate::export::model::{ExportModel, ExportOptions, ExportedServer, ExportedTool};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};
use crate::export::yaml;
use crate::model::hint::HintName;

pub const TARGET: Target = Target {
    id: "toolhive-vmcp",
    name: "ToolHive vMCP",
    kind: TargetKind::Gateway,
    purpose: "A virtual MCP server that offers corrected tools of several workloads",
    file_name: "vmcp-config.yaml",
    locations: &[],
    capabilities: TargetCapabilities {
        title: true,
        hints: &HintName::ALL,
        description: true,
        tool_selection: true,
        ..TargetCapabilities::NONE
    },
    verification: Verification::OurSchema,
    caveats: &[
        "Start it with `thv vmcp serve --config vmcp-config.yaml`. Set `groupRef` to your group and the workload names to \
         your workloads.",
        "ToolHive rejects an override without a name and description, so every override contains the description.",
    ],
    writer: TargetWriter::NewFiles(render),
};

fn render(model: &ExportModel, _: ExportOptions, report: &mut FidelityReport) -> Vec<ExportFile> {
    let config = json!({
        "name": "hintsmith-vmcp",
        "groupRef": "default",
        "incomingAuth": {"type": "anonymous"},
        "outgoingAuth": {"source": "inline", "default": {"type": "unauthenticated"}},
        "aggregation": build_aggregation(model, report),
    });
    vec![ExportFile::new(TARGET.file_name, yaml::to_yaml(&config))]
}

/// The aggregation section for all workloads, the same in the file and in the Kubernetes resource.
pub(super) fn build_aggregation(model: &ExportModel, report: &mut FidelityReport) -> Value {
    let has_toolset = model.toolset.is_some();
    let tools: Vec<Value> =
        model.servers.iter().map(|server| build_workload(server, has_toolset, report)).collect();
    json!({
        "conflictResolution": "prefix",
        "conflictResolutionConfig": {"prefixFormat": "{workload}_"},
        "tools": tools,
    })
}

fn build_workload(server: &ExportedServer, has_toolset: bool, report: &mut FidelityReport) -> Value {
    let mut entry = Map::new();
    entry.insert("workload".to_owned(), json!(server.name));
    match tool_filter(server, has_toolset) {
        // An empty filter would include every tool.
        Some(tools) if tools.is_empty() => drop(entry.insert("excludeAll".to_owned(), json!(true))),
        Some(tools) => drop(entry.insert("filter".to_owned(), json!(tools))),
        None => {}
    }
    let overrides = build_overrides(server, report);
    if !overrides.is_empty() {
        entry.insert("overrides".to_owned(), Value::Object(overrides));
    }
    Value::Object(entry)
}

/// The included tools; `None` without a toolset.
pub(super) fn tool_filter(server: &ExportedServer, has_toolset: bool) -> Option<Vec<String>> {
    has_toolset.then(|| tool_names(server, true))
}

/// The overrides of each included tool of a server.
pub(super) fn build_overrides(server: &ExportedServer, report: &mut FidelityReport) -> Map<String, Value> {
    let mut overrides = Map::new();
    for tool in server.tools.iter().filter(|tool| tool.is_included && tool.has_overrides()) {
        if tool.effective_description().trim().is_empty() {
            let why = "ToolHive rejects an override without a description, and the tool has none";
            report.record_overrides_dropped(&qualified_name(server, tool), why);
            continue;
        }
        overrides.insert(tool.name.clone(), build_override(tool));
    }
    overrides
}

/// The override of one tool, the same in every ToolHive format with annotations.
fn build_override(tool: &ExportedTool) -> Value {
    let annotations = override_annotations(tool, HintName::key);
    let mut entry = Map::new();
    entry.insert("description".to_owned(), json!(tool.effective_description()));
    if !annotations.is_empty() {
        entry.insert("annotations".to_owned(), Value::Object(annotations));
    }
    Value::Object(entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_without_included_tools_is_hidden() {
        let tool = ExportedTool { name: "a".to_owned(), ..ExportedTool::default() };
        let server = ExportedServer { name: "s".to_owned(), tools: vec![tool], ..ExportedServer::default() };
        let model = ExportModel { toolset: Some("daily".to_owned()), servers: vec![server] };
        let tools = build_aggregation(&model, &mut FidelityReport::default())["tools"].clone();
        assert_eq!(tools, json!([{"workload": "s", "excludeAll": true}]));
        let TargetWriter::NewFiles(write) = super::super::toolhive_tool_config::TARGET.writer else {
            panic!()
        };
        let mut report = FidelityReport::default();
        assert_eq!(write(&model, ExportOptions::default(), &mut report)[0].text, "");
        assert_eq!(report.caveats.len(), 1);
    }
}
