//! Verbs that generate.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Doubtful, Likely, Strong};
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "generating-verb",
    summary: "A tool that generates may return or store its result; the verb alone does not show which.",
    rationale: "Charts and texts are usually returned, while generated keys and reports are often stored.",
    examples: &[Example {
        name: "generate_thing",
        expected: &[(ReadOnly, None), (Destructive, Some(false))],
        ..Example::EMPTY
    }],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        if !facts.actions.iter().any(|matched| matched.action == Action::Generate) {
            return;
        }
        // What is generated into a directory may replace the files there.
        let certainty = if facts.has_path_parameter() { Likely } else { Strong };
        let conclusions = [
            Conclusion(ReadOnly, true, Doubtful, "*{}* may only return its result"),
            Conclusion(Destructive, false, certainty, "*{}* adds and loses nothing"),
            Conclusion(Idempotent, false, Likely, "a second *{}* may give another result"),
        ];
        out.emit_for_action(facts, Action::Generate, &conclusions);
    },
};
