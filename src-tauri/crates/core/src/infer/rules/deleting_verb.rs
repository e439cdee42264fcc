//! Names whose act is deleting, revoking or cancelling.

use super::{Example, Facts, Rule, Says, signals};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Certain, Likely};
use crate::infer::words::Act;

pub const RULE: Rule = Rule {
    id: "deleting-verb",
    what: "A name whose act is deleting, revoking or cancelling loses something.",
    why: "What is gone is gone; deleting it again ends in the same state.",
    examples: &[
        Example {
            name: "delete_note",
            parameters: &[],
            http_method: None,
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(true))],
        },
        Example {
            name: "revokeShare",
            parameters: &[],
            http_method: None,
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(true))],
        },
        Example {
            name: "list_deleted_notes",
            parameters: &[],
            http_method: None,
            expect: &[(ReadOnly, Some(true))],
        },
    ],
    apply: |facts: &Facts| {
        let says = [
            Says(ReadOnly, false, Certain, "the name says *{}*"),
            Says(Destructive, true, Certain, "the name says *{}*"),
            Says(Idempotent, true, Likely, "a second *{}* ends the same"),
        ];
        signals(RULE.id, facts.verb(Act::Delete), &says)
    },
};
