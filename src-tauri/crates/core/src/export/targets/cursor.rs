//! Cursor: the allow list of tools in `permissions.json`.

use super::shared::{OwnedRules, qualified_name};
use crate::export::location::{BaseFolder, FileLocation};
use crate::export::merge::JsonFile;
use crate::export::model::{ExportModel, ExportOptions, Permission};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{MergeError, Target, TargetKind, TargetWriter, Verification};

pub const TARGET: Target = Target {
    id: "cursor",
    name: "Cursor",
    kind: TargetKind::Client,
    purpose: "The allow list in permissions.json: tools decided to be read-only run without asking",
    file_name: "permissions.json",
    locations: &[
        FileLocation::user(BaseFolder::Home, ".cursor/permissions.json"),
        FileLocation::project(".cursor/permissions.json"),
    ],
    capabilities: TargetCapabilities { permissions: true, ..TargetCapabilities::NONE },
    verification: Verification::Docs,
    caveats: &[
        "The file is `~/.cursor/permissions.json`; according to newer documentation, Cursor also reads \
         `.cursor/permissions.json` in a project.",
        "As soon as the file contains `mcpAllowlist`, even an empty one, Cursor ignores the list configured in the app.",
        "There is no list for asking or denying: Cursor asks about every tool that is not allowed.",
    ],
    writer: TargetWriter::MergeInto { merge, denials: None },
};

const ALLOWLIST_KEY: &str = "mcpAllowlist";

fn merge(
    model: &ExportModel,
    options: ExportOptions,
    existing: &str,
    report: &mut FidelityReport,
) -> Result<String, MergeError> {
    let file = JsonFile::parse(existing)?;
    let settings = file.root_object()?;
    let is_new = !settings.keys().iter().any(|key| key == ALLOWLIST_KEY);
    let mut allowed = Vec::new();
    for server in &model.servers {
        for tool in &server.tools {
            // `:` separates server and tool, `*` is a wildcard.
            let is_plain = !tool.name.contains(['*', ':']) && !server.name.contains(['*', ':']);
            let tool_name = qualified_name(server, tool);
            match tool.permission(options) {
                Permission::Allow if is_plain => allowed.push(format!("{}:{}", server.name, tool.name)),
                Permission::Allow => {
                    report.record_ask_instead(&tool_name, "the list cannot contain a name with * or :");
                }
                Permission::Ask => {}
                Permission::Deny => report.record_ask_instead(&tool_name, "Cursor has no deny list"),
            }
        }
    }
    let owned = OwnedRules::new(model, ":", str::to_owned);
    // `server:*` is the user's own rule about all tools.
    let is_ours = |text: &str| !text.contains('*') && owned.is_ours(text);
    settings.replace_owned_strings(ALLOWLIST_KEY, is_ours, &allowed)?;
    if is_new && !allowed.is_empty() {
        report.caveats.push(format!(
            "{ALLOWLIST_KEY} is new in the file: Cursor now ignores the list configured in the app"
        ));
    }
    warn_about_wildcards(model, existing, report);
    Ok(file.text())
}

/// Warns of a wildcard, which defeats the other rules and is not ours to remove.
fn warn_about_wildcards(model: &ExportModel, existing: &str, report: &mut FidelityReport) {
    let Ok(settings) = crate::sources::import::document::parse_jsonc(existing) else { return };
    let allowed: Vec<&str> =
        settings[ALLOWLIST_KEY].as_array().into_iter().flatten().filter_map(|rule| rule.as_str()).collect();
    for server in &model.servers {
        let rule = format!("{}:*", server.name);
        if let Some(rule) = [rule.as_str(), "*:*", "*"].iter().find(|rule| allowed.contains(rule)) {
            report.caveats.push(format!(
                "the file already allows {rule}: every tool of {} runs without asking",
                server.name
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::model::{ExportedServer, ExportedTool};

    #[test]
    fn other_rules_are_kept_and_a_wildcard_is_reported() {
        let tool = ExportedTool { name: "drop".to_owned(), ..ExportedTool::default() };
        let server = ExportedServer { name: "s".to_owned(), tools: vec![tool], ..ExportedServer::default() };
        let model = ExportModel { toolset: Some("daily".to_owned()), servers: vec![server] };
        let existing = "{\n  // mine\n  \"mcpAllowlist\": [\"s:*\", \"s:drop\", \"t:x\"],\n  \"terminalAllowlist\": [\"ls\"],\n}\n";
        let mut report = FidelityReport::default();
        let merged = merge(&model, ExportOptions::default(), existing, &mut report).unwrap();
        let parsed = crate::sources::import::document::parse_jsonc(&merged).unwrap();
        assert_eq!(parsed["mcpAllowlist"], serde_json::json!(["s:*", "t:x"]));
        assert!(
            merged.contains("// mine") && merged.contains("\"terminalAllowlist\": [\"ls\"],"),
            "{merged}"
        );
        assert!(report.caveats[0].contains("s:*"), "{report:?}");
        assert!(report.tools[0].changed[0].why.contains("no deny list"), "{report:?}");
    }
}
