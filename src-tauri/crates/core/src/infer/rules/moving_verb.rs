//! Verbs that move.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Likely};
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "moving-verb",
    summary: "A tool that moves or transfers removes something from its old place.",
    rationale: "Anything that looks for it in the old place no longer finds it, and neither does a second call.",
    examples: &[Example {
        name: "move_file",
        expected: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(false))],
        ..Example::EMPTY
    }],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [
            Conclusion(ReadOnly, false, Certain, DEFAULT_REASON),
            Conclusion(Destructive, true, Likely, "*{}* removes something from its old place"),
            Conclusion(Idempotent, false, Likely, "a second *{}* does not find it in its old place"),
        ];
        out.emit_for_action(facts, Action::Move, &conclusions);
    },
};
