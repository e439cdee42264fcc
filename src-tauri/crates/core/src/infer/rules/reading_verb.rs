//! Verbs that read.

use super::{Example, Facts, Out, Rule, SAID, Says};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::Strong;
use crate::infer::verbs::Act;

pub const RULE: Rule = Rule {
    id: "reading-verb",
    what: "A tool that lists, gets or searches is read-only.",
    why: "Across published servers these verbs almost never change anything; what a reader logs on the side is not its effect.",
    examples: &[
        Example {
            name: "list_notes",
            expect: &[(ReadOnly, Some(true)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example { name: "getPDFFile", expect: &[(ReadOnly, Some(true))], ..Example::EMPTY },
        Example { name: "notes_search", expect: &[(ReadOnly, Some(true))], ..Example::EMPTY },
        Example { name: "find_and_replace", expect: &[(ReadOnly, Some(false))], ..Example::EMPTY },
        Example { name: "mark_as_read", expect: &[(ReadOnly, Some(false))], ..Example::EMPTY },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [Says(ReadOnly, true, Strong, SAID)];
        out.act(facts, Act::Read, &says);
    },
};
