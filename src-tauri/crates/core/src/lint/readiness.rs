//! How far tools are from what a profile demands, and what it takes to get there.

use std::collections::{HashMap, HashSet};

use super::rules::{self, Rule};
use super::{Finding, Profile, Severity};
use crate::hint::HintName;

/// How tools stand by one profile.
#[derive(Debug, Clone)]
pub struct Readiness {
    /// The rules that count as errors or warnings there, in their order.
    pub checks: Vec<Check>,
    /// What stands between the tools and being ready: the errors.
    pub left: Left,
}

#[derive(Debug, Clone)]
pub struct Check {
    pub rule: &'static Rule,
    pub severity: Severity,
    /// How many tools do not pass it.
    pub tools: usize,
}

/// What is left to do, by who can do it and how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Left {
    /// Fixes that follow from what is said: one click for all.
    pub clicks: usize,
    /// Hints that a person has to decide.
    pub hints: usize,
    /// Titles and descriptions that somebody has to write.
    pub texts: usize,
    /// What only the server's author can mend.
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

    /// Nothing that the profile demands is missing.
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

    /// "3 one-click fixes, 1 hint to decide", or nothing.
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
        // One tool fails it, however often.
        assert_eq!(tools("hint-not-explicit"), Some(1));
        assert_eq!(tools("name-duplicate"), Some(0));
        assert_eq!(tools("parameter-undescribed"), None, "a note is no check");
        assert_eq!(readiness.passed(), readiness.checks.len() - 4);
        let clean = Readiness::of(&profile, &[]);
        assert!(clean.is_ready() && clean.left.words().is_empty() && clean.passed() == clean.checks.len());
    }
}
