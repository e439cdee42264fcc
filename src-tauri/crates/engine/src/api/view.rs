//! What crosses to the window and the command line. Plain data; no 64-bit numbers, because JavaScript has none.

use hintsmith_core::badge::Badge;
use hintsmith_core::decisions::Overtaken;
use hintsmith_core::drift::FieldChange;
use hintsmith_core::filter::FilterProblem;
use hintsmith_core::hint::HintName;
use hintsmith_core::infer::Settings;
use hintsmith_core::layer::{Layer, Mark};
use hintsmith_core::resolve::Behaviour;
use hintsmith_core::review::ReviewState;
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
        /// The environment everything is seen in; none is the base.
        pub environment: Option<String>,
        pub environments: Vec<String>,
        /// How many tools nobody has reviewed as they are now.
        pub to_review: u32,
    }

    struct ToolCard {
        pub server: String,
        pub name: String,
        pub title: String,
        /// The beginning of the description.
        pub description: String,
        pub badges: Vec<Badge>,
        pub behaviour: Behaviour,
        /// Which definition this is, to be handed back by whoever decides after having seen it.
        pub seen: String,
        /// Since the last export.
        pub changed: bool,
        /// A person decided at least one field.
        pub decided: bool,
        /// How many things are malformed about it.
        pub problems: u32,
        pub review: ReviewState,
        /// A decision waits for a person to look at the changed tool.
        pub suspended: bool,
        /// The server says one thing and the tool's own words another.
        pub conflict: bool,
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
        /// Positions in the catalog's cards; where text is looked for, the best first.
        pub matches: Vec<u32>,
        /// Terms that were not understood, and why. They match nothing.
        pub problems: Vec<FilterProblem>,
    }

    struct CompletionInput {
        pub query: String,
        /// Where the cursor stands, in UTF-16 units.
        pub cursor: u32,
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
        pub review: ReviewView,
        /// How the tool changed since somebody looked at it.
        pub drift: Option<Drift>,
    }

    /// Who said when that the tool is right.
    struct ReviewView { pub state: ReviewState, pub by: Option<String>, pub at: Option<String> }

    /// How a tool differs from the definition that was reviewed or decided about.
    struct Drift {
        /// A review, or else a decision.
        pub reviewed: bool,
        pub by: Option<String>,
        pub at: Option<String>,
        /// The earlier definition is no longer kept, so nothing can be compared.
        pub unknown: bool,
        pub changes: Vec<FieldChange>,
    }

    struct ResolvedTitle {
        pub value: String,
        pub layer: Layer,
        pub mark: Mark,
        pub reason: String,
        pub decided: Option<String>,
        pub inferred: String,
        pub changed: bool,
        /// The server has spoken since it was decided.
        pub overtaken: Option<Overtaken>,
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
        /// What a person decided in the environment that is shown; none = inherit.
        pub decided: Option<bool>,
        pub because: Option<String>,
        pub changed: bool,
        /// The decision that waits for a look, because the server changed the tool.
        pub suspended: Option<bool>,
        /// The server has spoken since it was decided.
        pub overtaken: Option<Overtaken>,
        /// The rule that decides it.
        pub rule: Option<String>,
        /// The environments where another value holds.
        pub elsewhere: Vec<String>,
        pub stack: Vec<LayerEntry>,
    }

    /// What one layer says about a field; all layers, the strongest first.
    struct LayerEntry {
        pub layer: Layer,
        /// None: the layer says nothing.
        pub value: Option<String>,
        pub detail: String,
        pub wins: bool,
        /// It decides nothing until a person has looked at the changed tool.
        pub suspended: bool,
        /// The selector of the rule that says it.
        pub rule: Option<String>,
    }

    struct DecideInput {
        pub server: String,
        pub tool: String,
        /// Where it is decided; none is the base.
        pub environment: Option<String>,
        /// The definition that was shown; none: whichever is there.
        pub seen: Option<String>,
        /// All of them, or none.
        pub decisions: Vec<FieldDecision>,
        pub because: Option<String>,
    }

    struct ToolChange {
        pub revision: u32,
        pub detail: ToolDetail,
        pub changes: ChangeSummary,
        pub to_review: u32,
        /// The entry of the history; none when nothing had to be changed.
        pub entry: Option<u32>,
    }

    struct TargetView { pub id: String, pub name: String, pub file_name: String, pub description: String }

    struct ExportInput {
        pub target: String,
        /// Only what holds in this environment; none: everything, layer by layer.
        pub environment: Option<String>,
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
        /// What must be said about it: decisions that are suspended.
        pub remarks: Vec<String>,
    }

    struct ExportReport { pub path: String, pub bytes: u32, pub carried: u32, pub remarks: Vec<String> }

    struct ApplyInput { pub path: String }

    struct ApplyPreview {
        pub servers: u32,
        pub decisions: u32,
        pub changes: Vec<ApplyChange>,
        /// Servers in the file that are not here; their decisions wait for them.
        pub waiting: Vec<String>,
    }

    struct ApplyChange {
        /// None is the base.
        pub environment: Option<String>,
        /// A tool, or the selector of a rule.
        pub subject: String,
        pub field: String,
        pub before: Option<String>,
        pub after: String,
    }

    struct ApplyReport { pub applied: u32, pub entry: Option<u32> }

    struct EnvironmentsView { pub current: Option<String>, pub environments: Vec<EnvironmentView> }

    struct EnvironmentView { pub name: String, pub decisions: u32, pub rules: u32 }

    /// An environment, or the base.
    struct EnvironmentChoice { pub environment: Option<String> }

    struct NewEnvironment {
        pub name: String,
        /// Begin with what is decided in this one.
        pub copy_of: Option<String>,
    }

    struct EnvironmentKey { pub name: String }

    struct RenameEnvironment { pub name: String, pub to: String }

    /// Two environments, each or none of them the base.
    struct EnvironmentPair { pub from: Option<String>, pub to: Option<String> }

    struct Comparison {
        pub from: Option<String>,
        pub to: Option<String>,
        /// Fields that are not the same in both.
        pub differences: Vec<FieldDifference>,
    }

    struct FieldDifference { pub server: String, pub tool: String, pub field: String, pub from: Held, pub to: Held }

    /// What holds in an environment, and why.
    struct Held { pub value: String, pub layer: Layer, pub reason: String }

    struct PromotePreview {
        /// What would change in the other environment.
        pub changes: Vec<PromoteChange>,
        /// To be handed back by whoever has seen these changes.
        pub seen: String,
    }

    struct PromoteChange {
        /// A tool, or the selector of a rule.
        pub subject: String,
        pub field: String,
        pub before: Option<String>,
        pub after: String,
        /// A client acts where it would have asked before.
        pub loosens: bool,
    }

    struct PromoteInput { pub pair: EnvironmentPair, pub seen: String }

    /// What an act changed.
    struct ActReport {
        pub changed: u32,
        /// The entry of the history; none when nothing had to be changed.
        pub entry: Option<u32>,
    }

    struct RuleInput {
        pub selector: String,
        pub hint: HintName,
        pub value: bool,
        pub because: Option<String>,
        /// None is the base.
        pub environment: Option<String>,
    }

    struct RuleKey { pub selector: String, pub hint: HintName, pub environment: Option<String> }

    struct RuleView {
        pub selector: String,
        pub hint: HintName,
        pub value: bool,
        pub because: Option<String>,
        pub environment: Option<String>,
        /// How many tools the selector matches, how many the rule decides, and for how many that makes a difference.
        pub matches: u32,
        pub decides: u32,
        pub changes: u32,
        /// On how many it waits for a look at the changed tool.
        pub suspended: u32,
        /// Why the rule could go, if it could.
        pub redundant: Option<String>,
        /// Some of the tools where it makes a difference.
        pub examples: Vec<String>,
    }

    /// What is to be looked at, the most dangerous first.
    struct ReviewQueue {
        pub items: Vec<ReviewItem>,
        pub reviewed: u32,
        pub total: u32,
        /// How many can be accepted at once, because server and inference agree.
        pub agreeing: u32,
        /// Tools that went although something was decided about them.
        pub gone: Vec<GoneTool>,
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

    struct HistoryInput {
        /// Only entries before this one.
        pub before: Option<u32>,
        pub limit: u32,
    }

    struct HistoryPage { pub entries: Vec<HistoryEntry>, pub more: bool }

    struct HistoryEntry {
        pub id: u32,
        pub at: String,
        pub author: String,
        /// The door it came through.
        pub via: String,
        pub act: String,
        pub undone: bool,
        /// It can be taken back now.
        pub undoable: bool,
        /// How many rows it changed; `changes` holds the first of them.
        pub size: u32,
        pub changes: Vec<HistoryChange>,
    }

    struct HistoryChange { pub what: String, pub before: Option<String>, pub after: Option<String> }

    struct UndoInput {
        /// None: the newest that can be taken back.
        pub entry: Option<u32>,
    }

    struct UndoReport { pub entry: u32, pub act: String }

    struct BackupView {
        pub path: String,
        pub made_at: String,
        pub bytes: u32,
        /// Made before the store got a newer format.
        pub before_format: bool,
    }

    struct BackUpInput {
        /// None: into the folder of backups.
        pub path: Option<String>,
    }

    struct RestoreInput {
        /// None: the newest backup.
        pub path: Option<String>,
    }

    struct RestoreReport { pub from: String, pub set_aside: Option<String> }

    struct DoctorReport { pub path: String, pub checks: Vec<DoctorCheck> }

    struct DoctorCheck { pub name: String, pub well: bool, pub message: String, pub hint: String }
}

/// One field and what is decided about it; none lets it inherit again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "field", rename_all = "camelCase")]
pub enum FieldDecision {
    Title { value: Option<String> },
    Hint { hint: HintName, value: Option<bool> },
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
