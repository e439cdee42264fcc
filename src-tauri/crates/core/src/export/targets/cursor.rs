//! Cursor: the allow list of tools in `permissions.json`.

use super::parts::full;
use crate::export::merge::JsonFile;
use crate::export::offer::{Choice, Offer, Permission};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, Kind, MergeError, Target, Write};

pub const TARGET: Target = Target {
    id: "cursor",
    name: "Cursor",
    kind: Kind::Client,
    purpose: "The allow list in permissions.json: what was decided to be read-only runs without a question",
    file_name: "permissions.json",
    holds: Holds { permissions: true, ..Holds::NOTHING },
    checked: Checked::Docs,
    remarks: &[
        "The file is `~/.cursor/permissions.json`; newer documentation says that `.cursor/permissions.json` in a project \
         is read as well.",
        "As soon as `mcpAllowlist` is in the file, also when it is empty, Cursor ignores the list that was made in the app.",
        "There is no list for asking or refusing: whatever is not allowed is asked about.",
    ],
    write: Write::Into(write),
};

const KEY: &str = "mcpAllowlist";

fn write(offer: &Offer, choice: Choice, there: &str, report: &mut Report) -> Result<String, MergeError> {
    let file = JsonFile::open(there)?;
    let settings = file.object()?;
    let is_new = !settings.keys().iter().any(|key| key == KEY);
    let mut allowed = Vec::new();
    for server in &offer.servers {
        for tool in &server.tools {
            // `:` separates server and tool, `*` is a wildcard.
            let is_plain = !tool.name.contains(['*', ':']) && !server.name.contains(['*', ':']);
            let told = full(server, tool);
            match tool.permission(choice) {
                Permission::Allow if is_plain => allowed.push(format!("{}:{}", server.name, tool.name)),
                Permission::Allow => {
                    report.asked_instead(&told, "the list cannot hold a name with * or :");
                }
                Permission::Ask => {}
                Permission::Deny => report.asked_instead(&told, "Cursor has no list of what is refused"),
            }
        }
    }
    let starts: Vec<String> = offer.servers.iter().map(|server| format!("{}:", server.name)).collect();
    // `server:*` is the user's own rule about all tools.
    let is_ours = |text: &str| {
        starts.iter().any(|start| text.strip_prefix(start.as_str()).is_some_and(|tool| !tool.contains('*')))
    };
    settings.renew(KEY, is_ours, &allowed)?;
    if is_new && !allowed.is_empty() {
        report.remarks.push(format!(
            "{KEY} is new in the file: from now on Cursor ignores the list that was made in the app"
        ));
    }
    warn_of_wildcards(offer, there, report);
    Ok(file.text())
}

/// Warns of a wildcard, which defeats the other rules and is not ours to remove.
fn warn_of_wildcards(offer: &Offer, there: &str, report: &mut Report) {
    let Ok(settings) = crate::import::document::jsonc(there) else { return };
    let allowed: Vec<&str> =
        settings[KEY].as_array().into_iter().flatten().filter_map(|rule| rule.as_str()).collect();
    for server in &offer.servers {
        let rule = format!("{}:*", server.name);
        if let Some(rule) = [rule.as_str(), "*:*", "*"].iter().find(|rule| allowed.contains(rule)) {
            report.remarks.push(format!(
                "the file allows {rule} already: every tool of {} runs without a question",
                server.name
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::offer::{OfferedServer, OfferedTool};

    #[test]
    fn what_is_not_ours_stays_and_a_wildcard_is_told() {
        let tool = OfferedTool { name: "drop".to_owned(), ..OfferedTool::default() };
        let server = OfferedServer { name: "s".to_owned(), tools: vec![tool], ..OfferedServer::default() };
        let offer = Offer { toolset: Some("daily".to_owned()), servers: vec![server] };
        let there = "{\n  // mine\n  \"mcpAllowlist\": [\"s:*\", \"s:drop\", \"t:x\"],\n  \"terminalAllowlist\": [\"ls\"],\n}\n";
        let mut report = Report::default();
        let now = write(&offer, Choice::default(), there, &mut report).unwrap();
        let read = crate::import::document::jsonc(&now).unwrap();
        assert_eq!(read["mcpAllowlist"], serde_json::json!(["s:*", "t:x"]));
        assert!(now.contains("// mine") && now.contains("\"terminalAllowlist\": [\"ls\"],"), "{now}");
        assert!(report.remarks[0].contains("s:*"), "{report:?}");
        assert!(report.tools[0].changed[0].why.contains("no list of what is refused"), "{report:?}");
    }
}
