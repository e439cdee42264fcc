//! Names whose act is sending, sharing or publishing.

use super::{Example, Facts, Rule, Says, signals};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Certain, Likely};
use crate::infer::words::Act;

pub const RULE: Rule = Rule {
    id: "sending-verb",
    what: "A name whose act is sending, sharing or publishing reaches someone with every call.",
    why: "A message, an invitation or a grant made twice is two of them. Whether it can be taken back is not known, so Destructive stays unset.",
    examples: &[
        Example {
            name: "send_message",
            parameters: &[],
            http_method: None,
            expect: &[(ReadOnly, Some(false)), (Destructive, None), (Idempotent, Some(false))],
        },
        Example {
            name: "share_folder",
            parameters: &[],
            http_method: None,
            expect: &[(ReadOnly, Some(false)), (Idempotent, Some(false))],
        },
    ],
    apply: |facts: &Facts| {
        let says = [
            Says(ReadOnly, false, Certain, "the name says *{}*"),
            Says(Idempotent, false, Likely, "a second *{}* happens again"),
        ];
        signals(RULE.id, facts.verb(Act::Send), &says)
    },
};
