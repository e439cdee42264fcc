//! Arguments of commands that select tools and decide about them.

use clap::{Args, Subcommand, ValueEnum};

use super::servers::InferenceArguments;
use super::usage_error;

#[derive(Subcommand)]
pub enum EnvironmentCommand {
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
pub enum FilterCommand {
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
    /// Decide the inferred hints that are neither declared nor decided
    #[arg(long, conflicts_with_all = ["decisions", "reset"])]
    pub inferred: bool,
    /// With --inferred: replace declared hints as well
    #[arg(long, requires = "inferred")]
    pub replace_declared: bool,
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
    /// Confirm loosening what servers declare or inference is certain of
    #[arg(long)]
    pub loosen: bool,
    /// Do not ask
    #[arg(long)]
    pub yes: bool,
}

#[derive(Subcommand)]
pub enum RuleCommand {
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
        /// Confirm loosening what servers declare or inference is certain of
        #[arg(long)]
        loosen: bool,
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
pub enum ReviewCommand {
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
    /// is:suspended, is:conflict, toolset:NAME, env:NAME, has:note, has:problem; - before a term turns it round
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
    /// Parses options after the filter. A filter term may begin with a hyphen, so clap takes everything after the
    /// filter as part of it; a word with two hyphens is still an option.
    pub fn parse_trailing_options(mut self) -> Self {
        let mut typed = std::mem::take(&mut self.filter).into_iter();
        while let Some(word) = typed.next() {
            let mut value =
                |name: &str| typed.next().unwrap_or_else(|| usage_error(&format!("{name} needs a name")));
            match word.as_str() {
                "--json" => self.json = true,
                "--raw" => self.raw = true,
                "--env" => self.env = Some(value("--env")),
                "--saved" => self.saved = Some(value("--saved")),
                option if option.starts_with("--") => usage_error(&format!("there is no option {option}")),
                _ => self.filter.push(word),
            }
        }
        if self.json && self.raw {
            usage_error("say --json or --raw, not both");
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
    pub inference: InferenceArguments,
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

#[derive(Args)]
pub struct ExportArguments {
    /// A target of `hintsmith targets`
    pub target: String,
    /// The file to write; others that belong to it stand beside it. Without it the text goes to stdout
    #[arg(short, long, value_name = "FILE", conflicts_with = "into")]
    pub output: Option<String>,
    /// A file of yours to put it into: whatever else is in it stays
    #[arg(long, value_name = "FILE")]
    pub into: Option<String>,
    /// Only what holds in this environment (or in `base`), without layers and rules [default: everything]
    #[arg(long, value_name = "ENVIRONMENT")]
    pub env: Option<String>,
    /// Offer the tools of this toolset alone, with its notes
    #[arg(long, value_name = "NAME")]
    pub toolset: Option<String>,
    /// Leave out what nobody has reviewed as it is now
    #[arg(long)]
    pub reviewed_only: bool,
    /// Leave notes out of descriptions
    #[arg(long)]
    pub without_notes: bool,
    /// Let clients refuse destructive tools instead of asking
    #[arg(long)]
    pub deny_destructive: bool,
    /// Write nothing; exit code 1 when the file is not what would be written
    #[arg(long)]
    pub check: bool,
    /// Replace a file that is not ours; what was there is kept beside it
    #[arg(long)]
    pub replace: bool,
    /// The files, or where they are, with what was carried, changed and left out, tool by tool
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct ApplyArguments {
    /// What `hintsmith export hintsmith` wrote
    pub file: String,
    /// What holds where something is decided here already
    #[arg(long, value_name = "WHOSE", default_value = "theirs")]
    pub prefer: Prefer,
    /// Do not ask whether to apply
    #[arg(long)]
    pub yes: bool,
    /// Print the changes as JSON; with --yes apply them
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Prefer {
    /// The file's decision
    Theirs,
    /// Yours: only what is not decided here is taken over
    Ours,
    /// Ask for each
    Ask,
}
