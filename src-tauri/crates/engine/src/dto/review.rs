//! The queue of what is to be looked at.

use super::catalog::ToolCard;
use super::toolsets::ProposedNote;

views! {
    /// What is to be looked at, the most dangerous first.
    struct ReviewQueue {
        pub items: Vec<ReviewItem>,
        pub reviewed: u32,
        pub total: u32,
        /// How many can be accepted at once, because server and inference agree.
        pub agreeing: u32,
        /// Tools that went although something was decided about them.
        pub gone: Vec<GoneTool>,
        /// Notes of agents, which no model reads before they are accepted.
        pub proposed_notes: Vec<ProposedNote>,
    }

    struct ReviewItem { pub card: ToolCard, pub group: ReviewGroup, pub agrees: bool }

    #[derive(Copy)]
    enum ReviewGroup {
        Drifted,
        /// The server's word and the tool's own disagree.
        Conflict,
        New,
        Unreviewed,
    }

    struct GoneTool {
        pub server: String,
        pub tool: String,
        pub decisions: u32,
        /// A tool that is probably the same under another name.
        pub now: Option<String>,
    }

    struct AcceptInput { pub tools: Vec<SeenTool>, pub environment: Option<String> }

    struct SeenTool {
        pub server: String,
        pub tool: String,
        /// The definition that was shown; none: whichever is there.
        pub seen: Option<String>,
    }

    struct MoveInput { pub server: String, pub from: String, pub to: String }
}
