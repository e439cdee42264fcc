//! Verbs that delete, revoke, cancel or stop.

use super::unlinking::is_unlinking;
use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Strong};
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "deleting-verb",
    summary: "A tool that deletes, revokes, cancels or stops loses something.",
    rationale: "What is gone is gone; deleting it again ends in the same state.",
    examples: &[
        Example {
            name: "delete_note",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "revokeShare",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "cancel_order",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true))],
            ..Example::EMPTY
        },
        Example { name: "list_deleted_notes", expected: &[(ReadOnly, Some(true))], ..Example::EMPTY },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let says = [
            Conclusion(ReadOnly, false, Certain, DEFAULT_REASON),
            Conclusion(Destructive, true, Certain, "*{}* loses something"),
            Conclusion(Idempotent, true, Strong, "a second *{}* ends the same"),
        ];
        if is_unlinking(&facts.words) {
            out.emit_for_action(facts, Action::Delete, &[says[0], says[2]]);
        } else {
            out.emit_for_action(facts, Action::Delete, &says);
        }
    },
};
