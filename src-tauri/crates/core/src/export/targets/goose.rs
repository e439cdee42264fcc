//! Goose: tools that are always allowed, asked about or never allowed, in `permission.yaml`.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;

use super::shared::{OwnedRules, qualified_name};
use crate::export::denials::{Denials, DeniedRules, WrittenDenials, listed};
use crate::export::location::{BaseFolder, FileLocation};
use crate::export::merge::replace_owned_yaml_items;
use crate::export::model::{ExportModel, ExportOptions, Permission};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{MergeError, Target, TargetKind, TargetWriter, Verification};

pub const TARGET: Target = Target {
    id: "goose",
    name: "Goose",
    kind: TargetKind::Client,
    purpose: "Permissions in permission.yaml: always, ask before, never",
    file_name: "permission.yaml",
    locations: &[FileLocation::user(BaseFolder::Config, "goose/permission.yaml")
        .on_windows(BaseFolder::Application, "Block/goose/config/permission.yaml")],
    capabilities: TargetCapabilities::PERMISSIONS,
    verification: Verification::OurSchema,
    caveats: &[
        "The file is `~/.config/goose/permission.yaml`. Quit Goose before changing it: Goose keeps the file in memory and \
         rewrites it without your comments as soon as a permission changes.",
        "The server must be an extension under the same name.",
        "With an invalid file, Goose starts without permissions, and older versions do not start. The result is therefore \
         parsed before it is written, and a file that Goose would reject is not changed.",
    ],
    writer: TargetWriter::MergeInto { merge, denials: Some(DENIALS) },
};

/// Goose's schema of the file; all three lists are required.
#[derive(Deserialize)]
#[allow(dead_code, reason = "it is read to see that Goose can read it")]
struct PermissionLists {
    always_allow: Vec<String>,
    ask_before: Vec<String>,
    never_allow: Vec<String>,
}

const DENIALS: Denials = Denials { rule, in_file: denied_rules };

fn rule(server: &str, tool: &str) -> String {
    format!("{}__{tool}", extension_name(server))
}

/// Empty if the file cannot be read, which merging reports.
fn denied_rules(existing: &str, written: &WrittenDenials) -> DeniedRules {
    let lists: Result<BTreeMap<String, PermissionLists>, _> = serde_saphyr::from_str(existing);
    let lists = lists.ok().and_then(|mut lists| lists.remove("user"));
    listed(lists.map(|lists| lists.never_allow).unwrap_or_default(), written)
}

fn merge(
    model: &ExportModel,
    options: ExportOptions,
    existing: &str,
    report: &mut FidelityReport,
) -> Result<String, MergeError> {
    for server in &model.servers {
        let extension = extension_name(&server.name);
        if extension != server.name {
            report.caveats.push(format!("{} is named {extension} in Goose's tools", server.name));
        }
    }
    let owned = OwnedRules::new(model, "__", extension_name);
    let permissions = build_permissions(model, options, report);
    let mut text = existing.to_owned();
    // The first list that contains a tool applies, so a tool must be in one list only.
    for (key, permission) in [
        ("always_allow", Permission::Allow),
        ("ask_before", Permission::Ask),
        ("never_allow", Permission::Deny),
    ] {
        let matching = permissions.iter().filter(|(_, own)| *own == permission);
        let names: Vec<String> = matching.map(|(name, _)| name.clone()).collect();
        text = replace_owned_yaml_items(&text, ["user", key], |name| owned.is_ours(name), &names)?;
    }
    // Goose refuses a number where a text is expected, which a YAML parser may accept.
    let value: Result<serde_json::Value, _> = serde_saphyr::from_str(&text);
    let value =
        value.map_err(|error| MergeError::Unsupported(format!("Goose could not read the file: {error}")))?;
    match serde_json::from_value::<BTreeMap<String, PermissionLists>>(value) {
        Ok(_) => Ok(text),
        Err(error) => Err(MergeError::Unsupported(format!("Goose could not read the file: {error}"))),
    }
}

/// The permission of each name in Goose, in the order of the tools. Names of extensions are simplified, so two tools may
/// have the same name; the stricter permission then applies to both.
fn build_permissions(
    model: &ExportModel,
    options: ExportOptions,
    report: &mut FidelityReport,
) -> Vec<(String, Permission)> {
    let mut permissions: Vec<(String, Permission)> = Vec::new();
    let mut first_tools: HashMap<String, (usize, String)> = HashMap::new();
    for server in &model.servers {
        for tool in &server.tools {
            let (name, tool_name) = (rule(&server.name, &tool.name), qualified_name(server, tool));
            let permission = tool.permission(options);
            match first_tools.get(&name) {
                None => {
                    first_tools.insert(name.clone(), (permissions.len(), tool_name));
                    permissions.push((name, permission));
                }
                Some((index, first)) => {
                    let shared = &mut permissions[*index].1;
                    *shared = permission.max(*shared);
                    let why = format!(
                        "{first} has the same name in Goose: the stricter permission applies to both"
                    );
                    report.record_changed(&tool_name, "name", why);
                }
            }
        }
    }
    permissions
}

/// The extension's name as a prefix of tool names.
fn extension_name(name: &str) -> String {
    let characters = name.chars().filter(|c| !c.is_whitespace());
    let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') { c } else { '_' };
    characters.map(plain).collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::model::{ExportedServer, ExportedTool, ExportedValue};

    fn model() -> ExportModel {
        let tool = |name: &str, offered| ExportedTool {
            name: name.to_owned(),
            is_included: offered,
            ..ExportedTool::default()
        };
        let tools = vec![tool("create", true), tool("drop", false)];
        ExportModel {
            toolset: Some("daily".to_owned()),
            servers: vec![ExportedServer { name: "My Hub".to_owned(), tools, ..ExportedServer::default() }],
        }
    }

    #[test]
    fn a_tool_is_in_one_list_and_the_rest_is_preserved() {
        let existing = "smart_approve:\n  always_allow:\n  - myhub__create\n  ask_before: []\n  never_allow: []\n\
                     user:\n  always_allow:\n  - other__a\n  - myhub__drop\n  ask_before: []\n  never_allow: []\n";
        let expected = "smart_approve:\n  always_allow:\n  - myhub__create\n  ask_before: []\n  never_allow: []\n\
                        user:\n  always_allow:\n  - other__a\n  ask_before:\n    - myhub__create\n  never_allow:\n    - myhub__drop\n";
        let merged = merge(&model(), ExportOptions::default(), existing, &mut FidelityReport::default());
        assert_eq!(merged.as_deref(), Ok(expected));
    }

    #[test]
    fn the_stricter_permission_applies_to_tools_with_the_same_name() {
        let server = |name: &str, is_read_only: bool, is_included: bool| {
            let mut tool = ExportedTool { name: "list".to_owned(), is_included, ..ExportedTool::default() };
            let decided = ExportedValue { value: true, is_decided: true, because: None };
            tool.hints.read_only = is_read_only.then_some(decided);
            ExportedServer { name: name.to_owned(), tools: vec![tool], ..ExportedServer::default() }
        };
        for servers in [
            vec![server("My Hub", true, true), server("myhub", false, false)],
            vec![server("My Hub", false, false), server("myhub", true, true)],
        ] {
            let model = ExportModel { toolset: Some("daily".to_owned()), servers };
            let mut report = FidelityReport::default();
            let merged = merge(&model, ExportOptions::default(), "", &mut report).unwrap();
            assert!(merged.contains("always_allow: []\n") && merged.contains("- myhub__list\n"), "{merged}");
            assert!(merged.contains("ask_before: []\n"), "{merged}");
            assert_eq!(report.tools[0].tool, "myhub.list");
        }
    }

    #[test]
    fn files_that_goose_would_reject_are_left_unchanged() {
        for existing in
            ["smart_approve:\n  always_allow: []\n", "user: []\n", "user:\n  always_allow: [1]\n", "x: 1\n"]
        {
            assert!(
                merge(&model(), ExportOptions::default(), existing, &mut FidelityReport::default()).is_err(),
                "{existing}"
            );
        }
    }
}
