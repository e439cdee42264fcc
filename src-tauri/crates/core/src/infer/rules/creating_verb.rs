//! Verbs that create.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Strong};
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "creating-verb",
    summary: "A tool that creates adds something new each time it is called.",
    rationale: "Adding loses nothing, but a second call adds a second one.",
    examples: &[
        Example {
            name: "create_note",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "copy_file",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "nightly",
            description: "Creates a snapshot of the board.",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [
            Conclusion(ReadOnly, false, Certain, DEFAULT_REASON),
            Conclusion(Destructive, false, Strong, "*{}* adds and loses nothing"),
            Conclusion(Idempotent, false, Strong, "a second *{}* adds another one"),
        ];
        out.emit_for_action(facts, Action::Create, &conclusions);
    },
};
