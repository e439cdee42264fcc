//! Verbs that change something to an unspecified extent.

use super::{Example, Facts, Out, Rule, SAID, Says};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Certain, Doubtful};
use crate::infer::verbs::Act;

pub const RULE: Rule = Rule {
    id: "editing-verb",
    what: "A tool that edits, modifies, patches or completes changes something, but the verb does not say how much.",
    why: "An edit may delete lines, and the same patch does not apply twice; so only Read-only is decided.",
    examples: &[Example {
        name: "edit_file",
        expect: &[(ReadOnly, Some(false)), (Destructive, None), (Idempotent, None)],
        ..Example::EMPTY
    }],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [
            Says(ReadOnly, false, Certain, SAID),
            Says(Idempotent, false, Doubtful, "a second *{}* may not find what the first one did"),
        ];
        out.act(facts, Act::Edit, &says);
    },
};
