//! Verbs that toggle a state.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Strong};
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "toggling-verb",
    summary: "A tool that toggles reverses a state with every call.",
    rationale: "The second call undoes the first: nothing is lost, but the call cannot be repeated.",
    examples: &[Example {
        name: "toggle_star",
        expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
        ..Example::EMPTY
    }],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [
            Conclusion(ReadOnly, false, Certain, DEFAULT_REASON),
            Conclusion(Destructive, false, Strong, "a second *{}* undoes the first, so nothing is lost"),
            Conclusion(Idempotent, false, Certain, "a second *{}* undoes the first"),
        ];
        out.emit_for_action(facts, Action::Toggle, &conclusions);
    },
};
