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
    purpose: "A Kubernetes resource per server, for any server or virtual server to refer to",
    file_name: "mcptoolconfig.yaml",
    capabilities: TargetCapabilities {
        title: true,
        hints: &HintName::ALL,
        description: true,
        tool_selection: true,
        ..TargetCapabilities::NONE
    },
    verification: Verification::OurSchema,
    caveats: &[
        "Refer to it with `toolConfigRef` from a VirtualMCPServer. From a plain MCPServer or MCPRemoteProxy ToolHive takes \
         descriptions and the filter, and ignores titles and hints without a word.",
        "It must be in the namespace of what refers to it: `kubectl apply -n NAMESPACE -f mcptoolconfig.yaml`. Older \
         clusters know it as `v1alpha1`.",
        "ToolHive refuses an override that has neither a name nor a description, so the description is written with \
         every override.",
        "With a toolset, a tool that its server adds later stays hidden until the file is written again.",
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
                    "{} has no resource: none of its tools is offered, and an empty filter would offer all",
                    server.name
                ));
                record_server_dropped(server, "ToolHive cannot hide every tool of a server this way", report);
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
