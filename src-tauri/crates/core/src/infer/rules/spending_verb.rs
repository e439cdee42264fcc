//! Verbs that move money.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Likely, Strong};
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "spending-verb",
    summary: "A tool that buys, pays, refunds or places orders moves money with every call.",
    rationale: "Money that is spent does not come back by itself, and paying twice is paying double.",
    examples: &[
        Example {
            name: "place_order",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "place_details",
            description: "Gets the details of a place.",
            expected: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let says = [
            Conclusion(ReadOnly, false, Certain, DEFAULT_REASON),
            Conclusion(Destructive, true, Likely, "what *{}* spends does not come back by itself"),
            Conclusion(Idempotent, false, Strong, "a second *{}* happens again"),
        ];
        out.emit_for_action(facts, Action::Spend, &says);
    },
};
