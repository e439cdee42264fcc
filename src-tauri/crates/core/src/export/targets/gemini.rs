//! Gemini CLI: a policy file with rules that allow, ask about or deny tools.

use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, Table, value};

use super::shared::qualified_name;
use crate::export::location::{BaseFolder, FileLocation};
use crate::export::model::{ExportModel, ExportOptions, ExportedServer, ExportedTool, Permission};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};

pub const TARGET: Target = Target {
    id: "gemini",
    name: "Gemini CLI",
    kind: TargetKind::Client,
    purpose: "A policy file: allow tools decided to be read-only, ask about or deny the rest",
    file_name: "hintsmith.toml",
    locations: &[FileLocation::user(BaseFolder::Home, ".gemini/policies/hintsmith.toml")],
    capabilities: TargetCapabilities::PERMISSIONS,
    verification: Verification::OurSchema,
    caveats: &[
        "Copy it to `~/.gemini/policies/`; according to the documentation, workspace policies do not work yet.",
        "Rules that ask or deny take precedence over `trust` in the settings, and exclusions in the settings over rules; an \
         allow rule never overrides an exclusion.",
        "They apply in every mode, including YOLO mode, and override permissions given permanently in a dialog. Without a \
         terminal, Gemini denies calls that need approval.",
        "Tools that a server adds later have no rule: Gemini asks about them unless the server is trusted.",
        "Gemini CLI rewrites long names and names with characters other than letters, digits, `_`, `-` and `.`; such tools \
         get no rule.",
    ],
    writer: TargetWriter::NewFiles(render),
};

/// Rules with priorities that fit between those of Gemini's own settings: trusted server 200, allowed tool 300,
/// excluded tool 400 and more.
const RULE_PRIORITIES: [(Permission, &str, i64); 3] =
    [(Permission::Deny, "deny", 390), (Permission::Ask, "ask_user", 350), (Permission::Allow, "allow", 250)];

/// Maximum characters of a name that Gemini CLI leaves unchanged.
const MAX_NAME_CHARS: usize = 63;

fn render(model: &ExportModel, options: ExportOptions, report: &mut FidelityReport) -> Vec<ExportFile> {
    let mut rules = ArrayOfTables::new();
    for server in &model.servers {
        if server.name.contains('_') {
            report.caveats.push(format!(
                "{} has a _ in its name: Gemini CLI may split the name at the wrong position, and the rules may have no \
                 effect",
                server.name
            ));
        }
        let (supported, unsupported): (Vec<&ExportedTool>, Vec<_>) =
            server.tools.iter().partition(|tool| is_supported_name(server, tool));
        for tool in unsupported.into_iter().filter(|tool| tool.permission(options) != Permission::Ask) {
            let why = "Gemini CLI rewrites such a name, so no rule can reliably match it";
            report.record_ask_instead(&qualified_name(server, tool), why);
        }
        for (permission, decision, priority) in RULE_PRIORITIES {
            let mut names = Array::new();
            for tool in supported.iter().filter(|tool| tool.permission(options) == permission) {
                names.push(tool.name.as_str());
            }
            if names.is_empty() {
                continue;
            }
            names.iter_mut().for_each(|name| name.decor_mut().set_prefix("\n  "));
            names.set_trailing("\n");
            names.set_trailing_comma(true);
            let mut rule = Table::new();
            rule.insert("mcpName", value(server.name.as_str()));
            rule.insert("toolName", value(names));
            rule.insert("decision", value(decision));
            rule.insert("priority", value(priority));
            rules.push(rule);
        }
    }
    let mut document = DocumentMut::new();
    if !rules.is_empty() {
        document.insert("rule", Item::ArrayOfTables(rules));
    }
    let text = format!("# Written by Hintsmith; it is written anew with every export.\n\n{document}");
    vec![ExportFile::new(TARGET.file_name, text.trim_end().to_owned() + "\n")]
}

/// True if Gemini CLI compares the rule with the unchanged name.
fn is_supported_name(server: &ExportedServer, tool: &ExportedTool) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let name = format!("mcp_{}_{}", server.name, tool.name);
    !server.name.is_empty()
        && name.len() <= MAX_NAME_CHARS
        && name.chars().all(plain)
        && !tool.name.is_empty()
}
