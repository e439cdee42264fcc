//! ToolHive CLI: tool descriptions of one server, for `thv run --tools-override`.

use serde_json::{Map, Value, json};

use super::parts::{file_each, full};
use crate::export::offer::{Choice, Offer, OfferedServer};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, File, Kind, Target, Write};

pub const TARGET: Target = Target {
    id: "toolhive-cli",
    name: "ToolHive CLI",
    kind: Kind::Gateway,
    purpose: "Descriptions with their notes for `thv run`; no titles and no hints",
    file_name: "tools-override.json",
    holds: Holds { description: true, ..Holds::NOTHING },
    checked: Checked::OurSchema,
    remarks: &[
        "Use it with `thv run --tools-override tools-override.json SERVER`, one file for each server. It is read when the \
         server is first started, not by `thv restart`.",
        "Which tools are offered is said on the command line, with `--tools`.",
        "For titles and hints take ToolHive vMCP.",
    ],
    write: Write::Whole(write),
};

fn write(offer: &Offer, _: Choice, report: &mut Report) -> Vec<File> {
    let mut files: Vec<(&OfferedServer, String)> = Vec::new();
    for server in &offer.servers {
        let mut overrides = Map::new();
        for tool in server.tools.iter().filter(|tool| tool.annotated.is_some()) {
            if !tool.offered {
                report.dropped(&full(server, tool), "notes", "the tool is not offered".to_owned());
                continue;
            }
            overrides.insert(tool.name.clone(), json!({"description": tool.shown_description()}));
        }
        // ToolHive rejects a file without overrides.
        if !overrides.is_empty() {
            files.push((server, text(overrides)));
        }
    }
    if files.is_empty() {
        report.remarks.push("No tool has notes: there is nothing to give to `--tools-override`.".to_owned());
        return vec![File::new(TARGET.file_name, text(Map::new()))];
    }
    file_each(&files, TARGET.file_name)
}

fn text(overrides: Map<String, Value>) -> String {
    format!("{:#}\n", json!({"toolsOverride": overrides}))
}
