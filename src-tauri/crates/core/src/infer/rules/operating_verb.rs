//! Verbs that operate a screen or a page.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "operating-verb",
    summary: "A tool that clicks, types or navigates operates a user interface.",
    rationale: "The effect of a click depends on its target, and a second click may have another target.",
    examples: &[
        Example {
            name: "click_element",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "type_text",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [
            Conclusion(ReadOnly, false, Strong, "*{}* operates a user interface"),
            Conclusion(Destructive, false, Likely, "*{}* itself deletes nothing"),
            Conclusion(Idempotent, false, Strong, "every *{}* has a new effect"),
        ];
        out.emit_for_action(facts, Action::Operate, &conclusions);
    },
};
