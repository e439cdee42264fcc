//! Verbs that replace content as a whole.

use super::{Example, Facts, Out, Rule, SAID, Says};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Certain, Likely};
use crate::infer::verbs::Act;

pub const RULE: Rule = Rule {
    id: "overwriting-verb",
    what: "A tool that writes whole contents replaces what was there.",
    why: "The earlier content is lost; writing the same content again ends in the same state.",
    examples: &[
        Example {
            name: "write_file",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "replace_text",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "search_and_replace",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [
            Says(ReadOnly, false, Certain, SAID),
            Says(Destructive, true, Likely, "*{}* replaces what was there"),
            Says(Idempotent, true, Likely, "a second *{}* ends the same"),
        ];
        out.act(facts, Act::Overwrite, &says);
    },
};
