//! Verbs that cover several actions, such as "manage".

use super::{ACTION_PARAMETERS, Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "managing-verb",
    summary: "A tool that manages something can create, change and delete it.",
    rationale: "One verb covers many actions, and the most harmful one counts.",
    examples: &[
        Example {
            name: "manage_task_list",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example { name: "control_device", expected: &[(ReadOnly, Some(false))], ..Example::EMPTY },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [
            Conclusion(ReadOnly, false, Strong, "*{}* covers many actions"),
            Conclusion(Destructive, true, Likely, "*{}* may include deleting"),
            Conclusion(Idempotent, false, Likely, "*{}* may include creating"),
        ];
        // A list of its actions says more than the verb.
        let is_listed =
            facts.find_parameter(&ACTION_PARAMETERS).is_some_and(|parameter| !parameter.choices.is_empty());
        let conclusions = if is_listed { &conclusions[..1] } else { &conclusions[..] };
        out.emit_for_action(facts, Action::Manage, conclusions);
    },
};
