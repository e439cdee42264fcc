//! Servers: how they are reached, how they are, and what a reading brought.

use std::fmt;

use hintsmith_core::infer::Settings;
use hintsmith_core::source::DOTS;
use serde::{Deserialize, Serialize};

views! {
    struct ServerKey { pub server: String }

    enum ServerKind { Demo, Stdio, Http, OpenApi, File }

    enum ServerState {
        /// Turned off by a person.
        Off,
        /// Never read yet.
        Idle,
        Connecting,
        Ready,
        /// Somebody has to sign in first.
        NeedsSignIn,
        Failed,
    }

    /// The two ways of beginning to speak.
    #[derive(Copy)]
    enum Era {
        /// 2026-07-28 and later: no session.
        Stateless,
        /// Before: `initialize` opens a session.
        Handshake,
    }

    struct ServerView {
        pub name: String,
        pub reach: ReachView,
        pub enabled: bool,
        pub state: ServerState,
        /// A connection is open, and changes arrive by themselves.
        pub live: bool,
        pub tools: u32,
        /// When its tools were last read whole.
        pub read_at: Option<String>,
        /// The last attempt failed; the tools are those of the reading before.
        pub stale: bool,
        /// The protocol version of that reading.
        pub protocol: Option<String>,
        pub era: Option<Era>,
        /// How long the handshake took.
        pub latency_ms: Option<u32>,
        pub failure: Option<Failure>,
        /// When somebody signed in.
        pub signed_in: Option<String>,
        /// The page to sign in on, while that is waited for.
        pub sign_in_page: Option<String>,
        /// Why the list ends before the server's does.
        pub cut: Option<String>,
        /// How its tools are read when hints are inferred.
        pub settings: Settings,
        /// A person trusts it: its icons are shown, and its own hints may count.
        pub trusted: bool,
    }

    /// How a server is reached, as it may be shown: secrets are dots.
    struct ReachView {
        pub kind: ServerKind,
        /// The program and its arguments, or the address, or the file.
        pub command: Vec<String>,
        pub folder: Option<String>,
        /// Environment variables, or headers.
        pub variables: Vec<VariableView>,
        /// Variables of Hintsmith's own environment that the command gets too, besides the basic ones.
        pub pass_environment: Vec<String>,
        /// The OAuth client registered beforehand.
        pub client_id: Option<String>,
    }

    struct VariableView {
        pub name: String,
        pub value: String,
        /// The value is kept in the secret store.
        pub secret: bool,
        /// Why it deserves a second look.
        pub danger: Option<String>,
    }

    /// Why a server could not be read.
    struct Failure {
        pub message: String,
        pub hint: String,
        /// The last lines of its standard error.
        pub output: Vec<String>,
    }

    struct NewServer {
        pub name: String,
        pub source: NewSource,
        /// Where the user wants single values to be kept; the others are judged by their names and looks.
        pub storage: Vec<StorageChoice>,
    }

    /// Where one value of a source is to be kept.
    struct StorageChoice {
        /// The name of a variable or header, `argument 3`, or `address`.
        pub value: String,
        /// In the secret store, or as plain text.
        pub secret: bool,
    }

    /// A value of a source, and where it is kept.
    struct ValueView {
        /// The name of a variable or header, `argument 3`, or `address`.
        pub name: String,
        /// As it may be shown.
        pub text: String,
        /// In the secret store, or as plain text.
        pub secret: bool,
    }

    /// Exactly what would run or be asked.
    struct ServerPreview {
        pub reach: ReachView,
        /// The absolute path of the program, if it is found.
        pub program: Option<String>,
        pub warnings: Vec<String>,
        /// Every value of which the user can say where it is kept.
        pub values: Vec<ValueView>,
        /// To be handed back by the person's agreement to exactly this.
        pub consent: String,
    }

    struct AddServerInput { pub server: NewServer, pub consent: String }

    struct EnableServerInput { pub server: String, pub enabled: bool }

    struct TrustInput { pub server: String, pub trusted: bool }

    struct ServerSettingsInput { pub server: String, pub settings: Settings }

    /// Where secrets are kept.
    struct SecretsView { pub writable: bool, pub sentence: String }

    struct ScanReport {
        pub server: ServerView,
        pub added: u32,
        pub changed: u32,
        pub gone: u32,
        /// The same tool by tool; of very many only the first.
        pub changes: Vec<ListChange>,
        pub problems: Vec<ToolProblem>,
    }

    /// What a reading found about one tool.
    struct ListChange {
        pub tool: String,
        pub kind: ListChangeKind,
        /// What changed about it, or the new name.
        pub detail: String,
        /// How many decisions wait for a look, or for the tool to come back.
        pub waiting: u32,
    }

    #[derive(Copy)]
    enum ListChangeKind {
        Added,
        Changed,
        Gone,
        /// Gone, and another tool that came is probably the same.
        Renamed,
    }

    struct ToolProblem { pub tool: String, pub field: String, pub message: String }
}

/// A variable or header of a server to be added. Not `Debug` by itself: its value may be a secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct NewVariable {
    pub name: String,
    /// None: what is kept already, when a server is edited.
    pub value: Option<String>,
    /// Where it is to be kept: in the secret store or as plain text. None: judged by its name and looks.
    pub secret: Option<bool>,
}

impl fmt::Debug for NewVariable {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{}={DOTS}", self.name)
    }
}

/// A server to be added, with every value in plain text.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum NewSource {
    /// The built-in demo, or with a number that many generated tools.
    Demo { tools: Option<u32> },
    /// A command line, split into arguments by the rules of a POSIX shell; no shell ever runs it.
    CommandLine {
        line: String,
        folder: Option<String>,
        environment: Vec<NewVariable>,
        /// Names of variables of Hintsmith's own environment that it gets too.
        pass_environment: Vec<String>,
    },
    /// A command, argument by argument.
    Command {
        command: Vec<String>,
        folder: Option<String>,
        environment: Vec<NewVariable>,
        pass_environment: Vec<String>,
    },
    /// An address that speaks Streamable HTTP.
    Http {
        url: String,
        headers: Vec<NewVariable>,
        /// An OAuth client registered beforehand.
        client_id: Option<String>,
        client_secret: Option<String>,
    },
    /// An OpenAPI document: a file or an address.
    OpenApi { location: String },
    /// A saved `tools/list`.
    File { path: String },
}

impl fmt::Debug for NewSource {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(match self {
            Self::Demo { .. } => "NewSource::Demo",
            Self::CommandLine { .. } => "NewSource::CommandLine",
            Self::Command { .. } => "NewSource::Command",
            Self::Http { .. } => "NewSource::Http",
            Self::OpenApi { .. } => "NewSource::OpenApi",
            Self::File { .. } => "NewSource::File",
        })
    }
}
