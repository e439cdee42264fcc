//! Verbs that take something out of use.

use super::{Example, Facts, Out, Rule, SAID, Says};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Certain, Strong};
use crate::infer::verbs::Act;

pub const RULE: Rule = Rule {
    id: "archiving-verb",
    what: "A tool that archives takes something out of use.",
    why: "People no longer find it where they work; archiving it again changes nothing.",
    examples: &[
        Example {
            name: "archive_project",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "unarchive_project",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [
            Says(ReadOnly, false, Certain, SAID),
            Says(Destructive, true, Strong, "*{}* takes it out of use"),
            Says(Idempotent, true, Strong, "a second *{}* ends the same"),
        ];
        out.act(facts, Act::Archive, &says);
    },
};
