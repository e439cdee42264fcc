//! Codex: how each tool is approved, and which are turned off.

use toml_edit::{Array, Item, value};

use crate::export::merge::{table, toml};
use crate::export::offer::{Choice, Offer, Permission};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, Kind, MergeError, Target, Write};

pub const TARGET: Target = Target {
    id: "codex",
    name: "Codex",
    kind: Kind::Client,
    purpose: "Approval per tool in config.toml; tools outside the toolset are turned off",
    file_name: "config.toml",
    holds: Holds::PERMISSIONS,
    checked: Checked::Source,
    remarks: &[
        "The server must be set up in the file under the same name; how it is reached is not written.",
        "What is refused is turned off; what is asked about says `prompt`, because Codex would otherwise believe what \
         the server declares.",
    ],
    write: Write::Into(write),
};

fn write(offer: &Offer, choice: Choice, there: &str, report: &mut Report) -> Result<String, MergeError> {
    let mut document = toml(there)?;
    for server in &offer.servers {
        let path = format!("mcp_servers.{}", server.name);
        let servers = table(document.as_table_mut(), "mcp_servers", "mcp_servers")?;
        if servers.get(&server.name).is_none() {
            report
                .remarks
                .push(format!("{path} is not set up in the file: say there how the server is reached"));
        }
        let own = table(servers, &server.name, &path)?;
        let denied: Array = server
            .tools
            .iter()
            .filter(|tool| tool.permission(choice) == Permission::Deny)
            .map(|tool| tool.name.as_str())
            .collect();
        if denied.is_empty() {
            own.remove("disabled_tools");
        } else {
            own.insert("disabled_tools", value(denied));
        }
        let tools = table(own, "tools", &format!("{path}.tools"))?;
        for tool in &server.tools {
            let mode = match tool.permission(choice) {
                Permission::Allow => "approve",
                Permission::Ask => "prompt",
                Permission::Deny => {
                    tools.remove(&tool.name);
                    continue;
                }
            };
            let entry = table(tools, &tool.name, &format!("{path}.tools.{}", tool.name))?;
            // What a person wrote behind the value stays.
            match entry.get_mut("approval_mode").and_then(Item::as_value_mut) {
                Some(known) => {
                    let decor = known.decor().clone();
                    *known = mode.into();
                    *known.decor_mut() = decor;
                }
                None => drop(entry.insert("approval_mode", value(mode))),
            }
        }
    }
    Ok(document.to_string())
}
