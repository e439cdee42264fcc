//! OpenAPI Overlay with annotations for generators of MCP servers from OpenAPI documents.

use serde_json::{Map, Value, json};

use super::parts::{annotations, file_each, full};
use crate::endpoint::Endpoint;
use crate::export::offer::{Choice, Offer, OfferedServer, OfferedTool};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, File, Kind, Target, Write};
use crate::export::yaml;
use crate::hint::HintName;

pub const TARGET: Target = Target {
    id: "openapi-overlay",
    name: "OpenAPI Overlay",
    kind: Kind::Gateway,
    purpose: "Titles, hints and descriptions beside the requests of an OpenAPI document, as `x-speakeasy-mcp`",
    file_name: "overlay.yaml",
    holds: Holds { title: true, hints: &HintName::ALL, description: true, offered: true, ..Holds::NOTHING },
    checked: Checked::Run,
    remarks: &[
        "For tools of an OpenAPI document: apply the overlay to it, then generate. Speakeasy's generator reads \
         `x-speakeasy-mcp`; others may not. In our tests Redocly reads the overlay and applies it; no generator runs there.",
        "Whether Speakeasy reads openWorldHint was not seen in its documentation.",
    ],
    write: Write::Whole(write),
};

fn write(offer: &Offer, _: Choice, report: &mut Report) -> Vec<File> {
    let mut files: Vec<(&OfferedServer, String)> = Vec::new();
    for server in &offer.servers {
        let mut actions = Vec::new();
        for tool in &server.tools {
            match &tool.endpoint {
                Some(endpoint) => actions.extend(action(endpoint, tool)),
                None => {
                    report.dropped_whole(
                        &full(server, tool),
                        "the tool does not come from an OpenAPI document",
                    );
                }
            }
        }
        // An overlay without actions is invalid.
        if !actions.is_empty() {
            let info = json!({"title": format!("MCP hints for {}", server.name), "version": "1.0.0"});
            let overlay = json!({"overlay": "1.0.0", "info": info, "actions": actions});
            files.push((server, yaml::write(&overlay)));
        }
    }
    if files.is_empty() {
        report.remarks.push("There is nothing to say about a tool of an OpenAPI document.".to_owned());
        return vec![File::new(TARGET.file_name, String::new())];
    }
    file_each(&files, TARGET.file_name)
}

fn action(endpoint: &Endpoint, tool: &OfferedTool) -> Option<Value> {
    let mut said = Map::new();
    if tool.offered {
        said = annotations(tool, HintName::key);
        said.extend(tool.annotated.iter().map(|text| ("description".to_owned(), json!(text))));
    } else {
        said.insert("disabled".to_owned(), json!(true));
    }
    let target =
        format!("$.paths[{}][{}]", quoted(&endpoint.path), quoted(&endpoint.method.to_ascii_lowercase()));
    (!said.is_empty()).then(|| json!({"target": target, "update": {"x-speakeasy-mcp": said}}))
}

/// Quotes a name for a JSONPath (RFC 9535), in single quotes with escapes for quotes, backslashes and control
/// characters.
fn quoted(name: &str) -> String {
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
    use crate::export::offer::Stated;

    #[test]
    fn an_action_names_the_request_and_says_what_was_decided() {
        let mut tool = OfferedTool { name: "del".to_owned(), offered: true, ..OfferedTool::default() };
        let endpoint = Endpoint { method: "DELETE".to_owned(), path: "/it's/{id}".to_owned() };
        assert_eq!(action(&endpoint, &tool), None);
        tool.hints[HintName::Destructive] = Some(Stated { value: true, decided: true, because: None });
        let expected = json!({
            "target": "$.paths['/it\\'s/{id}']['delete']",
            "update": {"x-speakeasy-mcp": {"destructiveHint": true}},
        });
        assert_eq!(action(&endpoint, &tool), Some(expected));
        tool.offered = false;
        assert_eq!(action(&endpoint, &tool).unwrap()["update"]["x-speakeasy-mcp"], json!({"disabled": true}));
    }
}
