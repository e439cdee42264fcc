//! Tools without a known verb whose description only speaks of results.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Likely;
use crate::infer::EvidenceSource;
use crate::infer::verbs::{self, Action};
use crate::model::hint::HintName::ReadOnly;

pub const RULE: Rule = Rule {
    id: "returned-data",
    summary: "A tool whose name is no verb, and whose description returns something and changes nothing, reads.",
    rationale: "Its name denotes data or a computation. One word for a change anywhere in the texts is enough for this rule to be silent.",
    examples: &[
        Example {
            name: "nearest_point",
            description: "Snaps a point to a line. Returns the point and the distance.",
            expected: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "nearest_point",
            description: "Snaps a point to a line and stores it by updating the line. Returns the point.",
            expected: &[(ReadOnly, None)],
            ..Example::EMPTY
        },
        Example {
            name: "delete_point",
            description: "Returns the point.",
            expected: &[(ReadOnly, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let is_quiet = facts
            .actions
            .iter()
            .all(|matched| matched.action.is_harmless() && matched.action != Action::Generate);
        let has_named_action =
            facts.actions.iter().any(|matched| matched.source != EvidenceSource::Description);
        if !is_quiet || has_named_action {
            return;
        }
        let text = &facts.description;
        let changes = |word: &str| {
            verbs::find_inflected_verb(word)
                .is_some_and(|(verb, _)| !verb.is_ambiguous && !verb.action.is_harmless())
        };
        let returns = |word: &&str| matches!(*word, "return" | "returned" | "returning" | "returns");
        if let Some(word) = text.words().find(returns)
            && !text.words().any(changes)
        {
            let conclusion =
                Conclusion(ReadOnly, true, Likely, "the description contains *{}* and no change");
            out.emit_one(EvidenceSource::Description, word, conclusion);
        }
    },
};
