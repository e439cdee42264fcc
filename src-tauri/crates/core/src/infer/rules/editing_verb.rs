//! Verbs that change something to an unspecified extent.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Doubtful};
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "editing-verb",
    summary: "A tool that edits, modifies, patches or completes changes something, but the verb does not show how much.",
    rationale: "An edit may delete lines, and the same patch does not apply twice; so only Read-only is inferred.",
    examples: &[Example {
        name: "edit_file",
        expected: &[(ReadOnly, Some(false)), (Destructive, None), (Idempotent, None)],
        ..Example::EMPTY
    }],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [
            Conclusion(ReadOnly, false, Certain, DEFAULT_REASON),
            Conclusion(Idempotent, false, Doubtful, "a second *{}* may not apply again"),
        ];
        out.emit_for_action(facts, Action::Edit, &conclusions);
    },
};
