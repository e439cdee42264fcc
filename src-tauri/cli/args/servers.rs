//! Arguments of commands about servers, proxies and calls.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use hintsmith_engine::api::infer::{DestructiveReading, OpenWorldReading, Settings};
use hintsmith_engine::api::proxy_host::{CallLogOptions, ProxyOptions};
use hintsmith_engine::approval::gate::ApprovalOptions;
use hintsmith_engine::server_policy::ChangedToolPolicy;

#[derive(Args)]
pub struct AddArguments {
    /// The name in SERVER.TOOL: letters, digits, - and _
    pub name: String,
    /// Do not ask before the server is reached
    #[arg(long)]
    pub yes: bool,
    #[command(flatten)]
    pub connection: ConnectionArguments,
}

#[derive(Args)]
pub struct EditArguments {
    pub server: String,
    /// Do not ask before the change is made
    #[arg(long)]
    pub yes: bool,
    #[command(flatten)]
    pub connection: ConnectionArguments,
    #[command(flatten)]
    pub inference: InferenceArguments,
    /// Trust the server as it is reached now: its icons are fetched and shown, and its own hints may count
    #[arg(long, value_enum, value_name = "YES|NO")]
    pub trust: Option<YesOrNo>,
}

/// How a server is reached. Values that look secret go to the secret store.
#[derive(Args)]
pub struct ConnectionArguments {
    /// Folder the command is started in
    #[arg(long, value_name = "DIR", requires = "command")]
    pub folder: Option<String>,
    /// Environment variable of the command [default value: this shell's]
    #[arg(short = 'e', long, value_name = "NAME[=VALUE]", requires = "command")]
    pub env_var: Vec<String>,
    /// Pass on this variable of the environment whenever the command starts
    ///
    /// Without this option the command gets only basic variables (PATH, HOME, language, folders, proxies, certificates)
    /// and those of --env-var.
    #[arg(long, value_name = "NAME", alias = "pass-env", requires = "command")]
    pub pass_env_var: Vec<String>,
    /// The address of a server that speaks Streamable HTTP
    #[arg(long, value_name = "URL", group = "way")]
    pub url: Option<String>,
    /// A header for the address; without a value it is taken from the environment variable of that name
    #[arg(long, value_name = "NAME[=VALUE]", requires = "url")]
    pub header: Vec<String>,
    /// The id of an OAuth client that the server knows, or the https address of a client metadata document; its secret
    /// is taken from HINTSMITH_CLIENT_SECRET
    #[arg(long, value_name = "ID", requires = "url")]
    pub client_id: Option<String>,
    /// An OpenAPI 3.0 or 3.1 document, file or address: each operation becomes a tool
    #[arg(long, value_name = "FILE|URL", group = "way")]
    pub openapi: Option<String>,
    /// A saved answer to tools/list
    #[arg(long, value_name = "FILE", group = "way")]
    pub file: Option<String>,
    /// Keep this value in the secret store: a variable or header by name, "argument 3" or "address"
    #[arg(long, value_name = "VALUE")]
    pub secret: Vec<String>,
    /// Keep this value as plain text although it looks like a secret
    #[arg(long, value_name = "VALUE", conflicts_with_all = ["openapi", "file"])]
    pub plain: Vec<String>,
    /// The command and its arguments, after --; no shell is involved
    #[arg(last = true, value_name = "COMMAND", group = "way")]
    pub command: Vec<String>,
}

#[derive(Args)]
pub struct InferenceArguments {
    /// What counts as destructive when hints are inferred: losing something (narrow), or any change (broad)
    #[arg(long, value_enum, value_name = "READING")]
    pub destructive: Option<DestructiveReadingName>,
    /// What the tools reach: each judged by itself, all an external system, or all the server's own data
    #[arg(long, value_enum, value_name = "READING")]
    pub open_world: Option<OpenWorldReadingName>,
}

#[derive(Args)]
pub struct ImportArguments {
    /// The configuration to read; without it, those that are found on this machine
    pub file: Option<String>,
    /// Whose configuration: claude-desktop, claude-code, cursor, vscode, windsurf, codex, gemini, goose, zed, opencode
    #[arg(long, value_name = "CLIENT")]
    pub from: Option<String>,
    /// Look in this project's folder too [default: the current folder]
    #[arg(long, value_name = "DIR")]
    pub project: Option<PathBuf>,
    /// Show what would be added, and add nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Add all that can be added and are not turned off there, without asking
    #[arg(long)]
    pub yes: bool,
    /// Keep this value in the secret store: a variable, a header, "argument 3" or "address" of a server
    #[arg(long, value_name = "SERVER.VALUE")]
    pub secret: Vec<String>,
    /// Keep this value as plain text although it looks like a secret
    #[arg(long, value_name = "SERVER.VALUE")]
    pub plain: Vec<String>,
    #[arg(long, requires = "dry_run")]
    pub json: bool,
}

#[derive(Subcommand)]
pub enum RegistryCommand {
    /// List servers whose names hold the words
    Search {
        words: Vec<String>,
        /// Where the page before said the next one begins
        #[arg(long)]
        cursor: Option<String>,
        #[arg(long)]
        json: bool,
    },
    /// Add a server that the registry lists; shows exactly what is started or asked, and asks first
    Add {
        /// As the registry calls it
        entry: String,
        /// The name here [default: from the registry's]
        #[arg(long)]
        name: Option<String>,
        /// Which way of reaching it, when there are several: 1, 2, …
        #[arg(long, default_value_t = 1)]
        way: u32,
        /// A value the server wants; without one it is taken from this environment
        #[arg(long, value_name = "NAME[=VALUE]")]
        set: Vec<String>,
        /// Keep this value in the secret store: a variable or header by name, "argument 3" or "address"
        #[arg(long, value_name = "VALUE")]
        secret: Vec<String>,
        /// Keep this value as plain text although it looks like a secret
        #[arg(long, value_name = "VALUE")]
        plain: Vec<String>,
        #[arg(long)]
        yes: bool,
    },
    /// Show the registry's address, or choose another one
    Address {
        url: Option<String>,
        /// Use the public registry again
        #[arg(long, conflicts_with = "url")]
        public: bool,
    },
}

#[derive(Clone, Copy, ValueEnum)]
pub enum DestructiveReadingName {
    Narrow,
    Broad,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum YesOrNo {
    Yes,
    No,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum OpenWorldReadingName {
    ByTool,
    External,
    Own,
}

impl InferenceArguments {
    /// The given settings, with those from the command line applied.
    pub fn apply_to(&self, before: Settings) -> Settings {
        Settings {
            destructive: self.destructive.map_or(before.destructive, |reading| match reading {
                DestructiveReadingName::Narrow => DestructiveReading::Narrow,
                DestructiveReadingName::Broad => DestructiveReading::Broad,
            }),
            open_world: self.open_world.map_or(before.open_world, |reading| match reading {
                OpenWorldReadingName::ByTool => OpenWorldReading::ByTool,
                OpenWorldReadingName::External => OpenWorldReading::External,
                OpenWorldReadingName::Own => OpenWorldReading::Own,
            }),
        }
    }
}

/// What clients of a proxy are shown.
#[derive(Args)]
pub struct ProxyArguments {
    /// Only what holds in this environment [default: the base]
    #[arg(long, value_name = "NAME")]
    pub env: Option<String>,
    /// Offer only the tools of this toolset [default: the active one]
    #[arg(long, value_name = "NAME")]
    pub toolset: Option<String>,
    /// Do not offer a tool that its server changed until somebody has looked at it
    #[arg(long)]
    pub hide_changed: bool,
    /// Ask a person about calls, in the window or `hintsmith approvals` or, where neither is open, in the client (unless
    /// `approval.client` is off), as hints, modes and preferences say; without it the client asks, and only blocked tools
    /// are refused
    #[arg(long)]
    pub ask: bool,
    /// Let calls run unasked that a person decided to be read-only
    #[arg(long)]
    pub approve_read_only: bool,
    /// Refuse every call that is not known to destroy nothing
    #[arg(long)]
    pub deny_destructive: bool,
}

impl From<ProxyArguments> for ProxyOptions {
    fn from(arguments: ProxyArguments) -> Self {
        let ProxyArguments { env, toolset, hide_changed, ask, approve_read_only, deny_destructive } =
            arguments;
        let changed = if hide_changed { ChangedToolPolicy::Hidden } else { ChangedToolPolicy::Careful };
        let asking = ApprovalOptions {
            asks_for_approval: ask,
            allows_read_only: approve_read_only,
            denies_destructive: deny_destructive,
        };
        Self { environment: env, toolset, changed, approval: asking }
    }
}

/// What is written down about calls.
#[derive(Args)]
pub struct CallLogArguments {
    /// Append a line of JSON for every call to this file
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Write down the values of arguments too; they may be secrets
    #[arg(long)]
    pub log_values: bool,
}

impl From<CallLogArguments> for CallLogOptions {
    fn from(arguments: CallLogArguments) -> Self {
        Self { log_values: arguments.log_values, json_lines: arguments.log }
    }
}

#[derive(Args)]
pub struct ApprovalModeArguments {
    /// SERVER.TOOL, @TOOLSET, or with --whole a server
    #[arg(value_name = "SUBJECT")]
    pub subject: String,
    /// by-hints, always-ask, ask-first, never-ask, block or inherit [default: show it]
    pub mode: Option<String>,
    /// Set the mode of every tool of the server or toolset that has none
    #[arg(long)]
    pub whole: bool,
    /// Use this environment instead of the base
    #[arg(long, value_name = "ENVIRONMENT")]
    pub env: Option<String>,
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct ApprovalsArguments {
    #[command(subcommand)]
    pub command: Option<ApprovalCommand>,
    /// Stay, show each call as it comes, and read the answer: once, session or no
    #[arg(long)]
    pub watch: bool,
    #[arg(long)]
    pub json: bool,
}

#[derive(Subcommand)]
pub enum ApprovalCommand {
    /// Allow a call, by its number
    Allow {
        id: u32,
        /// And every later call of the tool while this client is connected
        #[arg(long)]
        session: bool,
    },
    Deny {
        id: u32,
    },
}

#[derive(Args)]
pub struct CallsArguments {
    /// A part of the name of a client, a server or a tool
    pub text: Option<String>,
    /// Only calls that never reached a server
    #[arg(long, conflicts_with = "failed")]
    pub denied: bool,
    /// Only calls that did, and did not end well
    #[arg(long)]
    pub failed: bool,
    /// How many at most
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub limit: u32,
    /// Write all of them to a new file, the oldest first: as a table when it ends in .csv, else as lines of JSON
    #[arg(long, value_name = "FILE", conflicts_with_all = ["limit", "json"])]
    pub output: Option<PathBuf>,
    /// Forget every call
    #[arg(long, conflicts_with_all = ["text", "denied", "failed", "output", "json"])]
    pub clear: bool,
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct WrapArguments {
    /// The name that decisions about its tools go by; a new one is added to the store
    #[arg(long, value_name = "NAME")]
    pub server: String,
    #[command(flatten)]
    pub proxy: ProxyArguments,
    /// Take the decisions from a hintsmith.json; the store is neither read nor written
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Offer agents the tools to choose toolsets and write notes too, as the preferences say; a gateway always does
    #[arg(long, conflicts_with = "file")]
    pub agent_tools: bool,
    #[command(flatten)]
    pub call_log: CallLogArguments,
    /// The server: a program and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub command: Vec<String>,
}

#[derive(Args)]
pub struct InstallArguments {
    /// The client, as `hintsmith import --from` knows it
    pub client: String,
    /// The server, as the client calls it
    pub server: String,
    /// Take it away: the client starts the server itself again
    #[arg(long)]
    pub undo: bool,
    /// Look into the configuration of this project's folder too
    #[arg(long, value_name = "DIR")]
    pub project: Option<String>,
    /// Do not ask
    #[arg(long)]
    pub yes: bool,
}

#[derive(Args)]
pub struct GatewayArguments {
    /// The servers, by name [default: all that are turned on]
    pub servers: Vec<String>,
    #[command(flatten)]
    pub proxy: ProxyArguments,
    /// Name tools SERVER_TOOL, or not [default: yes with several servers]
    #[arg(long, value_enum, value_name = "YES|NO")]
    pub prefix: Option<YesOrNo>,
    /// Take the decisions from a hintsmith.json; the store is neither read nor written
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Where `mcpServers` says how the servers are reached; ${VARIABLES} are filled in [default: the hintsmith.json]
    #[arg(long, value_name = "FILE", requires = "file")]
    pub servers_from: Option<PathBuf>,
    #[command(flatten)]
    pub call_log: CallLogArguments,
    #[command(flatten)]
    pub http: HttpArguments,
}

/// How clients come in over HTTP.
#[derive(Args)]
pub struct HttpArguments {
    /// Serve over HTTP at this address, as 127.0.0.1:PORT
    #[arg(long, value_name = "ADDRESS", alias = "http")]
    pub listen: Option<String>,
    /// Serve the client that starts this, as without --listen
    #[arg(long, conflicts_with = "listen")]
    pub stdio: bool,
    /// The file that holds the token clients must give [default: HINTSMITH_TOKEN, or one that is made and kept]
    #[arg(long, value_name = "FILE", requires = "listen")]
    pub token_file: Option<PathBuf>,
    /// Make a new token; the one that was kept opens nothing any more
    #[arg(long, requires = "listen", conflicts_with = "token_file")]
    pub new_token: bool,
    /// A name it may be asked for under, besides its address
    #[arg(long, value_name = "NAME", requires = "listen")]
    pub allow_host: Vec<String>,
    /// The origin of a web page that may ask it
    #[arg(long, value_name = "ORIGIN", requires = "listen")]
    pub allow_origin: Vec<String>,
    /// Take an address that every network this machine is in can reach
    #[arg(long, requires = "listen")]
    pub open_to_every_network: bool,
    /// Answer GET /health, without a token
    #[arg(long, requires = "listen")]
    pub health: bool,
    /// Answer GET /metrics
    #[arg(long, requires = "listen")]
    pub metrics: bool,
}

#[derive(Args)]
pub struct RunArguments {
    #[arg(value_name = "SERVER.TOOL")]
    pub tool: String,
    /// Arguments: texts as they are, everything else as JSON
    #[arg(value_name = "NAME=VALUE")]
    pub pairs: Vec<String>,
    /// The arguments as one JSON object; `-` reads it from standard input
    #[arg(long, value_name = "JSON", conflicts_with = "pairs")]
    pub args: Option<String>,
    /// The arguments of a call that was saved under this name
    #[arg(long, value_name = "NAME", conflicts_with_all = ["pairs", "args"])]
    pub saved: Option<String>,
    /// Save the call under this name too
    #[arg(long, value_name = "NAME")]
    pub save: Option<String>,
    /// Show what the tool takes, what a call does and which calls are saved; run nothing
    #[arg(long, conflicts_with_all = ["pairs", "args", "saved", "save", "twice", "yes", "anyway"])]
    pub form: bool,
    /// Send arguments that do not fit the tool's schema
    #[arg(long)]
    pub anyway: bool,
    /// Call it twice and keep what that shows about repeating it
    #[arg(long)]
    pub twice: bool,
    /// With --twice: a tool of the same server that shows what the calls did
    #[arg(long, value_name = "TOOL", requires = "twice")]
    pub reader: Option<String>,
    /// The arguments of the reading tool, as a JSON object
    #[arg(long, value_name = "JSON", requires = "reader", default_value = "{}")]
    pub reader_args: String,
    /// As it is decided in this environment
    #[arg(long, value_name = "ENVIRONMENT")]
    pub env: Option<String>,
    /// Do not ask; what is blocked stays blocked
    #[arg(long)]
    pub yes: bool,
    /// The whole report, with the result exactly as the server wrote it
    #[arg(long)]
    pub json: bool,
}
