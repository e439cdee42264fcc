//! Verbs that only compute.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Likely;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::ReadOnly;

pub const RULE: Rule = Rule {
    id: "computing-verb",
    summary: "A tool that converts, calculates or parses only uses its arguments.",
    rationale: "It returns a result and changes no stored data.",
    examples: &[
        Example { name: "convert_units", expected: &[(ReadOnly, Some(true))], ..Example::EMPTY },
        Example { name: "calculate_route", expected: &[(ReadOnly, Some(true))], ..Example::EMPTY },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [Conclusion(ReadOnly, true, Likely, "*{}* only uses its arguments")];
        out.emit_for_action(facts, Action::Compute, &conclusions);
    },
};
