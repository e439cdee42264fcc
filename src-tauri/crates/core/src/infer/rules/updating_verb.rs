//! Names whose act is changing what is there.

use super::{Example, Facts, Rule, Says, signals};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Certain, Likely};
use crate::infer::words::Act;

pub const RULE: Rule = Rule {
    id: "updating-verb",
    what: "A name whose act is changing sets values; setting them twice ends the same.",
    why: "Changing a value is neither adding nor deleting. Whether it can lose something depends on the tool, so Destructive stays unset.",
    examples: &[
        Example {
            name: "update_note",
            parameters: &[],
            http_method: None,
            expect: &[(ReadOnly, Some(false)), (Destructive, None), (Idempotent, Some(true))],
        },
        Example {
            name: "rename_board",
            parameters: &[],
            http_method: None,
            expect: &[(ReadOnly, Some(false)), (Idempotent, Some(true))],
        },
        Example {
            name: "toggle_star",
            parameters: &[],
            http_method: None,
            expect: &[(ReadOnly, Some(false)), (Idempotent, Some(false))],
        },
    ],
    apply: |facts: &Facts| {
        let says = [
            Says(ReadOnly, false, Certain, "the name says *{}*"),
            Says(Idempotent, true, Likely, "setting the same values twice ends the same"),
        ];
        let verb = facts.verb(Act::Update);
        if verb == Some("toggle") {
            let says = [
                Says(ReadOnly, false, Certain, "the name says *{}*"),
                Says(Idempotent, false, Certain, "a second *{}* undoes the first"),
            ];
            return signals(RULE.id, verb, &says);
        }
        signals(RULE.id, verb, &says)
    },
};
