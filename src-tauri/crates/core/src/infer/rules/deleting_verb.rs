//! Verbs that delete, revoke, cancel or terminate.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Strong};
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "deleting-verb",
    summary: "A tool that deletes, revokes, cancels or terminates removes or ends something.",
    rationale: "What is deleted cannot be used any more; deleting it again has the same result.",
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
        Example {
            name: "remove_card_from_board",
            expected: &[(Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example { name: "list_deleted_notes", expected: &[(ReadOnly, Some(true))], ..Example::EMPTY },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [
            Conclusion(ReadOnly, false, Certain, DEFAULT_REASON),
            Conclusion(Destructive, true, Certain, "*{}* removes or ends something"),
            Conclusion(Idempotent, true, Strong, "a second *{}* has the same result"),
        ];
        out.emit_for_action(facts, Action::Delete, &conclusions);
    },
};
