//! Names whose act is reading.

use super::{Example, Facts, Rule, Says, signals};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::Likely;
use crate::infer::words::Act;

pub const RULE: Rule = Rule {
    id: "reading-verb",
    what: "A name whose act is reading, such as list, get or search, is read-only.",
    why: "Across published servers these verbs almost never change anything; what a reader logs on the side is not its effect.",
    examples: &[
        Example {
            name: "list_notes",
            parameters: &[],
            http_method: None,
            expect: &[(ReadOnly, Some(true)), (Idempotent, Some(true))],
        },
        Example { name: "getPDFFile", parameters: &[], http_method: None, expect: &[(ReadOnly, Some(true))] },
        Example {
            name: "find_and_replace",
            parameters: &[],
            http_method: None,
            expect: &[(ReadOnly, Some(false))],
        },
        Example {
            name: "mark_as_read",
            parameters: &[],
            http_method: None,
            expect: &[(ReadOnly, Some(false))],
        },
    ],
    apply: |facts: &Facts| {
        let says = [
            Says(ReadOnly, true, Likely, "the name says *{}*"),
            Says(Destructive, false, Likely, "reading loses nothing"),
            Says(Idempotent, true, Likely, "reading twice changes nothing"),
        ];
        signals(RULE.id, facts.verb(Act::Read), &says)
    },
};
