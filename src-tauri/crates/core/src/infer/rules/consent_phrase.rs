//! Descriptions that ask for confirmation by the user.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Likely;
use crate::infer::EvidenceSource;
use crate::infer::phrases::PhraseMeaning;
use crate::model::hint::HintName::ReadOnly;

pub const RULE: Rule = Rule {
    id: "consent-phrase",
    summary: "A tool whose description asks to confirm with the user first is not read-only.",
    rationale: "Reading needs no confirmation.",
    examples: &[Example {
        name: "nightly_round",
        description: "Makes the nightly round. Requires confirmation.",
        expected: &[(ReadOnly, Some(false))],
        ..Example::EMPTY
    }],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [Conclusion(ReadOnly, false, Likely, "the description contains *{}*")];
        out.emit(
            EvidenceSource::Description,
            facts.find_phrase(PhraseMeaning::NeedsConfirmation),
            &conclusions,
        );
    },
};
