//! Verbs that replace a secret by a new one.

use super::{Example, Facts, Out, Rule, SAID, Says};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Certain, Strong};
use crate::infer::verbs::Act;

pub const RULE: Rule = Rule {
    id: "rotating-verb",
    what: "A tool that rotates or regenerates a secret makes the old one worthless.",
    why: "Whatever still uses the old one stops working, and every call makes another new one.",
    examples: &[Example {
        name: "rotate_key",
        expect: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(false))],
        ..Example::EMPTY
    }],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [
            Says(ReadOnly, false, Certain, SAID),
            Says(Destructive, true, Strong, "*{}* makes the old one worthless"),
            Says(Idempotent, false, Strong, "a second *{}* makes another one"),
        ];
        out.act(facts, Act::Rotate, &says);
    },
};
