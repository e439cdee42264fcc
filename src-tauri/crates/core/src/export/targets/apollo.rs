//! Apollo MCP Server: titles, hints and descriptions of its own operations.

use serde_json::{Map, Value, json};

use super::parts::{annotations, full, snake};
use crate::export::offer::{Choice, Offer};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, File, Kind, Target, Write};
use crate::export::yaml;
use crate::hint::HintName;

pub const TARGET: Target = Target {
    id: "apollo",
    name: "Apollo MCP Server",
    kind: Kind::Gateway,
    purpose: "Titles, hints and descriptions of the GraphQL operations that an Apollo MCP Server offers itself",
    file_name: "apollo-overrides.yaml",
    holds: Holds { title: true, hints: &HintName::ALL, description: true, ..Holds::NOTHING },
    checked: Checked::OurSchema,
    remarks: &[
        "For an Apollo MCP Server of your own: it corrects its own operations and is no proxy for other servers.",
        "Put what is under `overrides` into its configuration file. A tool is known by the name of its operation.",
        "An operation that must not be offered is taken out of its `operations`.",
    ],
    write: Write::Whole(write),
};

fn write(offer: &Offer, _: Choice, report: &mut Report) -> Vec<File> {
    let mut descriptions = Map::new();
    let mut hints = Map::new();
    let mut seen = std::collections::BTreeSet::new();
    for server in &offer.servers {
        for tool in server.tools.iter().filter(|tool| tool.has_news()) {
            if !is_operation(&tool.name) {
                report.dropped_whole(&full(server, tool), "no GraphQL operation can have this name");
                continue;
            }
            if !seen.insert(tool.name.as_str()) {
                report.dropped_whole(
                    &full(server, tool),
                    "another server has a tool of this name; write one at a time",
                );
                continue;
            }
            if let Some(description) = &tool.annotated {
                descriptions.insert(tool.name.clone(), json!(description));
            }
            let annotations = annotations(tool, snake);
            if !annotations.is_empty() {
                hints.insert(tool.name.clone(), Value::Object(annotations));
            }
        }
    }
    let mut overrides = Map::new();
    for (key, said) in [("descriptions", descriptions), ("annotations", hints)] {
        if !said.is_empty() {
            overrides.insert(key.to_owned(), Value::Object(said));
        }
    }
    vec![File::new(TARGET.file_name, yaml::write(&json!({"overrides": overrides})))]
}

fn is_operation(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
