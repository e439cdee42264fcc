//! Verbs that append.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Strong};
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "appending-verb",
    summary: "A tool that appends adds the same content again with every call.",
    rationale: "Existing content stays, so nothing is lost; a second call makes it longer.",
    examples: &[
        Example {
            name: "append_content",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "push_events",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [
            Conclusion(ReadOnly, false, Certain, DEFAULT_REASON),
            Conclusion(Destructive, false, Strong, "*{}* adds and loses nothing"),
            Conclusion(Idempotent, false, Strong, "a second *{}* adds the same again"),
        ];
        out.emit_for_action(facts, Action::Append, &conclusions);
    },
};
