//! Descriptions that mention overwriting or replacing.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Likely;
use crate::infer::EvidenceSource;
use crate::infer::phrases::PhraseMeaning;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "overwriting-phrase",
    summary: "A description that says overwrites or replaces all means that the earlier content is lost.",
    rationale: "The verb may be harmless although the implementation is not.",
    examples: &[
        Example {
            name: "update_page",
            description: "Updates a page. Overwrites its whole text.",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "update_page",
            description: "Updates a page without overwriting its text.",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [
            Conclusion(ReadOnly, false, Likely, "the description contains *{}*"),
            Conclusion(Destructive, true, Likely, "the description contains *{}*"),
        ];
        out.emit(EvidenceSource::Description, facts.find_phrase(PhraseMeaning::Overwrites), &conclusions);
    },
};
