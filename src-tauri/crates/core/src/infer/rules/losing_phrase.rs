//! Descriptions that warn of data loss.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::{Destructive, ReadOnly};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::Place;
use crate::infer::phrases::Tells;

pub const RULE: Rule = Rule {
    id: "losing-phrase",
    what: "A description that says permanently, irreversible or cannot be undone warns of loss.",
    why: "Authors write this where they want a person to stop and think.",
    examples: &[
        Example {
            name: "nightly_cleanup",
            description: "Tidies the board. This cannot be undone.",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "update_note",
            description: "Updates a note. Nothing is permanently removed.",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [
            Says(ReadOnly, false, Likely, "the description says *{}*"),
            Says(Destructive, true, Strong, "the description says *{}*"),
        ];
        out.say(Place::Description, facts.phrase(Tells::LosesForGood), &says);
    },
};
