//! Verbs that read.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Strong;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "reading-verb",
    summary: "A tool that lists, gets or searches is read-only.",
    rationale: "Across published servers, these verbs almost never change anything; logging does not count as a change.",
    examples: &[
        Example {
            name: "list_notes",
            expected: &[(ReadOnly, Some(true)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example { name: "getPDFFile", expected: &[(ReadOnly, Some(true))], ..Example::EMPTY },
        Example { name: "notes_search", expected: &[(ReadOnly, Some(true))], ..Example::EMPTY },
        Example { name: "link_checker", expected: &[(ReadOnly, Some(true))], ..Example::EMPTY },
        Example {
            name: "create_order_preview",
            other_tools: &["create_order"],
            expected: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
        Example { name: "create_order_preview", expected: &[(ReadOnly, Some(false))], ..Example::EMPTY },
        Example { name: "find_and_replace", expected: &[(ReadOnly, Some(false))], ..Example::EMPTY },
        Example { name: "mark_as_read", expected: &[(ReadOnly, Some(false))], ..Example::EMPTY },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [Conclusion(ReadOnly, true, Strong, DEFAULT_REASON)];
        out.emit_for_action(facts, Action::Read, &conclusions);
    },
};
