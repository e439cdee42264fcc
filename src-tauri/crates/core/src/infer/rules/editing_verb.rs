//! Verbs that change a part of something.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Likely};
use crate::infer::EvidenceSource;
use crate::infer::phrases::PhraseMeaning;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

/// Contents whose earlier text an edit removes.
const CONTENTS: [&str; 14] = [
    "block", "cell", "code", "content", "contents", "document", "file", "files", "line", "lines", "notebook",
    "script", "source", "text",
];

/// Parameters that name the text to be replaced.
const REPLACED_TEXT_PARAMETERS: [&str; 10] =
    ["diff", "edits", "find", "newstr", "newstring", "newtext", "oldstr", "oldstring", "oldtext", "patch"];

pub const RULE: Rule = Rule {
    id: "editing-verb",
    summary: "A tool that edits the text of a file or document replaces parts of it; one that edits fields sets them.",
    rationale: "The replaced text is lost, and the same edit does not apply twice. The fields of a thing are changed one by one, and setting them again changes nothing.",
    examples: &[
        Example {
            name: "edit_file",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "edit_cell",
            description: "Edits a shape. Omitted fields stay as they are.",
            expected: &[(Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "modify_rule",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        // "Only provided fields are modified": a cell of a diagram has fields, one of a notebook has a text.
        let changes_fields = facts.find_phrase(PhraseMeaning::ChangesPart).is_some();
        let content = facts.find_word(&CONTENTS).filter(|_| !changes_fields);
        let content = content.map(|word| (EvidenceSource::Name, word));
        let replaced = || {
            let parameter = facts.find_parameter(&REPLACED_TEXT_PARAMETERS)?;
            Some((EvidenceSource::Parameter, parameter.name.as_str()))
        };
        let edits = facts.actions.iter().any(|matched| matched.action == Action::Edit);
        match content.or_else(replaced).filter(|_| edits) {
            Some((source, evidence)) => {
                out.emit_for_action(
                    facts,
                    Action::Edit,
                    &[Conclusion(ReadOnly, false, Certain, DEFAULT_REASON)],
                );
                let conclusions = [
                    Conclusion(Destructive, true, Likely, "an edit of *{}* removes the earlier text"),
                    Conclusion(Idempotent, false, Likely, "the same edit of *{}* does not apply twice"),
                ];
                out.emit(source, Some(evidence), &conclusions);
            }
            None => {
                let conclusions = [
                    Conclusion(ReadOnly, false, Certain, DEFAULT_REASON),
                    Conclusion(Destructive, false, Likely, "*{}* changes parts and deletes nothing"),
                    Conclusion(Idempotent, true, Likely, "setting the same values twice has the same result"),
                ];
                out.emit_for_action(facts, Action::Edit, &conclusions);
            }
        }
    },
};
