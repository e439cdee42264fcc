//! Descriptions of reading tools that keep a cursor between calls.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::EvidenceSource;
use crate::infer::phrases::PhraseMeaning;
use crate::model::hint::HintName::{Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "remembering-phrase",
    summary: "A reading tool that returns what is new since the last call stores its position.",
    rationale: "Each call advances the position, so the same items are not returned again. Updating a local copy has a similar effect.",
    examples: &[Example {
        name: "check_mentions",
        description: "Checks for mentions since the last call.",
        expected: &[(ReadOnly, Some(false)), (Idempotent, Some(false))],
        ..Example::EMPTY
    }],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        // "Watches a topic. A check returns what is new since the last one" is about another tool.
        if facts.primary_action().is_some_and(|matched| !matched.action.is_harmless()) {
            return;
        }
        let conclusions = [
            Conclusion(ReadOnly, false, Strong, "the description contains *{}*"),
            Conclusion(Idempotent, false, Likely, "the description contains *{}*"),
        ];
        out.emit(EvidenceSource::Description, facts.find_phrase(PhraseMeaning::Stateful), &conclusions);
    },
};
