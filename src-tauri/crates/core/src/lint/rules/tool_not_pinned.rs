//! Rule: a tool without annotations that the policy does not name. Reported by `violations`, which sees the whole policy.

use super::{Rule, source};
use crate::lint::{RuleCategory, Severity};

pub const RULE: Rule = Rule {
    id: "tool-not-pinned",
    summary: "A tool that the policy does not name has at least annotations.",
    rationale: "New tools are the ones most often left without annotations. Annotate the tool and pin its hints.",
    category: RuleCategory::Required,
    default_severity: Severity::Error,
    source_url: source::HINTSMITH,
    bad_examples: &[],
    good_examples: &[],
    check: |_, _| {},
};
