//! Running a tool: what is filled in, how far a call is, and what came of it.

use hintsmith_core::fits::Complaint;
use hintsmith_core::form::Form;
use hintsmith_core::observe::ObservationVerdict;

use super::calls::{CallOutcome, CallVerdict};
use super::servers::Failure;

views! {
    /// What a person needs to run a tool.
    struct RunnerView {
        pub form: Form,
        /// Why it cannot be run.
        pub refused: Option<Failure>,
        /// What a call does, one plain sentence for each hint.
        pub sentences: Vec<String>,
        /// What it answers comes from a world that others control.
        pub open_world: bool,
        pub saved: Vec<SavedCall>,
        /// The newest first.
        pub recent: Vec<RecentCall>,
        /// The tools of the same server that only read: one of them can show what a call did.
        pub readers: Vec<String>,
    }

    struct SavedCall {
        pub name: String,
        /// JSON.
        pub arguments: String,
        pub at: String,
        /// The tool has another definition now.
        pub outdated: bool,
    }

    struct RecentCall {
        pub id: u32,
        pub at: String,
        /// JSON.
        pub arguments: String,
        /// Arguments that looked secret and were not kept.
        pub left: Vec<String>,
        pub verdict: CallVerdict,
        pub outcome: Option<CallOutcome>,
        pub took_ms: Option<u32>,
    }

    struct RunInput {
        /// A number of the caller's, to call it off by.
        pub run: u32,
        pub server: String,
        pub tool: String,
        /// A JSON object.
        pub arguments: String,
    }

    /// The same call twice, and perhaps a tool that shows what it did.
    struct TwiceInput { pub call: RunInput, pub reader: Option<ReaderInput> }

    struct ReaderInput { pub tool: String, pub arguments: String }

    struct SaveCallInput { pub server: String, pub tool: String, pub name: String, pub arguments: String }

    struct SavedCallKey { pub server: String, pub tool: String, pub name: String }

    #[derive(Copy)]
    enum RunStage {
        Connecting,
        /// A person is asked whether it may run.
        Asking,
        Running,
        RunningAgain,
        /// Another tool shows what was done.
        Reading,
    }

    /// What came of a call.
    struct RunReport {
        pub verdict: CallVerdict,
        /// Why it was allowed or not.
        pub why: Option<String>,
        pub outcome: Option<CallOutcome>,
        pub took_ms: Option<u32>,
        /// What went wrong on the way, in words.
        pub error: Option<String>,
        pub pieces: Vec<Piece>,
        /// The structured result, as JSON.
        pub structured: Option<String>,
        /// Where the structured result does not fit the tool's output schema.
        pub complaints: Vec<Complaint>,
        /// The result exactly as the server wrote it.
        pub raw: Option<String>,
        pub open_world: bool,
        /// The same as a command.
        pub command: String,
    }

    struct TwiceReport {
        pub observation: Option<Observation>,
        pub first: RunReport,
        pub second: Option<RunReport>,
    }

    struct Observation {
        pub id: u32,
        pub at: String,
        pub by: String,
        pub verdict: ObservationVerdict,
        pub sentence: String,
        /// The tool had another definition.
        pub outdated: bool,
    }
}

/// One piece of a result.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Piece {
    Text {
        text: String,
    },
    Image {
        /// A `data:` address of the picture, drawn anew.
        picture: Option<String>,
        mime: String,
        bytes: u32,
        /// Why it is not shown.
        why: Option<String>,
    },
    Audio {
        mime: String,
        bytes: u32,
    },
    Link {
        uri: String,
        name: String,
        mime: Option<String>,
    },
    Resource {
        uri: String,
        mime: Option<String>,
        text: Option<String>,
        bytes: u32,
    },
    Unknown {
        json: String,
    },
}

/// How far a run is. It has fractions, so it is not compared.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct RunState {
    pub stage: RunStage,
    pub progress: Option<f64>,
    pub total: Option<f64>,
    pub message: Option<String>,
}
