//! Suppressions: findings that the user hides, each with a reason.

use std::collections::{HashMap, HashSet};

use super::rules::{Rule, source};
use super::{Finding, Lane, Profile, Severity};
use crate::rule::glob;

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
        self.rule == finding.rule && glob(&self.server, finding.server) && glob(&self.tool, finding.tool)
    }
}

/// A suppression without any matching finding.
pub const UNUSED: Rule = Rule {
    id: "unused-suppression",
    what: "Every suppression still suppresses something.",
    why: "What it was for is mended, or the tool or the rule has another name now. Left behind, it hides the next finding of its kind.",
    lane: Lane::Recommended,
    severity: Severity::Warning,
    source: source::HERE,
    bad: &[],
    good: &[],
    check: |_, _| {},
};

/// Findings, partitioned by suppression.
#[derive(Debug, Default)]
pub struct Sorted<'a> {
    pub open: Vec<Finding<'a>>,
    /// Each with the suppression that hides it.
    pub suppressed: Vec<(Finding<'a>, &'a Suppression)>,
}

/// Separates suppressed findings, and reports unused suppressions. A suppression is not reported as unused if its rule
/// is off in the profile or no linted server matches it, since it may be needed in another run.
pub fn sort<'a>(
    findings: Vec<Finding<'a>>,
    suppressions: &'a [Suppression],
    profile: &Profile,
    servers: &[&str],
) -> Sorted<'a> {
    let mut exact: HashMap<(&str, &str, &str), usize> = HashMap::new();
    let mut patterns: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, suppression) in suppressions.iter().enumerate() {
        if suppression.is_exact() {
            exact.insert((&suppression.server, &suppression.tool, &suppression.rule), at);
        } else {
            patterns.entry(&suppression.rule).or_default().push(at);
        }
    }
    let (mut sorted, mut used) = (Sorted::default(), HashSet::new());
    for finding in findings {
        let by_pattern = || {
            let of_rule = patterns.get(finding.rule)?;
            of_rule.iter().copied().find(|at| suppressions[*at].matches(&finding))
        };
        let own = exact.get(&(finding.server, finding.tool, finding.rule)).copied();
        match own.or_else(by_pattern) {
            Some(at) => {
                used.insert(at);
                sorted.suppressed.push((finding, &suppressions[at]));
            }
            None => sorted.open.push(finding),
        }
    }
    let Some(severity) = profile.level(UNUSED.id) else { return sorted };
    for (at, suppression) in suppressions.iter().enumerate() {
        let counts =
            profile.level(&suppression.rule).is_some() || super::rules::find(&suppression.rule).is_none();
        let looked_at = servers.iter().any(|server| glob(&suppression.server, server));
        if counts && looked_at && !used.contains(&at) {
            sorted.open.push(Finding {
                rule: UNUSED.id,
                severity,
                server: &suppression.server,
                tool: &suppression.tool,
                field: suppression.rule.clone(),
                message: crate::text::escape_line(&format!(
                    "{} is suppressed here, but there is nothing to suppress",
                    suppression.rule
                ))
                .into_owned(),
                fix: None,
            });
        }
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(server: &'static str, tool: &'static str, rule: &'static str) -> Finding<'static> {
        let severity = Severity::Warning;
        Finding { rule, severity, server, tool, field: String::new(), message: String::new(), fix: None }
    }

    fn suppression(server: &str, tool: &str, rule: &str) -> Suppression {
        let [server, tool, rule] = [server, tool, rule].map(str::to_owned);
        Suppression { server, tool, rule, reason: "because".to_owned() }
    }

    #[test]
    fn a_suppression_takes_out_what_it_names_and_tells_when_there_is_nothing() {
        let findings = || {
            vec![
                finding("notes", "get_note", "title-missing"),
                finding("notes", "get_note", "description-missing"),
                finding("notes", "add_note", "title-missing"),
                finding("wiki", "get_page", "title-missing"),
            ]
        };
        // The indexes of the findings that each suppression hides, and whether it is reported as unused.
        for (server, tool, rule, taken, unused) in [
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
            let sorted = sort(findings(), &all, &Profile::default(), &["notes", "wiki"]);
            let of = |finding: &Finding| {
                findings().iter().position(|other| (other.tool, other.rule) == (finding.tool, finding.rule))
            };
            let found: Vec<_> = sorted.suppressed.iter().filter_map(|(finding, _)| of(finding)).collect();
            assert_eq!(found, taken, "{server} {tool} {rule}");
            assert_eq!(
                sorted.open.iter().any(|open| open.rule == UNUSED.id),
                unused,
                "{server} {tool} {rule}"
            );
            assert_eq!(sorted.open.len() + sorted.suppressed.len(), 4 + usize::from(unused));
        }
    }
}
