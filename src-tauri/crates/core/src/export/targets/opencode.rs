//! opencode: a permission per tool in `opencode.json`. The last matching rule wins, so our rules come last.

use std::collections::{HashMap, HashSet};

use super::shared::qualified_name;
use crate::export::denials::{Denials, DeniedRules, WrittenDenials};
use crate::export::location::{BaseFolder, FileLocation};
use crate::export::merge::{JsonFile, JsonObject};
use crate::export::model::{ExportModel, ExportOptions, Permission};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{MergeError, Target, TargetKind, TargetWriter, Verification};
use crate::model::rule::matches_glob;

pub const TARGET: Target = Target {
    id: "opencode",
    name: "opencode",
    kind: TargetKind::Client,
    purpose: "Permissions in opencode.json: allow tools decided to be read-only, ask about or deny the rest",
    file_name: "opencode.json",
    locations: &[
        FileLocation::user(BaseFolder::Config, "opencode/opencode.json"),
        FileLocation::project("opencode.json"),
    ],
    capabilities: TargetCapabilities::PERMISSIONS,
    verification: Verification::OurSchema,
    caveats: &[
        "The last rule that matches a tool applies, so our rules are moved behind all patterns in the file.",
        "opencode allows tools without a rule. Unless the file has a rule for `server_*`, it is therefore set to ask, so \
         opencode also asks about tools that a server adds later.",
        "opencode replaces every character in a name except letters, digits, `_` and `-` with `_`. If two tools get the same \
         name, the stricter permission applies to both.",
        "Rules for removed tools stay in the file, because they cannot be distinguished from your rules.",
    ],
    writer: TargetWriter::MergeInto { merge, denials: Some(DENIALS) },
};

/// A rule, and the tools that it applies to.
struct PermissionRule {
    key: String,
    permission: Permission,
    tools: Vec<String>,
}

const DENIALS: Denials = Denials { rule: rule_key, in_file: denied_rules };

fn rule_key(server: &str, tool: &str) -> String {
    format!("{}_{}", sanitize_name(server), sanitize_name(tool))
}

/// The last rule that matches a tool applies.
fn denied_rules(existing: &str, written: &WrittenDenials) -> DeniedRules {
    let settings = crate::sources::import::document::parse_jsonc(existing).unwrap_or_default();
    let rules = settings["permission"].as_object().into_iter().flatten();
    let rules = rules.filter(|(key, _)| !written.contains(*key));
    let rules: Vec<(String, bool)> = rules
        .map(|(key, value)| (key.clone(), value.as_str() == Some(permission_str(Permission::Deny))))
        .collect();
    let (patterns, exact): (Vec<_>, Vec<_>) =
        rules.into_iter().enumerate().partition(|(_, (key, _))| is_pattern(key));
    let exact: HashMap<String, (usize, bool)> =
        exact.into_iter().map(|(at, (key, is_denied))| (key, (at, is_denied))).collect();
    Box::new(move |key| {
        let matching = patterns.iter().rev().find(|(_, (pattern, _))| matches_glob(pattern, key));
        let matching = matching.map(|(at, (_, is_denied))| (*at, *is_denied));
        matching.max(exact.get(key).copied()).is_some_and(|(_, is_denied)| is_denied)
    })
}

fn merge(
    model: &ExportModel,
    options: ExportOptions,
    existing: &str,
    report: &mut FidelityReport,
) -> Result<String, MergeError> {
    let file = JsonFile::parse(existing)?;
    if model.servers.is_empty() {
        return Ok(file.text());
    }
    let permissions = file.root_object()?.object_or_create("permission")?;
    let rules = build_rules(model, options);
    for rule in rules.iter().filter(|rule| rule.tools.len() > 1) {
        for tool in &rule.tools {
            let why = format!("shares the name {} with {}", rule.key, list_others(&rule.tools, tool));
            report.record_changed(
                tool,
                "name",
                format!("{why}: the stricter permission applies to all of them"),
            );
        }
    }

    for server in &model.servers {
        add_server_default(&permissions, &format!("{}_", sanitize_name(&server.name)));
    }
    let ours: HashSet<&str> = rules.iter().map(|rule| rule.key.as_str()).collect();
    let existing_keys = permissions.keys();
    let first_of_ours = existing_keys.iter().position(|key| ours.contains(key.as_str()));
    let last_pattern = existing_keys.iter().rposition(|key| is_pattern(key));
    let must_move = first_of_ours.is_some_and(|ours| last_pattern > Some(ours));
    let rules: Vec<(String, &str)> =
        rules.into_iter().map(|rule| (rule.key, permission_str(rule.permission))).collect();
    permissions.set_strings(&rules, must_move);
    if must_move {
        report.caveats.push("The rules were moved to the end, behind the patterns in the file.".to_owned());
    }
    Ok(file.text())
}

/// Adds the rule that tools of a server are asked about, unless there is one. It comes behind the patterns that apply
/// to all of these tools, and before the rules that apply to some of them or to a server with a longer name, which it
/// would override.
fn add_server_default(permissions: &JsonObject, prefix: &str) {
    let (default, keys) = (format!("{prefix}*"), permissions.keys());
    if keys.contains(&default) {
        return;
    }
    let may_match = |key: &String| {
        let (start, _) = key.split_once(['*', '?']).unwrap_or((key, ""));
        key.starts_with(prefix) || (is_pattern(key) && prefix.starts_with(start))
    };
    let applies_to_all = |key: &String| {
        key.strip_suffix('*').is_some_and(|start| !is_pattern(start) && prefix.starts_with(start))
    };
    let start = keys.iter().rposition(applies_to_all).map_or(0, |last| last + 1);
    let index = keys[start..].iter().position(may_match).map_or(keys.len(), |first| start + first);
    permissions.insert_string(index, &default, permission_str(Permission::Ask));
}

fn is_pattern(key: &str) -> bool {
    key.contains(['*', '?'])
}

fn build_rules(model: &ExportModel, options: ExportOptions) -> Vec<PermissionRule> {
    let mut rules: Vec<PermissionRule> = Vec::new();
    let mut indexes = HashMap::new();
    for server in &model.servers {
        for tool in &server.tools {
            let key = rule_key(&server.name, &tool.name);
            let permission = tool.permission(options);
            let index = *indexes.entry(key.clone()).or_insert(rules.len());
            if index == rules.len() {
                rules.push(PermissionRule { key, permission, tools: Vec::new() });
            }
            let rule = &mut rules[index];
            rule.permission = rule.permission.max(permission);
            rule.tools.push(qualified_name(server, tool));
        }
    }
    rules
}

fn list_others(tools: &[String], except: &str) -> String {
    let others: Vec<&str> = tools.iter().map(String::as_str).filter(|tool| *tool != except).collect();
    others.join(", ")
}

fn sanitize_name(name: &str) -> String {
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

const fn permission_str(permission: Permission) -> &'static str {
    match permission {
        Permission::Allow => "allow",
        Permission::Ask => "ask",
        Permission::Deny => "deny",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::model::{ExportedServer, ExportedTool};
    use serde_json::Value;

    fn model(names: &[&str]) -> ExportModel {
        let tool = |name: &&str| ExportedTool {
            name: (*name).to_owned(),
            is_included: true,
            ..ExportedTool::default()
        };
        let server = ExportedServer {
            name: "git hub".to_owned(),
            tools: names.iter().map(tool).collect(),
            ..ExportedServer::default()
        };
        ExportModel { toolset: None, servers: vec![server] }
    }

    #[test]
    fn our_rules_follow_every_pattern() {
        let mut report = FidelityReport::default();
        let existing = r#"{"permission": {"git_hub_list": "allow", /* mine */ "*": "allow", "bash": "ask"}}"#;
        let merged =
            merge(&model(&["list", "a/b"]), ExportOptions::default(), existing, &mut report).unwrap();
        assert!(merged.contains("/* mine */"), "{merged}");
        let parsed = crate::sources::import::document::parse_jsonc(&merged).unwrap();
        let keys: Vec<&String> = parsed["permission"].as_object().unwrap().keys().collect();
        assert_eq!(keys, ["*", "bash", "git_hub_*", "git_hub_list", "git_hub_a_b"]);
        assert_eq!(parsed["permission"]["git_hub_list"], Value::from("ask"));
        let again = merge(
            &model(&["list", "a/b"]),
            ExportOptions::default(),
            &merged,
            &mut FidelityReport::default(),
        )
        .unwrap();
        assert_eq!(again, merged);
    }

    #[test]
    fn the_rule_for_new_tools_overrides_no_rule_of_another_server() {
        let existing = r#"{"permission": {"*": "allow", "git_hub_ent_drop": "deny", "*_purge": "deny"}}"#;
        let mut report = FidelityReport::default();
        let merged = merge(&model(&["list"]), ExportOptions::default(), existing, &mut report).unwrap();
        let parsed: Value = serde_json::from_str(&merged).unwrap();
        let keys: Vec<&String> = parsed["permission"].as_object().unwrap().keys().collect();
        assert_eq!(keys, ["*", "git_hub_*", "git_hub_ent_drop", "*_purge", "git_hub_list"]);
        assert_eq!(report.caveats, [""; 0]);
    }

    #[test]
    fn the_stricter_permission_applies_to_tools_with_the_same_name() {
        let mut model = model(&["a/b", "a b"]);
        model.servers[0].tools[1].is_included = false;
        let mut report = FidelityReport::default();
        let merged = merge(&model, ExportOptions::default(), "", &mut report).unwrap();
        let parsed: Value = serde_json::from_str(&merged).unwrap();
        assert_eq!(parsed["permission"]["git_hub_a_b"], Value::from("deny"));
        assert_eq!(report.tools.len(), 2);
        assert!(merge(&model, ExportOptions::default(), r#"{"permission": "ask"}"#, &mut report).is_err());
    }
}
