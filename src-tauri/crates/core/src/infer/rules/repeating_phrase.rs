//! Descriptions that state the effect of repeated calls.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Certain;
use crate::infer::EvidenceSource;
use crate::infer::phrases::PhraseMeaning;
use crate::model::hint::HintName::Idempotent;

pub const RULE: Rule = Rule {
    id: "repeating-phrase",
    summary: "A description that says idempotent, safe to retry or each call creates states what a second call does.",
    rationale: "The author answers exactly this question.",
    examples: &[
        Example {
            name: "create_note",
            description: "Creates a note with the given key. Safe to retry.",
            expected: &[(Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "update_score",
            description: "Updates the score. Not idempotent: every call counts.",
            expected: &[(Idempotent, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let not = facts.find_phrase(PhraseMeaning::NotIdempotent);
        out.emit(
            EvidenceSource::Description,
            not,
            &[Conclusion(Idempotent, false, Certain, "the description contains *{}*")],
        );
        let repeatable = facts.find_phrase(PhraseMeaning::Idempotent);
        out.emit(
            EvidenceSource::Description,
            repeatable,
            &[Conclusion(Idempotent, true, Certain, "the description contains *{}*")],
        );
    },
};
