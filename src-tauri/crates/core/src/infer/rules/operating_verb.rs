//! Verbs that operate a screen or a page.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Strong;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "operating-verb",
    summary: "A tool that clicks, types or navigates acts in place of a person.",
    rationale: "What a click does is decided by what it hits, and a second click hits something else.",
    examples: &[
        Example {
            name: "click_element",
            expected: &[(ReadOnly, Some(false)), (Destructive, None), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "type_text",
            expected: &[(ReadOnly, Some(false)), (Destructive, None), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let says = [
            Conclusion(ReadOnly, false, Strong, "*{}* acts in place of a person"),
            Conclusion(Idempotent, false, Strong, "a second *{}* happens again"),
        ];
        out.emit_for_action(facts, Action::Operate, &says);
    },
};
