//! MetaMCP: titles, hints and descriptions to paste into a namespace, since it reads no file.

use serde_json::{Map, Value, json};

use super::parts::{json_file, stated_hints};
use crate::export::offer::{Choice, Offer, OfferedTool};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, File, Kind, Target, Write};
use crate::hint::HintName;

pub const TARGET: Target = Target {
    id: "metamcp",
    name: "MetaMCP",
    kind: Kind::Gateway,
    purpose: "Titles, hints, descriptions and which tools are active, to paste into a namespace",
    file_name: "metamcp.json",
    holds: Holds { title: true, hints: &HintName::ALL, description: true, offered: true, ..Holds::NOTHING },
    checked: Checked::OurSchema,
    remarks: &[
        "MetaMCP reads no file and has no documented API for this: open the namespace, then Tools, and paste what stands \
         here into the fields of each tool.",
        "Paste `overrideAnnotations` as it stands. MetaMCP's own example wraps it in `annotations`, which ends up one \
         level too deep.",
        "MetaMCP drops the title in a server's annotations, so the title is written also where the server's own is right.",
    ],
    write: Write::Whole(write),
};

fn write(offer: &Offer, _: Choice, _: &mut Report) -> Vec<File> {
    let mut servers = Map::new();
    for server in &offer.servers {
        let mut tools = Map::new();
        for tool in &server.tools {
            let entry = entry(tool, offer.toolset.is_some());
            if !entry.is_empty() {
                tools.insert(tool.name.clone(), Value::Object(entry));
            }
        }
        servers.insert(server.name.clone(), Value::Object(tools));
    }
    vec![File::new(TARGET.file_name, json_file(&Value::Object(servers)))]
}

fn entry(tool: &OfferedTool, chosen: bool) -> Map<String, Value> {
    let mut entry = Map::new();
    if let Some(title) = tool.shown_title().filter(|_| tool.has_news()) {
        entry.insert("overrideTitle".to_owned(), json!(title));
    }
    if let Some(description) = &tool.annotated {
        entry.insert("overrideDescription".to_owned(), json!(description));
    }
    // MetaMCP merges these one by one into the server's annotations.
    let annotations = stated_hints(tool, HintName::key);
    if !annotations.is_empty() {
        entry.insert("overrideAnnotations".to_owned(), Value::Object(annotations));
    }
    if chosen {
        entry.insert("status".to_owned(), json!(if tool.offered { "ACTIVE" } else { "INACTIVE" }));
    }
    entry
}
