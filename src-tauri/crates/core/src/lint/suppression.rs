//! Suppressions: findings that the user hides, each with a reason.

use std::collections::{HashMap, HashSet};

use super::rules::unused_suppression;
use super::{Finding, Profile};
use crate::model::rule::matches_glob;

/// A rule that is suppressed for matching tools. `server` and `tool` may contain `*` and `?`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suppression {
    pub server: String,
    pub tool: String,
    pub rule: String,
    pub reason: String,
}

impl Suppression {
    fn is_exact(&self) -> bool {
        !self.server.contains(['*', '?']) && !self.tool.contains(['*', '?'])
    }

    fn matches(&self, finding: &Finding) -> bool {
        self.rule == finding.rule
            && matches_glob(&self.server, finding.server)
            && matches_glob(&self.tool, finding.tool)
    }
}

/// Findings, partitioned by suppression.
#[derive(Debug, Default)]
pub struct PartitionedFindings<'a> {
    pub active: Vec<Finding<'a>>,
    /// Each with the suppression that hides it.
    pub suppressed: Vec<(Finding<'a>, &'a Suppression)>,
}

/// Separates suppressed findings, and reports unused suppressions. A suppression is not reported as unused if its rule
/// is off in the profile or no linted server matches it, since it may be needed in another run.
pub fn apply_suppressions<'a>(
    findings: Vec<Finding<'a>>,
    suppressions: &'a [Suppression],
    profile: &Profile,
    servers: &[&str],
) -> PartitionedFindings<'a> {
    let mut exact: HashMap<(&str, &str, &str), usize> = HashMap::new();
    let mut patterns: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, suppression) in suppressions.iter().enumerate() {
        if suppression.is_exact() {
            exact.insert((&suppression.server, &suppression.tool, &suppression.rule), at);
        } else {
            patterns.entry(&suppression.rule).or_default().push(at);
        }
    }
    let (mut partitioned, mut used) = (PartitionedFindings::default(), HashSet::new());
    for finding in findings {
        let by_pattern = || {
            let candidates = patterns.get(finding.rule)?;
            candidates.iter().copied().find(|at| suppressions[*at].matches(&finding))
        };
        let by_name = exact.get(&(finding.server, finding.tool, finding.rule)).copied();
        match by_name.or_else(by_pattern) {
            Some(at) => {
                used.insert(at);
                partitioned.suppressed.push((finding, &suppressions[at]));
            }
            None => partitioned.active.push(finding),
        }
    }
    let Some(severity) = profile.severity(unused_suppression::RULE.id) else { return partitioned };
    for (at, suppression) in suppressions.iter().enumerate() {
        let is_enabled =
            profile.severity(&suppression.rule).is_some() || super::rules::find(&suppression.rule).is_none();
        let is_linted = servers.iter().any(|server| matches_glob(&suppression.server, server));
        if is_enabled && is_linted && !used.contains(&at) {
            partitioned.active.push(Finding {
                rule: unused_suppression::RULE.id,
                severity,
                server: &suppression.server,
                tool: &suppression.tool,
                field: suppression.rule.clone(),
                message: crate::text::escape_line(&format!(
                    "the suppression of {} matches no finding",
                    suppression.rule
                ))
                .into_owned(),
                fix: None,
            });
        }
    }
    partitioned
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::Severity;

    fn finding(server: &'static str, tool: &'static str, rule: &'static str) -> Finding<'static> {
        let severity = Severity::Warning;
        Finding { rule, severity, server, tool, field: String::new(), message: String::new(), fix: None }
    }

    fn suppression(server: &str, tool: &str, rule: &str) -> Suppression {
        let [server, tool, rule] = [server, tool, rule].map(str::to_owned);
        Suppression { server, tool, rule, reason: "because".to_owned() }
    }

    #[test]
    fn suppressions_hide_matching_findings_and_unused_ones_are_reported() {
        let findings = || {
            vec![
                finding("notes", "get_note", "title-missing"),
                finding("notes", "get_note", "description-missing"),
                finding("notes", "add_note", "title-missing"),
                finding("wiki", "get_page", "title-missing"),
            ]
        };
        // The indexes of the findings that each suppression hides, and whether it is reported as unused.
        for (server, tool, rule, hidden, unused) in [
            ("notes", "get_note", "title-missing", vec![0], false),
            ("*", "get_*", "title-missing", vec![0, 3], false),
            ("notes", "*", "title-missing", vec![0, 2], false),
            ("notes", "get_not?", "description-missing", vec![1], false),
            ("notes", "gone", "title-missing", vec![], true),
            ("notes", "get_note", "no-such-rule", vec![], true),
            // A rule that is off in the profile, and a server that was not linted.
            ("notes", "get_note", "output-schema-missing", vec![], false),
            ("mail", "get_note", "title-missing", vec![], false),
        ] {
            let all = [suppression(server, tool, rule)];
            let partitioned = apply_suppressions(findings(), &all, &Profile::default(), &["notes", "wiki"]);
            let index_of = |finding: &Finding| {
                findings().iter().position(|other| (other.tool, other.rule) == (finding.tool, finding.rule))
            };
            let found: Vec<_> =
                partitioned.suppressed.iter().filter_map(|(finding, _)| index_of(finding)).collect();
            assert_eq!(found, hidden, "{server} {tool} {rule}");
            assert_eq!(
                partitioned.active.iter().any(|open| open.rule == unused_suppression::RULE.id),
                unused,
                "{server} {tool} {rule}"
            );
            assert_eq!(partitioned.active.len() + partitioned.suppressed.len(), 4 + usize::from(unused));
        }
    }
}
