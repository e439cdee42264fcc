//! Descriptions that mention saving to disk.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts, saving_parameter};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::EvidenceSource;
use crate::infer::phrases::PhraseMeaning;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "saving-phrase",
    summary: "A reading tool that saves its result to disk writes a file.",
    rationale: "The file is created on the machine where the server runs.",
    examples: &[Example {
        name: "get_report",
        description: "Gets a report and saves it to a folder.",
        expected: &[(ReadOnly, Some(false))],
        ..Example::EMPTY
    }],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [
            Conclusion(ReadOnly, false, Strong, "the description contains *{}*"),
            Conclusion(Destructive, false, Likely, "saving adds a file"),
            Conclusion(Idempotent, true, Likely, "the same file is saved again"),
        ];
        let Some(phrase) = facts.find_phrase(PhraseMeaning::SavesToDisk) else { return };
        let same = saving_parameter::saves_the_same(facts);
        let conclusions = if same { &conclusions[..] } else { &conclusions[..2] };
        out.emit(EvidenceSource::Description, Some(phrase), conclusions);
    },
};
