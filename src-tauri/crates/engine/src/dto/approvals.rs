//! Pending approval requests and the approval mode of a tool.

use hintsmith_core::approval::ApprovalMode;
use hintsmith_core::resolve::Behaviour;
use hintsmith_core::resolve::badge::Badge;

dto_types! {
    /// A tool call that is waiting for approval.
    struct ApprovalView {
        pub id: u32,
        /// Random per request; an answer must carry it, so that it can only answer this call.
        pub nonce: String,
        pub server: String,
        pub tool: String,
        pub title: String,
        /// Name the client reports.
        pub client: Option<String>,
        pub origin: CallOrigin,
        /// Arguments as JSON, exactly as they will be sent.
        pub arguments: Option<String>,
        pub badges: Vec<Badge>,
        pub behaviour: Behaviour,
        /// Reason the call requires approval.
        pub because: String,
        /// One sentence for each relevant hint.
        pub sentences: Vec<String>,
        /// The call can be allowed for the rest of the session.
        pub offers_session: bool,
        pub asked_at: String,
        pub seconds_left: u32,
        pub seconds_in_all: u32,
    }

    #[derive(Copy)]
    enum CallOrigin { Gateway, Wrap, Window, Terminal }

    #[derive(Copy)]
    enum ApprovalAnswer {
        Once,
        /// Covers later calls of the tool while this client stays connected.
        Session,
        Deny,
    }

    struct AnswerInput { pub id: u32, pub nonce: String, pub answer: ApprovalAnswer }

    struct ModeInput {
        pub server: String,
        pub tool: String,
        /// None: inherit from the toolset or the server, else decide by hints.
        pub mode: Option<ApprovalMode>,
    }

    /// Approval mode of a tool and the resulting treatment of its calls.
    struct ToolApproval { pub mode: Option<ApprovalMode>, pub treatment: CallTreatment, pub because: String }

    #[derive(Copy)]
    enum CallTreatment { Runs, Asks, Refused }
}
