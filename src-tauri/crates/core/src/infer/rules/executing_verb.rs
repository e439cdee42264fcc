//! Verbs that execute something.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts, question};
use crate::infer::Certainty::Strong;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "executing-verb",
    summary: "A tool that runs, executes or deploys something can have any effect.",
    rationale: "What runs decides what happens: it is hardly read-only, not repeatable, and Destructive keeps its careful default.",
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
        let says = [
            Conclusion(ReadOnly, false, Strong, "*{}* sets something going"),
            Conclusion(Idempotent, false, Strong, "a second *{}* happens again"),
        ];
        if question::find_query_noun(facts).is_none() {
            out.emit_for_action(facts, Action::Execute, &says);
        }
    },
};
