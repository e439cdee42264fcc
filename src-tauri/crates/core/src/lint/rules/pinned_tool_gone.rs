//! Rule: a pinned tool that no longer exists. Reported by `violations`, which sees the whole policy.

use super::{Rule, source};
use crate::lint::{RuleCategory, Severity};

pub const RULE: Rule = Rule {
    id: "pinned-tool-gone",
    summary: "Every tool that the policy names exists.",
    rationale: "Removing or renaming a tool breaks the clients that call it, and its pin no longer protects anything.",
    category: RuleCategory::Required,
    default_severity: Severity::Error,
    source_url: source::HINTSMITH,
    bad_examples: &[],
    good_examples: &[],
    check: |_, _| {},
};
