//! Verbs that send something to a recipient.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Doubtful, Likely, Strong};
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, OpenWorld, ReadOnly};

pub const RULE: Rule = Rule {
    id: "sending-verb",
    summary: "A tool that sends, posts or replies reaches someone with every call.",
    rationale: "A message or an order made twice is two of them. In the narrow reading it adds, and what was there stays.",
    examples: &[
        Example {
            name: "send_message",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "post_comment",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "post_delete",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let says = [
            Conclusion(ReadOnly, false, Certain, DEFAULT_REASON),
            Conclusion(Destructive, false, Likely, "*{}* adds and loses nothing"),
            Conclusion(Idempotent, false, Strong, "a second *{}* happens again"),
            Conclusion(OpenWorld, true, Doubtful, "*{}* reaches someone"),
        ];
        out.emit_for_action(facts, Action::Send, &says);
    },
};
