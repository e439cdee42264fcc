//! Descriptions that mention starting a job.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts, question};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::EvidenceSource;
use crate::infer::phrases::PhraseMeaning;
use crate::infer::verbs::{self, VerbForm};
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "starting-phrase",
    summary: "A reading tool that starts a job, run or session is not read-only.",
    rationale: "The work continues after the response, uses resources, and starts again with every call.",
    examples: &[
        Example {
            name: "analyze_board",
            description: "Looks at the board. Kicks off an analysis of all cards.",
            expected: &[(ReadOnly, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "run_style_audit",
            description: "Checks the style. Takes a minute and launches a renderer.",
            expected: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        for found in
            facts.phrases.iter().filter(|found| found.meaning == PhraseMeaning::StartsJob && !found.negated)
        {
            // In the middle of a sentence, the phrase may refer to another tool.
            let begins =
                found.start == 0 || !facts.description.in_same_sentence(found.start - 1, found.start);
            // A later sentence in the imperative tells the caller what to do first: "Trigger a scan before."
            let verb = verbs::find_inflected_verb(facts.description.word(found.start));
            let is_order = matches!(verb, Some((_, VerbForm::Base)));
            if is_order && found.start >= facts.description.first_sentence_len() {
                continue;
            }
            // "Takes a minute and launches a browser": how a check that is over with its answer is done.
            if !begins && question::find_query_noun(facts).is_some() {
                continue;
            }
            let certainty = if begins { Strong } else { Likely };
            let conclusions = [
                Conclusion(ReadOnly, false, certainty, "the description contains *{}*"),
                Conclusion(Destructive, false, Likely, "starting something leaves existing data unchanged"),
                Conclusion(Idempotent, false, Likely, "the description contains *{}*"),
            ];
            out.emit(
                EvidenceSource::Description,
                Some(facts.description.excerpt(found.start, found.end)),
                &conclusions,
            );
        }
    },
};
