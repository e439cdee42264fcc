//! Verbs that move money.

use super::{Example, Facts, Out, Rule, SAID, Says};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Certain, Likely, Strong};
use crate::infer::verbs::Act;

pub const RULE: Rule = Rule {
    id: "spending-verb",
    what: "A tool that buys, pays, refunds or places orders moves money with every call.",
    why: "Money that is spent does not come back by itself, and paying twice is paying double.",
    examples: &[
        Example {
            name: "place_order",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "place_details",
            description: "Gets the details of a place.",
            expect: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [
            Says(ReadOnly, false, Certain, SAID),
            Says(Destructive, true, Likely, "what *{}* spends does not come back by itself"),
            Says(Idempotent, false, Strong, "a second *{}* happens again"),
        ];
        out.act(facts, Act::Spend, &says);
    },
};
