//! Verbs that update values.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Likely, Strong};
use crate::infer::EvidenceSource;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "updating-verb",
    summary: "A tool that updates or sets changes values; setting them twice has the same result.",
    rationale: "By the narrow definition of destructive, the change of a field loses nothing. A change of many things at once does: their earlier values differ, and nobody restores them one by one.",
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
        Example { name: "update_many", expected: &[(Destructive, Some(true))], ..Example::EMPTY },
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
        let updates = facts.primary_action().is_some_and(|matched| matched.action == Action::Update);
        let many = facts.find_word(&["bulk", "many", "mass"]).filter(|_| updates);
        let conclusion = Conclusion(Destructive, true, Likely, "*{}* earlier values are overwritten at once");
        out.emit(EvidenceSource::Name, many, &[conclusion]);
    },
};
