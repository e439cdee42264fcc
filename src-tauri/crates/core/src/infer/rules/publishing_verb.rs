//! Verbs that make something available to others.

use super::{Example, Facts, Out, Rule, SAID, Says};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Certain, Likely};
use crate::infer::verbs::Act;

pub const RULE: Rule = Rule {
    id: "publishing-verb",
    what: "A tool that publishes, approves, enables or grants changes who can see or do something.",
    why: "Nothing stored is lost, and publishing what is published changes nothing.",
    examples: &[
        Example {
            name: "publish_page",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "grant_access",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [
            Says(ReadOnly, false, Certain, SAID),
            Says(Destructive, false, Likely, "*{}* loses nothing stored"),
            Says(Idempotent, true, Likely, "a second *{}* ends the same"),
        ];
        out.act(facts, Act::Publish, &says);
    },
};
