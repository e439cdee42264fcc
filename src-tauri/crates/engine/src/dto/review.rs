//! The review queue.

use super::catalog::ToolCard;
use super::decisions::SeenTool;
use super::tool::{BulkGroup, Loosening};
use super::toolsets::ProposedNote;

dto_types! {
    /// Items to review, most dangerous first.
    struct ReviewQueue {
        pub items: Vec<ReviewItem>,
        pub reviewed: u32,
        pub total: u32,
        /// Number of tools that can be accepted in bulk because declared and inferred hints agree.
        pub agreeing: u32,
        /// Tools that no longer exist but have decisions or notes.
        pub removed: Vec<RemovedTool>,
        /// Notes proposed by agents; no model reads them before they are accepted.
        pub proposed_notes: Vec<ProposedNote>,
    }

    struct ReviewItem {
        pub card: ToolCard,
        pub group: ReviewGroup,
        pub agrees: bool,
        /// How often the tool was called, by the call log.
        pub calls: u32,
    }

    #[derive(Copy)]
    enum ReviewOrder {
        /// Drifted and conflicting tools first, then the most dangerous.
        Danger,
        /// The tools that agents call most first.
        Calls,
        /// By server and module.
        Module,
    }

    #[derive(Copy)]
    enum ReviewGroup {
        Drifted,
        /// The declared hints contradict what is inferred from the tool's text.
        Conflict,
        New,
        Unreviewed,
    }

    struct RemovedTool {
        pub server: String,
        pub tool: String,
        pub decisions: u32,
        pub notes: u32,
        /// Number of approval modes.
        pub approvals: u32,
        pub has_comment: bool,
        /// Name of the tool it was probably renamed to.
        pub renamed_to: Option<String>,
    }

    struct AcceptInput {
        pub tools: Vec<SeenTool>,
        pub environment: Option<String>,
        /// The user has confirmed the loosening that the preview reports.
        pub loosen: bool,
    }

    /// What accepting tools as they are shown would decide.
    struct AcceptPreview {
        pub tools: u32,
        /// Number of tools that would get decisions; the others are only marked as reviewed.
        pub deciding: u32,
        /// The values before and after, most tools first.
        pub groups: Vec<BulkGroup>,
        pub loosens: Loosening,
    }

    struct MoveInput {
        pub server: String,
        pub from: String,
        pub to: String,
        /// The user has confirmed the loosening that the preview reports.
        pub loosen: bool,
    }
}
