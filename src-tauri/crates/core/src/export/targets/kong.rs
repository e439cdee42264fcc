//! Kong AI MCP Proxy: titles, hints and descriptions of tools that Kong generates from HTTP requests.

use serde_json::{Map, Value, json};

use super::parts::{annotations, full, snake};
use crate::export::offer::{Choice, Offer, OfferedServer};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, File, Kind, Target, Write};
use crate::export::yaml;
use crate::hint::HintName;

pub const TARGET: Target = Target {
    id: "kong",
    name: "Kong AI MCP Proxy",
    kind: Kind::Gateway,
    purpose: "Tools that Kong makes of an HTTP API, with titles, hints and descriptions",
    file_name: "kong.yaml",
    holds: Holds { title: true, hints: &HintName::ALL, description: true, offered: true, ..Holds::NOTHING },
    checked: Checked::OurSchema,
    remarks: &[
        "For tools of an OpenAPI document that Kong turns into MCP itself (`conversion-listener`). In front of an MCP server \
         Kong passes annotations through and has no place for others.",
        "The parameters of the requests are not written: take them from your own configuration or the OpenAPI document. Set \
         the route of each plugin.",
        "A tool outside the toolset is left out. What is listed is all there is: a request that the API adds later is no \
         tool.",
    ],
    write: Write::Whole(write),
};

fn write(offer: &Offer, _: Choice, report: &mut Report) -> Vec<File> {
    let plugins: Vec<Value> = offer.servers.iter().filter_map(|server| plugin(server, report)).collect();
    let mut config = Map::new();
    config.insert("_format_version".to_owned(), json!("3.0"));
    if plugins.is_empty() {
        report
            .remarks
            .push("No tool comes from an OpenAPI document, so there is nothing for Kong.".to_owned());
    } else {
        config.insert("plugins".to_owned(), Value::Array(plugins));
    }
    vec![File::new(TARGET.file_name, yaml::write(&Value::Object(config)))]
}

fn plugin(server: &OfferedServer, report: &mut Report) -> Option<Value> {
    let mut tools = Vec::new();
    for tool in &server.tools {
        let Some(endpoint) = &tool.endpoint else {
            report.dropped_whole(&full(server, tool), "the tool does not come from an OpenAPI document");
            continue;
        };
        if !tool.offered {
            continue;
        }
        let mut entry = Map::new();
        entry.insert("name".to_owned(), json!(tool.name));
        entry.insert("description".to_owned(), json!(tool.shown_description()));
        entry.insert("method".to_owned(), json!(endpoint.method));
        entry.insert("path".to_owned(), json!(endpoint.path));
        let annotations = annotations(tool, snake);
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
    use crate::endpoint::Endpoint;
    use crate::export::offer::{OfferedTool, Stated};

    #[test]
    fn a_tool_of_an_openapi_document_keeps_its_request() {
        let mut tool = OfferedTool { name: "get_pet".to_owned(), offered: true, ..OfferedTool::default() };
        tool.description = "Gets a pet.".to_owned();
        tool.endpoint = Some(Endpoint { method: "GET".to_owned(), path: "/pets/{id}".to_owned() });
        tool.hints[HintName::ReadOnly] = Some(Stated { value: true, decided: true, because: None });
        let server = OfferedServer { name: "pets".to_owned(), tools: vec![tool], ..OfferedServer::default() };
        let offer = Offer { toolset: None, servers: vec![server] };
        let files = write(&offer, Choice::default(), &mut Report::default());
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
