//! A single tool in detail, and decisions about its fields.

use super::approvals::ToolApproval;
use super::catalog::{ChangeSummary, ToolCard};
use super::decisions::FieldDecision;
use super::decisions::SeenTool;
use super::findings::FindingView;
use super::run::Observation;
use super::servers::ToolProblem;
use super::toolsets::{NoteView, ProposedNote};
use hintsmith_core::approval::client::ClientVerdict;
use hintsmith_core::drift::{DiffSpan, FieldChange};
use hintsmith_core::model::decisions::StaleDecision;
use hintsmith_core::model::hint::HintName;
use hintsmith_core::model::layer::Layer;
use hintsmith_core::model::layer::Mark;
use hintsmith_core::resolve::coverage::Coverage;
use hintsmith_core::resolve::wire::{DiffLine, EqualLines};
use hintsmith_core::review::ReviewState;
use serde::{Deserialize, Serialize};

dto_types! {
    struct ToolDetail {
        pub card: ToolCard,
        pub fingerprint: String,
        pub description: ResolvedDescription,
        pub title: ResolvedTitle,
        pub icon: ResolvedIcon,
        pub hints: Vec<ResolvedHint>,
        /// The description with its notes, as sent to a model.
        pub model_text: String,
        /// Number of tokens that notes and decided descriptions add to the server's definition.
        pub added_tokens: u32,
        pub notes: Vec<NoteView>,
        /// Notes proposed by agents; no model reads them before they are accepted.
        pub proposed_notes: Vec<ProposedNote>,
        /// The notes exceed the length that models read reliably.
        pub many_notes: bool,
        /// Comment for other users; never sent to a model.
        pub comment: Option<String>,
        /// The active toolset.
        pub active_toolset: Option<String>,
        pub parameters: Vec<ParameterView>,
        pub coverage: Coverage,
        /// Behaviour of known clients for this tool.
        pub clients: Vec<ClientView>,
        pub findings: Vec<FindingView>,
        pub problems: Vec<ToolProblem>,
        /// The tool as the server sent it, indented.
        pub server_json: String,
        /// The corrected tool, indented.
        pub effective_json: String,
        /// Lines that both have in common.
        pub equal_lines: Vec<EqualLines>,
        /// Difference between the two in title and annotations.
        pub difference: Vec<DiffLine>,
        pub review: ReviewView,
        /// Changes since the definition that was reviewed or decided about.
        pub drift: Option<Drift>,
        pub approval: ToolApproval,
        /// Sentences about decisions that loosen declared or certainly inferred hints.
        pub loosened: Vec<String>,
        /// Observations from repeated calls, oldest first.
        pub observations: Vec<Observation>,
    }

    /// State of the review, with reviewer and time.
    struct ReviewView { pub state: ReviewState, pub by: Option<String>, pub at: Option<String> }

    /// Difference from the definition that was reviewed or decided about.
    struct Drift {
        /// The earlier definition was reviewed; otherwise it was only decided about.
        pub reviewed: bool,
        pub by: Option<String>,
        pub at: Option<String>,
        /// The earlier definition is no longer stored, so no difference can be computed.
        pub unknown: bool,
        pub changes: Vec<FieldChange>,
        /// Word difference from the server's new description to the decided one, which stays in effect; empty if
        /// none is decided or the server did not change its description.
        pub description: Vec<DiffSpan>,
    }

    struct ResolvedTitle {
        pub value: String,
        pub layer: Layer,
        pub mark: Mark,
        pub reason: String,
        pub decided: Option<String>,
        pub inferred: String,
        pub changed: bool,
        /// Set if the server has declared a value since the decision.
        pub superseded: Option<StaleDecision>,
        pub stack: Vec<LayerEntry>,
    }

    struct ResolvedDescription {
        /// The effective description, without notes.
        pub value: String,
        /// The server's description; empty if it sends none.
        pub declared: String,
        /// The decision in the selected environment; none inherits.
        pub decided: Option<String>,
        /// The description without a decision in the selected environment: that of the base, else the declared one.
        pub inherited: String,
        pub layer: Layer,
        pub mark: Mark,
        pub reason: String,
        pub because: Option<String>,
        pub changed: bool,
        /// Set if the server changed the tool since the decision.
        pub superseded: Option<StaleDecision>,
        /// Word difference from the server's description to the decided one; empty without a decision.
        pub difference: Vec<DiffSpan>,
    }

    struct ResolvedIcon {
        /// The effective source: a `data:` URI or an https URL. None if neither the user nor the server has a usable
        /// one.
        pub value: Option<String>,
        /// The decision in the selected environment; none inherits.
        pub decided: Option<String>,
        pub layer: Layer,
        pub mark: Mark,
        pub reason: String,
        pub changed: bool,
        /// Set if the server changed the tool since the decision.
        pub superseded: Option<StaleDecision>,
    }

    struct ResolvedHint {
        pub hint: HintName,
        pub value: bool,
        pub layer: Layer,
        pub mark: Mark,
        /// `*…*` marks emphasis.
        pub reason: String,
        /// Reason the hint does not apply to this tool.
        pub unused: Option<String>,
        /// The decision in the selected environment; none inherits.
        pub decided: Option<bool>,
        pub because: Option<String>,
        pub changed: bool,
        /// The suspended decision, if the server has changed the tool since it was made.
        pub suspended: Option<bool>,
        /// Set if the server has declared a value since the decision.
        pub superseded: Option<StaleDecision>,
        /// Selector of the deciding rule.
        pub rule: Option<String>,
        /// Environments in which the effective value differs.
        pub elsewhere: Vec<String>,
        pub stack: Vec<LayerEntry>,
        pub guess: HintGuess,
    }

    /// What is inferred about a hint, with the strongest reasons.
    struct HintGuess {
        /// None: nothing is inferred. The reasons are then those for and against the default.
        pub value: Option<bool>,
        pub supporting: Vec<SignalView>,
        pub opposing: Vec<SignalView>,
        /// The user marked the inferred value as wrong.
        pub wrong: bool,
    }

    /// A layer's value for a field. All layers are listed, strongest first.
    struct LayerEntry {
        pub layer: Layer,
        /// None: the layer has no value.
        pub value: Option<String>,
        /// Reason as text; empty if `signals` give it.
        pub detail: String,
        /// Inference signals, strongest first.
        pub signals: Vec<SignalView>,
        pub wins: bool,
        /// The value has no effect until the changed tool is reviewed.
        pub suspended: bool,
        /// Selector of the rule the value comes from.
        pub rule: Option<String>,
    }

    /// A parameter of a tool. Its description can be decided like any field.
    struct ParameterView {
        pub name: String,
        /// JSON type, as far as it is known.
        pub kind: String,
        pub required: bool,
        /// The allowed values, if they are enumerated.
        pub choices: Vec<String>,
        /// The effective description.
        pub description: String,
        pub declared: Option<String>,
        /// The description without a decision in the selected environment: that of the base, else the declared one.
        pub inherited: Option<String>,
        /// The decision in the selected environment; none inherits.
        pub decided: Option<String>,
        pub mark: Mark,
        /// Decided differently than in the last export.
        pub changed: bool,
    }

    /// How one client treats a call of the tool.
    struct ClientView {
        /// Unique per client and mode: `codex-auto`.
        pub id: String,
        pub name: String,
        /// Mode of the client, if it has several.
        pub mode: Option<String>,
        /// The client's most common mode.
        pub common: bool,
        /// Verdict for the declared hints.
        pub declared: ClientVerdict,
        /// Verdict for the effective hints.
        pub effective: ClientVerdict,
        /// Source that documents the client's behaviour.
        pub source: String,
    }

    /// A change to many tools.
    struct BulkInput {
        pub tools: Vec<SeenTool>,
        /// Environment the decisions are made in; none is the base.
        pub environment: Option<String>,
        pub change: BulkChange,
        pub because: Option<String>,
        /// The user has confirmed the loosening that the preview reports.
        pub loosen: bool,
    }

    /// Effect of a bulk change.
    struct BulkPreview {
        pub tools: u32,
        /// Number of tools with a new decision.
        pub changing: u32,
        /// Number of tools per hint and transition, from the current to the new value.
        pub groups: Vec<BulkGroup>,
        /// A selector for these tools, if a rule could make the same decision.
        pub selector: Option<String>,
        pub loosens: Loosening,
        /// Number of tools that become read-only and destructive at once, and so count as destructive.
        pub contradictory: u32,
    }

    /// Tools for which a change loosens a declared or certainly inferred hint.
    #[derive(Default)]
    struct Loosening {
        pub tools: u32,
        /// Some of the tools, with the loosened hints.
        pub examples: Vec<LoosenedTool>,
    }

    struct LoosenedTool { pub server: String, pub tool: String, pub summary: String }

    struct BulkGroup { pub hint: HintName, pub before: MarkedHint, pub after: MarkedHint, pub tools: u32 }

    /// A hint value with the mark of its layer.
    #[derive(Copy, PartialOrd, Ord)]
    struct MarkedHint { pub value: bool, pub mark: Mark }

    /// Evidence found by one inference rule.
    struct SignalView {
        pub rule: String,
        /// Reason as a sentence; `*…*` marks emphasis.
        pub reason: String,
        /// None: the rule is inconclusive.
        pub value: Option<bool>,
        pub certainty: String,
    }

    struct DecideInput {
        pub server: String,
        pub tool: String,
        /// Environment the decisions are made in; none is the base.
        pub environment: Option<String>,
        /// Short fingerprint of the definition that was shown; none: the current one.
        pub seen: Option<String>,
        /// Applied atomically.
        pub decisions: Vec<FieldDecision>,
        pub because: Option<String>,
    }

    /// The tool as clients get it, before and after decisions that are not made yet.
    struct DecisionPreview {
        /// The corrected tool, indented.
        pub before: String,
        pub after: String,
        /// Lines that both have in common.
        pub equal_lines: Vec<EqualLines>,
        /// Difference between the two in the members that decisions change.
        pub difference: Vec<DiffLine>,
    }

    struct ToolChange {
        pub revision: u32,
        pub detail: ToolDetail,
        pub changes: ChangeSummary,
        pub to_review: u32,
        /// History entry; none if nothing changed.
        pub entry: Option<u32>,
    }

    /// Result of a change recorded in the history.
    struct ChangeReport {
        pub changed: u32,
        /// History entry; none if nothing changed.
        pub entry: Option<u32>,
    }
}

/// What a bulk change does to each tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum BulkChange {
    /// Makes the same decisions for every tool.
    Decide { decisions: Vec<FieldDecision> },
    /// Decides the inferred hints that are neither declared nor decided.
    AcceptInference,
    /// Decides the inferred hints, replacing declared ones.
    ReplaceDeclared,
    /// Removes all decisions about hints.
    Reset,
}
