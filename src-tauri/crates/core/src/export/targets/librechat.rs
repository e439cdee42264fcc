//! LibreChat: the tool approval section of `librechat.yaml` (allow, ask, deny).

use serde_json::{Value, json};

use super::shared::qualified_name;
use crate::export::model::{ExportModel, ExportOptions, Permission};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};
use crate::export::yaml;

pub const TARGET: Target = Target {
    id: "librechat",
    name: "LibreChat",
    kind: TargetKind::Client,
    purpose: "A part of librechat.yaml: allow tools decided to be read-only, ask about or deny the rest",
    file_name: "librechat.tool-approval.yaml",
    locations: &[],
    capabilities: TargetCapabilities::PERMISSIONS,
    verification: Verification::Schema,
    caveats: &[
        "LibreChat reads no second file: copy `toolApproval` into `librechat.yaml` under the existing `endpoints` and \
         `agents`.",
        "It enables approval for all users of this LibreChat installation.",
        "A deny rule takes precedence over an allow rule. LibreChat asks about tools in no list, including tools that a \
         server adds later.",
        "Rules use the name that LibreChat gives the model, `list_issues_mcp_github`; the form \
         `mcp:github:list_issues` in its example file matches no tool. The server must have the same name under \
         `mcpServers`. A tool with `*` in its name gets no rule, because `*` matches any text.",
    ],
    writer: TargetWriter::NewFiles(render),
};

fn render(model: &ExportModel, options: ExportOptions, report: &mut FidelityReport) -> Vec<ExportFile> {
    let mut lists: [Vec<Value>; 3] = Default::default();
    for server in &model.servers {
        for tool in &server.tools {
            let permission = tool.permission(options);
            match rule_key(&server.name, &tool.name) {
                Some(key) => lists[permission as usize].push(json!(key)),
                None if permission != Permission::Ask => {
                    let why = "LibreChat reads or writes the name differently, so no rule is written for it";
                    report.record_ask_instead(&qualified_name(server, tool), why);
                }
                None => {}
            }
        }
    }
    let [allow, ask, deny] = lists;
    let approval = json!({"enabled": true, "mode": "default", "allow": allow, "ask": ask, "deny": deny});
    let part = json!({"endpoints": {"agents": {"toolApproval": approval}}});
    let text = format!(
        "# Written by Hintsmith. Copy it into librechat.yaml, under endpoints.agents.\n{}",
        yaml::to_yaml(&part)
    );
    vec![ExportFile::new(TARGET.file_name, text)]
}

/// The name that LibreChat matches its rules against; `None` if it would be ambiguous. LibreChat rewrites server names
/// with other characters, and the result may be the name of another server.
fn rule_key(server: &str, tool: &str) -> Option<String> {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    let is_unchanged = !server.is_empty() && server.chars().all(is_allowed) && !tool.contains('*');
    is_unchanged.then(|| format!("{tool}_mcp_{server}"))
}
