//! Which tools to annotate first: those that agents call most, and of those called equally often the most dangerous.

use std::cmp::Reverse;
use std::collections::HashMap;

use hintsmith_core::lint::{Finding, Severity};
use hintsmith_core::resolve::Behaviour;

use crate::catalog::CatalogEntry;
use crate::dto::{PriorityTool, saturating_u32};
use crate::store::calls::CountsByTool;

/// Maximum number of tools that are named.
const MAX_TOOLS: usize = 10;

pub fn call_count(calls: &CountsByTool, server: &str, tool: &str) -> u32 {
    calls.get(&(server.to_owned(), tool.to_owned())).copied().unwrap_or_default()
}

/// The tools with errors, in the order in which they should be done.
pub fn rank_tools<'a>(
    findings: &[Finding],
    calls: &CountsByTool,
    find: impl Fn(&str, &str) -> Option<&'a CatalogEntry>,
) -> Vec<PriorityTool> {
    let mut errors: HashMap<(&str, &str), usize> = HashMap::new();
    for finding in findings.iter().filter(|finding| finding.severity == Severity::Error) {
        *errors.entry((finding.server, finding.tool)).or_default() += 1;
    }
    let tool = |((server, tool), errors): ((&str, &str), usize)| {
        let entry = find(server, tool);
        PriorityTool {
            server: server.to_owned(),
            tool: tool.to_owned(),
            title: entry.map_or_else(|| tool.to_owned(), |entry| entry.title.clone()),
            behaviour: entry.map_or(Behaviour::Destructive, |entry| entry.behaviour),
            calls: call_count(calls, server, tool),
            errors: saturating_u32(errors),
        }
    };
    let mut tools: Vec<PriorityTool> = errors.into_iter().map(tool).collect();
    tools.sort_by(|one, other| {
        let key = |tool: &PriorityTool| Reverse((tool.calls, tool.behaviour, tool.errors));
        key(one).cmp(&key(other)).then_with(|| (&one.server, &one.tool).cmp(&(&other.server, &other.tool)))
    });
    tools.truncate(MAX_TOOLS);
    tools
}
