//! Obot: a composite server for a Git catalogue, with tool descriptions and selection.

use serde_json::{Map, Value, json};

use crate::export::offer::{Choice, Offer, OfferedServer};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, File, Kind, Target, Write};
use crate::export::yaml;

pub const TARGET: Target = Target {
    id: "obot",
    name: "Obot",
    kind: Kind::Gateway,
    purpose: "A composite server for a Git catalogue: descriptions with their notes, and which tools are offered",
    file_name: "hintsmith.yaml",
    holds: Holds { description: true, offered: true, ..Holds::NOTHING },
    checked: Checked::OurSchema,
    remarks: &[
        "Put the file into your catalogue and set each `catalogEntryID` to the `entryKey` of that server there.",
        "A server with `toolOverrides` offers what is listed and enabled and nothing else, so every tool is listed: one \
         that its server adds later stays hidden until the file is written again. A server about which there is nothing to \
         say has no list.",
    ],
    write: Write::Whole(write),
};

fn write(offer: &Offer, _: Choice, _: &mut Report) -> Vec<File> {
    let servers: Vec<Value> =
        offer.servers.iter().map(|server| component(server, offer.toolset.is_some())).collect();
    let name = offer.toolset.as_deref().unwrap_or("hintsmith");
    let entry = json!({
        "name": name,
        "runtime": "composite",
        "serverUserType": "singleUser",
        "compositeConfig": {"componentServers": servers},
    });
    vec![File::new(TARGET.file_name, yaml::write(&entry))]
}

fn component(server: &OfferedServer, chosen: bool) -> Value {
    let mut entry = Map::new();
    entry.insert("catalogEntryID".to_owned(), json!(server.name));
    let has_news = chosen || server.tools.iter().any(|tool| tool.annotated.is_some());
    let mut listed = Vec::new();
    for tool in server.tools.iter().filter(|_| has_news) {
        let mut own = Map::new();
        own.insert("name".to_owned(), json!(tool.name));
        own.insert("enabled".to_owned(), json!(tool.offered));
        if let Some(description) = tool.annotated.as_ref().filter(|_| tool.offered) {
            own.insert("overrideDescription".to_owned(), json!(description));
        }
        listed.push(Value::Object(own));
    }
    if !listed.is_empty() {
        entry.insert("toolOverrides".to_owned(), Value::Array(listed));
    }
    Value::Object(entry)
}
