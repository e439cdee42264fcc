//! The catalog: tool cards, search and saved filters.

use super::decisions::ToolKey;
use super::servers::ServerView;
use super::toolsets::ToolsetSummary;
use hintsmith_core::model::layer::Mark;
use hintsmith_core::resolve::Behaviour;
use hintsmith_core::resolve::badge::Badge;
use hintsmith_core::review::ReviewState;
use hintsmith_core::search::filter::FilterProblem;

dto_types! {
    /// Everything the catalog view shows.
    struct Catalog {
        pub revision: u32,
        /// Reason the store is read-only, if it is.
        pub read_only: Option<String>,
        pub servers: Vec<ServerView>,
        pub cards: Vec<ToolCard>,
        pub changes: ChangeSummary,
        /// The selected environment; none is the base.
        pub environment: Option<String>,
        pub environments: Vec<String>,
        /// Number of tools whose current definition has not been reviewed.
        pub to_review: u32,
        /// Number of notes proposed by agents that await review.
        pub proposed_notes: u32,
        pub filters: Vec<SavedFilter>,
        pub toolsets: Vec<ToolsetSummary>,
        /// Number of lint errors and warnings under the preferred profile.
        pub findings: u32,
    }

    struct ToolCard {
        pub server: String,
        pub name: String,
        pub title: String,
        /// Shortened first paragraph of the description.
        pub description: String,
        pub badges: Vec<Badge>,
        /// One per hint, in display order.
        pub hints: Vec<HintCell>,
        pub behaviour: Behaviour,
        /// Short fingerprint of this definition; a decision hands it back, so that it fails if the tool has changed
        /// since.
        pub seen: String,
        /// Decided differently than in the last export.
        pub changed: bool,
        /// At least one field has a decision.
        pub decided: bool,
        /// Number of malformed fields.
        pub problems: u32,
        /// Number of lint errors and warnings.
        pub findings: u32,
        pub review: ReviewState,
        pub reviewed_at: Option<String>,
        /// A decision is suspended until the changed definition is reviewed.
        pub suspended: bool,
        /// The declared hints contradict what is inferred from the tool's text.
        pub conflict: bool,
        /// Group within the server, derived from the tool's name: `notes`, `calendar`.
        pub module: Option<String>,
        /// Estimated number of tokens the definition costs a model.
        pub tokens: u32,
        pub notes: u32,
        /// Toolsets that contain the tool.
        pub toolsets: Vec<String>,
        /// Identifies the icon. None if there is none that may be shown: it is decided, or its server is trusted.
        pub icon: Option<String>,
    }

    /// A hint in a table. The value is none if the hint does not apply.
    #[derive(Copy)]
    struct HintCell { pub value: Option<bool>, pub mark: Mark }

    /// A named query.
    struct SavedFilter { pub name: String, pub query: String }

    struct FilterKey { pub name: String }

    struct IconsInput { pub tools: Vec<ToolKey> }

    /// A tool's icon as a small PNG in a `data:` URL; none if there is no icon that may be shown.
    struct ToolIcon { pub key: ToolKey, pub image: Option<String> }

    /// A tool in terminal listings.
    struct ToolRow {
        pub card: ToolCard,
        /// Reason for the first badge.
        pub why: String,
    }

    /// Number of decisions that some exported file lacks.
    struct ChangeSummary {
        pub count: u32,
        /// The newest export to a file that lacks decisions; the newest of all if no file does.
        pub last_export: Option<LastExport>,
    }

    struct LastExport { pub target: String, pub path: String, pub at: String }

    struct SearchInput { pub query: String }

    struct SearchResult {
        /// Revision of the catalog that `matches` refers to.
        pub revision: u32,
        /// Indices into the catalog's cards; if the query contains text, best match first.
        pub matches: Vec<u32>,
        /// Terms that could not be parsed, with the reason. They match nothing.
        pub problems: Vec<FilterProblem>,
    }

    struct CompletionInput {
        pub query: String,
        /// Cursor position in UTF-16 code units.
        pub cursor: u32,
    }
}
