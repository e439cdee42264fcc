//! Additional effects described after the first sentence.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Strong;
use crate::infer::EvidenceSource;
use crate::infer::tokenizer::TokenizedText;
use crate::infer::verbs::{self, VerbForm};
use crate::model::hint::HintName::ReadOnly;

pub const RULE: Rule = Rule {
    id: "later-sentence",
    summary: "A reading tool whose description continues with Creates, Updates or It starts does that too.",
    rationale: "The first sentence states the purpose of the tool; later ones describe its side effects.",
    examples: &[
        Example {
            name: "get_guide",
            description: "Gets the guide for a board. It creates the board where there is none.",
            expected: &[(ReadOnly, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "get_guide",
            description: "Gets the guide for a board. Create the board first.",
            expected: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let text = &facts.description;
        for start in text.later_sentence_starts() {
            let at = match (text.word(start), text.word(start + 1)) {
                ("it" | "also" | "then", _) => start + 1,
                ("this", "tool") => start + 2,
                _ => start,
            };
            if !matches!(verbs::find_inflected_verb(text.word(at)), Some((_, VerbForm::ThirdPerson))) {
                continue;
            }
            // "Resolves the address and updates it …": checks every coordinated verb of the sentence.
            let sentence =
                (at..).take_while(|here| *here < text.len() && text.in_same_sentence(start, *here));
            // "It pushes the work to the database instead of …" explains how the tool works.
            if sentence.clone().any(|here| matches!(text.word(here), "instead" | "rather")) {
                continue;
            }
            let joined = |here: &usize| *here == at || matches!(text.word(here - 1), "and" | "then");
            if let Some(here) = sentence.filter(joined).find(|here| is_change_with_object(text, *here)) {
                let conclusion = Conclusion(ReadOnly, false, Strong, "a later sentence contains *{}*");
                out.emit_one(EvidenceSource::Description, text.word(here), conclusion);
            }
        }
    },
};

/// Verbs of an effect that stays. Others, such as "combines" or "exposes", describe how the tool responds.
const CHANGING_VERBS: [&str; 40] = [
    "appends",
    "archives",
    "assigns",
    "cancels",
    "changes",
    "clears",
    "closes",
    "configures",
    "creates",
    "deletes",
    "deploys",
    "disables",
    "drops",
    "enables",
    "initiates",
    "inserts",
    "installs",
    "kills",
    "launches",
    "marks",
    "modifies",
    "moves",
    "overwrites",
    "posts",
    "publishes",
    "pushes",
    "registers",
    "removes",
    "resets",
    "revokes",
    "rewrites",
    "saves",
    "sends",
    "sets",
    "starts",
    "stores",
    "submits",
    "triggers",
    "updates",
    "writes",
];

/// Returns whether the word is a changing verb followed by its object. "Updates: …" and "Runs are listed" start with
/// nouns.
fn is_change_with_object(text: &TokenizedText, at: usize) -> bool {
    let object = matches!(
        text.word(at + 1),
        "a" | "all"
            | "an"
            | "any"
            | "each"
            | "every"
            | "it"
            | "its"
            | "new"
            | "the"
            | "them"
            | "validation"
            | "your"
    );
    CHANGING_VERBS.contains(&text.word(at)) && object && text.in_same_sentence(at, at + 1)
}
