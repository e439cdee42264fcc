//! Verbs that start or import something.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "starting-verb",
    summary: "A tool that starts, triggers, uploads or imports adds a run, a file or a session.",
    rationale: "Something new begins with every call; what was there before is left alone. A session made anew each time is not the same one.",
    examples: &[
        Example {
            name: "trigger_backup",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "upload_photo",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let says = [
            Conclusion(ReadOnly, false, Strong, "*{}* sets something going"),
            Conclusion(Destructive, false, Likely, "*{}* leaves alone what was there"),
            Conclusion(Idempotent, false, Strong, "a second *{}* happens again"),
        ];
        out.emit_for_action(facts, Action::Start, &says);
    },
};
