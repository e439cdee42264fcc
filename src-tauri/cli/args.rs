//! Command-line arguments. Users decide about safety with the help texts, so they are short, plain and exact.

mod decisions;
mod lint;
mod servers;
mod toolsets;

use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

pub use decisions::*;
pub use lint::*;
pub use servers::*;
pub use toolsets::*;

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
    #[arg(long, global = true, value_name = "SECONDS", env = "HINTSMITH_TIMEOUT", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub timeout: Option<u64>,

    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
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
        /// The issuer that the client's secret may be sent to
        #[arg(long, value_name = "URL")]
        issuer: Option<String>,
    },
    /// Forget the tokens of a server
    Logout { server: String },
    /// Add servers from the configurations of other clients; shows each one and asks first
    Import(ImportArguments),
    /// Look up servers in an MCP registry and add them
    Registry {
        #[command(subcommand)]
        command: RegistryCommand,
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
        command: Option<FilterCommand>,
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
        command: Option<EnvironmentCommand>,
        #[arg(long)]
        json: bool,
    },
    /// List the rules and what each does, or change them: one decision for many tools
    Rule {
        #[command(subcommand)]
        command: Option<RuleCommand>,
        #[arg(long)]
        json: bool,
    },
    /// List the toolsets, or change them: named selections of tools, of which one is active
    Toolset {
        #[command(subcommand)]
        command: Option<ToolsetCommand>,
        #[arg(long, global = true)]
        json: bool,
    },
    /// List the notes, or change them: what a model reads below a tool's description
    Note {
        #[command(subcommand)]
        command: Option<NoteCommand>,
        #[arg(long, global = true)]
        json: bool,
    },
    /// Show or write a comment on a tool, which no model reads
    #[command(alias = "remark")]
    Comment(CommentArguments),
    /// Show how many parameters have a description, by server and by toolset
    Coverage {
        #[arg(long)]
        json: bool,
    },
    /// List what nobody has reviewed as it is now, the most dangerous first, or say that it is right
    Review {
        #[command(subcommand)]
        command: Option<ReviewCommand>,
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
    /// Say what is wrong with tools, by the rules of the specification, a directory or your own; mend what can be mended
    Lint(LintArguments),
    /// Say how far tools are from what a directory demands, and what is left to do
    Readiness(ReadinessArguments),
    /// Hold tools to a policy: pin what they must be, and check it in CI
    Pins {
        #[command(subcommand)]
        command: PinsCommand,
    },
    /// List the findings that do not count, or say of one that it does not
    Suppress(SuppressArguments),
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
    /// List the calls that passed through `wrap` and `gateway`, the newest first: who called which tool, what was
    /// decided, how it ended
    Calls(CallsArguments),
    /// Run a tool: shows what the call does and asks first, checks the arguments, and shows what came of it
    Run(RunArguments),
    /// Show or set a tool's approval mode
    #[command(alias = "mode")]
    Approval(ApprovalModeArguments),
    /// List the calls that wait for a person, and answer them
    Approvals(ApprovalsArguments),
    /// List the clients that are connected through `wrap` and `gateway`
    Clients {
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
    /// Write what was decided, for a gateway, a client, a colleague or another machine
    Export(ExportArguments),
    /// Take over the decisions of a hintsmith.json (or the same as YAML); shows what changes and asks first
    Apply(ApplyArguments),
    /// Run a server for the client that starts this, with its tools as you decided
    ///
    /// Put it before the command in a client's configuration. What is decided later reaches the client at once, and the
    /// tools of the server are learned as they pass.
    Wrap(WrapArguments),
    /// Serve several servers as one, with their tools as you decided: to the client that starts this, or to many over HTTP
    Gateway(GatewayArguments),
    /// Put `wrap` before a server in a client's configuration, or take it away again; shows the change and asks first
    Install(InstallArguments),
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

/// Exits with a usage error, for requirements that clap cannot express.
pub fn usage_error(message: &str) -> ! {
    Arguments::command().error(ErrorKind::MissingRequiredArgument, message).exit()
}

impl Command {
    /// Returns whether the command can change decisions or approvals.
    pub fn can_change_policy(&self) -> bool {
        match self {
            Self::Set(_)
            | Self::SetAll(_)
            | Self::Unset { .. }
            | Self::Discard { .. }
            | Self::Apply(_)
            | Self::Undo { .. }
            | Self::Redo => true,
            // Editing a server can change its trust and the environment it is started with.
            Self::Edit(_) => true,
            Self::Review { command, .. } => matches!(command, Some(ReviewCommand::Accept { .. })),
            // Toolsets and notes change which tools a model is offered and what it reads about them.
            Self::Toolset { command: Some(command), .. } => !matches!(
                command,
                ToolsetCommand::List | ToolsetCommand::Show { .. } | ToolsetCommand::Export { .. }
            ),
            Self::Note { command: Some(command), .. } => !matches!(
                command,
                NoteCommand::List { .. }
                    | NoteCommand::Proposed
                    | NoteCommand::Reject(_)
                    | NoteCommand::Template { .. }
            ),
            Self::Env { command, .. } => {
                matches!(
                    command,
                    Some(EnvironmentCommand::Remove { .. } | EnvironmentCommand::Promote { .. })
                )
            }
            Self::Rule { command, .. } => !matches!(command, None | Some(RuleCommand::List { .. })),
            Self::Approval(approval) => approval.mode.is_some(),
            Self::Approvals(approvals) => matches!(approvals.command, Some(ApprovalCommand::Allow { .. })),
            Self::Preferences { changes, .. } => !changes.is_empty(),
            _ => false,
        }
    }
}
