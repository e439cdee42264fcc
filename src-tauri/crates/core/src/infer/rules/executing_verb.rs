//! Verbs that execute something.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts, question};
use crate::infer::Certainty::Strong;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "executing-verb",
    summary: "A tool that runs, executes or deploys something can have any effect.",
    rationale: "The effect depends on what is executed: it is unlikely to be read-only, it is not repeatable, and Destructive keeps its careful default.",
    examples: &[
        Example {
            name: "run_automation",
            expected: &[(ReadOnly, Some(false)), (Destructive, None), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "restart_service",
            expected: &[(ReadOnly, Some(false)), (Destructive, None), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [
            Conclusion(ReadOnly, false, Strong, "*{}* starts something"),
            Conclusion(Idempotent, false, Strong, "every *{}* has a new effect"),
        ];
        if question::find_query_noun(facts).is_none() {
            out.emit_for_action(facts, Action::Execute, &conclusions);
        }
    },
};
