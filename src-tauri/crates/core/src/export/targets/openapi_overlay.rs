//! OpenAPI Overlay with annotations for generators of MCP servers from OpenAPI documents.

use serde_json::{Map, Value, json};

use super::shared::{files_per_server, override_annotations, qualified_name};
use crate::export::model::{ExportModel, ExportOptions, ExportedServer, ExportedTool};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};
use crate::export::yaml;
use crate::model::endpoint::Endpoint;
use crate::model::hint::HintName;

pub const TARGET: Target = Target {
    id: "openapi-overlay",
    name: "OpenAPI Overlay",
    kind: TargetKind::Gateway,
    purpose: "Titles, hints and descriptions of the requests of an OpenAPI document, as `x-speakeasy-mcp`",
    file_name: "overlay.yaml",
    locations: &[],
    capabilities: TargetCapabilities {
        title: true,
        hints: &HintName::ALL,
        description: true,
        tool_selection: true,
        ..TargetCapabilities::NONE
    },
    verification: Verification::Run,
    caveats: &[
        "For tools of an OpenAPI document: apply the overlay to it, then generate. Speakeasy's generator reads \
         `x-speakeasy-mcp`; others may not. In our tests, Redocly applies the overlay; no generator runs.",
        "Speakeasy's documentation does not mention openWorldHint.",
    ],
    writer: TargetWriter::NewFiles(render),
};

fn render(model: &ExportModel, _: ExportOptions, report: &mut FidelityReport) -> Vec<ExportFile> {
    let mut files: Vec<(&ExportedServer, String)> = Vec::new();
    for server in &model.servers {
        let mut actions = Vec::new();
        for tool in &server.tools {
            match &tool.endpoint {
                Some(endpoint) => actions.extend(build_action(endpoint, tool)),
                None => {
                    report.record_tool_dropped(
                        &qualified_name(server, tool),
                        "the tool does not come from an OpenAPI document",
                    );
                }
            }
        }
        // An overlay without actions is invalid.
        if !actions.is_empty() {
            let info = json!({"title": format!("MCP hints for {}", server.name), "version": "1.0.0"});
            let overlay = json!({"overlay": "1.0.0", "info": info, "actions": actions});
            files.push((server, yaml::to_yaml(&overlay)));
        }
    }
    if files.is_empty() {
        report.caveats.push("No tool of an OpenAPI document has anything to export.".to_owned());
        return vec![ExportFile::new(TARGET.file_name, String::new())];
    }
    files_per_server(&files, TARGET.file_name)
}

fn build_action(endpoint: &Endpoint, tool: &ExportedTool) -> Option<Value> {
    let mut extension = Map::new();
    if tool.is_included {
        extension = override_annotations(tool, HintName::key);
        extension
            .extend(tool.overriding_description.iter().map(|text| ("description".to_owned(), json!(text))));
    } else {
        extension.insert("disabled".to_owned(), json!(true));
    }
    let target = format!(
        "$.paths[{}][{}]",
        quote_json_path(&endpoint.path),
        quote_json_path(&endpoint.method.to_ascii_lowercase())
    );
    (!extension.is_empty()).then(|| json!({"target": target, "update": {"x-speakeasy-mcp": extension}}))
}

/// Quotes a name for a JSONPath (RFC 9535), in single quotes with escapes for quotes, backslashes and control
/// characters.
fn quote_json_path(name: &str) -> String {
    let mut out = String::from("'");
    for c in name.chars() {
        match c {
            '\'' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('\'');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::model::ExportedValue;

    #[test]
    fn an_action_targets_the_request_and_sets_the_overrides() {
        let mut tool = ExportedTool { name: "del".to_owned(), is_included: true, ..ExportedTool::default() };
        let endpoint = Endpoint { method: "DELETE".to_owned(), path: "/it's/{id}".to_owned() };
        assert_eq!(build_action(&endpoint, &tool), None);
        tool.hints[HintName::Destructive] =
            Some(ExportedValue { value: true, is_decided: true, because: None });
        let expected = json!({
            "target": "$.paths['/it\\'s/{id}']['delete']",
            "update": {"x-speakeasy-mcp": {"destructiveHint": true}},
        });
        assert_eq!(build_action(&endpoint, &tool), Some(expected));
        tool.is_included = false;
        assert_eq!(
            build_action(&endpoint, &tool).unwrap()["update"]["x-speakeasy-mcp"],
            json!({"disabled": true})
        );
    }
}
