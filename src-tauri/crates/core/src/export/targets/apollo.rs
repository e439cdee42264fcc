//! Apollo MCP Server: titles, hints and descriptions of its own operations.

use serde_json::{Map, Value, json};

use super::shared::{override_annotations, qualified_name, snake_case_key};
use crate::export::model::{ExportModel, ExportOptions};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};
use crate::export::yaml;
use crate::model::hint::HintName;

pub const TARGET: Target = Target {
    id: "apollo",
    name: "Apollo MCP Server",
    kind: TargetKind::Gateway,
    purpose: "Titles, hints and descriptions of the GraphQL operations that an Apollo MCP Server offers itself",
    file_name: "apollo-overrides.yaml",
    locations: &[],
    capabilities: TargetCapabilities {
        title: true,
        hints: &HintName::ALL,
        description: true,
        ..TargetCapabilities::NONE
    },
    verification: Verification::OurSchema,
    caveats: &[
        "Only for your own Apollo MCP Server: it corrects its operations and does not proxy other servers.",
        "Copy the entries under `overrides` to its configuration file. Tools are identified by the name of their operation.",
        "To hide an operation, remove it from `operations`.",
    ],
    writer: TargetWriter::NewFiles(render),
};

fn render(model: &ExportModel, _: ExportOptions, report: &mut FidelityReport) -> Vec<ExportFile> {
    let mut descriptions = Map::new();
    let mut hints = Map::new();
    let mut seen = std::collections::BTreeSet::new();
    for server in &model.servers {
        for tool in server.tools.iter().filter(|tool| tool.has_overrides()) {
            if !is_operation_name(&tool.name) {
                report.record_tool_dropped(
                    &qualified_name(server, tool),
                    "no GraphQL operation can have this name",
                );
                continue;
            }
            if !seen.insert(tool.name.as_str()) {
                report.record_tool_dropped(
                    &qualified_name(server, tool),
                    "another server has a tool with this name; export one server at a time",
                );
                continue;
            }
            if let Some(description) = &tool.overriding_description {
                descriptions.insert(tool.name.clone(), json!(description));
            }
            let annotations = override_annotations(tool, snake_case_key);
            if !annotations.is_empty() {
                hints.insert(tool.name.clone(), Value::Object(annotations));
            }
        }
    }
    let mut overrides = Map::new();
    for (key, entries) in [("descriptions", descriptions), ("annotations", hints)] {
        if !entries.is_empty() {
            overrides.insert(key.to_owned(), Value::Object(entries));
        }
    }
    vec![ExportFile::new(TARGET.file_name, yaml::to_yaml(&json!({"overrides": overrides})))]
}

fn is_operation_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
