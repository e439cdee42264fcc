//! Verbs that operate a screen or a page.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::Strong;
use crate::infer::verbs::Act;

pub const RULE: Rule = Rule {
    id: "operating-verb",
    what: "A tool that clicks, types or navigates acts in place of a person.",
    why: "What a click does is decided by what it hits, and a second click hits something else.",
    examples: &[
        Example {
            name: "click_element",
            expect: &[(ReadOnly, Some(false)), (Destructive, None), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "type_text",
            expect: &[(ReadOnly, Some(false)), (Destructive, None), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [
            Says(ReadOnly, false, Strong, "*{}* acts in place of a person"),
            Says(Idempotent, false, Strong, "a second *{}* happens again"),
        ];
        out.act(facts, Act::Operate, &says);
    },
};
