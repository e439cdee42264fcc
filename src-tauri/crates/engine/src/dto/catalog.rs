//! The catalog: every tool as a card, and searching among them.

use super::servers::ServerView;
use super::toolsets::ToolsetSummary;
use hintsmith_core::badge::Badge;
use hintsmith_core::filter::FilterProblem;
use hintsmith_core::layer::{Layer, Mark};
use hintsmith_core::resolve::Behaviour;
use hintsmith_core::review::ReviewState;
use serde::Serialize;
use serde_json::value::RawValue;

views! {
    /// A tool by its key.
    struct ToolKey { pub server: String, pub tool: String }

    /// Everything the catalog shows.
    struct Catalog {
        pub revision: u32,
        /// Why the store cannot be written, if so.
        pub read_only: Option<String>,
        pub servers: Vec<ServerView>,
        pub cards: Vec<ToolCard>,
        pub changes: ChangeSummary,
        /// The environment everything is seen in; none is the base.
        pub environment: Option<String>,
        pub environments: Vec<String>,
        /// How many tools nobody has reviewed as they are now.
        pub to_review: u32,
        /// How many notes of agents wait for review.
        pub proposed_notes: u32,
        /// Queries that a person gave a name.
        pub filters: Vec<SavedFilter>,
        pub toolsets: Vec<ToolsetSummary>,
        /// How many errors and warnings the linter finds by the profile that is preferred.
        pub findings: u32,
    }

    struct ToolCard {
        pub server: String,
        pub name: String,
        pub title: String,
        /// The beginning of the description.
        pub description: String,
        pub badges: Vec<Badge>,
        /// One for each hint, in the order they are shown.
        pub hints: Vec<HintCell>,
        pub behaviour: Behaviour,
        /// Which definition this is, to be handed back by whoever decides after having seen it.
        pub seen: String,
        /// Since the last export.
        pub changed: bool,
        /// A person decided at least one field.
        pub decided: bool,
        /// How many things are malformed about it.
        pub problems: u32,
        /// How many errors and warnings the linter finds about it.
        pub findings: u32,
        pub review: ReviewState,
        pub reviewed_at: Option<String>,
        /// A decision waits for a person to look at the changed tool.
        pub suspended: bool,
        /// The server says one thing and the tool's own words another.
        pub conflict: bool,
        /// What it belongs to within its server, by its name: `notes`, `calendar`.
        pub module: Option<String>,
        /// About how many tokens a model reads when it is offered the tool.
        pub tokens: u32,
        pub notes: u32,
        /// The toolsets it is in.
        pub toolsets: Vec<String>,
        /// It has an icon that may be shown: its server is trusted.
        pub icon: bool,
    }

    /// A hint in a table: its value, or none where it means nothing.
    #[derive(Copy)]
    struct HintCell { pub value: Option<bool>, pub mark: Mark }

    /// A query with a name.
    struct SavedFilter { pub name: String, pub query: String }

    struct FilterKey { pub name: String }

    struct IconsInput { pub tools: Vec<ToolKey> }

    /// The icon of a tool as a small PNG in a `data:` address; none when it has none that can be shown.
    struct ToolIcon { pub key: ToolKey, pub image: Option<String> }

    /// A tool as a terminal lists it.
    struct ToolRow {
        pub card: ToolCard,
        /// Why it behaves as its first badge says.
        pub why: String,
    }

    /// How far the decisions are from what was exported last.
    struct ChangeSummary { pub count: u32, pub last_export: Option<LastExport> }

    struct LastExport { pub target: String, pub path: String, pub at: String }

    struct SearchInput { pub query: String }

    struct SearchResult {
        /// The catalog the matches point into.
        pub revision: u32,
        /// Positions in the catalog's cards; where text is looked for, the best first.
        pub matches: Vec<u32>,
        /// Terms that were not understood, and why. They match nothing.
        pub problems: Vec<FilterProblem>,
    }

    struct CompletionInput {
        pub query: String,
        /// Where the cursor stands, in UTF-16 units.
        pub cursor: u32,
    }
}

/// A tool in the form that `tools --json` keeps stable. It stays on the command line, so it may hold raw JSON.
#[derive(Debug, Serialize)]
pub struct StableTool {
    pub server: String,
    pub name: String,
    pub title: String,
    /// The effective annotations in wire form.
    pub annotations: Box<RawValue>,
    /// By their key on the wire, in the order they are shown.
    #[serde(serialize_with = "as_map")]
    pub hints: Vec<(&'static str, StableHint)>,
}

#[derive(Debug, Serialize)]
pub struct StableHint {
    pub value: bool,
    pub layer: Layer,
    pub reason: String,
}

fn as_map<S: serde::Serializer>(
    hints: &[(&'static str, StableHint)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(hints.iter().map(|(key, hint)| (key, hint)))
}
