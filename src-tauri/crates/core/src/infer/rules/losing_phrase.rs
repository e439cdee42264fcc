//! Descriptions that warn of data loss.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::EvidenceSource;
use crate::infer::phrases::PhraseMeaning;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, ReadOnly};

pub const RULE: Rule = Rule {
    id: "losing-phrase",
    summary: "A description that says permanently, irreversible or cannot be undone warns of loss.",
    rationale: "Authors use these words to make the user stop and think.",
    examples: &[
        Example {
            name: "nightly_cleanup",
            description: "Tidies the board. This cannot be undone.",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "update_note",
            description: "Updates a note. Nothing is permanently removed.",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        // "Stored permanently": what a creating tool warns of is rarely the loss of something that exists.
        let creates = facts.primary_action().is_some_and(|matched| matched.action == Action::Create);
        let certainty = if creates { Likely } else { Strong };
        let conclusions = [
            Conclusion(ReadOnly, false, Likely, "the description contains *{}*"),
            Conclusion(Destructive, true, certainty, "the description contains *{}*"),
        ];
        out.emit(EvidenceSource::Description, facts.find_phrase(PhraseMeaning::Irreversible), &conclusions);
    },
};
