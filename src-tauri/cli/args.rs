//! Command-line arguments. Users decide about safety with the help texts, so they are short, plain and exact: a line
//! has at most 70 characters and no semicolon, and begins with a verb where it describes a command.

mod decisions;
pub mod help;
mod inference;
mod lint;
mod servers;
mod source;
mod toolsets;
mod version;

use std::env;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::completion::Shell;
use crate::output::style::ColorChoice;
use crate::output::{OutputOptions, Verbosity};

pub use decisions::*;
pub use inference::*;
pub use lint::*;
pub use servers::*;
pub use source::*;
pub use toolsets::*;

const TIMEOUT_SECONDS: RangeInclusive<u64> = 1..=86_400;

/// Review, edit and export the annotations of MCP tools
#[derive(Parser)]
#[command(
    name = "hintsmith",
    version,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    after_help = "\
Badges: ~ assumed (default or inferred), = declared by the server, ! decided by you.
Exit codes: 0 success, 1 check failed or declined, 2 invalid arguments or input, 3 error.
Topics: hintsmith help filters, hintsmith help hints, hintsmith help targets."
)]
pub struct Arguments {
    // Read from the environment after parsing: for clap, a variable that is set is an argument, which its usage lines
    // repeat and which makes a command line without arguments one with arguments.
    /// Data folder of the store [default: $HINTSMITH_DATA or the platform's]
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,

    /// Limit for a server's start and each response [env: HINTSMITH_TIMEOUT]
    #[arg(long, global = true, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(TIMEOUT_SECONDS))]
    pub timeout: Option<u64>,

    /// Print JSON instead of text
    #[arg(long, global = true)]
    pub json: bool,

    /// Print no status messages, only data, errors and questions
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Print more details, such as the store in use and the time taken
    #[arg(short, long, global = true)]
    pub verbose: bool,

    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,

    #[command(subcommand)]
    pub command: Command,
}

impl Arguments {
    /// Parses the command line of this process. Exits on a usage error.
    pub fn parse_process() -> Self {
        let matches = help::command().try_get_matches().unwrap_or_else(|error| {
            if error.kind() == ErrorKind::DisplayVersion && version::is_verbose(env::args_os().skip(1)) {
                version::print_details_and_exit();
            }
            error.exit()
        });
        let mut arguments = Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        arguments.add_variables();
        // A filter takes everything after it, because its terms may begin with a hyphen.
        match &mut arguments.command {
            Command::Tools(tools) => arguments.json = tools.parse_trailing_options(arguments.json),
            Command::Filter { command: Some(FilterCommand::Save { filter, .. }) }
                if filter.last().is_some_and(|word| word == "--json") =>
            {
                filter.pop();
                arguments.json = true;
            }
            _ => {}
        }
        arguments
    }

    /// Options that are not given are read from environment variables.
    fn add_variables(&mut self) {
        let variable = |name| env::var_os(name).filter(|value| !value.is_empty());
        if self.data.is_none() {
            self.data = variable("HINTSMITH_DATA").map(PathBuf::from);
        }
        if self.timeout.is_none()
            && let Some(text) = variable("HINTSMITH_TIMEOUT")
        {
            let seconds = text.to_str().and_then(|text| text.parse().ok());
            match seconds.filter(|seconds| TIMEOUT_SECONDS.contains(seconds)) {
                Some(seconds) => self.timeout = Some(seconds),
                None => usage_error("HINTSMITH_TIMEOUT is not a number of seconds from 1 to 86400"),
            }
        }
    }

    pub const fn output_options(&self) -> OutputOptions {
        let verbosity = match (self.quiet, self.verbose) {
            (true, _) => Verbosity::Quiet,
            (_, true) => Verbosity::Verbose,
            _ => Verbosity::Normal,
        };
        OutputOptions { color: self.color, verbosity, json: self.json }
    }
}

// `help` lists the commands in groups and has an example of each.
#[derive(Subcommand)]
pub enum Command {
    /// Add a server and scan its tools, after confirmation
    ///
    /// Shows the exact command or address and asks first.
    Add(AddArguments),
    /// Change a server's connection or inference settings
    Edit(EditArguments),
    /// List the servers, or show one in detail
    Servers {
        /// Server to show [default: list all]
        server: Option<String>,
    },
    /// Enable a server
    Enable {
        #[arg(required = true, value_name = "SERVER")]
        servers: Vec<String>,
    },
    /// Disable a server without removing its tools from the list
    Disable {
        #[arg(required = true, value_name = "SERVER")]
        servers: Vec<String>,
    },
    /// Remove a server and its secrets, but keep the decisions
    ///
    /// The decisions apply again if you add a server with this name.
    Remove {
        server: String,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
    },
    /// Sign in to a server in the browser
    ///
    /// The tokens are stored in the secret store.
    Login {
        server: String,
        /// Print the address of the page instead of opening it
        #[arg(long)]
        print: bool,
        /// OAuth issuer that may receive the client secret
        #[arg(long, value_name = "URL")]
        issuer: Option<String>,
    },
    /// Sign out of a server and delete its tokens
    Logout { server: String },
    /// Import servers from the configurations of other clients
    ///
    /// Shows each server and asks first.
    Import(ImportArguments),
    /// Search an MCP registry and add servers from it
    Registry {
        #[command(subcommand)]
        command: RegistryCommand,
    },
    /// List the operations of an OpenAPI document
    ///
    /// Shows which ones a choice makes tools. Nothing is added, and no operation is called.
    Operations {
        /// OpenAPI 3.0 or 3.1 document
        #[arg(value_name = "FILE|URL")]
        document: String,
        /// Operations to choose, as for `add --operations` [default: all]
        #[arg(long, value_name = "TERM", allow_hyphen_values = true)]
        operations: Vec<String>,
    },
    /// Scan servers and update their tools
    Scan {
        /// Servers to scan [default: all enabled servers]
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
    },
    /// Infer the hints of tools in a file, without a store
    ///
    /// Prints JSON Lines, with the reasons for each hint.
    Infer(InferArguments),
    /// Mark the inferred value of a hint as wrong, to improve the rules
    ///
    /// Decides nothing: use `set` for that. `infer --learn` summarizes what is marked.
    MarkWrong(MarkWrongArguments),
    /// Set hints, the title, icon or descriptions of a tool
    Set(SetArguments),
    /// Set hints of every tool that matches a filter
    ///
    /// Shows how many tools change and asks first. One undo reverts the whole change.
    SetAll(SetAllArguments),
    /// Remove your decisions about fields of a tool
    Unset {
        #[arg(value_name = "SERVER.TOOL")]
        tool: String,
        /// Fields, named as in `set` [default: all]
        ///
        /// read-only, destructive, idempotent, open-world, title, description, icon or parameter:NAME
        fields: Vec<String>,
        /// Use this environment instead of the base
        #[arg(long, value_name = "ENVIRONMENT")]
        env: Option<String>,
    },
    /// List the saved filters, or change them
    Filter {
        #[command(subcommand)]
        command: Option<FilterCommand>,
    },
    /// List the preferences, show one, or set them
    Preferences {
        /// Preferences to show or set, where KEY=default resets one
        #[arg(value_name = "KEY[=VALUE]")]
        changes: Vec<String>,
    },
    /// List the environments, or change them: layers above the base
    Env {
        #[command(subcommand)]
        command: Option<EnvironmentCommand>,
    },
    /// List the rules, or change them: decisions for many tools
    Rule {
        #[command(subcommand)]
        command: Option<RuleCommand>,
    },
    /// List the toolsets, or change them: named selections of tools
    ///
    /// One toolset can be active per environment. Models are then offered only its tools.
    Toolset {
        #[command(subcommand)]
        command: Option<ToolsetCommand>,
    },
    /// List the notes, or change them: guidance for the model
    ///
    /// Models read notes below the tool's description.
    Note {
        #[command(subcommand)]
        command: Option<NoteCommand>,
    },
    /// Show or write a comment on a tool, which models never see
    #[command(alias = "remark")]
    Comment(CommentArguments),
    /// Show how many parameters have a description
    ///
    /// Shows a count for each server and each toolset.
    Coverage,
    /// List the tools to review, riskiest first, or accept them
    Review {
        #[command(subcommand)]
        command: Option<ReviewCommand>,
    },
    /// Show how tools changed since they were reviewed or decided
    ///
    /// Exit code 1 if any tool changed.
    Diff {
        /// Tools to compare [default: all that changed]
        #[arg(value_name = "SERVER.TOOL")]
        tools: Vec<String>,
    },
    /// Report problems of tools, and fix them
    ///
    /// Applies the rules of the specification, of a directory, or of your own profile.
    Lint(LintArguments),
    /// Report which requirements of a directory the tools do not meet
    Readiness(ReadinessArguments),
    /// Pin tools to a policy, and check them in CI
    Pins {
        #[command(subcommand)]
        command: PinsCommand,
    },
    /// Write decisions into the source of a server
    ///
    /// Finds where each tool is registered and prints what would change as a unified diff. Only annotations, titles and
    /// their imports are changed.
    Patch(PatchArguments),
    /// Remove the decisions that a server declares itself by now
    Retire(RetireArguments),
    /// List the suppressed findings, or suppress one
    Suppress(SuppressArguments),
    /// List the changes, newest first, or show one in detail
    History {
        /// Number of the entry to show [default: list all]
        #[arg(value_parser = parse_entry_number)]
        entry: Option<u32>,
        /// Maximum number of entries
        #[arg(long, value_name = "N", default_value_t = 20)]
        limit: u32,
        /// Only changes that contain these words
        #[arg(long, value_name = "TEXT", conflicts_with = "entry")]
        search: Option<String>,
    },
    /// List the tool calls made through wrap and gateway
    ///
    /// Shows client, tool, decision and outcome, newest first.
    Calls(CallsArguments),
    /// Run a tool and print the result
    ///
    /// Checks the arguments, and asks first if the tool may be destructive, has changed, or has the approval mode
    /// always-ask. Without a terminal, every call needs approval.
    Run(RunArguments),
    /// Show or set a tool's approval mode
    ///
    /// by-hints asks when the tool's hints require it, always-ask asks about every call, ask-first about the first one,
    /// never-ask allows calls, block denies them, and inherit removes the mode.
    #[command(alias = "mode")]
    Approval(ApprovalModeArguments),
    /// List the calls that are waiting for approval, and answer them
    Approvals(ApprovalsArguments),
    /// List the clients connected through wrap and gateway
    Clients,
    /// Undo your last change, or the change with this number
    ///
    /// Fails if a newer change affects the same data.
    Undo {
        /// Number of the history entry [default: your last change]
        #[arg(value_parser = parse_entry_number)]
        entry: Option<u32>,
    },
    /// Redo the change that you undid last
    Redo,
    /// List the decisions that exported files lack
    ///
    /// Compares every file that a program reads with the decisions of its last export. Documents for people do not count.
    /// Exit code 1 if a file lacks a decision.
    Pending(PendingArguments),
    /// Restore the decisions of the last export
    ///
    /// Shows the changes and asks first.
    Discard(DiscardArguments),
    /// List the export targets
    Targets,
    /// Export decisions for a gateway, a client or another machine
    Export(ExportArguments),
    /// Apply the decisions of a hintsmith.json
    ///
    /// Accepts YAML too. Shows the changes and asks first.
    Apply(ApplyArguments),
    /// Proxy one server over stdio and apply your decisions
    ///
    /// Put it before the server's command in a client's configuration. Later decisions take effect immediately. The
    /// server's tools are recorded when the client lists them.
    Wrap(WrapArguments),
    /// Serve several servers as one over stdio or HTTP
    Gateway(GatewayArguments),
    /// Put Hintsmith before a server in a client's configuration
    ///
    /// Shows the change and asks first. A command is run through `hintsmith wrap`, an address is replaced by `hintsmith
    /// gateway`. --undo restores the file byte for byte. Without a server, lists the servers of every client.
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
    /// Shows the backup and asks first. The replaced store is kept beside it.
    Restore {
        /// Backup to restore [default: the newest]
        file: Option<PathBuf>,
        /// Only list the backups
        #[arg(long, conflicts_with_all = ["file", "yes"])]
        list: bool,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
    },
    /// Check the store for damage
    ///
    /// Exit code 1 if a check fails.
    Doctor,
    /// Add the built-in demo server and list its tools
    Demo,
    /// Print the completion script of a shell
    ///
    /// For example in ~/.bashrc: eval "$(hintsmith completions bash)"
    Completions {
        #[arg(value_enum)]
        shell: Shell,
    },
    /// List the words that complete a command line, for the shells' scripts
    #[command(hide = true)]
    Complete {
        #[arg(value_enum)]
        shell: Shell,
        /// Command line up to the cursor
        #[arg(allow_hyphen_values = true)]
        line: String,
    },
    /// Write a manual page for each command
    ManPages {
        /// Folder for the pages, such as ~/.local/share/man/man1
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Show help for a command or a topic
    ///
    /// Topics: filters, hints, targets.
    Help {
        /// Command, or one of the topics
        #[arg(value_name = "COMMAND|TOPIC")]
        subject: Vec<String>,
    },
    /// Run the demo server over stdio, or its HTTP API
    ///
    /// A real MCP server with about a hundred tools.
    DemoServer {
        /// Serve this many generated tools instead
        #[arg(long, value_name = "N")]
        tools: Option<u32>,
        /// Serve an HTTP API with an OpenAPI document instead, at this port
        #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "0", conflicts_with = "tools")]
        http_api: Option<u16>,
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
            | Self::Discard(_)
            | Self::Apply(_)
            | Self::Retire(_)
            | Self::Undo { .. }
            | Self::Redo => true,
            Self::Import(import) => import.command.is_some(),
            Self::Add(add) => add.world.trust_methods,
            Self::Registry { command: RegistryCommand::Add { world, .. } } => world.trust_methods,
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
            Self::Rule { command, .. } => !matches!(command, None | Some(RuleCommand::List)),
            Self::Approval(approval) => approval.mode.is_some(),
            Self::Approvals(approvals) => matches!(approvals.command, Some(ApprovalCommand::Allow { .. })),
            Self::Preferences { changes, .. } => changes.iter().any(|change| change.contains('=')),
            _ => false,
        }
    }
}

fn parse_entry_number(text: &str) -> Result<u32, String> {
    let advice =
        "not the number of a change; `hintsmith history` lists the changes, and --search finds words in them";
    text.parse().map_err(|_| advice.to_owned())
}
