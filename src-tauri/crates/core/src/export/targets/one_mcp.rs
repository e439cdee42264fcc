//! 1MCP: tool descriptions, and disabled tools, in `mcp.json`.

use serde_json::json;

use super::parts::{entries, full, renew};
use crate::export::merge::{JsonFile, JsonObject};
use crate::export::offer::{Choice, Offer, OfferedServer, Reach};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, Kind, MergeError, Target, Write};

pub const TARGET: Target = Target {
    id: "1mcp",
    name: "1MCP",
    kind: Kind::Gateway,
    purpose: "Descriptions with their notes, and the tools outside the toolset turned off",
    file_name: "mcp.json",
    holds: Holds { description: true, offered: true, ..Holds::NOTHING },
    checked: Checked::OurSchema,
    remarks: &[
        "1MCP reads the file again by itself while it runs.",
        "A server that the file has under `mcpTemplates` is changed there: 1MCP asks those first.",
        "A server that is not in the file is put there with how it is reached; secrets are written as `${NAME}` and read \
         from the environment.",
        "Without a toolset nothing is turned off or on.",
    ],
    write: Write::Into(write),
};

fn write(offer: &Offer, _: Choice, there: &str, report: &mut Report) -> Result<String, MergeError> {
    let file = JsonFile::open(there)?;
    let root = file.object()?;
    let templates = if root.has("mcpTemplates") { Some(root.object("mcpTemplates")?) } else { None };
    let (templated, others): (Vec<_>, Vec<_>) = offer
        .servers
        .iter()
        .cloned()
        .partition(|server| templates.as_ref().is_some_and(|templates| templates.has(&server.name)));
    for server in &templated {
        if let Some(templates) = &templates {
            put(server, &templates.object(&server.name)?, offer.toolset.is_some(), true, report)?;
        }
    }
    let others = Offer { toolset: offer.toolset.clone(), servers: others };
    let found = entries(&file, &others, true, report, |server, entry| {
        // Without a type, 1MCP uses the older SSE transport for a URL that does not end with `mcp`.
        if matches!(server.reach, Reach::Address { .. }) {
            entry.insert("type".to_owned(), json!("http"));
        }
    })?;
    for (server, entry) in found {
        put(server, &entry, offer.toolset.is_some(), false, report)?;
    }
    Ok(file.text())
}

fn put(
    server: &OfferedServer,
    entry: &JsonObject,
    chosen: bool,
    is_template: bool,
    report: &mut Report,
) -> Result<(), MergeError> {
    if chosen {
        renew(entry, "disabledTools", server, false)?;
    }
    for tool in server.tools.iter().filter(|tool| tool.offered) {
        let Some(description) = &tool.annotated else { continue };
        // 1MCP substitutes braces in a template, and server text must not control that.
        let why = if is_template && description.contains("{{") {
            "1MCP would take the {{ in it for a template"
        } else if tool.name.trim() != tool.name || tool.name.is_empty() {
            "1MCP refuses a name with blanks around it"
        } else {
            entry.object("toolDescriptionOverrides")?.set(&tool.name, &json!(description));
            continue;
        };
        report.dropped(&full(server, tool), "notes", why.to_owned());
    }
    Ok(())
}
