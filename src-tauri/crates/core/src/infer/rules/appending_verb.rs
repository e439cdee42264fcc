//! Verbs that append.

use super::{Example, Facts, Out, Rule, SAID, Says};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Certain, Strong};
use crate::infer::verbs::Act;

pub const RULE: Rule = Rule {
    id: "appending-verb",
    what: "A tool that appends adds the same content again with every call.",
    why: "What was there stays, so nothing is lost; the second call makes the content longer.",
    examples: &[
        Example {
            name: "append_content",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "push_events",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [
            Says(ReadOnly, false, Certain, SAID),
            Says(Destructive, false, Strong, "*{}* adds and loses nothing"),
            Says(Idempotent, false, Strong, "a second *{}* adds the same again"),
        ];
        out.act(facts, Act::Append, &says);
    },
};
