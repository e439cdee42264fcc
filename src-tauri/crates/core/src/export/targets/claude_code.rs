//! Claude Code: permission rules (allow, ask, deny) in `settings.json`.

use crate::export::merge::JsonFile;
use crate::export::offer::{Choice, Offer, Permission};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, Kind, MergeError, Target, Write};

pub const TARGET: Target = Target {
    id: "claude-code",
    name: "Claude Code",
    kind: Kind::Client,
    purpose: "Permissions in settings.json: allow what was decided to be read-only, ask or deny the rest",
    file_name: "settings.json",
    holds: Holds::PERMISSIONS,
    checked: Checked::OurSchema,
    remarks: &[
        "`.claude/settings.json` in a project is shared with everybody who works there, `~/.claude/settings.json` is \
         yours, `.claude/settings.local.json` is both.",
        "Plan mode looks at readOnlyHint itself and does not read these lists.",
    ],
    write: Write::Into(write),
};

fn write(offer: &Offer, choice: Choice, there: &str, report: &mut Report) -> Result<String, MergeError> {
    let file = JsonFile::open(there)?;
    let permissions = file.object()?.object("permissions")?;
    let rule = |server: &str, tool: &str| format!("mcp__{server}__{tool}");
    let ours: Vec<String> = offer.servers.iter().map(|server| rule(&server.name, "")).collect();
    // `mcp__server__*` is the user's own rule about all tools.
    let is_ours = |text: &str| {
        ours.iter().any(|start| text.strip_prefix(start).is_some_and(|tool| !tool.contains('*')))
    };
    for (key, permission) in
        [("allow", Permission::Allow), ("ask", Permission::Ask), ("deny", Permission::Deny)]
    {
        let mut rules = Vec::new();
        for server in &offer.servers {
            let own = server.tools.iter().filter(|tool| tool.permission(choice) == permission);
            rules.extend(own.map(|tool| rule(&server.name, &tool.name)));
        }
        permissions.renew(key, is_ours, &rules)?;
    }
    warn_of_wildcards(offer, there, report);
    Ok(file.text())
}

/// Warns of a wildcard that allows everything, which defeats the other rules and is not ours to remove.
fn warn_of_wildcards(offer: &Offer, there: &str, report: &mut Report) {
    let Ok(settings) = crate::import::document::jsonc(there) else { return };
    let allowed = settings["permissions"]["allow"].as_array().into_iter().flatten();
    let allowed: Vec<&str> = allowed.filter_map(|rule| rule.as_str()).collect();
    for server in &offer.servers {
        let whole = [format!("mcp__{}", server.name), format!("mcp__{}__*", server.name)];
        if let Some(rule) = whole.iter().find(|rule| allowed.contains(&rule.as_str())) {
            report.remarks.push(format!(
                "the file allows {rule} already: every tool of {} that is neither asked about nor denied runs without a \
                 question",
                server.name
            ));
        }
    }
}
