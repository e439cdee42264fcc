//! Verbs that move.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Likely};
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "moving-verb",
    summary: "A tool that moves or transfers changes where something is, and loses nothing.",
    rationale: "It can be moved back. After a second call it is where the first one put it.",
    examples: &[Example {
        name: "move_file",
        expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(true))],
        ..Example::EMPTY
    }],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [
            Conclusion(ReadOnly, false, Certain, DEFAULT_REASON),
            Conclusion(Destructive, false, Likely, "*{}* keeps the thing and changes its place"),
            Conclusion(Idempotent, true, Likely, "a second *{}* to the same place changes nothing"),
        ];
        out.emit_for_action(facts, Action::Move, &conclusions);
    },
};
