//! Verbs that make something available to others.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Likely};
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "publishing-verb",
    summary: "A tool that publishes, approves, enables, resumes or grants changes who can see or do something.",
    rationale: "No stored data is lost, and publishing something twice changes nothing.",
    examples: &[
        Example {
            name: "publish_page",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example { name: "resume_job", expected: &[(Idempotent, Some(true))], ..Example::EMPTY },
        Example {
            name: "grant_access",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [
            Conclusion(ReadOnly, false, Certain, DEFAULT_REASON),
            Conclusion(Destructive, false, Likely, "*{}* loses no stored data"),
            Conclusion(Idempotent, true, Likely, "a second *{}* has the same result"),
        ];
        out.emit_for_action(facts, Action::Publish, &conclusions);
    },
};
