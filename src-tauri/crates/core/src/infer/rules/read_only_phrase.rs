//! Descriptions that state that nothing is changed.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::EvidenceSource;
use crate::infer::phrases::PhraseMeaning;
use crate::model::hint::HintName::{Destructive, ReadOnly};

pub const RULE: Rule = Rule {
    id: "read-only-phrase",
    summary: "A description that says read-only or does not modify means what it says.",
    rationale: "The author states it, but it may apply only to a part of the tool, so a verb that changes something outweighs it.",
    examples: &[
        Example {
            name: "nightly_report",
            description: "Runs the nightly report. Does not modify anything.",
            expected: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "delete_note",
            description: "Deletes a note. Not available in read-only mode.",
            expected: &[(ReadOnly, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "nightly_round",
            description: "This tool is not read-only.",
            expected: &[(ReadOnly, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        for found in facts.phrases.iter().filter(|found| found.meaning == PhraseMeaning::ReadOnly) {
            // "in read-only mode" describes the server, not the tool.
            if found.start > 0
                && matches!(facts.description.word(found.start - 1), "in" | "when" | "if" | "a" | "the")
            {
                continue;
            }
            let evidence = facts.description.excerpt(found.start, found.end);
            let certainty = if found.negated { Strong } else { Likely };
            let conclusion = Conclusion(ReadOnly, !found.negated, certainty, "the description contains *{}*");
            out.emit_one(EvidenceSource::Description, evidence, conclusion);
        }
        let conclusions = [Conclusion(Destructive, false, Likely, "the description contains *{}*")];
        out.emit(EvidenceSource::Description, facts.find_phrase(PhraseMeaning::Reversible), &conclusions);
    },
};
