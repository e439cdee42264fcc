//! Verbs that stop something that can be started again.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Likely, Strong};
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "stopping-verb",
    summary: "A tool that stops, pauses or disables something leaves it in place.",
    rationale: "It can be started or enabled again, and stopping it twice changes nothing. Cancelling, killing and terminating end it for good: another rule covers them.",
    examples: &[
        Example {
            name: "stop_recording",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example { name: "terminate_process", expected: &[(Destructive, Some(true))], ..Example::EMPTY },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [
            Conclusion(ReadOnly, false, Certain, DEFAULT_REASON),
            Conclusion(Destructive, false, Likely, "after *{}* it can be started again"),
            Conclusion(Idempotent, true, Strong, "a second *{}* has the same result"),
        ];
        out.emit_for_action(facts, Action::Stop, &conclusions);
    },
};
