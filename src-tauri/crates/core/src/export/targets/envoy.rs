//! Envoy AI Gateway: selection of tools in an `MCPRoute`.

use serde_json::{Map, Value, json};

use super::shared::{kubernetes_name, tool_names};
use crate::export::model::{ExportModel, ExportOptions, ExportedServer};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};
use crate::export::yaml;

/// Maximum number of list entries that the resource accepts.
const MAX_ENTRIES: usize = 32;

pub const TARGET: Target = Target {
    id: "envoy",
    name: "Envoy AI Gateway",
    kind: TargetKind::Gateway,
    purpose: "An MCPRoute that hides the tools outside the toolset",
    file_name: "mcproute.yaml",
    locations: &[],
    capabilities: TargetCapabilities { tool_selection: true, ..TargetCapabilities::NONE },
    verification: Verification::OurSchema,
    caveats: &[
        "Set `parentRefs` to your Gateway, and the name and path of each backend to yours; connections and keys are \
         configured there.",
        "A list may contain 32 names; more hidden tools are written as regular expressions.",
        "Tools that a server adds later are offered: only tools known to Hintsmith can be hidden.",
    ],
    writer: TargetWriter::NewFiles(render),
};

fn render(model: &ExportModel, _: ExportOptions, report: &mut FidelityReport) -> Vec<ExportFile> {
    let mut used_names = Vec::new();
    let mut backends = Vec::new();
    for server in &model.servers {
        let name = kubernetes_name(&server.name, &mut used_names);
        if name != server.name {
            report
                .caveats
                .push(format!("{} is named {name}, because Kubernetes restricts names", server.name));
        }
        let mut backend = Map::new();
        backend.insert("name".to_owned(), json!(name));
        backend.insert("kind".to_owned(), json!("Backend"));
        backend.insert("group".to_owned(), json!("gateway.envoyproxy.io"));
        if let Some(selector) = build_selector(server) {
            backend.insert("toolSelector".to_owned(), selector);
        }
        backends.push(Value::Object(backend));
    }
    if backends.is_empty() {
        report.caveats.push("No server remains, and Envoy rejects a route without servers.".to_owned());
        return vec![ExportFile::new(TARGET.file_name, String::new())];
    }
    let gateway = json!({"name": "ai-gateway", "kind": "Gateway", "group": "gateway.networking.k8s.io"});
    let route = json!({
        "apiVersion": "aigateway.envoyproxy.io/v1beta1",
        "kind": "MCPRoute",
        "metadata": {"name": "hintsmith"},
        "spec": {"parentRefs": [gateway], "path": "/mcp", "backendRefs": backends},
    });
    vec![ExportFile::new(TARGET.file_name, yaml::to_yaml(&route))]
}

fn build_selector(server: &ExportedServer) -> Option<Value> {
    let hidden = tool_names(server, false);
    match hidden.len() {
        0 => None,
        1..=MAX_ENTRIES => Some(json!({"exclude": hidden})),
        many => {
            let any = |names: &[String]| {
                let names: Vec<String> = names.iter().map(|name| escape_regex(name)).collect();
                format!("^(?:{})$", names.join("|"))
            };
            let expressions: Vec<String> = hidden.chunks(many.div_ceil(MAX_ENTRIES)).map(any).collect();
            Some(json!({"excludeRegex": expressions}))
        }
    }
}

/// Escapes a name as a regular expression that matches only itself.
fn escape_regex(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if "\\.+*?()|[]{}^$".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::model::ExportedTool;

    fn server(hidden: usize) -> ExportedServer {
        let tool = |n: usize| ExportedTool {
            name: format!("get.{n}"),
            is_included: false,
            ..ExportedTool::default()
        };
        ExportedServer {
            name: "s".to_owned(),
            tools: (0..hidden).map(tool).collect(),
            ..ExportedServer::default()
        }
    }

    #[test]
    fn lists_stay_within_the_limit_of_the_resource() {
        assert_eq!(build_selector(&server(0)), None);
        for (hidden, key) in [(1, "exclude"), (32, "exclude"), (33, "excludeRegex"), (5_000, "excludeRegex")]
        {
            let selector = build_selector(&server(hidden)).unwrap();
            let list = selector[key].as_array().unwrap();
            assert!((1..=MAX_ENTRIES).contains(&list.len()), "{hidden}");
            assert_eq!(
                list.iter().map(|text| text.as_str().unwrap().matches("get").count()).sum::<usize>(),
                hidden
            );
        }
        assert_eq!(build_selector(&server(33)).unwrap()["excludeRegex"][0], "^(?:get\\.0|get\\.1)$");
    }
}
