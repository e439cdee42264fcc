//! What can be typed. The help texts are read by people who decide about safety: short, plain, exact.

use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use hintsmith_engine::api::infer::{DestructiveReading, OpenWorldReading, Settings};

/// Shows what MCP tools claim about themselves and what they probably do, lets you decide, and ships the decision.
#[derive(Parser)]
#[command(
    name = "hintsmith",
    version,
    arg_required_else_help = true,
    after_help = "\
Marks before a badge: ~ assumed (default or inferred), = declared by the server, ! decided by a person.
Exit codes: 0 done, 1 a \"no\", 2 wrong usage, 3 could not."
)]
pub struct Arguments {
    /// Folder of the database [default: the platform's data folder]
    #[arg(long, global = true, value_name = "DIR", env = "HINTSMITH_DATA")]
    pub data: Option<PathBuf>,

    /// How long to wait for a server to start, and for each answer
    #[arg(long, global = true, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: Option<u64>,

    #[command(subcommand)]
    pub verb: Verb,
}

#[derive(Subcommand)]
pub enum Verb {
    /// Add a server and read its tools; shows exactly what is started or asked, and asks first
    Add(AddArguments),
    /// Change how a server is reached or how its tools are read
    Edit(EditArguments),
    /// List the servers, or show everything about one
    Servers {
        server: Option<String>,
        #[arg(long)]
        json: bool,
    },
    /// Turn a server on
    Enable { server: String },
    /// Turn a server off: it is never started or asked, its tools stay
    Disable { server: String },
    /// Remove a server and its secrets; what was decided for its tools is kept
    Remove { server: String },
    /// Sign in to a server in the browser; the tokens go to the secret store
    Login {
        server: String,
        /// Print the page instead of opening it
        #[arg(long)]
        print: bool,
    },
    /// Forget the tokens of a server
    Logout { server: String },
    /// Add servers from the configurations of other clients; shows each one and asks first
    Import(ImportArguments),
    /// Look up servers in an MCP registry and add them
    Registry {
        #[command(subcommand)]
        verb: RegistryVerb,
    },
    /// Read the tools of all servers, or of those named, again
    Scan { servers: Vec<String> },
    /// List tools with their badges and the reason for the first one
    Tools(ToolsArguments),
    /// Show every field of a tool: its value, its layer, the reason, and what it shadows
    Explain {
        #[arg(value_name = "SERVER.TOOL")]
        tool: String,
        /// As it is in this environment
        #[arg(long, value_name = "ENVIRONMENT")]
        env: Option<String>,
        #[arg(long)]
        json: bool,
    },
    /// Guess the hints of tools in a file, without a store: JSON Lines out, each guess with its reasons
    Infer(InferArguments),
    /// Decide fields of a tool
    Set(SetArguments),
    /// Decide fields of every tool that matches a filter; shows how many change and asks first. One undo takes it back
    SetAll(SetAllArguments),
    /// Let fields of a tool inherit again; all of them when none is named
    Unset {
        #[arg(value_name = "SERVER.TOOL")]
        tool: String,
        /// read-only, destructive, idempotent, open-world, title or parameter:NAME
        fields: Vec<String>,
        /// In this environment instead of the base
        #[arg(long, value_name = "ENVIRONMENT")]
        env: Option<String>,
    },
    /// List the saved filters, or change them
    Filter {
        #[command(subcommand)]
        verb: Option<FilterVerb>,
        #[arg(long)]
        json: bool,
    },
    /// List the preferences, or set them
    Preferences {
        /// KEY=VALUE; KEY=default lets the default hold again
        #[arg(value_name = "KEY=VALUE")]
        changes: Vec<String>,
        #[arg(long, conflicts_with = "changes")]
        json: bool,
    },
    /// List the environments, or change them: named layers of decisions on the base
    Env {
        #[command(subcommand)]
        verb: Option<EnvironmentVerb>,
        #[arg(long)]
        json: bool,
    },
    /// List the rules and what each does, or change them: one decision for many tools
    Rule {
        #[command(subcommand)]
        verb: Option<RuleVerb>,
        #[arg(long)]
        json: bool,
    },
    /// List what nobody has reviewed as it is now, the most dangerous first, or say that it is right
    Review {
        #[command(subcommand)]
        verb: Option<ReviewVerb>,
        #[arg(long)]
        json: bool,
    },
    /// Show how tools differ from what was reviewed or decided about, word by word; exit code 1 when some do
    Diff {
        /// All that changed when none is named
        #[arg(value_name = "SERVER.TOOL")]
        tools: Vec<String>,
        #[arg(long)]
        json: bool,
    },
    /// List what was changed, by whom and when, the newest first; with a number, everything about that entry
    History {
        /// The number of an entry
        entry: Option<u32>,
        /// How many entries at most
        #[arg(long, value_name = "N", default_value_t = 20)]
        limit: u32,
        #[arg(long)]
        json: bool,
    },
    /// Take back your newest change, or the one with this number; never over a newer change of the same thing
    Undo { entry: Option<u32> },
    /// Do again what you took back last
    Redo,
    /// List what is decided differently than it was exported last; exit code 1 when something is
    Pending {
        #[arg(long)]
        json: bool,
    },
    /// Go back to the decisions of the last export; shows what changes and asks first
    Discard {
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
    /// List the formats that `export` writes
    Targets {
        #[arg(long)]
        json: bool,
    },
    /// Write what was decided, for a gateway, a colleague or another machine
    Export {
        /// A target of `hintsmith targets`
        target: String,
        /// The file to write; without it the text goes to stdout
        #[arg(short, long, value_name = "FILE")]
        output: Option<String>,
        /// Only what holds in this environment (or in `base`), without layers and rules [default: everything]
        #[arg(long, value_name = "ENVIRONMENT")]
        env: Option<String>,
    },
    /// Take over the decisions of a hintsmith.json; shows what changes and asks first
    Apply {
        file: String,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
    /// Write a whole copy of the store; one is also made by itself from time to time
    Backup {
        /// The file to write [default: a new one in the folder of backups]
        file: Option<PathBuf>,
    },
    /// Put a backup in the place of the store; what is there now is kept beside it. Shows which one and asks first
    Restore {
        /// The backup [default: the newest]
        file: Option<PathBuf>,
        /// List the backups there are, and restore nothing
        #[arg(long, conflicts_with_all = ["file", "yes"])]
        list: bool,
        /// Do not ask
        #[arg(long)]
        yes: bool,
        #[arg(long, requires = "list")]
        json: bool,
    },
    /// Check everything about the store; exit code 1 when something is not well
    Doctor {
        #[arg(long)]
        json: bool,
    },
    /// Add the built-in demo server, read it and list its tools
    Demo,
    /// Be the demo: a real MCP server over stdio with about a hundred tools
    DemoServer {
        /// Serve this many generated tools instead
        #[arg(long, value_name = "N")]
        tools: Option<u32>,
    },
}

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

#[derive(Subcommand)]
pub enum EnvironmentVerb {
    /// List the environments, as without a verb
    List {
        #[arg(long)]
        json: bool,
    },
    /// Make an environment; names are a-z, 0-9 and -
    #[command(alias = "create")]
    Add { name: String },
    /// Make an environment with what is decided in another one
    Copy { from: String, name: String },
    /// Give an environment another name
    Rename { name: String, to: String },
    /// Remove an environment and what was decided in it; undo brings both back
    #[command(alias = "delete")]
    Remove { name: String },
    /// Show every field that holds another value in the one than in the other (`base` is one too); exit code 1 when
    /// some do
    Compare {
        from: String,
        to: String,
        #[arg(long)]
        json: bool,
    },
    /// Take the decisions of one environment over into another; shows the difference and asks first
    Promote {
        from: String,
        to: String,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
}

#[derive(Subcommand)]
pub enum FilterVerb {
    /// List the saved filters, as without a verb
    List {
        #[arg(long)]
        json: bool,
    },
    /// Give a filter a name; `tools --saved NAME` uses it
    #[command(alias = "add")]
    Save {
        name: String,
        #[arg(required = true, allow_hyphen_values = true)]
        filter: Vec<String>,
    },
    #[command(alias = "delete")]
    Remove { name: String },
}

#[derive(Args)]
pub struct SetAllArguments {
    /// A filter as for `tools`, in one argument: 'server:demo hint:read-only'
    pub filter: String,
    /// read-only=, destructive=, idempotent=, open-world= with yes, no or inherit
    #[arg(value_name = "FIELD=VALUE", required_unless_present_any = ["inferred", "reset"])]
    pub decisions: Vec<String>,
    /// Decide whatever is inferred
    #[arg(long, conflicts_with_all = ["decisions", "reset"])]
    pub inferred: bool,
    /// Let every hint inherit again
    #[arg(long, conflicts_with = "decisions")]
    pub reset: bool,
    /// In this environment instead of the base
    #[arg(long, value_name = "ENVIRONMENT")]
    pub env: Option<String>,
    /// Why, in a sentence; kept with each decided hint
    #[arg(long, value_name = "TEXT")]
    pub because: Option<String>,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Do not ask
    #[arg(long)]
    pub yes: bool,
}

#[derive(Subcommand)]
pub enum RuleVerb {
    /// List the rules and what each does, as without a verb
    List {
        #[arg(long)]
        json: bool,
    },
    /// Decide hints for every tool that a selector matches, unless something narrower is decided; says what it does
    Add {
        /// SERVER.TOOL with * for any text and ? for one character, for example 'github.get_*'
        selector: String,
        /// read-only=, destructive=, idempotent=, open-world= with yes or no
        #[arg(required = true, value_name = "HINT=VALUE")]
        decisions: Vec<String>,
        /// In this environment instead of the base
        #[arg(long, value_name = "ENVIRONMENT")]
        env: Option<String>,
        /// Why, in a sentence
        #[arg(long, value_name = "TEXT")]
        because: Option<String>,
        /// Show what the rule would do, and keep nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Remove the rules of a selector, or those about the named hints
    #[command(alias = "delete")]
    Remove {
        selector: String,
        hints: Vec<String>,
        #[arg(long, value_name = "ENVIRONMENT")]
        env: Option<String>,
    },
}

#[derive(Subcommand)]
pub enum ReviewVerb {
    /// List what is to be reviewed, as without a verb
    List {
        #[arg(long)]
        json: bool,
    },
    /// Say that tools are right as they are: what holds becomes your decision, and earlier decisions hold for the tool
    /// as it is now
    Accept {
        #[arg(value_name = "SERVER.TOOL", required_unless_present = "agreeing")]
        tools: Vec<String>,
        /// Every tool where what the server declares and what is inferred agree
        #[arg(long, conflicts_with = "tools")]
        agreeing: bool,
        /// As they are in this environment
        #[arg(long, value_name = "ENVIRONMENT", conflicts_with = "agreeing")]
        env: Option<String>,
    },
    /// Take the word back that a tool is right; what was decided stays
    Reopen {
        #[arg(value_name = "SERVER.TOOL")]
        tool: String,
    },
    /// Give what was decided for a tool that went to the one it became
    Move {
        #[arg(value_name = "SERVER.TOOL")]
        tool: String,
        /// The tool's name now
        #[arg(value_name = "TOOL")]
        to: String,
    },
}

#[derive(Args)]
pub struct ToolsArguments {
    /// Words to look for, and server:NAME, hint:destructive, is:inferred, is:overridden, is:drifted, is:unreviewed,
    /// is:suspended, is:conflict, env:NAME, has:note, has:problem; - before a term turns it round
    #[arg(allow_hyphen_values = true)]
    pub filter: Vec<String>,
    /// A saved filter, together with what else is said
    #[arg(long, value_name = "NAME")]
    pub saved: Option<String>,
    /// As they are in this environment
    #[arg(long, value_name = "ENVIRONMENT")]
    pub env: Option<String>,
    /// An array with the effective annotations and, for each hint, value, layer and reason
    #[arg(long)]
    pub json: bool,
    /// The server's own JSON, untouched, one tool a line
    #[arg(long, conflicts_with = "json")]
    pub raw: bool,
}

impl ToolsArguments {
    /// A term may begin with a hyphen, so clap takes whatever follows the filter for a part of it; two hyphens are an
    /// option all the same.
    pub fn with_options_behind_the_filter(mut self) -> Self {
        let mut typed = std::mem::take(&mut self.filter).into_iter();
        while let Some(word) = typed.next() {
            let mut value =
                |name: &str| typed.next().unwrap_or_else(|| wrong_usage(&format!("{name} needs a name")));
            match word.as_str() {
                "--json" => self.json = true,
                "--raw" => self.raw = true,
                "--env" => self.env = Some(value("--env")),
                "--saved" => self.saved = Some(value("--saved")),
                option if option.starts_with("--") => wrong_usage(&format!("there is no option {option}")),
                _ => self.filter.push(word),
            }
        }
        if self.json && self.raw {
            wrong_usage("say --json or --raw, not both");
        }
        self
    }
}

#[derive(Args)]
pub struct InferArguments {
    /// A tools/list result, a JSON array of tools, or JSON Lines, where rows may name their server and http_method; -
    /// for stdin
    pub file: String,
    /// Say it for people instead
    #[arg(long)]
    pub explain: bool,
    #[command(flatten)]
    pub reading: ReadingArguments,
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

/// Ends the program as clap does when something is missing that it cannot see itself.
pub fn wrong_usage(message: &str) -> ! {
    Arguments::command().error(ErrorKind::MissingRequiredArgument, message).exit()
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

#[derive(Args)]
pub struct SetArguments {
    #[arg(value_name = "SERVER.TOOL")]
    pub tool: String,
    /// read-only=, destructive=, idempotent=, open-world= with yes, no or inherit; title=TEXT; parameter:NAME=TEXT, its
    /// description
    #[arg(required = true, value_name = "FIELD=VALUE")]
    pub decisions: Vec<String>,
    /// In this environment instead of the base
    #[arg(long, value_name = "ENVIRONMENT")]
    pub env: Option<String>,
    /// Why, in a sentence; kept with each decided hint
    #[arg(long, value_name = "TEXT")]
    pub because: Option<String>,
}
