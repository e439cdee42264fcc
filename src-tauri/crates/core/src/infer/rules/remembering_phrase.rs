//! Descriptions of reading tools that keep a cursor between calls.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::EvidenceSource;
use crate::infer::phrases::PhraseMeaning;
use crate::model::hint::HintName::{Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "remembering-phrase",
    summary: "A reader that answers with what is new since the last call remembers where it was.",
    rationale: "Each call moves the mark on, and what was answered once is not answered again. So does bringing a local copy up to date.",
    examples: &[Example {
        name: "check_mentions",
        description: "Checks for mentions since the last call.",
        expected: &[(ReadOnly, Some(false)), (Idempotent, Some(false))],
        ..Example::EMPTY
    }],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let says = [
            Conclusion(ReadOnly, false, Strong, "the description says *{}*"),
            Conclusion(Idempotent, false, Likely, "the description says *{}*"),
        ];
        out.emit(EvidenceSource::Description, facts.find_phrase(PhraseMeaning::Stateful), &says);
    },
};
