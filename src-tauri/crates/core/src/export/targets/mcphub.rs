//! MCPHub: tool descriptions, and disabled tools, in `mcp_settings.json`.

use serde_json::json;

use super::parts::entries;
use crate::export::merge::JsonFile;
use crate::export::offer::{Choice, Offer, Reach};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, Kind, MergeError, Target, Write};

pub const TARGET: Target = Target {
    id: "mcphub",
    name: "MCPHub",
    kind: Kind::Gateway,
    purpose: "Descriptions with their notes, and the tools outside the toolset turned off",
    file_name: "mcp_settings.json",
    holds: Holds { description: true, offered: true, ..Holds::NOTHING },
    checked: Checked::OurSchema,
    remarks: &[
        "MCPHub looks tools up by the name it shows: the server's, a separator and the tool's. The separator is `-` unless \
         `systemConfig.nameSeparator` in the same file says otherwise.",
        "A server that is not in the file is put there with how it is reached; secrets are written as `${NAME}` and read \
         from the environment.",
        "An installation that keeps its settings in a database does not read the file.",
        "Without a toolset nothing is turned off or on.",
    ],
    write: Write::Into(write),
};

fn write(offer: &Offer, _: Choice, there: &str, report: &mut Report) -> Result<String, MergeError> {
    let file = JsonFile::open(there)?;
    let settings = crate::import::document::jsonc(there).unwrap_or_default();
    let separator = settings["systemConfig"]["nameSeparator"].as_str().filter(|text| !text.is_empty());
    let separator = separator.unwrap_or("-");
    let chosen = offer.toolset.is_some();
    let found = entries(&file, offer, true, report, |server, entry| {
        // Without a type, MCPHub uses the older SSE transport for a URL.
        if matches!(server.reach, Reach::Address { .. }) {
            entry.insert("type".to_owned(), json!("streamable-http"));
        }
    })?;
    for (server, entry) in found {
        for tool in &server.tools {
            let name = format!("{}{separator}{}", server.name, tool.name);
            let is_there = entry.has("tools") && entry.object("tools")?.has(&name);
            if !is_there && tool.annotated.is_none() && tool.offered {
                continue;
            }
            let own = entry.object("tools")?.object(&name)?;
            // `enabled` is required in every entry.
            if chosen || !own.has("enabled") {
                own.set("enabled", &json!(tool.offered));
            }
            if let Some(description) = &tool.annotated {
                own.set("description", &json!(description));
            }
        }
    }
    Ok(file.text())
}
