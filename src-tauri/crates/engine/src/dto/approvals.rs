//! Calls that wait for a person, and how calls of a tool are treated.

use hintsmith_core::approve::Mode;
use hintsmith_core::badge::Badge;
use hintsmith_core::resolve::Behaviour;

views! {
    /// A call that waits for a person.
    struct ApprovalView {
        pub id: u32,
        /// Answering needs it: it is another one for every question.
        pub nonce: String,
        pub server: String,
        pub tool: String,
        pub title: String,
        /// Who asks, as it calls itself.
        pub client: Option<String>,
        pub through: Through,
        /// The arguments exactly as they will be sent, as JSON.
        pub arguments: Option<String>,
        pub badges: Vec<Badge>,
        pub behaviour: Behaviour,
        /// Why it is asked about.
        pub because: String,
        /// One plain sentence for each hint that matters.
        pub sentences: Vec<String>,
        pub asked_at: String,
        pub seconds_left: u32,
        pub seconds_in_all: u32,
    }

    #[derive(Copy)]
    enum Through { Gateway, Wrap, Window, Terminal }

    #[derive(Copy)]
    enum ApprovalAnswer {
        Once,
        /// For as long as this client is connected.
        Session,
        Deny,
    }

    struct AnswerInput { pub id: u32, pub nonce: String, pub answer: ApprovalAnswer }

    struct ModeInput {
        pub server: String,
        pub tool: String,
        /// None: what holds for the toolset or the server, else by hints.
        pub mode: Option<Mode>,
    }

    /// How a call of a tool is treated now.
    struct ToolApproval { pub mode: Option<Mode>, pub comes: Comes, pub because: String }

    #[derive(Copy)]
    enum Comes { Runs, Asks, Refused }
}
