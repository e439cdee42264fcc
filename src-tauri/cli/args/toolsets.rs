//! Arguments of `toolset`, `note` and `comment`.

use clap::{Args, Subcommand, ValueEnum};

#[derive(Subcommand)]
pub enum ToolsetCommand {
    /// List the toolsets, as without a verb
    List,
    /// Show the tools of a toolset: what each costs, which are not there, and what those have probably become
    Show { name: String },
    /// Make a toolset; names are 2 to 50 of a-z, 0-9 and -
    #[command(alias = "create")]
    Build {
        name: String,
        #[command(flatten)]
        tools: ToolChoiceArguments,
        /// What it is for
        #[arg(long, value_name = "TEXT")]
        description: Option<String>,
        /// Activate it as well
        #[arg(long, visible_alias = "equip")]
        activate: bool,
        /// Activate it in this environment instead of the base
        #[arg(long, value_name = "ENVIRONMENT", requires = "activate")]
        env: Option<String>,
    },
    /// Add tools to a toolset
    Add {
        name: String,
        #[command(flatten)]
        tools: ToolChoiceArguments,
    },
    /// Take tools out of a toolset
    Remove {
        name: String,
        /// SERVER.TOOL, or # and the id of a definition
        #[arg(required = true, value_name = "TOOL")]
        tools: Vec<String>,
    },
    /// Give a toolset another name
    Rename { name: String, to: String },
    /// Make a toolset with the tools and notes of another one
    Copy { name: String, to: String },
    /// Say what a toolset is for; without a text, say nothing
    Describe { name: String, text: Option<String> },
    /// Activate a toolset: a model is offered its tools alone, with its notes
    // `equip` is hypertool-mcp's word.
    #[command(visible_alias = "equip")]
    Activate {
        name: String,
        /// In this environment instead of the base
        #[arg(long, value_name = "ENVIRONMENT")]
        env: Option<String>,
    },
    /// Deactivate the toolset: a model is offered every tool
    #[command(visible_alias = "unequip")]
    Deactivate {
        /// In this environment instead of the base
        #[arg(long, value_name = "ENVIRONMENT")]
        env: Option<String>,
    },
    /// Delete a toolset and the notes that hold in it alone; undo brings both back
    Delete { name: String },
    /// Write toolsets for hypertool-mcp or for people
    Export {
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,
        #[arg(long = "as", value_enum, default_value_t = ToolsetFormatName::Hypertool)]
        format: ToolsetFormatName,
        /// The file to write; without it the text goes to stdout. Of a config.json that is there, all else stays
        #[arg(short, long, value_name = "FILE")]
        output: Option<String>,
    },
    /// Take over the toolsets of hypertool-mcp's config.json, or of a file with one; shows them and asks first
    Import {
        file: String,
        /// Show what would come, and change nothing
        #[arg(long)]
        dry_run: bool,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
}

/// Which tools: named, by a filter, or by a pattern.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub struct ToolChoiceArguments {
    /// SERVER.TOOL, or # and the id of a definition
    #[arg(value_name = "TOOL")]
    pub tools: Vec<String>,
    /// Those that a filter finds now, as for `tools`: 'server:demo is:safe'
    #[arg(long, value_name = "FILTER", allow_hyphen_values = true)]
    pub filter: Option<String>,
    /// Those that SERVER.TOOL with * and ? matches now: 'github.get_*'
    #[arg(long, value_name = "SELECTOR")]
    pub pattern: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum ToolsetFormatName {
    /// The config.json of hypertool-mcp
    Hypertool,
    /// A page for people
    Markdown,
}

#[derive(Subcommand)]
pub enum NoteCommand {
    /// List every note, or those of one tool with what a model reads
    List {
        #[arg(value_name = "SERVER.TOOL")]
        tool: Option<String>,
        /// With this environment's toolset
        #[arg(long, value_name = "ENVIRONMENT")]
        env: Option<String>,
    },
    /// Add a note to a tool; one of that name is never replaced
    Add {
        #[arg(value_name = "SERVER.TOOL")]
        tool: String,
        /// a-z, 0-9 and -
        name: String,
        /// At most 2,000 characters; without it, the text of the template of that name
        text: Option<String>,
        #[command(flatten)]
        scope: ScopeArguments,
        /// Keep characters that cannot be seen
        #[arg(long)]
        allow_hidden: bool,
    },
    /// Give a note another text or name; it keeps its place
    Edit {
        #[arg(value_name = "SERVER.TOOL")]
        tool: String,
        name: String,
        /// The new text
        #[arg(required_unless_present = "rename")]
        text: Option<String>,
        /// The new name
        #[arg(long, value_name = "NAME")]
        rename: Option<String>,
        #[command(flatten)]
        scope: ScopeArguments,
        /// Keep characters that cannot be seen
        #[arg(long)]
        allow_hidden: bool,
    },
    /// Delete a note
    #[command(alias = "remove")]
    Delete {
        #[arg(value_name = "SERVER.TOOL")]
        tool: String,
        name: String,
        #[command(flatten)]
        scope: ScopeArguments,
    },
    /// Copy the notes of a tool to others; a name that is there is skipped
    Copy {
        #[arg(value_name = "SERVER.TOOL")]
        from: String,
        #[arg(required = true, value_name = "SERVER.TOOL")]
        to: Vec<String>,
        /// Only these notes
        #[arg(long = "name", value_name = "NAME")]
        names: Vec<String>,
    },
    /// List the notes that agents proposed; no model reads them until you accept them
    Proposed,
    /// Accept proposed notes: models read them from now on
    Accept(NoteReviewArguments),
    /// Reject proposed notes; undo restores them
    Reject(NoteReviewArguments),
    /// List the texts to start from, or change your own
    Template {
        #[command(subcommand)]
        command: Option<TemplateCommand>,
    },
}

/// Which proposed notes: those of a tool, or all.
#[derive(Args)]
pub struct NoteReviewArguments {
    #[arg(value_name = "SERVER.TOOL", required_unless_present = "all")]
    pub tool: Option<String>,
    /// Only these [default: all that were proposed for the tool]
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// Every proposed note of every tool
    #[arg(long, conflicts_with = "tool")]
    pub all: bool,
}

#[derive(Args)]
pub struct ScopeArguments {
    /// The only toolset it holds in [default: it holds in every one]
    #[arg(long, value_name = "NAME")]
    pub toolset: Option<String>,
}

#[derive(Subcommand)]
pub enum TemplateCommand {
    /// Keep a text to start from; one of yours of that name is replaced
    Save { name: String, text: String },
    /// Forget one of yours
    #[command(alias = "delete")]
    Remove { name: String },
}

#[derive(Args)]
pub struct CommentArguments {
    #[arg(value_name = "SERVER.TOOL")]
    pub tool: String,
    /// The comment [default: show it]
    pub text: Option<String>,
    /// Delete the comment
    #[arg(long, conflicts_with = "text")]
    pub remove: bool,
    #[arg(long)]
    pub json: bool,
}
