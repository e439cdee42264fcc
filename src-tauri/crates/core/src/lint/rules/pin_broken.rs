//! Rule: a tool that differs from its pin in the policy. Reported by `violations`, which sees the whole policy.

use super::{Rule, source};
use crate::lint::{RuleCategory, Severity};

pub const RULE: Rule = Rule {
    id: "pin-broken",
    summary: "A tool is what the policy says it must be.",
    rationale: "A hint that flips changes what clients do without asking. The policy is where a team agreed on it; change that first if it is meant.",
    category: RuleCategory::Required,
    default_severity: Severity::Error,
    source_url: source::HINTSMITH,
    bad_examples: &[],
    good_examples: &[],
    check: |_, _| {},
};
