//! Verbs that execute something.

use super::{Example, Facts, Out, Rule, Says, question};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::Strong;
use crate::infer::verbs::Act;

pub const RULE: Rule = Rule {
    id: "executing-verb",
    what: "A tool that runs, executes or deploys something can have any effect.",
    why: "What runs decides what happens: it is hardly read-only, not repeatable, and Destructive keeps its careful default.",
    examples: &[
        Example {
            name: "run_automation",
            expect: &[(ReadOnly, Some(false)), (Destructive, None), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "restart_service",
            expect: &[(ReadOnly, Some(false)), (Destructive, None), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [
            Says(ReadOnly, false, Strong, "*{}* sets something going"),
            Says(Idempotent, false, Strong, "a second *{}* happens again"),
        ];
        if question::asked(facts).is_none() {
            out.act(facts, Act::Execute, &says);
        }
    },
};
