//! FastMCP's `mcp.json`: titles, descriptions, parameters and selection of proxied tools.

use serde_json::json;

use super::parts::{entries, full};
use crate::export::merge::{JsonFile, JsonObject};
use crate::export::offer::{Choice, Offer, OfferedServer, OfferedTool};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, Kind, MergeError, Target, Write};

pub const TARGET: Target = Target {
    id: "fastmcp",
    name: "FastMCP mcp.json",
    kind: Kind::Gateway,
    purpose: "A proxy with better titles, descriptions and parameters: `fastmcp run mcp.json`",
    file_name: "mcp.json",
    holds: Holds { title: true, description: true, parameters: true, offered: true, ..Holds::NOTHING },
    checked: Checked::Run,
    remarks: &[
        "FastMCP refuses a file with hints in it: for those take the FastMCP script. It was tried with FastMCP 4.1.2.",
        "The title that is set is the tool's own; a title that the server says among its annotations stays there.",
        "FastMCP fills in no variables in this file. Secrets are left out: fill them in.",
        "Without a toolset nothing is said about which tools are offered, and what the file says about it stays.",
        "With a toolset nothing but its tools is offered: tools that the server adds later are hidden, and so are its prompts \
         and resources, because FastMCP selects all of them together (`include_tags`).",
    ],
    write: Write::Into(write),
};

fn write(offer: &Offer, _: Choice, there: &str, report: &mut Report) -> Result<String, MergeError> {
    let file = JsonFile::open(there)?;
    for (server, entry) in entries(&file, offer, false, report, |_, _| {})? {
        if offer.toolset.is_some() {
            entry.set("include_tags", &json!([NOTHING]));
        }
        for tool in &server.tools {
            put(&entry, server, tool, offer.toolset.is_some(), report)?;
        }
    }
    Ok(file.text())
}

/// A tag that no tool has: it hides everything, and `enabled` shows the tools of the toolset.
const NOTHING: &str = "hintsmith-toolset";

fn put(
    entry: &JsonObject,
    server: &OfferedServer,
    tool: &OfferedTool,
    chosen: bool,
    report: &mut Report,
) -> Result<(), MergeError> {
    if !tool.offered {
        return entry.object("tools")?.object(&tool.name).map(|own| own.set("enabled", &json!(false)));
    }
    let (known, unknown): (Vec<_>, Vec<_>) =
        tool.parameters.iter().partition(|(name, _)| tool.all_parameters.contains(name));
    for (name, _) in unknown {
        let why = format!("the tool has no parameter {name} now, and FastMCP refuses an unknown one");
        report.dropped(&full(server, tool), "parameters", why);
    }
    let is_there = entry.has("tools") && entry.object("tools")?.has(&tool.name);
    if tool.title.is_none() && tool.annotated.is_none() && known.is_empty() && !is_there && !chosen {
        return Ok(());
    }
    let own = entry.object("tools")?.object(&tool.name)?;
    if let Some(title) = &tool.title {
        own.set("title", &json!(title.value));
    }
    if let Some(description) = &tool.annotated {
        own.set("description", &json!(description));
    }
    for (name, text) in known {
        own.object("arguments")?.object(name)?.set("description", &json!(text));
    }
    if chosen {
        own.set("enabled", &json!(true));
    }
    Ok(())
}
