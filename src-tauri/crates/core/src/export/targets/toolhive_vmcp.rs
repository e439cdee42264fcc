//! ToolHive vMCP: titles, hints, descriptions and selection of proxied tools, in its configuration file.

use serde_json::{Map, Value, json};

use super::parts::{annotations, full, names};
use crate::export::offer::{Choice, Offer, OfferedServer, OfferedTool};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, File, Kind, Target, Write};
use crate::export::yaml;
use crate::hint::HintName;

pub const TARGET: Target = Target {
    id: "toolhive-vmcp",
    name: "ToolHive vMCP",
    kind: Kind::Gateway,
    purpose: "A virtual MCP server that offers corrected tools of several workloads",
    file_name: "vmcp-config.yaml",
    holds: Holds { title: true, hints: &HintName::ALL, description: true, offered: true, ..Holds::NOTHING },
    checked: Checked::OurSchema,
    remarks: &[
        "Start it with `thv vmcp serve --config vmcp-config.yaml`; set `groupRef` to your group, and the names of the \
         workloads to those ToolHive knows.",
        "ToolHive refuses an override that has neither a name nor a description, so the description is written with \
         every override.",
    ],
    write: Write::Whole(write),
};

fn write(offer: &Offer, _: Choice, report: &mut Report) -> Vec<File> {
    let config = json!({
        "name": "hintsmith-vmcp",
        "groupRef": "default",
        "incomingAuth": {"type": "anonymous"},
        "outgoingAuth": {"source": "inline", "default": {"type": "unauthenticated"}},
        "aggregation": aggregation(offer, report),
    });
    vec![File::new(TARGET.file_name, yaml::write(&config))]
}

/// The aggregation section for all workloads, the same in the file and in the Kubernetes resource.
pub(super) fn aggregation(offer: &Offer, report: &mut Report) -> Value {
    let chosen = offer.toolset.is_some();
    let tools: Vec<Value> = offer.servers.iter().map(|server| workload(server, chosen, report)).collect();
    json!({
        "conflictResolution": "prefix",
        "conflictResolutionConfig": {"prefixFormat": "{workload}_"},
        "tools": tools,
    })
}

fn workload(server: &OfferedServer, chosen: bool, report: &mut Report) -> Value {
    let mut entry = Map::new();
    entry.insert("workload".to_owned(), json!(server.name));
    match filter(server, chosen) {
        // An empty filter would include every tool.
        Some(tools) if tools.is_empty() => drop(entry.insert("excludeAll".to_owned(), json!(true))),
        Some(tools) => drop(entry.insert("filter".to_owned(), json!(tools))),
        None => {}
    }
    let overrides = overrides(server, report);
    if !overrides.is_empty() {
        entry.insert("overrides".to_owned(), Value::Object(overrides));
    }
    Value::Object(entry)
}

/// The included tools; `None` without a toolset.
pub(super) fn filter(server: &OfferedServer, chosen: bool) -> Option<Vec<String>> {
    chosen.then(|| names(server, true))
}

/// The overrides of each included tool of a server.
pub(super) fn overrides(server: &OfferedServer, report: &mut Report) -> Map<String, Value> {
    let mut overrides = Map::new();
    for tool in server.tools.iter().filter(|tool| tool.offered && tool.has_news()) {
        if tool.shown_description().trim().is_empty() {
            let why = "ToolHive refuses an override without a description, and the tool has none";
            report.dropped_news(&full(server, tool), why);
            continue;
        }
        overrides.insert(tool.name.clone(), overridden(tool));
    }
    overrides
}

/// The override of one tool, the same in every ToolHive format with annotations.
fn overridden(tool: &OfferedTool) -> Value {
    let annotations = annotations(tool, HintName::key);
    let mut entry = Map::new();
    entry.insert("description".to_owned(), json!(tool.shown_description()));
    if !annotations.is_empty() {
        entry.insert("annotations".to_owned(), Value::Object(annotations));
    }
    Value::Object(entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_without_an_offered_tool_is_hidden_whole() {
        let tool = OfferedTool { name: "a".to_owned(), ..OfferedTool::default() };
        let server = OfferedServer { name: "s".to_owned(), tools: vec![tool], ..OfferedServer::default() };
        let offer = Offer { toolset: Some("daily".to_owned()), servers: vec![server] };
        let tools = aggregation(&offer, &mut Report::default())["tools"].clone();
        assert_eq!(tools, json!([{"workload": "s", "excludeAll": true}]));
        let Write::Whole(write) = super::super::toolhive_tool_config::TARGET.write else { panic!() };
        let mut report = Report::default();
        assert_eq!(write(&offer, Choice::default(), &mut report)[0].text, "");
        assert_eq!(report.remarks.len(), 1);
    }
}
