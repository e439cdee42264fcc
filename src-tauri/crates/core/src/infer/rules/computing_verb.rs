//! Verbs that only compute.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::ReadOnly;
use crate::infer::Certainty::Likely;
use crate::infer::verbs::Act;

pub const RULE: Rule = Rule {
    id: "computing-verb",
    what: "A tool that converts, calculates or parses works on what it is given.",
    why: "The answer is all there is; nothing stored is touched.",
    examples: &[
        Example { name: "convert_units", expect: &[(ReadOnly, Some(true))], ..Example::EMPTY },
        Example { name: "calculate_route", expect: &[(ReadOnly, Some(true))], ..Example::EMPTY },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [Says(ReadOnly, true, Likely, "*{}* works on what it is given")];
        out.act(facts, Act::Compute, &says);
    },
};
