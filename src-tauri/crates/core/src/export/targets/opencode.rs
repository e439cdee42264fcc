//! opencode: a permission per tool in `opencode.json`. The last matching rule wins, so our rules come last.

use std::collections::{HashMap, HashSet};

use super::parts::full;
use crate::export::merge::JsonFile;
use crate::export::offer::{Choice, Offer, Permission};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, Kind, MergeError, Target, Write};

pub const TARGET: Target = Target {
    id: "opencode",
    name: "opencode",
    kind: Kind::Client,
    purpose: "Permissions in opencode.json: allow what was decided to be read-only, ask about or deny the rest",
    file_name: "opencode.json",
    holds: Holds::PERMISSIONS,
    checked: Checked::OurSchema,
    remarks: &[
        "The last rule that fits a tool wins, so our rules are moved behind every pattern in the file.",
        "opencode allows what no rule speaks of; therefore `server_*` is set to ask where the file says nothing about it, \
         and a tool that its server adds later is asked about.",
        "opencode writes `_` for every sign in a name that is not a letter, a digit, `_` or `-`; where two tools get the \
         same name so, the stricter permission holds for both.",
        "Rules for tools that are gone stay in the file: they cannot be told from rules of your own.",
    ],
    write: Write::Into(write),
};

/// A rule, and the tools that it applies to.
struct Rule {
    key: String,
    permission: Permission,
    tools: Vec<String>,
}

fn write(offer: &Offer, choice: Choice, there: &str, report: &mut Report) -> Result<String, MergeError> {
    let file = JsonFile::open(there)?;
    if offer.servers.is_empty() {
        return Ok(file.text());
    }
    let permissions = file.object()?.object("permission")?;
    let rules = rules(offer, choice);
    for rule in rules.iter().filter(|rule| rule.tools.len() > 1) {
        for tool in &rule.tools {
            let why = format!("shares the name {} with {}", rule.key, others(&rule.tools, tool));
            report.changed(tool, "name", format!("{why}: the stricter permission holds for all of them"));
        }
    }

    let known = permissions.keys();
    let is_pattern = |key: &str| key.contains(['*', '?']);
    let mut texts = Vec::new();
    for server in &offer.servers {
        let key = format!("{}_*", sanitised(&server.name));
        if !known.contains(&key) && !texts.iter().any(|(known, _)| *known == key) {
            texts.push((key, "ask"));
        }
    }
    let ours: HashSet<&str> = rules.iter().map(|rule| rule.key.as_str()).collect();
    let first_of_ours = known.iter().position(|key| ours.contains(key.as_str()));
    let last_pattern = known.iter().rposition(|key| is_pattern(key));
    let is_late = first_of_ours.is_some_and(|ours| !texts.is_empty() || last_pattern > Some(ours));
    permissions.set_texts(&texts, false);
    let texts: Vec<(String, &str)> =
        rules.into_iter().map(|rule| (rule.key, word(rule.permission))).collect();
    permissions.set_texts(&texts, is_late);
    if is_late {
        report.remarks.push("the rules were moved to the end, behind the patterns in the file".to_owned());
    }
    Ok(file.text())
}

fn rules(offer: &Offer, choice: Choice) -> Vec<Rule> {
    let mut rules: Vec<Rule> = Vec::new();
    let mut places = HashMap::new();
    for server in &offer.servers {
        for tool in &server.tools {
            let key = format!("{}_{}", sanitised(&server.name), sanitised(&tool.name));
            let permission = tool.permission(choice);
            let place = *places.entry(key.clone()).or_insert(rules.len());
            if place == rules.len() {
                rules.push(Rule { key, permission, tools: Vec::new() });
            }
            let rule = &mut rules[place];
            rule.permission = rule.permission.max(permission);
            rule.tools.push(full(server, tool));
        }
    }
    rules
}

fn others(tools: &[String], but: &str) -> String {
    let others: Vec<&str> = tools.iter().map(String::as_str).filter(|tool| *tool != but).collect();
    others.join(", ")
}

fn sanitised(name: &str) -> String {
    // One `_` per UTF-16 code unit, as in JavaScript: a character outside of the BMP becomes two.
    let mut out = String::new();
    for c in name.chars() {
        if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') {
            out.push(c);
        } else {
            out.extend(std::iter::repeat_n('_', c.len_utf16()));
        }
    }
    out
}

const fn word(permission: Permission) -> &'static str {
    match permission {
        Permission::Allow => "allow",
        Permission::Ask => "ask",
        Permission::Deny => "deny",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::offer::{OfferedServer, OfferedTool};
    use serde_json::Value;

    fn offer(names: &[&str]) -> Offer {
        let tool =
            |name: &&str| OfferedTool { name: (*name).to_owned(), offered: true, ..OfferedTool::default() };
        let server = OfferedServer {
            name: "git hub".to_owned(),
            tools: names.iter().map(tool).collect(),
            ..OfferedServer::default()
        };
        Offer { toolset: None, servers: vec![server] }
    }

    #[test]
    fn our_rules_stand_behind_every_pattern() {
        let mut report = Report::default();
        let there = r#"{"permission": {"git_hub_list": "allow", /* mine */ "*": "allow", "bash": "ask"}}"#;
        let now = write(&offer(&["list", "a/b"]), Choice::default(), there, &mut report).unwrap();
        assert!(now.contains("/* mine */"), "{now}");
        let read = crate::import::document::jsonc(&now).unwrap();
        let keys: Vec<&String> = read["permission"].as_object().unwrap().keys().collect();
        assert_eq!(keys, ["*", "bash", "git_hub_*", "git_hub_list", "git_hub_a_b"]);
        assert_eq!(read["permission"]["git_hub_list"], Value::from("ask"));
        let again = write(&offer(&["list", "a/b"]), Choice::default(), &now, &mut Report::default()).unwrap();
        assert_eq!(again, now);
    }

    #[test]
    fn of_two_tools_with_one_name_the_stricter_permission_holds() {
        let mut offer = offer(&["a/b", "a b"]);
        offer.servers[0].tools[1].offered = false;
        let mut report = Report::default();
        let now = write(&offer, Choice::default(), "", &mut report).unwrap();
        let read: Value = serde_json::from_str(&now).unwrap();
        assert_eq!(read["permission"]["git_hub_a_b"], Value::from("deny"));
        assert_eq!(report.tools.len(), 2);
        assert!(write(&offer, Choice::default(), r#"{"permission": "ask"}"#, &mut report).is_err());
    }
}
