//! ToolHive Cedar policies: the roles that may call each tool.

use serde_json::json;

use crate::export::offer::{Choice, Offer, Permission};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, File, Kind, Target, Write};
use crate::export::yaml;

pub const TARGET: Target = Target {
    id: "toolhive-cedar",
    name: "ToolHive Cedar policies",
    kind: Kind::Gateway,
    purpose: "Lets everybody call what was decided to be read-only; the rest needs a role, or is forbidden",
    file_name: "authz.yaml",
    holds: Holds::PERMISSIONS,
    checked: Checked::Run,
    remarks: &[
        "It goes with the export for ToolHive vMCP: tools are named with their workload before them, as \
         `github_list_issues`, and hints are those that vMCP says.",
        "Cedar cannot ask. What would be asked about may be called with the role `mcp-writer`; what is destructive needs \
         `mcp-destructive` too. Roles are read from the claim `roles` of the caller, which must be a list: name them as \
         yours are named. Callers without a token have none.",
        "A tool that is not listed is refused, also one that a server adds later. No policy is written for prompts and \
         resources: add your own, or they are refused.",
        "In our tests Cedar 4.13 itself reads the policies and decides by them; the file around them is checked against a \
         schema of ours.",
    ],
    write: Write::Whole(write),
};

fn write(offer: &Offer, choice: Choice, report: &mut Report) -> Vec<File> {
    let role =
        |name: &str| format!("{{ principal has claim_roles && principal.claim_roles.contains(\"{name}\") }}");
    let mut policies = Vec::new();
    for server in &offer.servers {
        for tool in &server.tools {
            let name = quoted(&format!("{}_{}", server.name, tool.name));
            let scope = format!("(principal, action == Action::\"call_tool\", resource == Tool::{name})");
            policies.push(match tool.permission(choice) {
                Permission::Allow => format!("permit{scope};"),
                Permission::Ask => format!("permit{scope} when {};", role("mcp-writer")),
                Permission::Deny => format!("forbid{scope};"),
            });
        }
    }
    // A tool with `destructiveHint` needs an additional role, whatever else permits the call.
    let destructive = "forbid(principal, action == Action::\"call_tool\", resource) when { resource has destructiveHint && \
                       resource.destructiveHint == true && !(resource has readOnlyHint && resource.readOnlyHint == true) }";
    policies.push(match choice.destructive {
        Permission::Deny => format!("{destructive};"),
        Permission::Allow | Permission::Ask => format!("{destructive} unless {};", role("mcp-destructive")),
    });
    for told in report.tools.iter_mut().flat_map(|tool| &mut tool.changed) {
        if told.why == "is asked about" {
            told.why = "Cedar cannot ask: only callers with a role may call it".to_owned();
        }
    }
    let config = json!({
        "version": "1.0",
        "type": "cedarv1",
        "cedar": {"policies": policies, "entities_json": "[]"},
    });
    vec![File::new(TARGET.file_name, yaml::write(&config))]
}

/// Quotes a Cedar string. All characters but printable ASCII are escaped, so that no name can end the string.
fn quoted(name: &str) -> String {
    let plain = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '\\') || c == ' ';
    let text: String = name
        .chars()
        .map(|c| if plain(c) { c.to_string() } else { format!("\\u{{{:x}}}", c as u32) })
        .collect();
    format!("\"{text}\"")
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn no_name_ends_the_text() {
        assert_eq!(quoted("a_b"), "\"a_b\"");
        assert_eq!(
            quoted("\"); permit(principal, action, resource);\\"),
            "\"\\u{22}); permit(principal, action, resource);\\u{5c}\""
        );
        assert_eq!(quoted("ö\n"), "\"\\u{f6}\\u{a}\"");
    }
}
