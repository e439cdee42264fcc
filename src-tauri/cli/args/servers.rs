//! Arguments of commands about servers, proxies and calls.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use hintsmith_engine::api::proxy_host::{CallLogOptions, ProxyOptions};
use hintsmith_engine::approval::gate::ApprovalOptions;
use hintsmith_engine::server_policy::ChangedToolPolicy;

use super::{InferenceArguments, Prefer, WorldArguments};

#[derive(Args)]
pub struct AddArguments {
    /// Name in SERVER.TOOL: letters, digits, - and _
    pub name: String,
    /// Do not ask for confirmation
    #[arg(long)]
    pub yes: bool,
    /// Keep the server even if its tools cannot be scanned
    #[arg(long)]
    pub keep: bool,
    #[command(flatten)]
    pub world: WorldArguments,
    #[command(flatten)]
    pub connection: ConnectionArguments,
}

#[derive(Args)]
pub struct EditArguments {
    /// Server to change
    ///
    /// What is not given stays as it is.
    pub server: String,
    /// Do not ask for confirmation
    #[arg(long)]
    pub yes: bool,
    #[command(flatten)]
    pub connection: ConnectionArguments,
    #[command(flatten)]
    pub inference: InferenceArguments,
    /// Trust the server with its current connection
    ///
    /// Icons of a trusted server are shown, and its declared hints may allow calls.
    #[arg(long, value_enum, value_name = "YES|NO")]
    pub trust: Option<YesOrNo>,
    /// Count what the HTTP methods of its tools prove as declared
    ///
    /// GET is read-only, DELETE destructive, PUT and DELETE idempotent.
    #[arg(long, value_enum, value_name = "YES|NO")]
    pub trust_methods: Option<YesOrNo>,
    /// Confirm that trusting HTTP methods loosens tools
    #[arg(long, requires = "trust_methods")]
    pub loosen: bool,
}

/// The connection of a server. Values that look like secrets go to the secret store.
#[derive(Args)]
pub struct ConnectionArguments {
    /// Working folder of the command
    #[arg(long, value_name = "DIR", conflicts_with_all = ["url", "openapi", "file", "source_code"])]
    pub folder: Option<String>,
    /// Environment variable for the command
    ///
    /// Without a value, the value in this shell is used.
    #[arg(short = 'e', long, value_name = "NAME[=VALUE]", conflicts_with_all = ["url", "openapi", "file", "source_code"])]
    pub env_var: Vec<String>,
    /// Pass this environment variable to the command at every start
    ///
    /// Without this option, the command inherits only basic variables (PATH, HOME, language, folders, proxies,
    /// certificates) and receives the variables of --env-var.
    #[arg(long, value_name = "NAME", alias = "pass-env", conflicts_with_all = ["url", "openapi", "file", "source_code"])]
    pub pass_env_var: Vec<String>,
    /// URL of a server with Streamable HTTP
    #[arg(long, value_name = "URL", group = "source")]
    pub url: Option<String>,
    /// HTTP header for requests to the server
    ///
    /// Without a value, the environment variable of the same name is used.
    #[arg(long, value_name = "NAME[=VALUE]", conflicts_with_all = ["openapi", "file", "source_code", "command"])]
    pub header: Vec<String>,
    /// Id of a registered OAuth client, or URL of its metadata document
    ///
    /// The URL must use https. The client secret is read from HINTSMITH_CLIENT_SECRET. For an OpenAPI document, `login`
    /// uses its authorization code flow.
    #[arg(long, value_name = "ID", conflicts_with_all = ["file", "source_code", "command"])]
    pub client_id: Option<String>,
    /// OpenAPI 3.0 or 3.1 document: each operation becomes a tool
    #[arg(long, value_name = "FILE|URL", group = "source")]
    pub openapi: Option<String>,
    /// Operations that become tools [default: all]
    ///
    /// tag:pets, "GET /pets/*" or the name of a tool, where * is any text. A term after - excludes: -tag:admin. With
    /// `edit`, "*" chooses all again.
    #[arg(long, value_name = "TERM", allow_hyphen_values = true, conflicts_with_all = ["url", "file", "source_code", "command"])]
    pub operations: Vec<String>,
    /// URL that the operations of the document are called at
    ///
    /// Without it, the operations are only listed. The servers that the document names are not called.
    #[arg(long, value_name = "URL", conflicts_with_all = ["url", "file", "source_code", "command"])]
    pub base_url: Option<String>,
    /// Credential for a security scheme of the document
    ///
    /// Without a value, the environment variable of the same name is used. For HTTP Basic, give USER:PASSWORD; for OAuth
    /// 2.0, an access token, or CLIENT_ID:CLIENT_SECRET to request access tokens.
    #[arg(long, value_name = "SCHEME[=VALUE]", conflicts_with_all = ["url", "file", "source_code", "command"])]
    pub credential: Vec<String>,
    /// URL that access tokens are requested at
    ///
    /// Without it, the URL in the document is used if it has the origin of --base-url. The secret of a client is sent to no
    /// other origin.
    #[arg(long, value_name = "URL", conflicts_with_all = ["url", "file", "source_code", "command"])]
    pub token_url: Option<String>,
    /// File with a saved tools/list result
    #[arg(long, value_name = "FILE", group = "source")]
    pub file: Option<String>,
    /// Folder with the source code of a server, which is not started
    ///
    /// Tools that are registered under a literal name are listed, without their schemas.
    #[arg(long = "source", value_name = "DIR", group = "source")]
    pub source_code: Option<String>,
    /// Store this value in the secret store
    ///
    /// The name of a variable or header, "argument 3" or "address".
    #[arg(long, value_name = "VALUE")]
    pub secret: Vec<String>,
    /// Store this value as plain text although it looks like a secret
    #[arg(long, value_name = "VALUE", conflicts_with_all = ["openapi", "file"])]
    pub plain: Vec<String>,
    /// Command and its arguments after --, run without a shell
    #[arg(last = true, value_name = "COMMAND", group = "source")]
    pub command: Vec<String>,
}

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct ImportArguments {
    #[command(subcommand)]
    pub command: Option<ImportCommand>,
    /// Configuration file to import [default: every one found]
    pub file: Option<String>,
    /// Client to import from
    ///
    /// claude-desktop, claude-code, cursor, vscode, windsurf, codex, gemini, goose, zed or opencode
    #[arg(long, value_name = "CLIENT")]
    pub from: Option<String>,
    /// Project folder to search too [default: the current folder]
    #[arg(long, value_name = "DIR")]
    pub project: Option<PathBuf>,
    /// Only show what would be added
    #[arg(long)]
    pub dry_run: bool,
    /// Add all servers enabled in the client, without confirmation
    #[arg(long)]
    pub yes: bool,
    /// Store this value in the secret store
    ///
    /// The name of a variable or header, "argument 3" or "address", of the named server.
    #[arg(long, value_name = "SERVER.VALUE")]
    pub secret: Vec<String>,
    /// Store this value as plain text although it looks like a secret
    #[arg(long, value_name = "SERVER.VALUE")]
    pub plain: Vec<String>,
}

#[derive(Subcommand)]
pub enum ImportCommand {
    /// Import overrides that another gateway or client holds
    ///
    /// Reads the hints, titles, descriptions, approvals and selections of tools in a file of ToolHive, FastMCP, mcp-hub,
    /// MetaMCP, ContextForge, Claude Code, Codex or Gemini CLI, or in x-speakeasy-mcp. Shows the changes, what is skipped
    /// and why, and asks first. One undo reverts the whole import.
    Overrides(ImportOverridesArguments),
}

#[derive(Args)]
pub struct ImportOverridesArguments {
    /// File in which the other program holds its overrides
    pub file: String,
    /// Format of the file [default: detected by its content]
    ///
    /// toolhive, fastmcp, mcp-hub, metamcp, contextforge, claude-code, codex, gemini or speakeasy
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<String>,
    /// Server that the file is about, if it names it otherwise
    #[arg(long, value_name = "SERVER")]
    pub server: Option<String>,
    /// Toolset for the selected tools [default: named as the format]
    #[arg(long, value_name = "NAME")]
    pub toolset: Option<String>,
    /// Decision that applies where file and store differ
    #[arg(long, value_name = "SIDE", default_value = "theirs")]
    pub prefer: Prefer,
    /// Only show what would change
    #[arg(long)]
    pub dry_run: bool,
    /// Confirm that hints or approvals are loosened
    #[arg(long)]
    pub loosen: bool,
    /// Do not ask for confirmation
    #[arg(long)]
    pub yes: bool,
}

#[derive(Subcommand)]
pub enum RegistryCommand {
    /// List servers whose names contain the words
    Search {
        words: Vec<String>,
        /// Cursor of the next page, as printed with the previous page
        #[arg(long)]
        cursor: Option<String>,
    },
    /// Show a server of the registry without adding it
    ///
    /// Shows how it can be installed, and the tools that its listing names. What a listing says about them is a claim:
    /// nothing has verified it, and Hintsmith decides nothing by it.
    Show {
        /// Name in the registry
        entry: String,
    },
    /// Add a server from the registry
    ///
    /// Shows the exact command or address and asks first.
    Add {
        /// Name in the registry
        entry: String,
        /// Name in SERVER.TOOL [default: from the registry's name]
        #[arg(long)]
        name: Option<String>,
        /// Number of the install option, if there are several
        #[arg(long, value_name = "NUMBER", default_value_t = 1, alias = "way")]
        option: u32,
        /// Value that the server requires
        ///
        /// Without a value, the environment variable of that name is used.
        #[arg(long, value_name = "NAME[=VALUE]")]
        set: Vec<String>,
        /// Store this value in the secret store
        ///
        /// The name of a variable or header, "argument 3" or "address".
        #[arg(long, value_name = "VALUE")]
        secret: Vec<String>,
        /// Store this value as plain text although it looks like a secret
        #[arg(long, value_name = "VALUE")]
        plain: Vec<String>,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
        /// Keep the server even if its tools cannot be scanned
        #[arg(long)]
        keep: bool,
        #[command(flatten)]
        world: WorldArguments,
    },
    /// Show or change the address of the registry
    Address {
        /// Address of a registry [default: show the current one]
        url: Option<String>,
        /// Use the public registry again
        #[arg(long, conflicts_with = "url")]
        public: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum YesOrNo {
    Yes,
    No,
}

/// Options of a proxy.
#[derive(Args)]
pub struct ProxyArguments {
    /// Use this environment instead of the base
    #[arg(long, value_name = "ENVIRONMENT")]
    pub env: Option<String>,
    /// Offer only the tools of this toolset [default: the active one]
    #[arg(long, value_name = "NAME")]
    pub toolset: Option<String>,
    /// Hide changed tools until they are reviewed
    #[arg(long)]
    pub hide_changed: bool,
    /// Ask for approval of calls, as hints and approval modes require
    ///
    /// Hintsmith asks in the desktop app or in `hintsmith approvals --watch`. If neither is open, the client asks, unless
    /// the preference approval.client is off. Without this option, only blocked tools are denied.
    #[arg(long)]
    pub ask: bool,
    /// Allow calls of tools that you decided are read-only
    #[arg(long)]
    pub approve_read_only: bool,
    /// Deny every call that may be destructive
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

/// Options of the call log.
#[derive(Args)]
pub struct CallLogArguments {
    /// Append every call to this file, as JSON Lines
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Log the values of arguments too, which may be secrets
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
    pub subject: String,
    /// by-hints, always-ask, ask-first, never-ask, block or inherit
    pub mode: Option<String>,
    /// Set the mode of every tool of the server or toolset that has none
    #[arg(long)]
    pub whole: bool,
    /// Use this environment instead of the base
    #[arg(long, value_name = "ENVIRONMENT")]
    pub env: Option<String>,
}

#[derive(Args)]
pub struct ApprovalsArguments {
    #[command(subcommand)]
    pub command: Option<ApprovalCommand>,
    /// Show each call as it arrives and prompt for an answer
    ///
    /// Answer with y, with s for the rest of the session, or with n.
    #[arg(long)]
    pub watch: bool,
}

fn parse_call_number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "not the number of a call; `hintsmith approvals` lists the calls".to_owned())
}

#[derive(Subcommand)]
pub enum ApprovalCommand {
    /// Allow a call
    Allow {
        /// Number of the call
        #[arg(value_parser = parse_call_number)]
        id: u32,
        /// Also allow later calls of the tool while the client is connected
        #[arg(long)]
        session: bool,
    },
    /// Deny a call
    Deny {
        /// Number of the call
        #[arg(value_parser = parse_call_number)]
        id: u32,
    },
}

#[derive(Args)]
pub struct CallsArguments {
    /// Part of the name of a client, server or tool
    pub text: Option<String>,
    /// Show only calls that were denied
    #[arg(long, conflicts_with = "failed")]
    pub denied: bool,
    /// Show only calls that failed
    #[arg(long)]
    pub failed: bool,
    /// Maximum number of calls
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub limit: u32,
    /// Write all calls to a new file, as CSV or JSON Lines
    ///
    /// Writes CSV if the name ends in .csv, otherwise JSON Lines, oldest call first.
    #[arg(long, value_name = "FILE", conflicts_with = "limit")]
    pub output: Option<PathBuf>,
    /// Delete all logged calls
    #[arg(long, conflicts_with_all = ["text", "denied", "failed", "output"])]
    pub clear: bool,
}

#[derive(Args)]
pub struct WrapArguments {
    /// Name of the server, which is added to the store if it is new
    #[arg(long, value_name = "NAME")]
    pub server: String,
    #[command(flatten)]
    pub proxy: ProxyArguments,
    /// Use the decisions of a hintsmith.json instead of the store
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Offer agents tools for toolsets and notes, as preferences allow
    ///
    /// A gateway always offers them.
    #[arg(long, conflicts_with = "file")]
    pub agent_tools: bool,
    #[command(flatten)]
    pub call_log: CallLogArguments,
    /// Command of the server and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub command: Vec<String>,
}

#[derive(Args)]
pub struct InstallArguments {
    /// Client, named as in `import --from` [default: list all]
    pub client: Option<String>,
    /// Server, named as in the client's configuration [default: list all]
    pub server: Option<String>,
    /// Remove Hintsmith: the client reaches the server directly again
    #[arg(long, requires = "server")]
    pub undo: bool,
    /// Change the configuration of a project [default: this folder]
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = ".")]
    pub project: Option<String>,
    /// Change the file that a symbolic link points to
    #[arg(long, requires = "server")]
    pub follow: bool,
    /// Show the change, and change nothing
    #[arg(long, requires = "server")]
    pub dry_run: bool,
    /// Do not ask for confirmation
    #[arg(long, requires = "server")]
    pub yes: bool,
}

#[derive(Args)]
pub struct GatewayArguments {
    /// Servers to serve [default: all enabled servers]
    pub servers: Vec<String>,
    #[command(flatten)]
    pub proxy: ProxyArguments,
    /// Name tools SERVER_TOOL [default: yes with several servers]
    #[arg(long, value_enum, value_name = "YES|NO")]
    pub prefix: Option<YesOrNo>,
    /// Use the decisions of a hintsmith.json instead of the store
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// File with `mcpServers` [default: the hintsmith.json]
    ///
    /// Defines the command or address of each server. ${VARIABLES} are replaced by environment variables.
    #[arg(long, value_name = "FILE", requires = "file")]
    pub servers_from: Option<PathBuf>,
    #[command(flatten)]
    pub call_log: CallLogArguments,
    #[command(flatten)]
    pub http: HttpArguments,
}

/// The HTTP server of the gateway.
#[derive(Args)]
pub struct HttpArguments {
    /// Serve over HTTP at this address, as 127.0.0.1:PORT
    #[arg(long, value_name = "ADDRESS", alias = "http")]
    pub listen: Option<String>,
    /// Serve over stdio (default without --listen)
    #[arg(long, conflicts_with = "listen")]
    pub stdio: bool,
    /// File with the token that clients must send
    ///
    /// Default: HINTSMITH_TOKEN, or a token that is generated and stored.
    #[arg(long, value_name = "FILE", requires = "listen")]
    pub token_file: Option<PathBuf>,
    /// Generate a new token and revoke the stored one
    #[arg(long, requires = "listen", conflicts_with = "token_file")]
    pub new_token: bool,
    /// Accept this name in the Host header, besides the address
    #[arg(long, value_name = "NAME", requires = "listen")]
    pub allow_host: Vec<String>,
    /// Accept requests from web pages of this origin
    #[arg(long, value_name = "ORIGIN", requires = "listen")]
    pub allow_origin: Vec<String>,
    /// Allow an address that other machines can reach
    #[arg(long, requires = "listen")]
    pub open_to_every_network: bool,
    /// Serve GET /health, without a token
    #[arg(long, requires = "listen")]
    pub health: bool,
    /// Serve GET /metrics
    #[arg(long, requires = "listen")]
    pub metrics: bool,
}

#[derive(Args)]
pub struct RunArguments {
    /// Tool to run
    #[arg(value_name = "SERVER.TOOL")]
    pub tool: String,
    /// Arguments, their values as text or JSON, or all as one JSON object
    #[arg(value_name = "NAME=VALUE")]
    pub pairs: Vec<String>,
    /// Arguments as a JSON object, or - to read it from stdin
    #[arg(long, value_name = "JSON", conflicts_with = "pairs")]
    pub args: Option<String>,
    /// Use the arguments of a saved call
    #[arg(long, value_name = "NAME", conflicts_with_all = ["pairs", "args"])]
    pub saved: Option<String>,
    /// Save the call under this name
    #[arg(long, value_name = "NAME")]
    pub save: Option<String>,
    /// Show arguments, effects and saved calls without running the tool
    #[arg(long, conflicts_with_all = ["pairs", "args", "saved", "save", "twice", "yes", "anyway"])]
    pub form: bool,
    /// Send arguments that violate the tool's schema
    #[arg(long)]
    pub anyway: bool,
    /// Call the tool twice and record whether repeating has an effect
    #[arg(long)]
    pub twice: bool,
    /// Tool of the same server that shows the effect of the calls
    #[arg(long, value_name = "TOOL", requires = "twice")]
    pub reader: Option<String>,
    /// Arguments of the reader, as a JSON object
    #[arg(long, value_name = "JSON", requires = "reader", default_value = "{}")]
    pub reader_args: String,
    /// Use this environment instead of the base
    #[arg(long, value_name = "ENVIRONMENT")]
    pub env: Option<String>,
    /// Do not ask (blocked tools stay blocked)
    #[arg(long)]
    pub yes: bool,
}
