//! Readiness of tools for a profile: passed checks, and the work that remains.

use std::collections::{HashMap, HashSet};

use super::rules::{self, Rule};
use super::{Finding, Profile, Severity};
use crate::hint::HintName;

/// The result of linting tools against one profile.
#[derive(Debug, Clone)]
pub struct Readiness {
    /// The rules with severity error or warning, in rule order.
    pub checks: Vec<Check>,
    /// The work needed to resolve all errors.
    pub left: Left,
}

#[derive(Debug, Clone)]
pub struct Check {
    pub rule: &'static Rule,
    pub severity: Severity,
    /// The number of tools that fail the rule.
    pub tools: usize,
}

/// Remaining work, by who does it and how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Left {
    /// Safe fixes, which are applied together with one click.
    pub clicks: usize,
    /// Hints that the user has to decide.
    pub hints: usize,
    /// Titles and descriptions that have to be written.
    pub texts: usize,
    /// Problems that only the server's author can fix.
    pub server: usize,
}

impl Readiness {
    pub fn of(profile: &Profile, findings: &[Finding]) -> Self {
        let mut failing: HashMap<&str, HashSet<(&str, &str)>> = HashMap::new();
        let mut left = Left::default();
        for finding in findings {
            failing.entry(finding.rule).or_default().insert((finding.server, finding.tool));
            if finding.severity == Severity::Error {
                *left.part_of(finding) += 1;
            }
        }
        let counts = profile.rules().filter(|(_, severity)| *severity > Severity::Note);
        let check = |(rule, severity): (&'static Rule, Severity)| Check {
            rule,
            severity,
            tools: failing.get(rule.id).map_or(0, HashSet::len),
        };
        let beside = rules::BESIDE.iter().filter_map(|rule| {
            let severity = profile.level(rule.id).filter(|_| failing.contains_key(rule.id))?;
            Some((*rule, severity))
        });
        Self { checks: counts.chain(beside).map(check).collect(), left }
    }

    /// True if no error of the profile remains.
    pub fn is_ready(&self) -> bool {
        self.left == Left::default()
    }

    pub fn passed(&self) -> usize {
        self.checks.iter().filter(|check| check.tools == 0).count()
    }
}

impl Left {
    fn part_of(&mut self, finding: &Finding) -> &mut usize {
        let hint = finding.field.strip_prefix("annotations.").and_then(HintName::from_key);
        let is_text = finding.field == "title"
            || finding.field == "annotations.title"
            || finding.field.starts_with("inputSchema.properties.")
                && finding.rule == "parameter-undescribed";
        match &finding.fix {
            Some(fix) if fix.safe => &mut self.clicks,
            Some(_) => &mut self.hints,
            None if hint.is_some() || finding.field == "annotations" => &mut self.hints,
            None if is_text => &mut self.texts,
            None => &mut self.server,
        }
    }

    /// "3 one-click fixes, 1 hint to decide", or an empty string.
    pub fn words(&self) -> String {
        let part = |count: usize, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{count} {many}")),
        };
        let parts = [
            part(self.clicks, "one-click fix", "one-click fixes"),
            part(self.hints, "hint to decide", "hints to decide"),
            part(self.texts, "text to write", "texts to write"),
            part(
                self.server,
                "thing that only the server’s author can mend",
                "things that only the server’s author can mend",
            ),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::Fix;
    use crate::overrides::{Decided, Field};

    #[test]
    fn what_is_left_is_told_by_who_can_do_it() {
        let title =
            || Some(Fix { decisions: vec![(Field::Title, Decided::Text("A".to_owned()))], safe: true });
        let guess = || Some(Fix::hint(HintName::ReadOnly, true, false));
        let of = |rule, field: &str, fix| Finding {
            rule,
            severity: Severity::Error,
            server: "notes",
            tool: "a",
            field: field.to_owned(),
            message: String::new(),
            fix,
        };
        let findings = [
            of("title-missing", "title", title()),
            of("hint-not-explicit", "annotations.readOnlyHint", guess()),
            of("hint-not-explicit", "annotations.openWorldHint", None),
            of("title-is-name", "title", None),
            of("parameter-undescribed", "inputSchema.properties.id", None),
            of("name-too-long", "name", None),
            Finding { severity: Severity::Warning, ..of("titles-differ", "annotations.title", title()) },
        ];
        let profile = Profile::named("anthropic-directory-strict").unwrap();
        let readiness = Readiness::of(&profile, &findings);
        assert_eq!(readiness.left, Left { clicks: 1, hints: 2, texts: 2, server: 1 });
        assert_eq!(
            readiness.left.words(),
            "1 one-click fix, 2 hints to decide, 2 texts to write, 1 thing that only the server’s author can mend"
        );
        assert!(!readiness.is_ready());
        let tools =
            |id: &str| readiness.checks.iter().find(|check| check.rule.id == id).map(|check| check.tools);
        // A tool counts once per rule, however many findings it has.
        assert_eq!(tools("hint-not-explicit"), Some(1));
        assert_eq!(tools("name-duplicate"), Some(0));
        assert_eq!(tools("parameter-undescribed"), None, "a note is no check");
        assert_eq!(readiness.passed(), readiness.checks.len() - 4);
        let clean = Readiness::of(&profile, &[]);
        assert!(clean.is_ready() && clean.left.words().is_empty() && clean.passed() == clean.checks.len());
    }
}
