//! Goose: tools that are always allowed, asked about or never allowed, in `permission.yaml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::parts::full;
use crate::export::merge::yaml_renew;
use crate::export::offer::{Choice, Offer, Permission};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, Kind, MergeError, Target, Write};

pub const TARGET: Target = Target {
    id: "goose",
    name: "Goose",
    kind: Kind::Client,
    purpose: "Permissions in permission.yaml: always, ask before, never",
    file_name: "permission.yaml",
    holds: Holds::PERMISSIONS,
    checked: Checked::OurSchema,
    remarks: &[
        "The file is `~/.config/goose/permission.yaml`. Goose must not run while it is changed: it keeps what it read and \
         writes the whole file anew, without your comments, as soon as a permission changes.",
        "The server must be an extension under the same name.",
        "A file that Goose cannot read makes it start without any permission, older versions not at all; so what is \
         written is read back first, and a file that Goose would refuse is not touched.",
    ],
    write: Write::Into(write),
};

/// Goose's schema of the file; all three lists are required.
#[derive(Deserialize)]
#[allow(dead_code, reason = "it is read to see that Goose can read it")]
struct Lists {
    always_allow: Vec<String>,
    ask_before: Vec<String>,
    never_allow: Vec<String>,
}

fn write(offer: &Offer, choice: Choice, there: &str, report: &mut Report) -> Result<String, MergeError> {
    for server in &offer.servers {
        let extension = extension(&server.name);
        if extension != server.name {
            report.remarks.push(format!("{} is called {extension} in Goose's tools", server.name));
        }
    }
    let starts: Vec<String> =
        offer.servers.iter().map(|server| format!("{}__", extension(&server.name))).collect();
    let is_ours = |text: &str| starts.iter().any(|start| text.starts_with(start.as_str()));
    let mut text = there.to_owned();
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    // The first list that contains a tool applies, so a tool must be in one list only.
    for (key, permission) in [
        ("always_allow", Permission::Allow),
        ("ask_before", Permission::Ask),
        ("never_allow", Permission::Deny),
    ] {
        let mut names = Vec::new();
        for (server, start) in offer.servers.iter().zip(&starts) {
            for tool in server.tools.iter().filter(|tool| tool.permission(choice) == permission) {
                let name = format!("{start}{}", tool.name);
                let told = full(server, tool);
                match known.get(&name) {
                    None => {
                        known.insert(name.clone(), told);
                        names.push(name);
                    }
                    Some(other) => {
                        report.dropped_whole(&told, &format!("{other} has the same name in Goose"))
                    }
                }
            }
        }
        text = yaml_renew(&text, ["user", key], is_ours, &names)?;
    }
    let read: Result<BTreeMap<String, Lists>, _> = serde_saphyr::from_str(&text);
    match read {
        Ok(_) => Ok(text),
        Err(error) => Err(MergeError::Other(format!("Goose could not read the file: {error}"))),
    }
}

/// The extension's name as a prefix of tool names.
fn extension(name: &str) -> String {
    let kept = name.chars().filter(|c| !c.is_whitespace());
    let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') { c } else { '_' };
    kept.map(plain).collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::offer::{OfferedServer, OfferedTool};

    fn offer() -> Offer {
        let tool =
            |name: &str, offered| OfferedTool { name: name.to_owned(), offered, ..OfferedTool::default() };
        let tools = vec![tool("create", true), tool("drop", false)];
        Offer {
            toolset: Some("daily".to_owned()),
            servers: vec![OfferedServer { name: "My Hub".to_owned(), tools, ..OfferedServer::default() }],
        }
    }

    #[test]
    fn a_tool_stands_in_one_list_and_the_rest_of_the_file_stays() {
        let there = "smart_approve:\n  always_allow:\n  - myhub__create\n  ask_before: []\n  never_allow: []\n\
                     user:\n  always_allow:\n  - other__a\n  - myhub__drop\n  ask_before: []\n  never_allow: []\n";
        let expected = "smart_approve:\n  always_allow:\n  - myhub__create\n  ask_before: []\n  never_allow: []\n\
                        user:\n  always_allow:\n  - other__a\n  ask_before:\n    - myhub__create\n  never_allow:\n    - myhub__drop\n";
        let now = write(&offer(), Choice::default(), there, &mut Report::default());
        assert_eq!(now.as_deref(), Ok(expected));
    }

    #[test]
    fn what_goose_would_refuse_is_not_touched() {
        for there in
            ["smart_approve:\n  always_allow: []\n", "user: []\n", "user:\n  always_allow: [1]\n", "x: 1\n"]
        {
            assert!(write(&offer(), Choice::default(), there, &mut Report::default()).is_err(), "{there}");
        }
    }
}
