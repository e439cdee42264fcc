//! Writes that fail where something exists already.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Strong;
use crate::infer::EvidenceSource;
use crate::infer::phrases::PhraseMeaning;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent};

pub const RULE: Rule = Rule {
    id: "kept-version",
    summary: "A tool that fails if its target exists replaces nothing.",
    rationale: "The author excludes the loss that the verb suggests. A second call fails, as that of a tool that creates.",
    examples: &[
        Example {
            name: "write_object",
            description: "Writes a new object. Fails if the object already exists.",
            expected: &[(Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "upload_object_safe",
            parameters: &["file", "target_path"],
            expected: &[(Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "delete_bucket",
            description: "Deletes a bucket. Fails if it is not empty.",
            expected: &[(Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let writes = facts.primary_action().is_some_and(|matched| {
            matches!(
                matched.action,
                Action::Overwrite
                    | Action::Start
                    | Action::Create
                    | Action::Save
                    | Action::Move
                    | Action::Export
            )
        });
        if !writes {
            return;
        }
        let conclusions = [
            Conclusion(Destructive, false, Strong, "*{}*: nothing is replaced"),
            Conclusion(Idempotent, false, Strong, "*{}*: a second call fails"),
        ];
        out.emit(EvidenceSource::Description, facts.find_phrase(PhraseMeaning::KeepsExisting), &conclusions);
        let safe = facts.words.last().filter(|word| *word == "safe").map(String::as_str);
        let conclusions = [
            Conclusion(Destructive, false, Strong, "a *{}* write replaces nothing"),
            Conclusion(Idempotent, false, Strong, "a second *{}* write fails"),
        ];
        out.emit(EvidenceSource::Name, safe, &conclusions);
    },
};
