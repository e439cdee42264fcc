//! Codex: the approval mode of each tool, and disabled tools, in `config.toml`.

use toml_edit::{Array, InlineTable, Item, Table, value};

use super::parts::{not_reached, secrets, tell_secrets};
use crate::export::merge::{table, toml};
use crate::export::offer::{Choice, Given, Offer, OfferedServer, Permission, Reach};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, Kind, MergeError, Target, Write};

pub const TARGET: Target = Target {
    id: "codex",
    name: "Codex",
    kind: Kind::Client,
    purpose: "Approval per tool in config.toml; tools outside the toolset are turned off",
    file_name: "config.toml",
    holds: Holds::PERMISSIONS,
    checked: Checked::OurSchema,
    remarks: &[
        "Codex refuses the whole file when a server in it has neither a command nor an address. A server that is not in \
         the file is therefore put there with how it is reached; its secrets are read from the environment.",
        "What is refused is turned off; what is asked about says `prompt`, because Codex would otherwise believe what \
         the server declares.",
    ],
    write: Write::Into(write),
};

fn write(offer: &Offer, choice: Choice, there: &str, report: &mut Report) -> Result<String, MergeError> {
    let mut document = toml(there)?;
    for server in &offer.servers {
        let path = format!("mcp_servers.{}", server.name);
        let known = document.get("mcp_servers").and_then(|servers| servers.get(&server.name));
        let is_reached = known.is_some_and(|own| own.get("command").or(own.get("url")).is_some());
        if !is_reached && matches!(server.reach, Reach::Nowhere) {
            not_reached(server, report);
            continue;
        }
        let servers = table(document.as_table_mut(), "mcp_servers", "mcp_servers")?;
        let own = table(servers, &server.name, &path)?;
        if !is_reached {
            reach(own, server, report);
        }
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
            // Keeps the user's comment after the value.
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

/// Writes the connection of a server. Codex substitutes no variables in the file; it has separate keys for values from
/// the environment.
fn reach(own: &mut Table, server: &OfferedServer, report: &mut Report) {
    let known = |given: &[Given]| -> InlineTable {
        given.iter().filter_map(|one| Some((one.name.as_str(), one.value.as_deref()?))).collect()
    };
    let (plain, key) = match &server.reach {
        Reach::Command { command, variables } => {
            if let Some((program, arguments)) = command.split_first() {
                own.insert("command", value(program));
                own.insert("args", value(arguments.iter().collect::<Array>()));
            }
            let names: Array = secrets(server).into_iter().map(|(_, variable)| variable).collect();
            if !names.is_empty() {
                own.insert("env_vars", value(names));
            }
            (known(variables), "env")
        }
        Reach::Address { url, headers } => {
            own.insert("url", value(url));
            let names: InlineTable = secrets(server).into_iter().collect();
            if !names.is_empty() {
                own.insert("env_http_headers", value(names));
            }
            (known(headers), "http_headers")
        }
        Reach::Nowhere => return,
    };
    if !plain.is_empty() {
        own.insert(key, value(plain));
    }
    tell_secrets(server, true, report);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::offer::OfferedTool;

    fn offer(reach: Reach) -> Offer {
        let tool = OfferedTool { name: "list".to_owned(), offered: true, ..OfferedTool::default() };
        Offer {
            toolset: None,
            servers: vec![OfferedServer { name: "s".to_owned(), reach, tools: vec![tool] }],
        }
    }

    fn put(there: &str, reach: Reach) -> String {
        write(&offer(reach), Choice::default(), there, &mut Report::default()).unwrap()
    }

    #[test]
    fn no_server_is_left_without_a_way_to_reach_it() {
        let address = || Reach::Address { url: "https://a.example/mcp".to_owned(), headers: Vec::new() };
        assert_eq!(put("", Reach::Nowhere), "");
        let rule = "\n[mcp_servers.s.tools.list]\napproval_mode = \"prompt\"\n";
        let whole = format!("[mcp_servers.s]\nurl = \"https://a.example/mcp\"\n{rule}");
        assert_eq!(put("", address()), whole);
        let ours = put("[mcp_servers.s.tools.list]\napproval_mode = \"auto\"\n", address());
        assert_eq!(ours.parse::<toml::Table>(), whole.parse());
        let theirs = "[mcp_servers.s]\ncommand = \"mine\"\n";
        assert_eq!(put(theirs, address()), format!("{theirs}{rule}"));
        assert_eq!(put(theirs, Reach::Nowhere), format!("{theirs}{rule}"));
    }
}
