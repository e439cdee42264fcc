//! Servers: connection, state and scan results.

use std::fmt;

use hintsmith_core::infer::{InferenceSettings, OpenWorldReading, WorldGuess};
use hintsmith_core::model::problem::Problem;
use hintsmith_core::sources::source::REDACTED;
use serde::{Deserialize, Serialize};

dto_types! {
    struct ServerKey { pub server: String }

    enum ServerKind { Demo, Stdio, Http, OpenApi, File, SourceCode }

    enum ServerState {
        /// Disabled by the user.
        Off,
        /// Never scanned.
        Idle,
        Connecting,
        Ready,
        /// The user has to sign in first.
        NeedsSignIn,
        Failed,
    }

    /// How a protocol version opens a connection.
    #[derive(Copy)]
    enum Era {
        /// 2026-07-28 and later: no session.
        Stateless,
        /// Earlier versions: `initialize` opens a session.
        Handshake,
    }

    struct ServerView {
        pub name: String,
        pub connection: ConnectionView,
        pub enabled: bool,
        pub state: ServerState,
        /// A connection is open and receives `list_changed` notifications.
        pub live: bool,
        pub tools: u32,
        /// Time of the last complete scan.
        pub scanned_at: Option<String>,
        /// The last scan failed; the tools are those of an earlier one.
        pub stale: bool,
        /// Protocol version negotiated in the last complete scan.
        pub protocol: Option<String>,
        pub era: Option<Era>,
        /// Duration of the handshake.
        pub latency_ms: Option<u32>,
        pub failure: Option<Failure>,
        /// Time of the sign-in.
        pub signed_in: Option<String>,
        /// URL of the sign-in page while a sign-in is in progress.
        pub sign_in_page: Option<String>,
        /// Reason the tool list was truncated.
        pub truncation: Option<String>,
        /// The choice of operations of an OpenAPI document; none if all become tools.
        pub operations: Option<OperationCounts>,
        /// Settings for inferring the hints of its tools.
        pub settings: InferenceSettings,
        /// The user trusts the server: its icons are shown, and its own hints may count.
        pub trusted: bool,
    }

    struct OperationCounts {
        pub total: u32,
        pub chosen: u32,
        /// Number of operations that the document has gained since the choice was made and that are not chosen.
        pub new_count: u32,
        /// The first of their names.
        pub new: Vec<String>,
    }

    /// The operations of an OpenAPI document.
    struct OperationList {
        pub title: Option<String>,
        pub version: Option<String>,
        pub operations: Vec<OperationView>,
        /// URLs that the document gives as base URLs.
        pub base_urls: Vec<String>,
        /// Security schemes that credentials can be given for.
        pub security_schemes: Vec<String>,
        pub problems: Vec<ToolProblem>,
    }

    struct OperationView {
        /// Name of the tool.
        pub name: String,
        /// In upper case, such as `GET`.
        pub method: String,
        pub path: String,
        pub tags: Vec<String>,
        pub title: Option<String>,
        pub deprecated: bool,
        pub chosen: bool,
    }

    struct OperationTermsInput { pub operations: Vec<OperationView> }

    /// A server's connection for display; secrets are masked.
    struct ConnectionView {
        pub kind: ServerKind,
        /// The program and its arguments, or the URL, or the file.
        pub command: Vec<String>,
        pub folder: Option<String>,
        /// Environment variables, HTTP headers, or credentials by security scheme.
        pub variables: Vec<VariableView>,
        /// Variables of Hintsmith's environment that the command inherits in addition to the basic ones.
        pub pass_environment: Vec<String>,
        /// Id of a pre-registered OAuth client.
        pub client_id: Option<String>,
        /// Terms that choose operations of an OpenAPI document.
        pub operations: Vec<String>,
        /// URL that the operations of an OpenAPI document are called at.
        pub base_url: Option<String>,
        /// URL that access tokens are requested at, if not at the API itself.
        pub token_url: Option<String>,
    }

    struct VariableView {
        pub name: String,
        pub value: String,
        /// The value is stored in the secret store.
        pub secret: bool,
        /// Reason the variable is risky.
        pub danger: Option<String>,
    }

    /// Reason a server could not be scanned.
    struct Failure {
        pub message: String,
        pub hint: String,
        /// The last lines of the server's stderr.
        pub output: Vec<String>,
    }

    struct NewServer {
        pub name: String,
        pub source: NewSource,
        /// Explicit storage choices; the other values are classified by name and form.
        pub storage: Vec<StorageChoice>,
    }

    /// Where to store one value of a source.
    struct StorageChoice {
        /// Name of a variable or header, `argument 3`, or `address`.
        pub value: String,
        /// In the secret store; otherwise as plain text.
        pub secret: bool,
    }

    /// A value of a source and where it is stored.
    struct ValueView {
        /// Name of a variable or header, `argument 3`, or `address`.
        pub name: String,
        /// Masked if it is a secret.
        pub text: String,
        /// In the secret store; otherwise as plain text.
        pub secret: bool,
    }

    /// Exactly what would be started or contacted.
    struct ServerPreview {
        pub connection: ConnectionView,
        /// Absolute path of the program, if it was found.
        pub program: Option<String>,
        pub warnings: Vec<String>,
        /// Every value whose storage the user can choose.
        pub values: Vec<ValueView>,
        /// Hash of what would be started or contacted; hand it back to record the user's consent to exactly that.
        pub consent: String,
        /// How the server's world is read unless the user answers otherwise; none for an import.
        pub open_world: Option<WorldGuessView>,
    }

    /// A guess with its reason.
    struct WorldGuessView { pub reading: OpenWorldReading, pub reason: String }

    struct AddServerInput {
        pub server: NewServer,
        pub consent: String,
        /// How the world of a new server is read; none: as guessed.
        pub open_world: Option<OpenWorldReading>,
        /// The user trusts the HTTP methods of a new server.
        pub trusts_methods: bool,
    }

    struct EnableServerInput { pub server: String, pub enabled: bool }

    struct TrustInput { pub server: String, pub trusted: bool }

    struct ServerSettingsInput { pub server: String, pub settings: InferenceSettings }

    struct MethodTrustInput {
        pub server: String,
        pub trusted: bool,
        /// The user has confirmed that this loosens tools.
        pub loosen: bool,
    }

    /// The secret store in use.
    struct SecretsView { pub writable: bool, pub sentence: String }

    struct ScanReport {
        pub server: ServerView,
        pub added: u32,
        pub changed: u32,
        pub removed: u32,
        /// The individual changes; truncated if there are very many.
        pub changes: Vec<ListChange>,
        pub problems: Vec<ToolProblem>,
    }

    /// A change of one tool between two scans.
    struct ListChange {
        pub tool: String,
        pub kind: ListChangeKind,
        /// The changed fields, or the new name.
        pub detail: String,
        /// Number of decisions that are suspended, or kept in case the tool returns.
        pub waiting: u32,
    }

    #[derive(Copy)]
    enum ListChangeKind {
        Added,
        Changed,
        Removed,
        /// The tool is gone and was probably renamed.
        Renamed,
    }

    struct ToolProblem { pub tool: String, pub field: String, pub message: String }
}

/// A variable or header of a new server. `Debug` is implemented by hand because the value may be a secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct NewVariable {
    pub name: String,
    /// None: keep the stored value when a server is edited.
    pub value: Option<String>,
    /// In the secret store or as plain text. None: classified by name and form.
    pub secret: Option<bool>,
}

impl fmt::Debug for NewVariable {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{}={REDACTED}", self.name)
    }
}

/// The source of a new server, with all values in plain text.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum NewSource {
    /// The built-in demo server, or one with this many generated tools.
    Demo { tools: Option<u32> },
    /// A command line, split into arguments by POSIX shell rules; it is never run by a shell.
    CommandLine {
        line: String,
        folder: Option<String>,
        environment: Vec<NewVariable>,
        /// Names of variables of Hintsmith's environment that the command inherits too.
        pass_environment: Vec<String>,
    },
    /// A command as separate arguments.
    Command {
        command: Vec<String>,
        folder: Option<String>,
        environment: Vec<NewVariable>,
        pass_environment: Vec<String>,
    },
    /// A Streamable HTTP endpoint.
    Http {
        url: String,
        headers: Vec<NewVariable>,
        /// Id of a pre-registered OAuth client.
        client_id: Option<String>,
        client_secret: Option<String>,
    },
    /// An OpenAPI document: a file or a URL.
    OpenApi {
        location: String,
        /// Terms that choose operations: `tag:NAME`, `METHOD /path`, names of tools, `-` before one that excludes.
        /// Empty: all.
        #[serde(default)]
        operations: Vec<String>,
        /// URL that the operations are called at. None: they are only listed.
        #[serde(default)]
        base_url: Option<String>,
        /// Credentials by the name of their security scheme in the document. For OAuth 2.0, an access token or
        /// `CLIENT_ID:CLIENT_SECRET`.
        #[serde(default)]
        credentials: Vec<NewVariable>,
        /// URL that access tokens are requested at. None: only at the origin of the base URL.
        #[serde(default)]
        token_url: Option<String>,
        /// Id of the registered OAuth client that users sign in with.
        #[serde(default)]
        client_id: Option<String>,
        #[serde(default)]
        client_secret: Option<String>,
    },
    /// A saved `tools/list` result.
    File { path: String },
    /// The source code of a server, which is read and not started.
    SourceCode { folder: String },
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
            Self::SourceCode { .. } => "NewSource::SourceCode",
        })
    }
}

impl ToolProblem {
    /// A problem of a document, which belongs to no tool.
    pub(crate) fn of_document(problem: &Problem) -> Self {
        Self { tool: String::new(), field: problem.field.clone(), message: problem.message.clone() }
    }
}

impl From<WorldGuess> for WorldGuessView {
    fn from(guess: WorldGuess) -> Self {
        Self { reading: guess.reading, reason: guess.reason }
    }
}
