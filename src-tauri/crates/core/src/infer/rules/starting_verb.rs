//! Verbs that start or import something.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts, target_path};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

/// Verbs that bring something to a state in which a second call finds it.
const SETTLING_VERBS: [&str; 2] = ["reconnect", "wake"];

pub const RULE: Rule = Rule {
    id: "starting-verb",
    summary: "A tool that starts, triggers, uploads or imports adds a run, a file or a session.",
    rationale: "Every call starts something new and leaves existing data unchanged. A session that is started again is not the same session.",
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
        Example {
            name: "wake_device",
            expected: &[(ReadOnly, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [
            Conclusion(ReadOnly, false, Strong, "*{}* starts something"),
            Conclusion(Destructive, false, Likely, "*{}* leaves existing data unchanged"),
            Conclusion(Idempotent, false, Likely, "every *{}* has a new effect"),
        ];
        // After a second call, the state is that of the first.
        let settles =
            facts.primary_action().is_some_and(|matched| SETTLING_VERBS.contains(&matched.word.as_str()));
        if settles {
            let conclusion =
                Conclusion(Idempotent, true, Likely, "a second *{}* finds the state of the first");
            return out.emit_for_action(facts, Action::Start, &[conclusions[0], conclusions[1], conclusion]);
        }
        // Another rule covers what is uploaded to a path.
        let count = if target_path::find_target(facts).is_some() { 1 } else { conclusions.len() };
        out.emit_for_action(facts, Action::Start, &conclusions[..count]);
    },
};
