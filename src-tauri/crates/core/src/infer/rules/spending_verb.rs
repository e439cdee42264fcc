//! Verbs that move money.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Likely, Strong};
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "spending-verb",
    summary: "A tool that buys, pays, refunds or places orders moves money with every call.",
    rationale: "Paying twice costs double. By the narrow definition of destructive, an order or a payment is an addition.",
    examples: &[
        Example {
            name: "place_order",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
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
        let conclusions = [
            Conclusion(ReadOnly, false, Certain, DEFAULT_REASON),
            Conclusion(Destructive, false, Likely, "*{}* adds a transaction and deletes nothing"),
            Conclusion(Idempotent, false, Strong, "every *{}* has a new effect"),
        ];
        out.emit_for_action(facts, Action::Spend, &conclusions);
    },
};
