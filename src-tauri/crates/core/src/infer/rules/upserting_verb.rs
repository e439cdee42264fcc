//! Verbs that create something or overwrite an existing one.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Likely, Strong};
use crate::infer::EvidenceSource;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "upserting-verb",
    summary: "A tool that creates or updates writes over what has the same name, and writing it again ends the same.",
    rationale: "The caller cannot tell beforehand whether something is made or something else is replaced.",
    examples: &[
        Example {
            name: "create_or_update_page",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "upsert_rows",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let says = [
            Conclusion(ReadOnly, false, Certain, DEFAULT_REASON),
            Conclusion(Destructive, true, Strong, "*{}* may write over what is there"),
            Conclusion(Idempotent, true, Strong, "a second *{}* ends the same"),
        ];
        out.emit_for_action(facts, Action::Upsert, &says);
        for place in [EvidenceSource::Name, EvidenceSource::Description] {
            let seen = |act| facts.actions.iter().find(|seen| seen.action == act && seen.source == place);
            let Some((create, update)) = seen(Action::Create).zip(seen(Action::Update)) else { continue };
            // In a name this outweighs what "create" alone implies; in a sentence it may be one of several
            // alternatives.
            let certainty = if place == EvidenceSource::Name { Certain } else { Likely };
            let says = [
                Conclusion(Destructive, true, Strong, "*{}* may write over what is there"),
                Conclusion(Idempotent, true, certainty, "a second *{}* ends the same"),
            ];
            out.emit(place, Some(&format!("{} or {}", create.word, update.word)), &says);
        }
    },
};
