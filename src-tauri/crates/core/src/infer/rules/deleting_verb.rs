//! Verbs that delete, revoke, cancel or stop.

use super::unlinking::unlinks;
use super::{Example, Facts, Out, Rule, SAID, Says};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Certain, Strong};
use crate::infer::verbs::Act;

pub const RULE: Rule = Rule {
    id: "deleting-verb",
    what: "A tool that deletes, revokes, cancels or stops loses something.",
    why: "What is gone is gone; deleting it again ends in the same state.",
    examples: &[
        Example {
            name: "delete_note",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "revokeShare",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "cancel_order",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(true))],
            ..Example::EMPTY
        },
        Example { name: "list_deleted_notes", expect: &[(ReadOnly, Some(true))], ..Example::EMPTY },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [
            Says(ReadOnly, false, Certain, SAID),
            Says(Destructive, true, Certain, "*{}* loses something"),
            Says(Idempotent, true, Strong, "a second *{}* ends the same"),
        ];
        if unlinks(&facts.words) {
            out.act(facts, Act::Delete, &[says[0], says[2]]);
        } else {
            out.act(facts, Act::Delete, &says);
        }
    },
};
