//! ToolHive on Kubernetes: a `VirtualMCPServer` with corrected tools of several workloads.

use serde_json::json;

use super::toolhive_vmcp::build_aggregation;
use crate::export::model::{ExportModel, ExportOptions};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};
use crate::export::yaml;
use crate::model::hint::HintName;

pub const TARGET: Target = Target {
    id: "toolhive-server",
    name: "ToolHive VirtualMCPServer",
    kind: TargetKind::Gateway,
    purpose: "A virtual MCP server as a Kubernetes resource",
    file_name: "virtualmcpserver.yaml",
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
        "Set `groupRef` to your MCPGroup, the workload names to your MCPServers, and `incomingAuth` to your authentication: \
         `anonymous` accepts every caller.",
        "ToolHive rejects an override without a name and description, so every override contains the description.",
        "With a toolset, tools that a server adds later stay hidden until you export again.",
    ],
    writer: TargetWriter::NewFiles(render),
};

fn render(model: &ExportModel, _: ExportOptions, report: &mut FidelityReport) -> Vec<ExportFile> {
    let server = json!({
        "apiVersion": "toolhive.stacklok.dev/v1beta1",
        "kind": "VirtualMCPServer",
        "metadata": {"name": "hintsmith-vmcp"},
        "spec": {
            "groupRef": {"name": "default"},
            "incomingAuth": {"type": "anonymous"},
            "outgoingAuth": {"source": "discovered"},
            "config": {"aggregation": build_aggregation(model, report)},
        },
    });
    vec![ExportFile::new(TARGET.file_name, yaml::to_yaml(&server))]
}
