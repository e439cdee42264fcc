//! Verbs that update values.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Likely, Strong};
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "updating-verb",
    summary: "A tool that updates or sets changes values; setting them twice has the same result.",
    rationale: "By the narrow definition of destructive, a changed value is neither deleted nor overwritten.",
    examples: &[
        Example {
            name: "update_note",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "mark_as_read",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "change_status",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [
            Conclusion(ReadOnly, false, Certain, DEFAULT_REASON),
            Conclusion(Destructive, false, Likely, "*{}* changes values and deletes nothing"),
            Conclusion(Idempotent, true, Strong, "setting the same values twice has the same result"),
        ];
        out.emit_for_action(facts, Action::Update, &conclusions);
    },
};
