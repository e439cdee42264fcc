//! What can be said about servers: how they are reached, and how their tools are read.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use hintsmith_engine::api::behind::View;
use hintsmith_engine::api::infer::{DestructiveReading, OpenWorldReading, Settings};

#[derive(Args)]
pub struct AddArguments {
    /// The name in SERVER.TOOL: letters, digits, - and _
    pub name: String,
    /// Do not ask before the server is reached
    #[arg(long)]
    pub yes: bool,
    #[command(flatten)]
    pub reach: ReachArguments,
}

#[derive(Args)]
pub struct EditArguments {
    pub server: String,
    /// Do not ask before the change is made
    #[arg(long)]
    pub yes: bool,
    #[command(flatten)]
    pub reach: ReachArguments,
    #[command(flatten)]
    pub reading: ReadingArguments,
    /// Trust the server as it is reached now: its icons are fetched and shown, and its own hints may count
    #[arg(long, value_enum, value_name = "YES|NO")]
    pub trust: Option<YesOrNo>,
}

/// How a server is reached. Values that look secret go to the secret store.
#[derive(Args)]
pub struct ReachArguments {
    /// Folder the command is started in
    #[arg(long, value_name = "DIR", requires = "command")]
    pub folder: Option<String>,
    /// A variable for the command; without a value it is taken from this environment
    #[arg(long, value_name = "NAME[=VALUE]", requires = "command")]
    pub env: Vec<String>,
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
    /// Variables or headers to be kept in the secret store whatever they look like
    #[arg(long, value_name = "NAME")]
    pub secret: Vec<String>,
    /// The command and its arguments, after --; no shell is involved
    #[arg(last = true, value_name = "COMMAND", group = "way")]
    pub command: Vec<String>,
}

#[derive(Args)]
pub struct ReadingArguments {
    /// What counts as destructive when hints are inferred: losing something (narrow), or any change (broad)
    #[arg(long, value_enum, value_name = "READING")]
    pub destructive: Option<Destructive>,
    /// What the tools reach: each judged by itself, all an external system, or all the server's own data
    #[arg(long, value_enum, value_name = "READING")]
    pub open_world: Option<OpenWorld>,
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
    #[arg(long, requires = "dry_run")]
    pub json: bool,
}

#[derive(Subcommand)]
pub enum RegistryVerb {
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
pub enum Destructive {
    Narrow,
    Broad,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum YesOrNo {
    Yes,
    No,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum OpenWorld {
    ByTool,
    External,
    Own,
}

impl ReadingArguments {
    /// The settings with what was typed in place of what was there.
    pub fn over(&self, before: Settings) -> Settings {
        Settings {
            destructive: self.destructive.map_or(before.destructive, |reading| match reading {
                Destructive::Narrow => DestructiveReading::Narrow,
                Destructive::Broad => DestructiveReading::Broad,
            }),
            open_world: self.open_world.map_or(before.open_world, |reading| match reading {
                OpenWorld::ByTool => OpenWorldReading::ByTool,
                OpenWorld::External => OpenWorldReading::External,
                OpenWorld::Own => OpenWorldReading::Own,
            }),
        }
    }
}

/// What clients of a proxy are shown.
#[derive(Args)]
pub struct ViewArguments {
    /// Only what holds in this environment [default: the base]
    #[arg(long, value_name = "NAME")]
    pub env: Option<String>,
    /// Offer only the tools of this toolset [default: the one that is equipped]
    #[arg(long, value_name = "NAME")]
    pub toolset: Option<String>,
    /// Do not offer a tool that its server changed until somebody has looked at it
    #[arg(long)]
    pub hide_changed: bool,
}

impl From<ViewArguments> for View {
    fn from(arguments: ViewArguments) -> Self {
        let ViewArguments { env, toolset, hide_changed } = arguments;
        Self { environment: env, toolset, hide_changed }
    }
}

#[derive(Args)]
pub struct WrapArguments {
    /// The name that decisions about its tools go by; a new one is added to the store
    #[arg(long, value_name = "NAME")]
    pub server: String,
    #[command(flatten)]
    pub view: ViewArguments,
    /// Take the decisions from a hintsmith.json; the store is neither read nor written
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
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
    pub view: ViewArguments,
    /// Name tools SERVER_TOOL, or not [default: yes with several servers]
    #[arg(long, value_enum, value_name = "YES|NO")]
    pub prefix: Option<YesOrNo>,
    #[command(flatten)]
    pub door: DoorArguments,
}

/// How clients come in over HTTP.
#[derive(Args)]
pub struct DoorArguments {
    /// Serve over HTTP at this address, as 127.0.0.1:PORT; without it, the client that starts this
    #[arg(long, value_name = "ADDRESS")]
    pub http: Option<String>,
    /// The file that holds the token clients must give [default: HINTSMITH_TOKEN, or one that is made and kept]
    #[arg(long, value_name = "FILE", requires = "http")]
    pub token_file: Option<PathBuf>,
    /// Make a new token; the one that was kept opens nothing any more
    #[arg(long, requires = "http", conflicts_with = "token_file")]
    pub new_token: bool,
    /// A name it may be asked for under, besides its address
    #[arg(long, value_name = "NAME", requires = "http")]
    pub allow_host: Vec<String>,
    /// The origin of a web page that may ask it
    #[arg(long, value_name = "ORIGIN", requires = "http")]
    pub allow_origin: Vec<String>,
    /// Take an address that every network this machine is in can reach
    #[arg(long, requires = "http")]
    pub open_to_every_network: bool,
    /// Answer GET /health, without a token
    #[arg(long, requires = "http")]
    pub health: bool,
    /// Answer GET /metrics
    #[arg(long, requires = "http")]
    pub metrics: bool,
}
