//! Docker MCP Gateway: selection of tools per server.

use serde_json::{Map, Value};

use crate::export::offer::{Choice, Offer};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, File, Kind, Target, Write};
use crate::export::yaml;

pub const TARGET: Target = Target {
    id: "docker",
    name: "Docker MCP Gateway",
    kind: Kind::Gateway,
    purpose: "Offers the tools of a toolset and hides the others",
    file_name: "tools.yaml",
    holds: Holds { offered: true, ..Holds::NOTHING },
    checked: Checked::OurSchema,
    remarks: &[
        "Use it with `docker mcp gateway run --additional-tools-config tools.yaml`.",
        "A server that is listed offers what is listed and nothing else: a tool that its server adds later stays hidden \
         until the file is written again.",
    ],
    write: Write::Whole(write),
};

fn write(offer: &Offer, _: Choice, report: &mut Report) -> Vec<File> {
    let mut servers = Map::new();
    // Without a toolset nothing is hidden, and a list would only become outdated.
    for server in offer.servers.iter().filter(|_| offer.toolset.is_some()) {
        let tools =
            server.tools.iter().filter(|tool| tool.offered).map(|tool| Value::from(tool.name.as_str()));
        servers.insert(server.name.clone(), tools.collect());
    }
    if offer.toolset.is_none() {
        report
            .remarks
            .push("No toolset is chosen, so every tool is offered and nothing is listed.".to_owned());
    }
    vec![File::new(TARGET.file_name, yaml::write(&Value::Object(servers)))]
}
