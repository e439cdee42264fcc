//! What commands print with `--json` where no other type has it. The formats are stable: keys are added, but not renamed or
//! removed. `docs/reference/json.md` lists the output of every command.

use std::collections::BTreeMap;

use hintsmith_core::export::report::FidelityReport;
use hintsmith_core::model::decisions::StaleDecision;
use hintsmith_core::model::layer::Layer;
use serde::Serialize;
use serde_json::value::RawValue;
use specta::Type;

use super::findings::FindingView;
use super::run::Observation;
use super::servers::{ServerView, ToolProblem};
use super::tool::{ClientView, ParameterView, ReviewView};
use super::toolsets::{CoverageRow, NoteView};

macro_rules! output_types {
    ($($(#[$meta:meta])* struct $name:ident { $($body:tt)* })*) => { $(
        $(#[$meta])*
        #[derive(Debug, Clone, Serialize, Type)]
        #[serde(rename_all = "camelCase")]
        pub struct $name { $($body)* }
    )* };
}

output_types! {
    /// A tool as `tools` lists it.
    struct ListedTool {
        pub server: String,
        pub name: String,
        pub title: String,
        /// The effective annotations as sent on the wire.
        #[specta(type = serde_json::Value)]
        pub annotations: Box<RawValue>,
        pub hints: ListedHints,
    }

    struct ListedHints {
        pub read_only_hint: ListedHint,
        pub destructive_hint: ListedHint,
        pub idempotent_hint: ListedHint,
        pub open_world_hint: ListedHint,
    }

    struct ListedHint { pub value: bool, pub layer: Layer, pub reason: String }

    /// A tool as `explain`, `set` and `unset` print it.
    struct ExplainedTool {
        pub server: String,
        pub name: String,
        pub fingerprint: String,
        pub review: ReviewView,
        pub fields: ExplainedFields,
        /// Sentences about decisions that loosen declared or strongly inferred hints.
        pub loosened: Vec<String>,
        pub parameters: Vec<ParameterView>,
        /// How clients treat its calls.
        pub clients: Vec<ClientView>,
        pub findings: Vec<FindingView>,
        /// Approximate number of tokens of the definition.
        pub tokens: u32,
        /// How many of them notes and decided descriptions add.
        pub added_tokens: u32,
        /// How many parameters are described, as text.
        pub coverage: String,
        pub notes: Vec<NoteView>,
        /// The description with its notes, as a model reads it.
        pub model_text: String,
        pub comment: Option<String>,
        pub toolsets: Vec<String>,
        pub module: Option<String>,
        pub problems: Vec<ToolProblem>,
        pub observations: Vec<Observation>,
    }

    struct ExplainedFields {
        pub title: ExplainedTitle,
        pub description: ExplainedDescription,
        pub icon: ExplainedIcon,
        pub read_only_hint: ExplainedHint,
        pub destructive_hint: ExplainedHint,
        pub idempotent_hint: ExplainedHint,
        pub open_world_hint: ExplainedHint,
    }

    struct ExplainedTitle {
        pub value: String,
        pub layer: Layer,
        pub reason: String,
        pub shadows: Vec<ShadowedValue>,
    }

    struct ExplainedDescription {
        pub value: String,
        pub layer: Layer,
        pub reason: String,
        pub because: Option<String>,
        /// Set if the server changed the tool since the decision.
        pub superseded: Option<StaleDecision>,
        pub declared: String,
    }

    struct ExplainedIcon {
        pub value: Option<String>,
        pub layer: Layer,
        pub reason: String,
        pub superseded: Option<StaleDecision>,
    }

    struct ExplainedHint {
        pub value: bool,
        pub layer: Layer,
        pub reason: String,
        /// Reason the hint does not apply to this tool.
        pub unused: Option<String>,
        pub because: Option<String>,
        /// Selector of the deciding rule.
        pub rule: Option<String>,
        /// The suspended decision, if the server has changed the tool since it was made.
        pub suspended: Option<bool>,
        pub superseded: Option<StaleDecision>,
        /// Environments in which the effective value differs.
        pub elsewhere: Vec<String>,
        pub shadows: Vec<ShadowedValue>,
    }

    /// The value of a layer that a stronger one replaces.
    struct ShadowedValue {
        pub layer: Layer,
        pub value: Option<String>,
        pub reason: String,
        pub rule: Option<String>,
        pub suspended: bool,
    }

    /// A server with the problems of its last scan and the last lines of its stderr.
    struct ServerDetail {
        #[serde(flatten)]
        pub server: ServerView,
        pub problems: Vec<ToolProblem>,
        pub output: Vec<String>,
    }

    /// The notes of a tool.
    struct ToolNotes {
        pub notes: Vec<NoteView>,
        /// The description with its notes, as a model reads it.
        pub model_text: String,
        pub added_tokens: u32,
        /// The active toolset.
        pub toolset: Option<String>,
    }

    struct ToolComment { pub comment: Option<String> }

    /// How many parameters are described.
    struct CoverageReport { pub servers: Vec<CoverageRow>, pub toolsets: Vec<CoverageRow> }

    /// Where a tool differs from a policy.
    struct PinDifference {
        pub server: String,
        pub tool: String,
        pub message: String,
        pub difference: Vec<String>,
    }

    /// Exported files that were not written: their texts by name.
    struct ExportedTexts { pub files: BTreeMap<String, String>, pub report: FidelityReport }
}
