//! Verbs that update values.

use super::{Example, Facts, Out, Rule, SAID, Says};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Certain, Likely, Strong};
use crate::infer::verbs::Act;

pub const RULE: Rule = Rule {
    id: "updating-verb",
    what: "A tool that updates or sets changes values; setting them twice ends the same.",
    why: "In the narrow reading a changed value is neither a deleted nor an overwritten thing.",
    examples: &[
        Example {
            name: "update_note",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "mark_as_read",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "change_status",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [
            Says(ReadOnly, false, Certain, SAID),
            Says(Destructive, false, Likely, "*{}* changes values and deletes nothing"),
            Says(Idempotent, true, Strong, "setting the same values twice ends the same"),
        ];
        out.act(facts, Act::Update, &says);
    },
};
