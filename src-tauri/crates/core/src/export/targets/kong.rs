//! Kong AI MCP Proxy: titles, hints and descriptions of tools that Kong generates from HTTP requests.

use serde_json::{Map, Value, json};

use super::shared::{override_annotations, qualified_name, snake_case_key};
use crate::export::model::{ExportModel, ExportOptions, ExportedServer};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};
use crate::export::yaml;
use crate::model::hint::HintName;

pub const TARGET: Target = Target {
    id: "kong",
    name: "Kong AI MCP Proxy",
    kind: TargetKind::Gateway,
    purpose: "Tools that Kong generates from an HTTP API, with titles, hints and descriptions",
    file_name: "kong.yaml",
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
        "For tools of an OpenAPI document that Kong turns into MCP itself (`conversion-listener`). In front of an MCP server, \
         Kong forwards annotations and cannot override them.",
        "Request parameters are not written: copy them from your configuration or the OpenAPI document. Set the route of \
         each plugin.",
        "Tools outside the toolset are omitted. Only listed requests are tools: a request that the API adds later is not \
         offered.",
    ],
    writer: TargetWriter::NewFiles(render),
};

fn render(model: &ExportModel, _: ExportOptions, report: &mut FidelityReport) -> Vec<ExportFile> {
    let plugins: Vec<Value> =
        model.servers.iter().filter_map(|server| build_plugin(server, report)).collect();
    let mut config = Map::new();
    config.insert("_format_version".to_owned(), json!("3.0"));
    if plugins.is_empty() {
        report
            .caveats
            .push("No tool comes from an OpenAPI document, so nothing is exported for Kong.".to_owned());
    } else {
        config.insert("plugins".to_owned(), Value::Array(plugins));
    }
    vec![ExportFile::new(TARGET.file_name, yaml::to_yaml(&Value::Object(config)))]
}

fn build_plugin(server: &ExportedServer, report: &mut FidelityReport) -> Option<Value> {
    let mut tools = Vec::new();
    for tool in &server.tools {
        let Some(endpoint) = &tool.endpoint else {
            report.record_tool_dropped(
                &qualified_name(server, tool),
                "the tool does not come from an OpenAPI document",
            );
            continue;
        };
        if !tool.is_included {
            continue;
        }
        let mut entry = Map::new();
        entry.insert("name".to_owned(), json!(tool.name));
        entry.insert("description".to_owned(), json!(tool.effective_description()));
        entry.insert("method".to_owned(), json!(endpoint.method));
        entry.insert("path".to_owned(), json!(endpoint.path));
        let annotations = override_annotations(tool, snake_case_key);
        if !annotations.is_empty() {
            entry.insert("annotations".to_owned(), Value::Object(annotations));
        }
        tools.push(Value::Object(entry));
    }
    (!tools.is_empty()).then(|| {
        json!({
            "name": "ai-mcp-proxy",
            "route": server.name,
            "config": {"mode": "conversion-listener", "tools": tools},
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::model::{ExportedTool, ExportedValue};
    use crate::model::endpoint::Endpoint;

    #[test]
    fn tools_of_an_openapi_document_keep_their_request() {
        let mut tool =
            ExportedTool { name: "get_pet".to_owned(), is_included: true, ..ExportedTool::default() };
        tool.description = "Gets a pet.".to_owned();
        tool.endpoint = Some(Endpoint { method: "GET".to_owned(), path: "/pets/{id}".to_owned() });
        tool.hints[HintName::ReadOnly] = Some(ExportedValue { value: true, is_decided: true, because: None });
        let server =
            ExportedServer { name: "pets".to_owned(), tools: vec![tool], ..ExportedServer::default() };
        let model = ExportModel { toolset: None, servers: vec![server] };
        let files = render(&model, ExportOptions::default(), &mut FidelityReport::default());
        let read: Value = serde_saphyr::from_str(&files[0].text).unwrap();
        assert_eq!(
            read["plugins"][0]["config"]["tools"],
            json!([{
                "name": "get_pet",
                "description": "Gets a pet.",
                "method": "GET",
                "path": "/pets/{id}",
                "annotations": {"read_only_hint": true},
            }])
        );
    }
}
