//! Verbs that create.

use super::{Example, Facts, Out, Rule, SAID, Says};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Certain, Strong};
use crate::infer::verbs::Act;

pub const RULE: Rule = Rule {
    id: "creating-verb",
    what: "A tool that creates adds something new each time it is called.",
    why: "Adding loses nothing, but a second call adds a second one.",
    examples: &[
        Example {
            name: "create_note",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "copy_file",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "nightly",
            description: "Creates a snapshot of the board.",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [
            Says(ReadOnly, false, Certain, SAID),
            Says(Destructive, false, Strong, "*{}* adds and loses nothing"),
            Says(Idempotent, false, Strong, "a second *{}* adds another one"),
        ];
        out.act(facts, Act::Create, &says);
    },
};
