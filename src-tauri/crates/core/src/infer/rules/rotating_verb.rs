//! Verbs that replace a secret by a new one.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Strong};
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "rotating-verb",
    summary: "A tool that rotates or regenerates a secret makes the old one invalid.",
    rationale: "Anything that still uses the old one stops working, and every call creates another new one.",
    examples: &[Example {
        name: "rotate_key",
        expected: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(false))],
        ..Example::EMPTY
    }],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [
            Conclusion(ReadOnly, false, Certain, DEFAULT_REASON),
            Conclusion(Destructive, true, Strong, "*{}* makes the old one invalid"),
            Conclusion(Idempotent, false, Strong, "a second *{}* creates another one"),
        ];
        out.emit_for_action(facts, Action::Rotate, &conclusions);
    },
};
