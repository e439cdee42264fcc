//! Verbs that cover several actions, such as "manage".

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::verbs::Act;

pub const RULE: Rule = Rule {
    id: "managing-verb",
    what: "A tool that manages something can create, change and delete it.",
    why: "One name stands for many acts, and the most harmful of them counts.",
    examples: &[
        Example {
            name: "manage_task_list",
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example { name: "control_device", expect: &[(ReadOnly, Some(false))], ..Example::EMPTY },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [
            Says(ReadOnly, false, Strong, "*{}* stands for many acts"),
            Says(Destructive, true, Likely, "*{}* may include deleting"),
            Says(Idempotent, false, Likely, "*{}* may include creating"),
        ];
        out.act(facts, Act::Manage, &says);
    },
};
