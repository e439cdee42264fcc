//! Claude Code: permission rules (allow, ask, deny) in `settings.json`.

use super::shared::{OwnedRules, qualified_name};
use crate::export::denials::{Denials, DeniedRules, WrittenDenials, listed};
use crate::export::location::{BaseFolder, FileLocation};
use crate::export::merge::JsonFile;
use crate::export::model::{ExportModel, ExportOptions, Permission};
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
    writer: TargetWriter::MergeInto { merge, denials: Some(DENIALS) },
};

const DENIALS: Denials = Denials { rule, in_file: denied_rules };

fn rule(server: &str, tool: &str) -> String {
    format!("mcp__{server}__{tool}")
}

/// Wildcards among them need no care, because Claude Code prefers a rule that denies to any other.
fn denied_rules(existing: &str, written: &WrittenDenials) -> DeniedRules {
    let settings = crate::sources::import::document::parse_jsonc(existing).unwrap_or_default();
    let rules = settings["permissions"]["deny"].as_array().into_iter().flatten();
    listed(rules.filter_map(|rule| rule.as_str().map(str::to_owned)).collect(), written)
}

fn merge(
    model: &ExportModel,
    options: ExportOptions,
    existing: &str,
    report: &mut FidelityReport,
) -> Result<String, MergeError> {
    let file = JsonFile::parse(existing)?;
    let permissions = file.root_object()?.object_or_create("permissions")?;
    let owned = OwnedRules::new(model, "__", str::to_owned);
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
    use crate::export::model::{ExportedServer, ExportedTool, ExportedValue};

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
