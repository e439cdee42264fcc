//! Rule: a tool that differs from its pin in the policy. Reported by `violations`, which sees the whole policy.

use super::{Rule, source};
use crate::lint::{RuleCategory, Severity};

pub const RULE: Rule = Rule {
    id: "pin-broken",
    summary: "A tool matches its pins in the policy.",
    rationale: "A changed hint changes what clients do without asking. The policy records what the team agreed on; if the change is intended, update the policy first.",
    category: RuleCategory::Required,
    default_severity: Severity::Error,
    source_url: source::HINTSMITH,
    bad_examples: &[],
    good_examples: &[],
    check: |_, _| {},
};
