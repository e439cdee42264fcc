//! ToolHive on Kubernetes: an `MCPToolConfig` per server with titles, hints and descriptions.

use serde_json::{Map, Value, json};

use super::shared::{kubernetes_name, record_server_dropped};
use super::toolhive_vmcp::{build_overrides, tool_filter};
use crate::export::model::{ExportModel, ExportOptions};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};
use crate::export::yaml;
use crate::model::hint::HintName;

pub const TARGET: Target = Target {
    id: "toolhive-tool-config",
    name: "ToolHive MCPToolConfig",
    kind: TargetKind::Gateway,
    purpose: "One Kubernetes resource per server, which servers and virtual servers can reference",
    file_name: "mcptoolconfig.yaml",
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
        "Reference it with `toolConfigRef` in a VirtualMCPServer. In an MCPServer or MCPRemoteProxy, ToolHive only applies \
         descriptions and the filter, and silently ignores titles and hints.",
        "It must be in the namespace of the resource that references it: `kubectl apply -n NAMESPACE -f \
         mcptoolconfig.yaml`. Older clusters use `v1alpha1`.",
        "ToolHive rejects an override without a name and description, so every override contains the description.",
        "With a toolset, tools that a server adds later stay hidden until you export again.",
    ],
    writer: TargetWriter::NewFiles(render),
};

fn render(model: &ExportModel, _: ExportOptions, report: &mut FidelityReport) -> Vec<ExportFile> {
    let mut used_names = Vec::new();
    let mut resources = Vec::new();
    for server in &model.servers {
        let mut spec = Map::new();
        match tool_filter(server, model.toolset.is_some()) {
            // An empty filter would include every tool.
            Some(tools) if tools.is_empty() => {
                report.caveats.push(format!(
                    "{} gets no resource: it has no offered tools, and an empty filter would offer all",
                    server.name
                ));
                record_server_dropped(server, "ToolHive cannot hide all tools of a server this way", report);
                continue;
            }
            Some(tools) => drop(spec.insert("toolsFilter".to_owned(), json!(tools))),
            None => {}
        }
        let overrides = build_overrides(server, report);
        if !overrides.is_empty() {
            spec.insert("toolsOverride".to_owned(), Value::Object(overrides));
        }
        let name = kubernetes_name(&format!("{}-tools", server.name), &mut used_names);
        resources.push(json!({
            "apiVersion": "toolhive.stacklok.dev/v1beta1",
            "kind": "MCPToolConfig",
            "metadata": {"name": name},
            "spec": spec,
        }));
    }
    vec![ExportFile::new(TARGET.file_name, yaml::to_yaml_documents(&resources))]
}
