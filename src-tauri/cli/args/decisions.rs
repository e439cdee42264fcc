//! Arguments of commands that select tools and decide about them.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use hintsmith_engine::dto::FileScope;

use super::inference::InferenceArguments;
use super::usage_error;

#[derive(Subcommand)]
pub enum EnvironmentCommand {
    /// List the environments
    List,
    /// Create an environment, named with a-z, 0-9 and -
    #[command(alias = "create")]
    Add { name: String },
    /// Create an environment with the decisions of another one
    Copy { from: String, name: String },
    /// Rename an environment
    Rename { name: String, to: String },
    /// Delete an environment and its decisions
    #[command(alias = "delete")]
    Remove { name: String },
    /// Show what differs between two environments, and equal decisions
    ///
    /// `base` is accepted too. Exit code 1 if any fields differ.
    Compare { from: String, to: String },
    /// Copy the decisions of one environment into another
    ///
    /// Shows the difference and asks first.
    Promote {
        from: String,
        to: String,
        /// Confirm that declared or certain hints are loosened
        #[arg(long)]
        loosen: bool,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
    },
}

#[derive(Subcommand)]
pub enum FilterCommand {
    /// List the saved filters
    List,
    /// Save a filter under a name, for `tools --saved NAME`
    #[command(alias = "add")]
    Save {
        name: String,
        #[arg(required = true, allow_hyphen_values = true)]
        filter: Vec<String>,
    },
    /// Delete a saved filter
    #[command(alias = "delete")]
    Remove { name: String },
}

#[derive(Args)]
pub struct SetAllArguments {
    /// Filter as for `tools`: 'server:demo hint:read-only'
    pub filter: String,
    /// Hints and their values
    ///
    /// read-only=, destructive=, idempotent= or open-world= with yes, no or inherit
    #[arg(value_name = "FIELD=VALUE", required_unless_present_any = ["inferred", "reset"])]
    pub decisions: Vec<String>,
    /// Decide inferred hints that are neither declared nor decided
    #[arg(long, conflicts_with_all = ["decisions", "reset"])]
    pub inferred: bool,
    /// With --inferred: replace declared hints as well
    #[arg(long, requires = "inferred")]
    pub replace_declared: bool,
    /// Remove all decisions about hints
    #[arg(long, conflicts_with = "decisions")]
    pub reset: bool,
    /// Use this environment instead of the base
    #[arg(long, value_name = "ENVIRONMENT")]
    pub env: Option<String>,
    /// Reason for the decision, in a sentence
    #[arg(long, value_name = "TEXT")]
    pub because: Option<String>,
    /// Only show what would change
    #[arg(long)]
    pub dry_run: bool,
    /// Confirm that declared or certain hints are loosened
    #[arg(long)]
    pub loosen: bool,
    /// Do not ask for confirmation
    #[arg(long)]
    pub yes: bool,
}

#[derive(Subcommand)]
pub enum RuleCommand {
    /// List the rules and their effects
    List,
    /// Decide hints of every tool that a selector matches
    ///
    /// A narrower rule or a decision about one tool takes precedence. Shows the effect.
    Add {
        /// SERVER.TOOL with * and ? as wildcards: 'github.get_*'
        selector: String,
        /// Hints and their values
        ///
        /// read-only=, destructive=, idempotent= or open-world= with yes or no
        #[arg(required = true, value_name = "HINT=VALUE")]
        decisions: Vec<String>,
        /// Use this environment instead of the base
        #[arg(long, value_name = "ENVIRONMENT")]
        env: Option<String>,
        /// Reason for the rule, in a sentence
        #[arg(long, value_name = "TEXT")]
        because: Option<String>,
        /// Only show what would change
        #[arg(long)]
        dry_run: bool,
        /// Confirm that declared or certain hints are loosened
        #[arg(long)]
        loosen: bool,
    },
    /// Delete the rules of a selector
    #[command(alias = "delete")]
    Remove {
        selector: String,
        /// Only the rules about these hints
        hints: Vec<String>,
        /// Use this environment instead of the base
        #[arg(long, value_name = "ENVIRONMENT")]
        env: Option<String>,
    },
}

#[derive(Clone, Copy, ValueEnum)]
pub enum ReviewOrderName {
    /// Changed and contradictory tools first, then the most dangerous
    Danger,
    /// The most called tools first
    Calls,
    /// By server and module
    Module,
}

#[derive(Subcommand)]
pub enum ReviewCommand {
    /// List the tools to review
    List {
        /// Only matching tools, with a filter as in `tools`
        filter: Vec<String>,
        /// Order of the list
        #[arg(long, value_enum, default_value_t = ReviewOrderName::Danger)]
        by: ReviewOrderName,
    },
    /// Accept tools as they are now
    ///
    /// Their effective hints become your decisions, and earlier decisions apply to their current definitions.
    Accept {
        #[arg(value_name = "SERVER.TOOL", required_unless_present = "agreeing")]
        tools: Vec<String>,
        /// Accept every tool whose declared and inferred hints agree
        #[arg(long, conflicts_with = "tools")]
        agreeing: bool,
        /// Use this environment instead of the base
        #[arg(long, value_name = "ENVIRONMENT", conflicts_with = "agreeing")]
        env: Option<String>,
        /// Confirm that declared or certain hints are loosened
        #[arg(long)]
        loosen: bool,
        /// Do not ask for confirmation, which --agreeing does
        #[arg(long)]
        yes: bool,
    },
    /// Withdraw the review of a tool, but keep the decisions
    Reopen {
        #[arg(value_name = "SERVER.TOOL")]
        tool: String,
    },
    /// Move what was decided about a removed tool to its new name
    Move {
        #[arg(value_name = "SERVER.TOOL")]
        tool: String,
        /// New name of the tool
        #[arg(value_name = "TOOL")]
        to: String,
        /// Confirm that declared or certain hints are loosened
        #[arg(long)]
        loosen: bool,
    },
}

#[derive(Args)]
pub struct ToolsArguments {
    /// Words to search for, and terms such as hint:destructive
    ///
    /// server:NAME, hint:destructive, is:inferred, is:decided, is:drifted, is:unreviewed, is:suspended, is:conflict,
    /// toolset:NAME, env:NAME, has:note, has:problem. A - before a term negates it.
    #[arg(allow_hyphen_values = true)]
    pub filter: Vec<String>,
    /// Apply a saved filter as well
    #[arg(long, value_name = "NAME")]
    pub saved: Option<String>,
    /// Use this environment instead of the base
    #[arg(long, value_name = "ENVIRONMENT")]
    pub env: Option<String>,
    /// Print the server's own JSON, one tool per line
    #[arg(long)]
    pub raw: bool,
}

impl ToolsArguments {
    /// Parses options after the filter, and returns whether `--json` is one of them. A filter term may begin with a
    /// hyphen, so clap takes everything after the filter as part of it; a word with two hyphens is still an option.
    pub fn parse_trailing_options(&mut self, mut json: bool) -> bool {
        let mut typed = std::mem::take(&mut self.filter).into_iter();
        while let Some(word) = typed.next() {
            let mut value =
                |name: &str| typed.next().unwrap_or_else(|| usage_error(&format!("{name} requires a value")));
            match word.as_str() {
                "--json" => json = true,
                "--raw" => self.raw = true,
                "--env" => self.env = Some(value("--env")),
                "--saved" => self.saved = Some(value("--saved")),
                option if option.starts_with("--") => {
                    usage_error(&format!("unexpected option {option} after the filter"))
                }
                _ => self.filter.push(word),
            }
        }
        if json && self.raw {
            usage_error("--json and --raw cannot be used together");
        }
        json
    }
}

#[derive(Args)]
pub struct InferArguments {
    /// File with tools as JSON or JSON Lines, or - for stdin
    ///
    /// A tools/list result, a JSON array of tools, or JSON Lines, where rows may have server and http_method.
    #[arg(required_unless_present = "learn")]
    pub file: Option<String>,
    /// Print text with the strongest reasons for and against each hint
    #[arg(long)]
    pub explain: bool,
    /// Summarize the inferred values that you marked as wrong
    ///
    /// `mark-wrong` marks them. They are listed by the rule that decided them, with the words that the tools share.
    #[arg(long, conflicts_with_all = ["file", "explain", "destructive", "open_world"])]
    pub learn: bool,
    /// With --learn: write them to a new file
    ///
    /// The file improves the rules if you send it to the authors of Hintsmith. It contains the names of the tools, and
    /// no descriptions, arguments or addresses of servers.
    #[arg(short, long, value_name = "FILE", requires = "learn")]
    pub output: Option<String>,
    #[command(flatten)]
    pub inference: InferenceArguments,
}

#[derive(Args)]
pub struct MarkWrongArguments {
    #[arg(value_name = "SERVER.TOOL")]
    pub tool: String,
    /// Hint: read-only, destructive, idempotent or open-world
    pub hint: String,
    /// Remove the mark
    #[arg(long)]
    pub remove: bool,
}

#[derive(Args)]
pub struct SetArguments {
    #[arg(value_name = "SERVER.TOOL")]
    pub tool: String,
    /// Fields and their values
    ///
    /// read-only=, destructive=, idempotent= or open-world= with yes, no or inherit, title=TEXT, description=TEXT,
    /// parameter:NAME=TEXT for the description of a parameter, or icon= with an image file, a data URI or an https URL
    #[arg(required = true, value_name = "FIELD=VALUE")]
    pub decisions: Vec<String>,
    /// Use this environment instead of the base
    #[arg(long, value_name = "ENVIRONMENT")]
    pub env: Option<String>,
    /// Reason for the decision, in a sentence
    #[arg(long, value_name = "TEXT")]
    pub because: Option<String>,
    /// Only show what would change in the tool's JSON
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Args)]
pub struct ExportArguments {
    /// Export target, one of `hintsmith targets`
    pub target: String,
    /// File to write [default: stdout]
    ///
    /// Further files of the export are written beside it.
    #[arg(short, long, value_name = "FILE", conflicts_with = "into")]
    pub output: Option<String>,
    /// Merge into this file and keep everything else in it
    #[arg(long, value_name = "FILE")]
    pub into: Option<String>,
    /// Write the file that the program reads, as `targets` lists
    ///
    /// user: in all of your projects. project: for everyone in a project. local: for you in a project.
    #[arg(long, value_name = "SCOPE", conflicts_with_all = ["output", "into"])]
    pub scope: Option<Scope>,
    /// Project folder for --scope [default: current folder]
    #[arg(long, value_name = "FOLDER", requires = "scope")]
    pub project: Option<PathBuf>,
    /// Export only effective values in this environment, or in `base`
    ///
    /// Without this option, layers and rules are exported too.
    #[arg(long, value_name = "ENVIRONMENT")]
    pub env: Option<String>,
    /// Export only the tools of this server, repeated for several
    #[arg(long = "server", value_name = "NAME")]
    pub servers: Vec<String>,
    /// Export only the tools of this toolset [default: active toolset]
    #[arg(long, value_name = "NAME")]
    pub toolset: Option<String>,
    /// Export the tools outside the active toolset too
    #[arg(long, conflicts_with = "toolset")]
    pub all_tools: bool,
    /// Export only tools whose current definition is reviewed
    #[arg(long)]
    pub reviewed_only: bool,
    /// Leave notes out of descriptions
    #[arg(long)]
    pub without_notes: bool,
    /// Let clients deny destructive tools instead of asking
    #[arg(long)]
    pub deny_destructive: bool,
    /// Write nothing, and exit with code 1 if the file is out of date
    #[arg(long)]
    pub check: bool,
    /// Replace a file of another program, and keep a copy beside it
    #[arg(long)]
    pub replace: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Scope {
    /// For you, in every project
    User,
    /// For everyone in a project
    Project,
    /// For you, in a project
    Local,
}

impl From<Scope> for FileScope {
    fn from(scope: Scope) -> Self {
        match scope {
            Scope::User => Self::User,
            Scope::Project => Self::Project,
            Scope::Local => Self::Local,
        }
    }
}

/// An exported file.
#[derive(Args)]
pub struct ExportedFileArguments {
    /// Exported file [default: all for pending, the newest for discard]
    pub file: Option<String>,
    /// Export target, if several were exported to the file
    #[arg(long, value_name = "TARGET", requires = "file")]
    pub target: Option<String>,
}

#[derive(Args)]
pub struct PendingArguments {
    #[command(flatten)]
    pub file: ExportedFileArguments,
    /// Forget the file, because no program reads it any more
    #[arg(long, requires = "file")]
    pub forget: bool,
}

#[derive(Args)]
pub struct DiscardArguments {
    #[command(flatten)]
    pub file: ExportedFileArguments,
    /// Do not ask for confirmation
    #[arg(long)]
    pub yes: bool,
}

#[derive(Args)]
pub struct ApplyArguments {
    /// File that `hintsmith export hintsmith` wrote
    pub file: String,
    /// Decision that applies where file and store differ
    #[arg(long, value_name = "SIDE", default_value = "theirs")]
    pub prefer: Prefer,
    /// Confirm that declared or certain hints are loosened
    #[arg(long)]
    pub loosen: bool,
    /// Do not ask for confirmation
    #[arg(long)]
    pub yes: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Prefer {
    /// The decision in the file
    Theirs,
    /// Your decision
    Ours,
    /// Ask about each difference
    Ask,
}
