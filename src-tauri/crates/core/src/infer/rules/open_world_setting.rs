//! The user's open-world setting for a whole server.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Certain;
use crate::infer::{EvidenceSource, InferenceSettings, OpenWorldReading};
use crate::model::hint::HintName::OpenWorld;

pub const RULE: Rule = Rule {
    id: "open-world-setting",
    summary: "A server setting states whether the tools reach the open web, an external system or only the server's own data.",
    rationale: "Whether tools are open-world usually applies to a whole server, and the user knows where its data is stored.",
    examples: &[
        Example {
            name: "list_notes",
            settings: InferenceSettings {
                open_world: OpenWorldReading::External,
                ..InferenceSettings::DEFAULT
            },
            expected: &[(OpenWorld, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "search_web",
            settings: InferenceSettings { open_world: OpenWorldReading::Own, ..InferenceSettings::DEFAULT },
            expected: &[(OpenWorld, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "list_pages",
            settings: InferenceSettings { open_world: OpenWorldReading::Web, ..InferenceSettings::DEFAULT },
            expected: &[(OpenWorld, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let (word, value) = match facts.settings.open_world {
            OpenWorldReading::ByTool => return,
            OpenWorldReading::External => ("external system", true),
            OpenWorldReading::Web => ("open web", true),
            OpenWorldReading::Own => ("own data", false),
        };
        let conclusions = [Conclusion(OpenWorld, value, Certain, "the server is set to *{}*")];
        out.emit(EvidenceSource::Setting, Some(word), &conclusions);
    },
};
