//! ToolHive Cedar policies: the roles that may call each tool.

use serde_json::json;

use crate::export::model::{ExportModel, ExportOptions, Permission};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};
use crate::export::yaml;

pub const TARGET: Target = Target {
    id: "toolhive-cedar",
    name: "ToolHive Cedar policies",
    kind: TargetKind::Gateway,
    purpose: "Permits all callers to use tools decided to be read-only; other tools need a role or are forbidden",
    file_name: "authz.yaml",
    locations: &[],
    capabilities: TargetCapabilities::PERMISSIONS,
    verification: Verification::Run,
    caveats: &[
        "Use it with the export for ToolHive vMCP: tool names have the workload as prefix, as in `github_list_issues`, and \
         hints are those that vMCP declares.",
        "Cedar cannot ask. Tools that need approval require the role `mcp-writer`; destructive tools also require \
         `mcp-destructive`. Roles are read from the caller's claim `roles`, which must be a list; replace the role names \
         with yours. Callers without a token have no roles.",
        "Tools that are not listed are denied, including tools that a server adds later. Prompts and resources are denied \
         too unless you add policies for them.",
        "In our tests, Cedar 4.13 parses and evaluates the policies; the enclosing file is validated against our schema.",
    ],
    writer: TargetWriter::NewFiles(render),
};

fn render(model: &ExportModel, options: ExportOptions, report: &mut FidelityReport) -> Vec<ExportFile> {
    let role =
        |name: &str| format!("{{ principal has claim_roles && principal.claim_roles.contains(\"{name}\") }}");
    let mut policies = Vec::new();
    for server in &model.servers {
        for tool in &server.tools {
            let name = quote_cedar(&format!("{}_{}", server.name, tool.name));
            let scope = format!("(principal, action == Action::\"call_tool\", resource == Tool::{name})");
            policies.push(match tool.permission(options) {
                Permission::Allow => format!("permit{scope};"),
                Permission::Ask => format!("permit{scope} when {};", role("mcp-writer")),
                Permission::Deny => format!("forbid{scope};"),
            });
        }
    }
    // A tool with `destructiveHint` needs an additional role, whatever else permits the call.
    let destructive = "forbid(principal, action == Action::\"call_tool\", resource) when { resource has destructiveHint && \
                       resource.destructiveHint == true && !(resource has readOnlyHint && resource.readOnlyHint == true) }";
    policies.push(match options.destructive_permission {
        Permission::Deny => format!("{destructive};"),
        Permission::Allow | Permission::Ask => format!("{destructive} unless {};", role("mcp-destructive")),
    });
    for outcome in report.tools.iter_mut().flat_map(|tool| &mut tool.changed) {
        if outcome.why == "needs approval" {
            outcome.why = "Cedar cannot ask: only callers with a role may call the tool".to_owned();
        }
    }
    let config = json!({
        "version": "1.0",
        "type": "cedarv1",
        "cedar": {"policies": policies, "entities_json": "[]"},
    });
    vec![ExportFile::new(TARGET.file_name, yaml::to_yaml(&config))]
}

/// Quotes a Cedar string. All characters but printable ASCII are escaped, so that no name can end the string.
fn quote_cedar(name: &str) -> String {
    let plain = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '\\') || c == ' ';
    let text: String = name
        .chars()
        .map(|c| if plain(c) { c.to_string() } else { format!("\\u{{{:x}}}", c as u32) })
        .collect();
    format!("\"{text}\"")
}

#[cfg(test)]
mod tests {
    use super::quote_cedar;

    #[test]
    fn no_name_ends_the_string() {
        assert_eq!(quote_cedar("a_b"), "\"a_b\"");
        assert_eq!(
            quote_cedar("\"); permit(principal, action, resource);\\"),
            "\"\\u{22}); permit(principal, action, resource);\\u{5c}\""
        );
        assert_eq!(quote_cedar("ö\n"), "\"\\u{f6}\\u{a}\"");
    }
}
