//! Docker MCP Gateway: selection of tools per server.

use serde_json::{Map, Value};

use crate::export::location::{BaseFolder, FileLocation};
use crate::export::model::{ExportModel, ExportOptions};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};
use crate::export::yaml;

pub const TARGET: Target = Target {
    id: "docker",
    name: "Docker MCP Gateway",
    kind: TargetKind::Gateway,
    purpose: "Offers the tools of a toolset and hides the others",
    file_name: "tools.yaml",
    locations: &[FileLocation::user(BaseFolder::Home, ".docker/mcp/tools.yaml")],
    capabilities: TargetCapabilities { tool_selection: true, ..TargetCapabilities::NONE },
    verification: Verification::OurSchema,
    caveats: &[
        "Use it with `docker mcp gateway run --additional-tools-config tools.yaml`.",
        "A listed server offers only the listed tools: tools that it adds later stay hidden until you export again.",
    ],
    writer: TargetWriter::NewFiles(render),
};

fn render(model: &ExportModel, _: ExportOptions, report: &mut FidelityReport) -> Vec<ExportFile> {
    let mut servers = Map::new();
    // Without a toolset nothing is hidden, and a list would only become outdated.
    for server in model.servers.iter().filter(|_| model.toolset.is_some()) {
        let tools =
            server.tools.iter().filter(|tool| tool.is_included).map(|tool| Value::from(tool.name.as_str()));
        servers.insert(server.name.clone(), tools.collect());
    }
    if model.toolset.is_none() {
        report
            .caveats
            .push("No toolset is selected, so every tool is offered and none is listed.".to_owned());
    }
    vec![ExportFile::new(TARGET.file_name, yaml::to_yaml(&Value::Object(servers)))]
}
