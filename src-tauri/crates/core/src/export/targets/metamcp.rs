//! MetaMCP: titles, hints and descriptions to paste into a namespace, since it reads no file.

use serde_json::{Map, Value, json};

use super::shared::{override_hints, to_json_file};
use crate::export::model::{ExportModel, ExportOptions, ExportedTool};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};
use crate::model::hint::HintName;

pub const TARGET: Target = Target {
    id: "metamcp",
    name: "MetaMCP",
    kind: TargetKind::Gateway,
    purpose: "Titles, hints, descriptions and the selection of tools, to paste into a namespace",
    file_name: "metamcp.json",
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
        "MetaMCP reads no file and has no documented API for this: open the namespace, then Tools, and paste \
         these values into the fields of each tool.",
        "Paste `overrideAnnotations` unchanged. MetaMCP's own example wraps it in `annotations`, which is one level too \
         deep.",
        "MetaMCP drops the title in a server's annotations, so the title is always written.",
    ],
    writer: TargetWriter::NewFiles(render),
};

fn render(model: &ExportModel, _: ExportOptions, _: &mut FidelityReport) -> Vec<ExportFile> {
    let mut servers = Map::new();
    for server in &model.servers {
        let mut tools = Map::new();
        for tool in &server.tools {
            let entry = build_entry(tool, model.toolset.is_some());
            if !entry.is_empty() {
                tools.insert(tool.name.clone(), Value::Object(entry));
            }
        }
        servers.insert(server.name.clone(), Value::Object(tools));
    }
    vec![ExportFile::new(TARGET.file_name, to_json_file(&Value::Object(servers)))]
}

fn build_entry(tool: &ExportedTool, has_toolset: bool) -> Map<String, Value> {
    let mut entry = Map::new();
    if let Some(title) = tool.effective_title().filter(|_| tool.has_overrides()) {
        entry.insert("overrideTitle".to_owned(), json!(title));
    }
    if let Some(description) = &tool.overriding_description {
        entry.insert("overrideDescription".to_owned(), json!(description));
    }
    // MetaMCP merges these one by one into the server's annotations.
    let annotations = override_hints(tool, HintName::key);
    if !annotations.is_empty() {
        entry.insert("overrideAnnotations".to_owned(), Value::Object(annotations));
    }
    if has_toolset {
        entry.insert("status".to_owned(), json!(if tool.is_included { "ACTIVE" } else { "INACTIVE" }));
    }
    entry
}
