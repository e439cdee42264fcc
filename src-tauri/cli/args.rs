//! What can be typed. The help texts are read by people who decide about safety: short, plain, exact.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

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
    /// Add a server and read its tools; shows the exact command and asks first
    Add(AddArguments),
    /// List the servers
    Servers {
        #[arg(long)]
        json: bool,
    },
    /// Remove a server; what was decided for its tools is kept
    Remove { server: String },
    /// Read the tools of all servers, or of those named, again
    Scan { servers: Vec<String> },
    /// List tools with their badges and the reason for the first one
    Tools(ToolsArguments),
    /// Show every field of a tool: its value, its layer, the reason, and what it shadows
    Explain {
        #[arg(value_name = "SERVER.TOOL")]
        tool: String,
        #[arg(long)]
        json: bool,
    },
    /// Guess the hints of tools in a file, without a store: JSON Lines out, each guess with its reasons
    Infer(InferArguments),
    /// Decide fields of a tool
    Set(SetArguments),
    /// Let fields of a tool inherit again; all of them when none is named
    Unset {
        #[arg(value_name = "SERVER.TOOL")]
        tool: String,
        /// read-only, destructive, idempotent, open-world or title
        fields: Vec<String>,
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
    },
    /// Take over the decisions of a hintsmith.json; shows what changes and asks first
    Apply {
        file: String,
        /// Do not ask
        #[arg(long)]
        yes: bool,
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
    /// Do not ask before the command is started
    #[arg(long)]
    pub yes: bool,
    /// Folder the command is started in
    #[arg(long, value_name = "DIR")]
    pub folder: Option<String>,
    /// The command and its arguments, after --; no shell is involved
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub command: Vec<String>,
}

#[derive(Args)]
pub struct ToolsArguments {
    /// Words to look for, and server:NAME, hint:destructive, is:inferred, is:overridden, has:problem; - before a term
    /// turns it round
    #[arg(allow_hyphen_values = true)]
    pub filter: Vec<String>,
    /// An array with the effective annotations and, for each hint, value, layer and reason
    #[arg(long)]
    pub json: bool,
    /// The server's own JSON, untouched, one tool a line
    #[arg(long, conflicts_with = "json")]
    pub raw: bool,
}

#[derive(Args)]
pub struct InferArguments {
    /// A tools/list result, a JSON array of tools, or JSON Lines, where rows may name their server and http_method; -
    /// for stdin
    pub file: String,
    /// Say it for people instead
    #[arg(long)]
    pub explain: bool,
    /// What counts as destructive: losing something (narrow), or any change (broad)
    #[arg(long, value_enum, default_value = "narrow", value_name = "READING")]
    pub destructive: Destructive,
    /// What the tools reach: each judged by itself, all an external system, or all the server's own data
    #[arg(long, value_enum, default_value = "by-tool", value_name = "READING")]
    pub open_world: OpenWorld,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Destructive {
    Narrow,
    Broad,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum OpenWorld {
    ByTool,
    External,
    Own,
}

#[derive(Args)]
pub struct SetArguments {
    #[arg(value_name = "SERVER.TOOL")]
    pub tool: String,
    /// read-only=, destructive=, idempotent=, open-world= with yes, no or inherit; title=TEXT
    #[arg(required = true, value_name = "FIELD=VALUE")]
    pub decisions: Vec<String>,
    /// Why, in a sentence; kept with each decided hint
    #[arg(long, value_name = "TEXT")]
    pub because: Option<String>,
}
