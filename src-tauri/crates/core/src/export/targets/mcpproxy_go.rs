//! mcpproxy-go: disabled tools of a server in `mcp_config.json`.

use serde_json::{Value, json};

use super::parts::{not_reached, reached, renew, tell_secrets};
use crate::export::merge::JsonFile;
use crate::export::offer::{Choice, Offer, Reach};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, Kind, MergeError, Target, Write};

pub const TARGET: Target = Target {
    id: "mcpproxy-go",
    name: "mcpproxy-go",
    kind: Kind::Gateway,
    purpose: "Turns off the tools outside the toolset",
    file_name: "mcp_config.json",
    holds: Holds { offered: true, ..Holds::NOTHING },
    checked: Checked::OurSchema,
    remarks: &[
        "The file is `~/.mcpproxy/mcp_config.json`. A server that is not in it is put there with how it is reached, in \
         quarantine until you release it; its secrets are left out: fill them in.",
        "A server that has `enabled_tools` keeps that list, because mcpproxy-go refuses both lists together: it then offers \
         what is listed and nothing that the server adds later.",
        "mcpproxy-go refuses calls of tools that say they are destructive. It cannot be told other hints: its \
         `annotation_overrides` are proposed (pull request 1323) and in no release that was seen, so they are not written.",
        "Without a toolset nothing is turned off or on.",
    ],
    write: Write::Into(write),
};

fn write(offer: &Offer, _: Choice, there: &str, report: &mut Report) -> Result<String, MergeError> {
    let file = JsonFile::open(there)?;
    let root = file.object()?;
    // Without a toolset there is nothing to write, so no server is added either.
    for server in offer.servers.iter().filter(|_| offer.toolset.is_some()) {
        let is_known = crate::import::document::jsonc(there).is_ok_and(|config| {
            let mut servers = config["mcpServers"].as_array().into_iter().flatten();
            servers.any(|entry| entry["name"].as_str() == Some(&server.name))
        });
        let reach = reached(server, false);
        if !is_known && reach.is_none() {
            not_reached(server, report);
            continue;
        }
        let entry = root.named("mcpServers", &server.name)?;
        for (key, value) in reach.iter().flatten().filter(|_| !is_known) {
            entry.set(key, value);
        }
        if !is_known {
            let protocol = if matches!(server.reach, Reach::Command { .. }) { "stdio" } else { "http" };
            entry.set("protocol", &Value::from(protocol));
            entry.set("enabled", &json!(true));
            entry.set("quarantined", &json!(true));
            tell_secrets(server, false, report);
        }
        // An empty `enabled_tools` would enable everything.
        if server.tools.iter().all(|tool| !tool.offered) {
            entry.remove("enabled_tools");
        }
        if entry.has("enabled_tools") {
            renew(&entry, "enabled_tools", server, true)?;
        } else {
            renew(&entry, "disabled_tools", server, false)?;
        }
    }
    Ok(file.text())
}
