//! Verbs that send something to a recipient.

use super::{Example, Facts, Out, Rule, SAID, Says};
use crate::hint::HintName::{Destructive, Idempotent, OpenWorld, ReadOnly};
use crate::infer::Certainty::{Certain, Doubtful, Likely, Strong};
use crate::infer::verbs::Act;

pub const RULE: Rule = Rule {
    id: "sending-verb",
    what: "A tool that sends, posts or replies reaches someone with every call.",
    why: "A message or an order made twice is two of them. In the narrow reading it adds, and what was there stays.",
    examples: &[
        Example {
            name: "send_message",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "post_comment",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "post_delete",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [
            Says(ReadOnly, false, Certain, SAID),
            Says(Destructive, false, Likely, "*{}* adds and loses nothing"),
            Says(Idempotent, false, Strong, "a second *{}* happens again"),
            Says(OpenWorld, true, Doubtful, "*{}* reaches someone"),
        ];
        out.act(facts, Act::Send, &says);
    },
};
