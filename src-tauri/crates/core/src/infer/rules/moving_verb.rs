//! Verbs that move.

use super::{Example, Facts, Out, Rule, SAID, Says};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Certain, Likely};
use crate::infer::verbs::Act;

pub const RULE: Rule = Rule {
    id: "moving-verb",
    what: "A tool that moves or transfers takes something away from where it was.",
    why: "Whatever looks for it in the old place no longer finds it, and the second call does not find it either.",
    examples: &[Example {
        name: "move_file",
        expect: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(false))],
        ..Example::EMPTY
    }],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [
            Says(ReadOnly, false, Certain, SAID),
            Says(Destructive, true, Likely, "*{}* takes it away from where it was"),
            Says(Idempotent, false, Likely, "the second *{}* does not find it where it was"),
        ];
        out.act(facts, Act::Move, &says);
    },
};
