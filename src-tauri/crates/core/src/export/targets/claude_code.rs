//! Claude Code: permission rules (allow, ask, deny) in `settings.json`.

use super::shared::{OwnedRules, qualified_name, warn_about_released};
use crate::export::location::{BaseFolder, FileLocation};
use crate::export::merge::JsonFile;
use crate::export::model::{ExportModel, ExportOptions, ExportedServer, ExportedTool, Permission};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{MergeError, Target, TargetKind, TargetWriter, Verification};

pub const TARGET: Target = Target {
    id: "claude-code",
    name: "Claude Code",
    kind: TargetKind::Client,
    purpose: "Permissions in settings.json: allow tools decided to be read-only, ask or deny the rest",
    file_name: "settings.json",
    locations: &[
        FileLocation::user(BaseFolder::Home, ".claude/settings.json"),
        FileLocation::project(".claude/settings.json"),
        FileLocation::local(".claude/settings.local.json"),
    ],
    capabilities: TargetCapabilities::PERMISSIONS,
    verification: Verification::OurSchema,
    caveats: &[
        "`.claude/settings.json` in a project is shared with its team, `~/.claude/settings.json` applies to all your \
         projects, and `.claude/settings.local.json` only to you in one project.",
        "A tool with `*` in its name gets no rule, because `*` matches any text; Claude Code asks about it.",
        "Plan mode uses readOnlyHint and ignores these lists.",
    ],
    writer: TargetWriter::MergeInto(merge),
};

fn merge(
    model: &ExportModel,
    options: ExportOptions,
    existing: &str,
    report: &mut FidelityReport,
) -> Result<String, MergeError> {
    let file = JsonFile::parse(existing)?;
    let permissions = file.root_object()?.object_or_create("permissions")?;
    let rule = |server: &str, tool: &str| format!("mcp__{server}__{tool}");
    let owned = OwnedRules::new(model, "__", str::to_owned);
    let permission_of = |server: &ExportedServer, tool: &ExportedTool| {
        (rule(&server.name, &tool.name), tool.permission(options))
    };
    let tools = model.servers.iter().flat_map(|server| server.tools.iter().map(move |tool| (server, tool)));
    let all: Vec<(String, Permission)> = tools.map(|(server, tool)| permission_of(server, tool)).collect();
    warn_about_released(&permissions.strings("deny"), &all, report);
    for (key, permission) in
        [("allow", Permission::Allow), ("ask", Permission::Ask), ("deny", Permission::Deny)]
    {
        let mut rules = Vec::new();
        for server in &model.servers {
            for tool in server.tools.iter().filter(|tool| tool.permission(options) == permission) {
                let rule = rule(&server.name, &tool.name);
                if !rule.contains('*') {
                    rules.push(rule);
                } else if permission != Permission::Ask {
                    let why =
                        "Claude Code treats the * in the name as a wildcard, so no rule is written for it";
                    report.record_ask_instead(&qualified_name(server, tool), why);
                }
            }
        }
        let is_ours = |text: &str| {
            // `mcp__server__*` is the user's own rule about all tools.
            let Some(text) = text.strip_prefix("mcp__").filter(|text| !text.contains('*')) else {
                return false;
            };
            // `mcp__a__b` may be about a tool `b` that is gone, or about all tools of the server `a__b`. In doubt, only
            // a rule that allows is removed.
            owned.is_known(text) || permission == Permission::Allow && owned.is_ours(text)
        };
        permissions.replace_owned_strings(key, is_ours, &rules)?;
    }
    warn_about_wildcards(model, existing, report);
    Ok(file.text())
}

/// Warns of a wildcard that allows everything, which defeats the other rules and is not ours to remove.
fn warn_about_wildcards(model: &ExportModel, existing: &str, report: &mut FidelityReport) {
    let Ok(settings) = crate::sources::import::document::parse_jsonc(existing) else { return };
    let allowed = settings["permissions"]["allow"].as_array().into_iter().flatten();
    let allowed: Vec<&str> = allowed.filter_map(|rule| rule.as_str()).collect();
    for server in &model.servers {
        let wildcards = [format!("mcp__{}", server.name), format!("mcp__{}__*", server.name)];
        if let Some(rule) = wildcards.iter().find(|rule| allowed.contains(&rule.as_str())) {
            report.caveats.push(format!(
                "the file already allows {rule}: every tool of {} without an ask or deny rule runs without \
                 asking",
                server.name
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::model::ExportedValue;

    #[test]
    fn a_tool_that_the_file_denies_is_not_allowed_without_a_warning() {
        let tool =
            |name: &str| ExportedTool { name: name.to_owned(), is_included: true, ..ExportedTool::default() };
        let mut reads = tool("get");
        reads.hints.read_only = Some(ExportedValue { value: true, is_decided: true, because: None });
        let tools = vec![reads, tool("put")];
        let server = ExportedServer { name: "s".to_owned(), tools, ..ExportedServer::default() };
        let model = ExportModel { toolset: None, servers: vec![server] };
        let warnings = |existing: &str| {
            let mut report = FidelityReport::default();
            merge(&model, ExportOptions::default(), existing, &mut report).unwrap();
            report.caveats
        };
        let denied = r#"{"permissions": {"deny": ["mcp__s__get", "mcp__s__gone", "Bash"]}}"#;
        let found = warnings(denied);
        assert!(found.len() == 1 && found[0].contains("any more: mcp__s__get."), "{found:?}");
        assert_eq!(warnings(r#"{"permissions": {"deny": ["Bash"]}}"#), [""; 0]);
    }

    #[test]
    fn the_name_of_a_tool_is_never_a_wildcard() {
        let decided = ExportedValue { value: true, is_decided: true, because: None };
        let mut tool = ExportedTool { name: "*".to_owned(), is_included: true, ..ExportedTool::default() };
        tool.hints.read_only = Some(decided);
        let server = ExportedServer { name: "s".to_owned(), tools: vec![tool], ..ExportedServer::default() };
        let model = ExportModel { toolset: None, servers: vec![server] };
        let mut report = FidelityReport::default();
        let merged = merge(&model, ExportOptions::default(), "", &mut report).unwrap();
        assert!(!merged.contains("mcp__"), "{merged}");
        assert_eq!(report.tools[0].tool, "s.*");
    }
}
