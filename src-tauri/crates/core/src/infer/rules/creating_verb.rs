//! Names whose act is creating.

use super::{Example, Facts, Rule, Says, signals};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Certain, Likely};
use crate::infer::words::Act;

pub const RULE: Rule = Rule {
    id: "creating-verb",
    what: "A name whose act is creating adds something new each time it is called.",
    why: "Adding loses nothing, but a second call adds a second one.",
    examples: &[
        Example {
            name: "create_note",
            parameters: &[],
            http_method: None,
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
        },
        Example { name: "copy_file", parameters: &[], http_method: None, expect: &[(ReadOnly, Some(false))] },
    ],
    apply: |facts: &Facts| {
        let says = [
            Says(ReadOnly, false, Certain, "the name says *{}*"),
            Says(Destructive, false, Likely, "*{}* adds and loses nothing"),
            Says(Idempotent, false, Likely, "a second *{}* adds another one"),
        ];
        signals(RULE.id, facts.verb(Act::Create), &says)
    },
};
