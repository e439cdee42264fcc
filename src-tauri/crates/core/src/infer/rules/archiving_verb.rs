//! Verbs that take something out of use.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Likely, Strong};
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "archiving-verb",
    summary: "A tool that archives takes something out of use.",
    rationale: "What is archived is kept and can be restored; archiving it again changes nothing.",
    examples: &[
        Example {
            name: "archive_project",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "unarchive_project",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [
            Conclusion(ReadOnly, false, Certain, DEFAULT_REASON),
            Conclusion(Destructive, false, Likely, "*{}* keeps what it takes out of use"),
            Conclusion(Idempotent, true, Strong, "a second *{}* has the same result"),
        ];
        out.emit_for_action(facts, Action::Archive, &conclusions);
    },
};
