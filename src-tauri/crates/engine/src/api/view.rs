//! What crosses to the window and the command line. Plain data; no 64-bit numbers, because JavaScript has none.

use hintsmith_core::badge::Badge;
use hintsmith_core::hint::HintName;
use hintsmith_core::infer::Settings;
use hintsmith_core::layer::{Layer, Mark};
use hintsmith_core::resolve::Behaviour;
use hintsmith_core::wire::DiffLine;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Gives a view the traits every view has.
macro_rules! views {
    ($($(#[$meta:meta])* $kind:ident $name:ident { $($body:tt)* })*) => { $(
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
        #[serde(rename_all = "camelCase")]
        pub $kind $name { $($body)* }
    )* };
}

views! {
    /// A tool by its key.
    struct ToolKey { pub server: String, pub tool: String }

    struct ServerKey { pub server: String }

    /// Everything the catalog shows.
    struct Catalog {
        pub revision: u32,
        /// Why the store cannot be written, if so.
        pub read_only: Option<String>,
        pub servers: Vec<ServerView>,
        pub cards: Vec<ToolCard>,
        pub changes: ChangeSummary,
    }

    struct ToolCard {
        pub server: String,
        pub name: String,
        pub title: String,
        /// The beginning of the description.
        pub description: String,
        pub badges: Vec<Badge>,
        pub behaviour: Behaviour,
        /// Since the last export.
        pub changed: bool,
        /// A person decided at least one field.
        pub decided: bool,
        /// How many things are malformed about it.
        pub problems: u32,
    }

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
        /// Positions in the catalog's cards.
        pub matches: Vec<u32>,
        /// Filter words that were not understood.
        pub unknown: Vec<String>,
    }

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
    }

    /// How a server is reached, as it may be shown: secrets are dots.
    struct ReachView {
        pub kind: ServerKind,
        /// The program and its arguments, or the address, or the file.
        pub command: Vec<String>,
        pub folder: Option<String>,
        /// Environment variables, or headers.
        pub variables: Vec<VariableView>,
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

    struct NewServer { pub name: String, pub source: NewSource }

    struct NewVariable {
        pub name: String,
        /// None: what is kept already, when a server is edited.
        pub value: Option<String>,
        /// To be kept in the secret store whatever it looks like.
        pub secret: bool,
    }

    /// Exactly what would run or be asked.
    struct ServerPreview {
        pub reach: ReachView,
        /// The absolute path of the program, if it is found.
        pub program: Option<String>,
        pub warnings: Vec<String>,
        /// To be handed back by the person's agreement to exactly this.
        pub consent: String,
    }

    struct AddServerInput { pub server: NewServer, pub consent: String }

    struct EnableServerInput { pub server: String, pub enabled: bool }

    struct ServerSettingsInput { pub server: String, pub settings: Settings }

    /// Where secrets are kept.
    struct SecretsView { pub writable: bool, pub sentence: String }

    /// A configuration of another client.
    struct ImportFile {
        /// What `--from` takes.
        pub client: String,
        pub client_name: String,
        pub path: String,
        pub entries: Vec<ImportEntry>,
        /// Why it cannot be read.
        pub problem: Option<String>,
    }

    struct ImportEntry {
        /// As it will be called here.
        pub name: String,
        /// Exactly what would run; none when it cannot be added.
        pub preview: Option<ServerPreview>,
        /// Why it cannot be added.
        pub problem: Option<String>,
        pub notes: Vec<String>,
        /// The client itself leaves it out.
        pub disabled: bool,
        /// A server here is reached in the very same way.
        pub known: Option<String>,
    }

    struct ImportFileInput {
        pub path: String,
        /// Which client's it is; found out when it is not said.
        pub client: Option<String>,
    }

    /// An entry a person chose after seeing its preview.
    struct ImportChoice { pub path: String, pub client: String, pub name: String, pub consent: String }

    struct ImportServersInput { pub choices: Vec<ImportChoice> }

    struct ImportReport { pub added: Vec<ServerView>, pub problems: Vec<ImportProblem> }

    struct ImportProblem { pub name: String, pub message: String, pub hint: String }

    struct RegistryInput { pub query: String, pub cursor: Option<String> }

    struct RegistryPage {
        pub registry: String,
        pub entries: Vec<RegistryEntryView>,
        pub next: Option<String>,
        /// What the page holds that cannot be read.
        pub problems: Vec<String>,
    }

    struct RegistryEntryView {
        pub name: String,
        /// A name that can be used here.
        pub suggested: String,
        pub title: Option<String>,
        pub description: String,
        pub version: String,
        /// Deprecated or deleted, and why.
        pub status: Option<String>,
        pub status_message: Option<String>,
        pub ways: Vec<WayView>,
    }

    /// One way of reaching a server of a registry.
    struct WayView {
        pub label: String,
        /// What would run or be asked, with gaps where a value is wanted.
        pub command: Vec<String>,
        pub wanted: Vec<WantedView>,
        pub notes: Vec<String>,
        /// Why it cannot be added.
        pub problem: Option<String>,
    }

    /// A value the person has to fill in.
    struct WantedView {
        pub name: String,
        pub description: String,
        pub secret: bool,
        pub required: bool,
        pub default: Option<String>,
        /// The only values it takes, if they are listed.
        pub choices: Vec<String>,
    }

    struct Answer { pub name: String, pub value: String }

    struct RegistryChoice { pub name: String, pub way: u32, pub answers: Vec<Answer> }

    struct RegistryAddressInput {
        /// None: the public one.
        pub url: Option<String>,
    }

    struct ScanReport {
        pub server: ServerView,
        pub added: u32,
        pub changed: u32,
        pub gone: u32,
        pub problems: Vec<ToolProblem>,
    }

    struct ToolProblem { pub tool: String, pub field: String, pub message: String }

    struct ToolDetail {
        pub card: ToolCard,
        pub fingerprint: String,
        pub description: String,
        pub title: ResolvedTitle,
        pub hints: Vec<ResolvedHint>,
        pub parameters: u32,
        pub problems: Vec<ToolProblem>,
        /// The tool as the server sent it, indented.
        pub server_json: String,
        /// The tool as a corrected server would send it.
        pub effective_json: String,
        /// From the one to the other: title and annotations.
        pub difference: Vec<DiffLine>,
    }

    struct ResolvedTitle {
        pub value: String,
        pub layer: Layer,
        pub mark: Mark,
        pub reason: String,
        pub decided: Option<String>,
        pub inferred: String,
        pub changed: bool,
        pub stack: Vec<LayerEntry>,
    }

    struct ResolvedHint {
        pub hint: HintName,
        pub value: bool,
        pub layer: Layer,
        pub mark: Mark,
        /// `*…*` marks emphasis.
        pub reason: String,
        /// Why the hint means nothing on this tool, if so.
        pub unused: Option<String>,
        /// What a person decided; none = inherit.
        pub decided: Option<bool>,
        pub because: Option<String>,
        pub changed: bool,
        pub stack: Vec<LayerEntry>,
    }

    /// What one layer says about a field; all layers, the strongest first.
    struct LayerEntry {
        pub layer: Layer,
        /// None: the layer says nothing.
        pub value: Option<String>,
        pub detail: String,
        pub wins: bool,
    }

    struct DecideHintInput {
        pub server: String,
        pub tool: String,
        pub hint: HintName,
        /// None: inherit again.
        pub value: Option<bool>,
        pub because: Option<String>,
    }

    struct DecideTitleInput { pub server: String, pub tool: String, pub title: Option<String> }

    struct ToolChange { pub revision: u32, pub detail: ToolDetail, pub changes: ChangeSummary }

    struct TargetView { pub id: String, pub name: String, pub file_name: String, pub description: String }

    struct ExportInput {
        pub target: String,
        /// None: where it was written last, or the target's own name in the home folder.
        pub path: Option<String>,
    }

    struct ExportPreview {
        pub path: String,
        pub text: String,
        /// From what is at the path now.
        pub difference: Vec<DiffLine>,
        pub exists: bool,
        /// What is there is ours to replace, or nothing is there.
        pub ours: bool,
        /// How many decisions the file holds.
        pub carried: u32,
    }

    struct ExportReport { pub path: String, pub bytes: u32, pub carried: u32 }

    struct ApplyInput { pub path: String }

    struct ApplyPreview {
        pub servers: u32,
        pub decisions: u32,
        pub changes: Vec<ApplyChange>,
        /// Servers in the file that are not here; their decisions wait for them.
        pub waiting: Vec<String>,
    }

    struct ApplyChange {
        pub server: String,
        pub tool: String,
        pub field: String,
        pub before: Option<String>,
        pub after: String,
    }

    struct ApplyReport { pub applied: u32 }
}

/// A server to be added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum NewSource {
    /// The built-in demo, or with a number that many generated tools.
    Demo { tools: Option<u32> },
    /// A command line, split into arguments by the rules of a POSIX shell; no shell ever runs it.
    CommandLine { line: String, folder: Option<String>, environment: Vec<NewVariable> },
    /// A command, argument by argument.
    Command { command: Vec<String>, folder: Option<String>, environment: Vec<NewVariable> },
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

/// A count as a view carries it.
pub(crate) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
