//! Additional effects described after the first sentence.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::ReadOnly;
use crate::infer::Certainty::Strong;
use crate::infer::Place;
use crate::infer::text::Text;
use crate::infer::verbs::{self, Act, Form};

pub const RULE: Rule = Rule {
    id: "later-sentence",
    what: "A reader whose description goes on with Creates, Updates or It starts does that too.",
    why: "The first sentence says what the tool is for; what else it does stands further down.",
    examples: &[
        Example {
            name: "get_guide",
            description: "Gets the guide for a board. It creates the board where there is none.",
            expect: &[(ReadOnly, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "get_guide",
            description: "Gets the guide for a board. Create the board first.",
            expect: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let text = &facts.description;
        for start in text.later_sentences() {
            let at = match (text.word(start), text.word(start + 1)) {
                ("it" | "also" | "then", _) => start + 1,
                ("this", "tool") => start + 2,
                _ => start,
            };
            if !matches!(verbs::inflected(text.word(at)), Some((_, Form::Third))) {
                continue;
            }
            // "Resolves the address and updates it …": checks every coordinated verb of the sentence.
            let sentence = (at..).take_while(|here| *here < text.len() && text.together(start, *here));
            let joined = |here: &usize| *here == at || matches!(text.word(here - 1), "and" | "then");
            if let Some(here) = sentence.filter(joined).find(|here| changes(text, *here)) {
                let says = Says(ReadOnly, false, Strong, "a later sentence says *{}*");
                out.one(Place::Description, text.word(here), says);
            }
        }
    },
};

/// Returns whether the word is a changing verb followed by its object. "Updates: …" and "Runs are listed" start with
/// nouns.
fn changes(text: &Text, at: usize) -> bool {
    let Some((verb, Form::Third)) = verbs::inflected(text.word(at)) else { return false };
    let changing = match verb.act {
        Act::Execute => matches!(text.word(at), "starts" | "triggers" | "launches" | "initiates"),
        act => !act.is_harmless() && !verb.noun,
    };
    // These verbs describe how the tool responds.
    let about_itself = matches!(
        text.word(at),
        "accepts"
            | "adds"
            | "adjusts"
            | "applies"
            | "extends"
            | "follows"
            | "hides"
            | "makes"
            | "sorts"
            | "ensures"
    );
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
    changing && !about_itself && object && text.together(at, at + 1)
}
