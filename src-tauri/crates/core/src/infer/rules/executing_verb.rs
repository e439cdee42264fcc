//! Names whose act is running something.

use super::{Example, Facts, Rule, Says, signals};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::Likely;
use crate::infer::words::Act;

pub const RULE: Rule = Rule {
    id: "executing-verb",
    what: "A name whose act is running something can have any effect.",
    why: "What runs decides what happens, so it is not read-only, not repeatable, and Destructive keeps its careful default.",
    examples: &[Example {
        name: "run_automation",
        parameters: &[],
        http_method: None,
        expect: &[(ReadOnly, Some(false)), (Destructive, None), (Idempotent, Some(false))],
    }],
    apply: |facts: &Facts| {
        let says = [
            Says(ReadOnly, false, Likely, "the name says *{}*"),
            Says(Idempotent, false, Likely, "a second *{}* happens again"),
        ];
        signals(RULE.id, facts.verb(Act::Execute), &says)
    },
};
