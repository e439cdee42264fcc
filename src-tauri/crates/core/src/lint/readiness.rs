//! Readiness of tools for a profile: passed checks, and the work that remains.

use std::collections::{HashMap, HashSet};

use super::rules::{self, Rule};
use super::{Finding, Profile, Severity};
use crate::model::hint::HintName;

/// The result of linting tools against one profile.
#[derive(Debug, Clone)]
pub struct Readiness {
    /// The rules with severity error or warning, in rule order.
    pub checks: Vec<RuleCheck>,
    /// The work needed to resolve all errors.
    pub remaining: RemainingWork,
}

#[derive(Debug, Clone)]
pub struct RuleCheck {
    pub rule: &'static Rule,
    pub severity: Severity,
    /// The number of tools that fail the rule.
    pub failing_tools: usize,
}

/// Remaining work, by who does it and how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RemainingWork {
    /// Safe fixes, which are applied together with one click.
    pub safe_fixes: usize,
    /// Hints that the user has to decide.
    pub hints_to_decide: usize,
    /// Titles and descriptions that have to be written.
    pub texts_to_write: usize,
    /// Problems that only the server's author can fix.
    pub server_changes: usize,
}

impl Readiness {
    pub fn from_findings(profile: &Profile, findings: &[Finding]) -> Self {
        let mut failing: HashMap<&str, HashSet<(&str, &str)>> = HashMap::new();
        let mut remaining = RemainingWork::default();
        for finding in findings {
            failing.entry(finding.rule).or_default().insert((finding.server, finding.tool));
            if finding.severity == Severity::Error {
                *remaining.counter_for(finding) += 1;
            }
        }
        let tool_checks = profile.tool_rules().filter(|(_, severity)| *severity > Severity::Note);
        let check = |(rule, severity): (&'static Rule, Severity)| RuleCheck {
            rule,
            severity,
            failing_tools: failing.get(rule.id).map_or(0, HashSet::len),
        };
        let policy_checks = rules::POLICY_RULES.iter().filter_map(|rule| {
            let severity = profile.severity(rule.id).filter(|_| failing.contains_key(rule.id))?;
            Some((*rule, severity))
        });
        Self { checks: tool_checks.chain(policy_checks).map(check).collect(), remaining }
    }

    /// True if no error of the profile remains.
    pub fn is_ready(&self) -> bool {
        self.remaining == RemainingWork::default()
    }

    pub fn passed_count(&self) -> usize {
        self.checks.iter().filter(|check| check.failing_tools == 0).count()
    }
}

impl RemainingWork {
    fn counter_for(&mut self, finding: &Finding) -> &mut usize {
        let hint = finding.field.strip_prefix("annotations.").and_then(HintName::from_key);
        let is_text = finding.field == "title"
            || finding.field == "annotations.title"
            || finding.field.starts_with("inputSchema.properties.")
                && finding.rule == "parameter-undescribed";
        match &finding.fix {
            Some(fix) if fix.is_safe => &mut self.safe_fixes,
            Some(_) => &mut self.hints_to_decide,
            None if hint.is_some() || finding.field == "annotations" => &mut self.hints_to_decide,
            None if is_text => &mut self.texts_to_write,
            None => &mut self.server_changes,
        }
    }

    /// "3 one-click fixes, 1 hint to decide", or an empty string.
    pub fn summary(&self) -> String {
        let part = |count: usize, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{count} {many}")),
        };
        let parts = [
            part(self.safe_fixes, "one-click fix", "one-click fixes"),
            part(self.hints_to_decide, "hint to decide", "hints to decide"),
            part(self.texts_to_write, "text to write", "texts to write"),
            part(
                self.server_changes,
                "problem that only the server’s author can fix",
                "problems that only the server’s author can fix",
            ),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::Fix;
    use crate::model::overrides::{DecidedValue, Field};

    #[test]
    fn remaining_work_is_grouped_by_who_does_it() {
        let title = || {
            Some(Fix { decisions: vec![(Field::Title, DecidedValue::Text("A".to_owned()))], is_safe: true })
        };
        let guess = || Some(Fix::for_hint(HintName::ReadOnly, true, false));
        let finding = |rule, field: &str, fix| Finding {
            rule,
            severity: Severity::Error,
            server: "notes",
            tool: "a",
            field: field.to_owned(),
            message: String::new(),
            fix,
        };
        let findings = [
            finding("title-missing", "title", title()),
            finding("hint-not-explicit", "annotations.readOnlyHint", guess()),
            finding("hint-not-explicit", "annotations.openWorldHint", None),
            finding("title-is-name", "title", None),
            finding("parameter-undescribed", "inputSchema.properties.id", None),
            finding("name-too-long", "name", None),
            Finding { severity: Severity::Warning, ..finding("titles-differ", "annotations.title", title()) },
        ];
        let profile = Profile::builtin("anthropic-directory-strict").unwrap();
        let readiness = Readiness::from_findings(&profile, &findings);
        assert_eq!(
            readiness.remaining,
            RemainingWork { safe_fixes: 1, hints_to_decide: 2, texts_to_write: 2, server_changes: 1 }
        );
        assert_eq!(
            readiness.remaining.summary(),
            "1 one-click fix, 2 hints to decide, 2 texts to write, 1 problem that only the server’s author can fix"
        );
        assert!(!readiness.is_ready());
        let tools = |id: &str| {
            readiness.checks.iter().find(|check| check.rule.id == id).map(|check| check.failing_tools)
        };
        // A tool counts once per rule, however many findings it has.
        assert_eq!(tools("hint-not-explicit"), Some(1));
        assert_eq!(tools("name-duplicate"), Some(0));
        assert_eq!(tools("parameter-undescribed"), None, "a note is no check");
        assert_eq!(readiness.passed_count(), readiness.checks.len() - 4);
        let clean = Readiness::from_findings(&profile, &[]);
        assert!(
            clean.is_ready()
                && clean.remaining.summary().is_empty()
                && clean.passed_count() == clean.checks.len()
        );
    }
}
