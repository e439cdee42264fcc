//! Command-line arguments. Users decide about safety with the help texts, so they are short, plain and exact: a line
//! has at most 70 characters and no semicolon, and begins with a verb where it describes a command.

mod decisions;
pub mod help;
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

/// Show, correct and ship the annotations of MCP tools
#[derive(Parser)]
#[command(
    name = "hintsmith",
    version,
    arg_required_else_help = true,
    after_help = "\
Badges: ~ assumed (default or inferred), = declared by the server, ! decided by the user.
Exit codes: 0 success, 1 check failed or declined, 2 usage error, 3 error."
)]
pub struct Arguments {
    /// Folder of the database [default: the platform's data folder]
    #[arg(long, global = true, value_name = "DIR", env = "HINTSMITH_DATA")]
    pub data: Option<PathBuf>,

    /// How long to wait for a server to start, and for each response
    #[arg(long, global = true, value_name = "SECONDS", env = "HINTSMITH_TIMEOUT", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub timeout: Option<u64>,

    #[command(subcommand)]
    pub command: Command,
}

// `help` lists the commands in groups and has an example of each.
#[derive(Subcommand)]
pub enum Command {
    /// Add a server and read its tools, after showing what is started
    ///
    /// Shows exactly which command is started or which address is contacted, and asks first.
    Add(AddArguments),
    /// Change how a server is reached or how its tools are inferred
    Edit(EditArguments),
    /// List the servers, or show one in detail
    Servers {
        /// Server to show [default: list all]
        server: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Enable a server
    Enable { server: String },
    /// Disable a server: it is never started, and its tools stay listed
    Disable { server: String },
    /// Remove a server and its secrets, but keep the decisions
    ///
    /// The decisions apply again if you add a server with this name.
    Remove { server: String },
    /// Sign in to a server in the browser
    ///
    /// The tokens are kept in the secret store.
    Login {
        server: String,
        /// Print the address of the page instead of opening it
        #[arg(long)]
        print: bool,
        /// Issuer that the client's secret may be sent to
        #[arg(long, value_name = "URL")]
        issuer: Option<String>,
    },
    /// Sign out of a server and delete its tokens
    Logout { server: String },
    /// Add servers from the configurations of other clients
    ///
    /// Shows each server and asks first.
    Import(ImportArguments),
    /// Search an MCP registry and add servers from it
    Registry {
        #[command(subcommand)]
        command: RegistryCommand,
    },
    /// Read the tools of all servers again, or of some
    Scan {
        /// Servers to read [default: all that are enabled]
        servers: Vec<String>,
    },
    /// List tools with their badges and the most important reason
    Tools(ToolsArguments),
    /// Explain every field of a tool: value, layer and reason
    ///
    /// Also shows the values of weaker layers that each value overrides.
    Explain {
        #[arg(value_name = "SERVER.TOOL")]
        tool: String,
        /// Use this environment instead of the base
        #[arg(long, value_name = "ENVIRONMENT")]
        env: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Infer the hints of tools in a file, without a store
    ///
    /// Prints JSON Lines, with the reasons for each hint.
    Infer(InferArguments),
    /// Decide fields of a tool
    Set(SetArguments),
    /// Decide fields of every tool that matches a filter
    ///
    /// Shows how many tools change and asks first. One undo reverts all of it.
    SetAll(SetAllArguments),
    /// Let fields of a tool inherit again
    Unset {
        #[arg(value_name = "SERVER.TOOL")]
        tool: String,
        /// Fields, named as in `set` [default: all]
        ///
        /// read-only, destructive, idempotent, open-world, title or parameter:NAME
        fields: Vec<String>,
        /// Use this environment instead of the base
        #[arg(long, value_name = "ENVIRONMENT")]
        env: Option<String>,
    },
    /// List the saved filters, or change them
    Filter {
        #[command(subcommand)]
        command: Option<FilterCommand>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// List the preferences, or set them
    Preferences {
        /// Preferences to set, where KEY=default resets one
        #[arg(value_name = "KEY=VALUE")]
        changes: Vec<String>,
        /// Print JSON
        #[arg(long, conflicts_with = "changes")]
        json: bool,
    },
    /// List the environments, or change them: layers above the base
    Env {
        #[command(subcommand)]
        command: Option<EnvironmentCommand>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// List the rules, or change them: decisions for many tools
    Rule {
        #[command(subcommand)]
        command: Option<RuleCommand>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// List the toolsets, or change them: named selections of tools
    ///
    /// One toolset can be active in each environment: models are then offered its tools alone.
    Toolset {
        #[command(subcommand)]
        command: Option<ToolsetCommand>,
        /// Print JSON
        #[arg(long, global = true)]
        json: bool,
    },
    /// List the notes, or change them: guidance for the model
    ///
    /// A model reads notes below the tool's description.
    Note {
        #[command(subcommand)]
        command: Option<NoteCommand>,
        /// Print JSON
        #[arg(long, global = true)]
        json: bool,
    },
    /// Show or write a comment on a tool, which no model reads
    #[command(alias = "remark")]
    Comment(CommentArguments),
    /// Show how many parameters have a description
    ///
    /// By server and by toolset.
    Coverage {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// List the tools to review, most dangerous first, or accept them
    Review {
        #[command(subcommand)]
        command: Option<ReviewCommand>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show how tools changed since they were reviewed or decided
    ///
    /// Exit code 1 if some did.
    Diff {
        /// Tools to compare [default: all that changed]
        #[arg(value_name = "SERVER.TOOL")]
        tools: Vec<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Report problems of tools, and fix them
    ///
    /// By the rules of the specification, of a directory, or your own.
    Lint(LintArguments),
    /// Report what a directory still requires of the tools
    Readiness(ReadinessArguments),
    /// Pin tools to a policy, and check them in CI
    Pins {
        #[command(subcommand)]
        command: PinsCommand,
    },
    /// List the suppressed findings, or suppress one
    Suppress(SuppressArguments),
    /// List the changes, newest first, or show one in detail
    History {
        /// Number of the entry to show [default: list all]
        entry: Option<u32>,
        /// Maximum number of entries
        #[arg(long, value_name = "N", default_value_t = 20)]
        limit: u32,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// List the calls that passed through wrap and gateway
    ///
    /// Newest first: the client, the tool, the decision and the outcome.
    Calls(CallsArguments),
    /// Run a tool, after showing what the call does
    ///
    /// Checks the arguments, asks first, and prints the result.
    Run(RunArguments),
    /// Show or set a tool's approval mode
    ///
    /// by-hints asks about calls as the tool's hints require, always-ask and ask-first ask about each call or the first
    /// one, never-ask lets calls run, block denies them, and inherit removes the mode.
    #[command(alias = "mode")]
    Approval(ApprovalModeArguments),
    /// List the calls that wait for approval, and answer them
    Approvals(ApprovalsArguments),
    /// List the clients that are connected through wrap and gateway
    Clients {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Undo your last change, or the one with this number
    ///
    /// Refused if the same thing was changed again since.
    Undo {
        /// Number of the history entry [default: your last change]
        entry: Option<u32>,
    },
    /// Redo the change that you undid last
    Redo,
    /// List the decisions that changed since the last export
    ///
    /// Exit code 1 if there are some.
    Pending {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Go back to the decisions of the last export
    ///
    /// Shows what changes and asks first.
    Discard {
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
    /// List the formats that export writes
    Targets {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Write the decisions for a gateway, a client or another machine
    Export(ExportArguments),
    /// Apply the decisions of a hintsmith.json
    ///
    /// Reads YAML too. Shows what changes and asks first.
    Apply(ApplyArguments),
    /// Run one server for the client that starts this, as decided
    ///
    /// Put it before the command in a client's configuration. What is decided later reaches the client at once, and the
    /// tools of the server are learned as they pass.
    Wrap(WrapArguments),
    /// Serve several servers as one, over stdio or HTTP, as decided
    Gateway(GatewayArguments),
    /// Put wrap before a server in a client's configuration
    ///
    /// Shows the change and asks first. --undo reverts it.
    Install(InstallArguments),
    /// Write a backup of the store
    ///
    /// Backups are also made automatically from time to time.
    Backup {
        /// File to write [default: a new one in the backup folder]
        file: Option<PathBuf>,
    },
    /// Replace the store with a backup
    ///
    /// Shows which one and asks first. The current store is kept beside it.
    Restore {
        /// Backup to restore [default: the newest]
        file: Option<PathBuf>,
        /// List the backups, and restore nothing
        #[arg(long, conflicts_with_all = ["file", "yes"])]
        list: bool,
        /// Do not ask
        #[arg(long)]
        yes: bool,
        /// Print JSON
        #[arg(long, requires = "list")]
        json: bool,
    },
    /// Check the store for damage
    ///
    /// Exit code 1 if there is some.
    Doctor {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Add the built-in demo server and list its tools
    Demo,
    /// Run the demo server over stdio
    ///
    /// A real MCP server with about a hundred tools.
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
