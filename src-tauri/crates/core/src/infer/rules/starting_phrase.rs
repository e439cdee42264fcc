//! Descriptions that mention starting a job.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::EvidenceSource;
use crate::infer::phrases::PhraseMeaning;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "starting-phrase",
    summary: "A reader that starts a job, run or session sets something going.",
    rationale: "The work goes on after the answer, costs something, and starts again with every call.",
    examples: &[Example {
        name: "analyze_board",
        description: "Looks at the board. Kicks off an analysis of all cards.",
        expected: &[(ReadOnly, Some(false)), (Idempotent, Some(false))],
        ..Example::EMPTY
    }],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        for found in
            facts.phrases.iter().filter(|found| found.meaning == PhraseMeaning::StartsJob && !found.negated)
        {
            // In the middle of a sentence, the phrase may refer to another tool.
            let begins =
                found.start == 0 || !facts.description.in_same_sentence(found.start - 1, found.start);
            let certainty = if begins { Strong } else { Likely };
            let says = [
                Conclusion(ReadOnly, false, certainty, "the description says *{}*"),
                Conclusion(Destructive, false, Likely, "what is started leaves alone what was there"),
                Conclusion(Idempotent, false, Likely, "the description says *{}*"),
            ];
            out.emit(
                EvidenceSource::Description,
                Some(facts.description.excerpt(found.start, found.end)),
                &says,
            );
        }
    },
};
