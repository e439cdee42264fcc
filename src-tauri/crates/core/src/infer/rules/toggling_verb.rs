//! Verbs that toggle a state.

use super::{Conclusion, DEFAULT_REASON, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Certain, Strong};
use crate::infer::EvidenceSource;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

/// Parameters that state the new state.
const STATE_PARAMETERS: [&str; 10] =
    ["active", "disabled", "enable", "enabled", "on", "status", "state", "targetstate", "value", "visible"];

pub const RULE: Rule = Rule {
    id: "toggling-verb",
    summary: "A tool that toggles reverses a state with every call.",
    rationale: "The second call undoes the first: nothing is lost, but the call cannot be repeated, unless a parameter states the new state.",
    examples: &[
        Example {
            name: "toggle_star",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "toggle_rule",
            parameters: &["id", "enabled"],
            expected: &[(ReadOnly, Some(false)), (Idempotent, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [
            Conclusion(ReadOnly, false, Certain, DEFAULT_REASON),
            Conclusion(Destructive, false, Strong, "a second *{}* undoes the first, so nothing is lost"),
            Conclusion(Idempotent, false, Certain, "a second *{}* undoes the first"),
        ];
        let toggles = facts.primary_action().is_some_and(|matched| matched.action == Action::Toggle);
        let state = facts.find_parameter(&STATE_PARAMETERS).filter(|parameter| parameter.required && toggles);
        let Some(state) = state else {
            return out.emit_for_action(facts, Action::Toggle, &conclusions);
        };
        out.emit_for_action(facts, Action::Toggle, &conclusions[..2]);
        let sentence = "a second call with the same *{}* changes nothing";
        out.emit_one(EvidenceSource::Parameter, &state.name, Conclusion(Idempotent, true, Strong, sentence));
    },
};
