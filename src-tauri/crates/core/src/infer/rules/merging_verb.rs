//! Verbs that merge.

use super::{Example, Facts, Out, Rule, SAID, Says};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Certain, Likely, Strong};
use crate::infer::verbs::Act;

pub const RULE: Rule = Rule {
    id: "merging-verb",
    what: "A tool that merges cannot be taken back by merging again.",
    why: "What was apart is no longer apart.",
    examples: &[Example {
        name: "merge_branches",
        expect: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(false))],
        ..Example::EMPTY
    }],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [
            Says(ReadOnly, false, Certain, SAID),
            Says(Destructive, true, Strong, "*{}* does away with what was apart"),
            Says(Idempotent, false, Likely, "a second *{}* finds nothing to merge"),
        ];
        out.act(facts, Act::Merge, &says);
    },
};
