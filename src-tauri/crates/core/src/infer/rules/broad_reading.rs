//! The setting under which any change is destructive.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Certain;
use crate::infer::{DestructiveReading, EvidenceSource, InferenceSettings};
use crate::model::hint::HintName::Destructive;

pub const RULE: Rule = Rule {
    id: "broad-reading",
    summary: "By the broad definition of destructive, any change counts.",
    rationale: "Some teams want approval before any change, not only before a loss. It is a setting, off by default.",
    examples: &[
        Example {
            name: "create_note",
            settings: InferenceSettings {
                destructive: DestructiveReading::Broad,
                ..InferenceSettings::DEFAULT
            },
            expected: &[(Destructive, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "list_notes",
            settings: InferenceSettings {
                destructive: DestructiveReading::Broad,
                ..InferenceSettings::DEFAULT
            },
            expected: &[(Destructive, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let broad = facts.settings.destructive == DestructiveReading::Broad;
        let conclusions =
            [Conclusion(Destructive, true, Certain, "by the *{}* definition, any change is destructive")];
        out.emit(EvidenceSource::Setting, broad.then_some("broad"), &conclusions);
    },
};
