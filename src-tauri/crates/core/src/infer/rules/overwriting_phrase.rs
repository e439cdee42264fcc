//! Descriptions that mention overwriting or replacing.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::Likely;
use crate::infer::Place;
use crate::infer::phrases::Tells;

pub const RULE: Rule = Rule {
    id: "overwriting-phrase",
    what: "A description that says overwrites or replaces all means that the earlier content is lost.",
    why: "The verb may be harmless while the way it is done is not.",
    examples: &[
        Example {
            name: "update_page",
            description: "Updates a page. Overwrites its whole text.",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "update_page",
            description: "Updates a page without overwriting its text.",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [
            Says(ReadOnly, false, Likely, "the description says *{}*"),
            Says(Destructive, true, Likely, "the description says *{}*"),
        ];
        out.say(Place::Description, facts.phrase(Tells::Overwrites), &says);
    },
};
