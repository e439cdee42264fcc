//! Rule: a suppression without any matching finding. Reported by `suppression`, which sees the whole policy.

use super::{Rule, source};
use crate::lint::{RuleCategory, Severity};

pub const RULE: Rule = Rule {
    id: "unused-suppression",
    summary: "Every suppression matches at least one finding.",
    rationale: "The problem was fixed, or the tool or the rule was renamed. An unused suppression hides the next finding of its kind.",
    category: RuleCategory::Recommended,
    default_severity: Severity::Warning,
    source_url: source::HINTSMITH,
    bad_examples: &[],
    good_examples: &[],
    check: |_, _| {},
};
