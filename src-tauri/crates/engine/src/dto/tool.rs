//! One tool, with everything that is said about it, and deciding.

use super::approvals::ToolApproval;
use super::catalog::{ChangeSummary, ToolCard};
use super::findings::FindingView;
use super::review::SeenTool;
use super::run::Observation;
use super::servers::ToolProblem;
use super::toolsets::{NoteView, ProposedNote};
use hintsmith_core::client::Verdict;
use hintsmith_core::coverage::Coverage;
use hintsmith_core::decisions::Overtaken;
use hintsmith_core::drift::FieldChange;
use hintsmith_core::hint::HintName;
use hintsmith_core::layer::Layer;
use hintsmith_core::layer::Mark;
use hintsmith_core::review::ReviewState;
use hintsmith_core::wire::DiffLine;
use serde::{Deserialize, Serialize};

views! {
    struct ToolDetail {
        pub card: ToolCard,
        pub fingerprint: String,
        pub description: String,
        pub title: ResolvedTitle,
        pub hints: Vec<ResolvedHint>,
        /// The description with its notes, as a model reads it.
        pub model_text: String,
        /// How many tokens notes and decided descriptions add to what the server sent.
        pub added_tokens: u32,
        pub notes: Vec<NoteView>,
        /// Notes of agents, which no model reads before they are accepted.
        pub proposed_notes: Vec<ProposedNote>,
        /// The notes are more than a model reads with care.
        pub many_notes: bool,
        /// What people wrote for each other. No model sees it.
        pub remark: Option<String>,
        /// The toolset that is equipped here.
        pub equipped: Option<String>,
        pub parameters: Vec<ParameterView>,
        pub coverage: Coverage,
        /// What clients do with the hints.
        pub clients: Vec<ClientView>,
        pub findings: Vec<FindingView>,
        pub problems: Vec<ToolProblem>,
        /// The tool as the server sent it, indented.
        pub server_json: String,
        /// The tool as a corrected server would send it.
        pub effective_json: String,
        /// From the one to the other: title and annotations.
        pub difference: Vec<DiffLine>,
        pub review: ReviewView,
        /// How the tool changed since somebody looked at it.
        pub drift: Option<Drift>,
        pub approval: ToolApproval,
        /// Decisions that loosen what the server declares or what inference is certain of, in words.
        pub loosened: Vec<String>,
        /// What was seen when it was called twice, the oldest first.
        pub observations: Vec<Observation>,
    }

    /// Who said when that the tool is right.
    struct ReviewView { pub state: ReviewState, pub by: Option<String>, pub at: Option<String> }

    /// How a tool differs from the definition that was reviewed or decided about.
    struct Drift {
        /// A review, or else a decision.
        pub reviewed: bool,
        pub by: Option<String>,
        pub at: Option<String>,
        /// The earlier definition is no longer kept, so nothing can be compared.
        pub unknown: bool,
        pub changes: Vec<FieldChange>,
    }

    struct ResolvedTitle {
        pub value: String,
        pub layer: Layer,
        pub mark: Mark,
        pub reason: String,
        pub decided: Option<String>,
        pub inferred: String,
        pub changed: bool,
        /// The server has spoken since it was decided.
        pub overtaken: Option<Overtaken>,
        pub stack: Vec<LayerEntry>,
    }

    struct ResolvedHint {
        pub hint: HintName,
        pub value: bool,
        pub layer: Layer,
        pub mark: Mark,
        /// `*…*` marks emphasis.
        pub reason: String,
        /// Why the hint means nothing on this tool, if so.
        pub unused: Option<String>,
        /// What a person decided in the environment that is shown; none = inherit.
        pub decided: Option<bool>,
        pub because: Option<String>,
        pub changed: bool,
        /// The decision that waits for a look, because the server changed the tool.
        pub suspended: Option<bool>,
        /// The server has spoken since it was decided.
        pub overtaken: Option<Overtaken>,
        /// The rule that decides it.
        pub rule: Option<String>,
        /// The environments where another value holds.
        pub elsewhere: Vec<String>,
        pub stack: Vec<LayerEntry>,
    }

    /// What one layer says about a field; all layers, the strongest first.
    struct LayerEntry {
        pub layer: Layer,
        /// None: the layer says nothing.
        pub value: Option<String>,
        /// The reason in words; empty where signals tell it.
        pub detail: String,
        /// What inference saw, the strongest first.
        pub signals: Vec<SignalView>,
        pub wins: bool,
        /// It decides nothing until a person has looked at the changed tool.
        pub suspended: bool,
        /// The selector of the rule that says it.
        pub rule: Option<String>,
    }

    /// One parameter of a tool. Its description can be decided like any field.
    struct ParameterView {
        pub name: String,
        /// Its JSON type, as far as it is known.
        pub kind: String,
        pub required: bool,
        /// The only values it takes, if they are listed.
        pub choices: Vec<String>,
        /// What holds.
        pub description: String,
        pub declared: Option<String>,
        /// What a person decided in the environment that is shown; none = inherit.
        pub decided: Option<String>,
        pub mark: Mark,
        /// Since the last export.
        pub changed: bool,
    }

    /// What one client does when a model wants to call the tool.
    struct ClientView {
        /// Tells the rows apart: `codex-auto`.
        pub id: String,
        pub name: String,
        /// The mode of the client, where it has several.
        pub mode: Option<String>,
        /// The mode that most people use.
        pub usual: bool,
        /// By what the server declares.
        pub server: Verdict,
        /// By what holds here.
        pub yours: Verdict,
        /// Where the rule is written.
        pub source: String,
    }

    /// One change for many tools.
    struct BulkInput {
        pub tools: Vec<SeenTool>,
        /// Where it is decided; none is the base.
        pub environment: Option<String>,
        pub change: BulkChange,
        pub because: Option<String>,
        /// A person has confirmed what the preview says it loosens.
        pub loosen: bool,
    }

    /// What would happen to the tools.
    struct BulkPreview {
        pub tools: u32,
        /// Tools that would not be as they are.
        pub changing: u32,
        /// Hint by hint, from what holds to what will.
        pub groups: Vec<BulkGroup>,
        /// A selector for these tools, where a rule could do the same.
        pub selector: Option<String>,
        pub loosens: Loosening,
    }

    /// The tools for which a change loosens what their server declares or what inference is certain of.
    #[derive(Default)]
    struct Loosening {
        pub tools: u32,
        /// Some of them, and what is loosened.
        pub examples: Vec<LoosenedTool>,
    }

    struct LoosenedTool { pub server: String, pub tool: String, pub words: String }

    struct BulkGroup { pub hint: HintName, pub before: Standing, pub after: Standing, pub tools: u32 }

    /// A value and whose word it is.
    #[derive(Copy, PartialOrd, Ord)]
    struct Standing { pub value: bool, pub mark: Mark }

    /// What one rule of inference saw.
    struct SignalView {
        pub rule: String,
        /// Why, in a sentence; `*…*` marks emphasis.
        pub reason: String,
        /// None: the rule cannot say.
        pub value: Option<bool>,
        pub certainty: String,
    }

    struct DecideInput {
        pub server: String,
        pub tool: String,
        /// Where it is decided; none is the base.
        pub environment: Option<String>,
        /// The definition that was shown; none: whichever is there.
        pub seen: Option<String>,
        /// All of them, or none.
        pub decisions: Vec<FieldDecision>,
        pub because: Option<String>,
    }

    struct ToolChange {
        pub revision: u32,
        pub detail: ToolDetail,
        pub changes: ChangeSummary,
        pub to_review: u32,
        /// The entry of the history; none when nothing had to be changed.
        pub entry: Option<u32>,
    }

    /// What an act changed.
    struct ActReport {
        pub changed: u32,
        /// The entry of the history; none when nothing had to be changed.
        pub entry: Option<u32>,
    }
}

/// One field and what is decided about it; none lets it inherit again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "field", rename_all = "camelCase")]
pub enum FieldDecision {
    Title {
        value: Option<String>,
    },
    Hint {
        hint: HintName,
        value: Option<bool>,
    },
    /// The description of a parameter.
    Parameter {
        name: String,
        value: Option<String>,
    },
}

/// What is done to each of many tools.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum BulkChange {
    /// The same decisions for all.
    Decide { decisions: Vec<FieldDecision> },
    /// Decide what is inferred, where nobody says anything.
    AcceptInference,
    /// Decide what is inferred, also where the server declares something else.
    ReplaceDeclared,
    /// Let every hint inherit again.
    Reset,
}
