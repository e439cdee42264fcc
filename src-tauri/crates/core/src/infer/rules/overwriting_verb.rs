//! Verbs that replace content as a whole.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Likely, Strong};
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "overwriting-verb",
    summary: "A tool that writes complete contents replaces the existing ones.",
    rationale: "The earlier content is lost; writing the same content again has the same result.",
    examples: &[
        Example {
            name: "write_file",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "replace_text",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "search_and_replace",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        // What is written or put may be new; what is overwritten or replaced is not.
        let is_lost = facts.find_word(&["overwrite", "replace"]).is_some();
        let certainty = if is_lost { Strong } else { Likely };
        let conclusions = [
            Conclusion(ReadOnly, false, Certain, DEFAULT_REASON),
            Conclusion(Destructive, true, certainty, "*{}* replaces existing content"),
            Conclusion(Idempotent, true, Strong, "a second *{}* has the same result"),
        ];
        out.emit_for_action(facts, Action::Overwrite, &conclusions);
    },
};
