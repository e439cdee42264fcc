//! Verbs that toggle a state.

use super::{Example, Facts, Out, Rule, SAID, Says};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Certain, Strong};
use crate::infer::verbs::Act;

pub const RULE: Rule = Rule {
    id: "toggling-verb",
    what: "A tool that toggles turns something into its opposite with every call.",
    why: "The second call undoes the first, so nothing is lost and nothing can be repeated.",
    examples: &[Example {
        name: "toggle_star",
        expect: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
        ..Example::EMPTY
    }],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [
            Says(ReadOnly, false, Certain, SAID),
            Says(Destructive, false, Strong, "*{}* can be undone by doing it again"),
            Says(Idempotent, false, Certain, "a second *{}* undoes the first"),
        ];
        out.act(facts, Act::Toggle, &says);
    },
};
