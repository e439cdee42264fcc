//! Running a tool: form, progress and result.

use hintsmith_core::call::form::Form;
use hintsmith_core::call::observation::ObservationVerdict;
use hintsmith_core::call::validate::Violation;

use super::calls::{CallOutcome, CallVerdict};
use super::servers::Failure;

dto_types! {
    /// Everything needed to run a tool by hand.
    struct RunnerView {
        pub form: Form,
        /// Reason the tool cannot be run.
        pub refused: Option<Failure>,
        /// Reason the user is asked to confirm a call after starting it.
        pub confirmation: Option<String>,
        /// Effects of a call, one sentence for each hint.
        pub sentences: Vec<String>,
        /// The tool's results come from systems that others control (`openWorldHint`).
        pub open_world: bool,
        pub saved: Vec<SavedCall>,
        /// Newest first.
        pub recent: Vec<RecentCall>,
        /// Read-only tools of the same server, which can show the effect of a call.
        pub readers: Vec<String>,
    }

    struct SavedCall {
        pub name: String,
        /// JSON object.
        pub arguments: String,
        pub at: String,
        /// The tool's definition has changed since.
        pub outdated: bool,
    }

    struct RecentCall {
        pub id: u32,
        pub at: String,
        /// JSON object, without the arguments in `left`.
        pub arguments: String,
        /// Names of arguments that looked like secrets and were not stored.
        pub redacted: Vec<String>,
        pub verdict: CallVerdict,
        pub outcome: Option<CallOutcome>,
        pub took_ms: Option<u32>,
    }

    struct RunInput {
        /// Id chosen by the caller, used to cancel the run.
        pub run: u32,
        pub server: String,
        pub tool: String,
        /// JSON object.
        pub arguments: String,
    }

    /// Makes the same call twice; `reader` is a read-only tool that is called in between to observe the effect.
    struct RepeatInput { pub call: RunInput, pub reader: Option<ReaderInput> }

    struct ReaderInput { pub tool: String, pub arguments: String }

    struct SaveCallInput { pub server: String, pub tool: String, pub name: String, pub arguments: String }

    struct SavedCallKey { pub server: String, pub tool: String, pub name: String }

    #[derive(Copy)]
    enum RunStage {
        Connecting,
        /// Waiting for approval.
        Asking,
        Running,
        RunningAgain,
        /// Calling the read-only tool that observes the effect.
        Reading,
    }

    /// Result of a call.
    struct RunReport {
        pub verdict: CallVerdict,
        /// Reason for the verdict.
        pub why: Option<String>,
        pub outcome: Option<CallOutcome>,
        pub took_ms: Option<u32>,
        /// Transport or protocol error.
        pub error: Option<String>,
        pub content: Vec<ContentBlock>,
        /// `structuredContent`, as JSON.
        pub structured: Option<String>,
        /// Violations of the tool's output schema.
        pub violations: Vec<Violation>,
        /// The result exactly as the server sent it.
        pub raw: Option<String>,
        pub open_world: bool,
        /// The equivalent `hintsmith run` command line.
        pub command: String,
    }

    struct RepeatReport {
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
        /// The tool's definition has changed since.
        pub outdated: bool,
    }
}

/// A content block of a tool result.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum ContentBlock {
    Text {
        text: String,
    },
    Image {
        /// The decoded and re-encoded picture as a `data:` URL.
        picture: Option<String>,
        mime: String,
        bytes: u32,
        /// Reason the picture is not shown.
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

/// Progress of a run. Not `Eq`, because it has floating-point fields.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct RunState {
    pub stage: RunStage,
    pub progress: Option<f64>,
    pub total: Option<f64>,
    pub message: Option<String>,
}
