//! Verbs that send something to a recipient.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Likely, Strong};
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "sending-verb",
    summary: "A tool that sends, posts or replies reaches a recipient with every call.",
    rationale: "Sending twice creates two messages or orders. By the narrow definition of destructive, sending only adds.",
    examples: &[
        Example {
            name: "send_message",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "send_message",
            description: "Puts a message into a channel.",
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
        let conclusions = [
            Conclusion(ReadOnly, false, Certain, DEFAULT_REASON),
            Conclusion(Destructive, false, Likely, "*{}* adds and loses nothing"),
            Conclusion(Idempotent, false, Strong, "every *{}* has a new effect"),
        ];
        out.emit_for_action(facts, Action::Send, &conclusions);
    },
};
