//! Changes of a message that others have read.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Likely;
use crate::infer::EvidenceSource;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent};

const MESSAGES: [&str; 4] = ["comment", "message", "reply", "tweet"];

/// Parameters that hold the new text.
const TEXT_PARAMETERS: [&str; 8] =
    ["body", "comment", "commenttext", "content", "message", "messagetext", "newtext", "text"];

/// Number of words after the verb in which the object of a description occurs: "edits an already sent message".
const MAX_OBJECT_DISTANCE: usize = 4;

pub const RULE: Rule = Rule {
    id: "edited-message",
    summary: "A tool that changes the text of a comment or message replaces what was said.",
    rationale: "The earlier text is gone, although others have read it and answered it.",
    examples: &[
        Example {
            name: "update_comment",
            parameters: &["id", "body"],
            expected: &[(Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "send_message",
            description: "Sends a message, or edits a message sent before.",
            parameters: &["text"],
            expected: &[(Destructive, Some(true)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "update_message_labels",
            parameters: &["id", "labels"],
            expected: &[(Destructive, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        if facts.find_parameter(&TEXT_PARAMETERS).is_none() {
            return;
        }
        let named = facts.primary_action().filter(|matched| {
            let changes = matches!(matched.action, Action::Edit | Action::Update);
            changes && matched.source == EvidenceSource::Name
        });
        let last = facts.words.last().filter(|word| MESSAGES.contains(&word.as_str()));
        let object = named.and(last).map(|word| (EvidenceSource::Name, word.as_str()));
        let described = || Some((EvidenceSource::Description, described_message(facts)?));
        let Some((source, object)) = object.or_else(described) else { return };
        let conclusion = Conclusion(Destructive, true, Likely, "the earlier text of the *{}* is lost");
        out.emit_one(source, object, conclusion);
    },
};

/// The message that is the object of "edit" in the first sentence. What is updated may be a property of it.
fn described_message<'a>(facts: &'a ToolFacts) -> Option<&'a str> {
    let text = &facts.description;
    let end = text.first_sentence_len();
    let is_joined = |at: usize| at == 0 || matches!(text.word(at - 1), "or" | "and");
    let at = (0..end).find(|at| matches!(text.word(*at), "edit" | "edits") && is_joined(*at))?;
    let near = at + 1..(at + 1 + MAX_OBJECT_DISTANCE).min(end);
    near.map(|at| text.word(at)).find(|word| MESSAGES.contains(word))
}
