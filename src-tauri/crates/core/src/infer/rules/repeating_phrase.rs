//! Descriptions that state the effect of repeated calls.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::Idempotent;
use crate::infer::Certainty::Certain;
use crate::infer::Place;
use crate::infer::phrases::Tells;

pub const RULE: Rule = Rule {
    id: "repeating-phrase",
    what: "A description that says idempotent, safe to retry or each call creates tells what a second call does.",
    why: "It is the author's own word on exactly this question.",
    examples: &[
        Example {
            name: "create_note",
            description: "Creates a note with the given key. Safe to retry.",
            expect: &[(Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "update_score",
            description: "Updates the score. Not idempotent: every call counts.",
            expect: &[(Idempotent, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let not = facts.phrase(Tells::NotRepeatable);
        out.say(Place::Description, not, &[Says(Idempotent, false, Certain, "the description says *{}*")]);
        let repeatable = facts.phrase(Tells::Repeatable);
        out.say(
            Place::Description,
            repeatable,
            &[Says(Idempotent, true, Certain, "the description says *{}*")],
        );
    },
};
