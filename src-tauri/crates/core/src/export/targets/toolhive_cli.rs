//! ToolHive CLI: tool descriptions of one server, for `thv run --tools-override`.

use serde_json::{Map, Value, json};

use super::shared::{files_per_server, qualified_name};
use crate::export::model::{ExportModel, ExportOptions, ExportedServer};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};

pub const TARGET: Target = Target {
    id: "toolhive-cli",
    name: "ToolHive CLI",
    kind: TargetKind::Gateway,
    purpose: "Descriptions with their notes for `thv run`; no titles and no hints",
    file_name: "tools-override.json",
    locations: &[],
    capabilities: TargetCapabilities { description: true, ..TargetCapabilities::NONE },
    verification: Verification::OurSchema,
    caveats: &[
        "Use it with `thv run --tools-override tools-override.json SERVER`, one file for each server. ToolHive reads it when \
         the server is first started, not on `thv restart`.",
        "Select the offered tools on the command line with `--tools`.",
        "For titles and hints, use ToolHive vMCP.",
    ],
    writer: TargetWriter::NewFiles(render),
};

fn render(model: &ExportModel, _: ExportOptions, report: &mut FidelityReport) -> Vec<ExportFile> {
    let mut files: Vec<(&ExportedServer, String)> = Vec::new();
    for server in &model.servers {
        let mut overrides = Map::new();
        for tool in server.tools.iter().filter(|tool| tool.overriding_description.is_some()) {
            if !tool.is_included {
                for field in tool.description_fields() {
                    let why = "the tool is not offered".to_owned();
                    report.record_dropped(&qualified_name(server, tool), field, why);
                }
                continue;
            }
            overrides.insert(tool.name.clone(), json!({"description": tool.effective_description()}));
        }
        // ToolHive rejects a file without overrides.
        if !overrides.is_empty() {
            files.push((server, render_file(overrides)));
        }
    }
    if files.is_empty() {
        report.caveats.push(
            "No description is decided and no tool has notes, so `--tools-override` is not needed."
                .to_owned(),
        );
        return vec![ExportFile::new(TARGET.file_name, render_file(Map::new()))];
    }
    files_per_server(&files, TARGET.file_name)
}

fn render_file(overrides: Map<String, Value>) -> String {
    format!("{:#}\n", json!({"toolsOverride": overrides}))
}
