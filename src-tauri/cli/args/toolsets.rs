//! Arguments of `toolset`, `note` and `comment`.

use clap::{Args, Subcommand, ValueEnum};

#[derive(Subcommand)]
pub enum ToolsetCommand {
    /// List the toolsets
    List,
    /// Show the tools of a toolset and their cost in tokens
    ///
    /// Also shows missing tools and their probable new names.
    Show { name: String },
    /// Create a toolset, named with 2 to 50 of a-z, 0-9 and -
    #[command(alias = "create")]
    Build {
        name: String,
        #[command(flatten)]
        tools: ToolChoiceArguments,
        /// Purpose of the toolset
        #[arg(long, value_name = "TEXT")]
        description: Option<String>,
        /// Activate the toolset as well
        #[arg(long, visible_alias = "equip")]
        activate: bool,
        /// Activate the toolset in this environment instead of the base
        #[arg(long, value_name = "ENVIRONMENT", requires = "activate")]
        env: Option<String>,
    },
    /// Add tools to a toolset
    Add {
        name: String,
        #[command(flatten)]
        tools: ToolChoiceArguments,
    },
    /// Remove tools from a toolset
    Remove {
        name: String,
        /// SERVER.TOOL, or # and the id of a definition
        #[arg(required = true, value_name = "TOOL")]
        tools: Vec<String>,
    },
    /// Replace a missing tool with its new name, notes included
    Replace {
        name: String,
        /// SERVER.TOOL that is missing
        missing: String,
        /// SERVER.TOOL that it was renamed to
        by: String,
    },
    /// Rename a toolset
    Rename { name: String, to: String },
    /// Create a toolset with the tools and notes of another one
    Copy { name: String, to: String },
    /// Set or delete the description of a toolset
    Describe {
        name: String,
        /// Purpose of the toolset [default: delete the description]
        text: Option<String>,
    },
    /// Activate a toolset: models are offered only its tools and notes
    // `equip` is hypertool-mcp's word.
    #[command(visible_alias = "equip")]
    Activate {
        name: String,
        /// Use this environment instead of the base
        #[arg(long, value_name = "ENVIRONMENT")]
        env: Option<String>,
    },
    /// Deactivate the toolset: models are offered every tool
    #[command(visible_alias = "unequip")]
    Deactivate {
        /// Use this environment instead of the base
        #[arg(long, value_name = "ENVIRONMENT")]
        env: Option<String>,
    },
    /// Delete a toolset and the notes that apply only in it
    Delete { name: String },
    /// Export toolsets for hypertool-mcp or as Markdown
    Export {
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,
        /// Format of the file
        #[arg(long = "as", value_enum, default_value_t = ToolsetFormatName::Hypertool)]
        format: ToolsetFormatName,
        /// File to write [default: stdout]
        ///
        /// Everything else in an existing config.json is kept.
        #[arg(short, long, value_name = "FILE")]
        output: Option<String>,
    },
    /// Import the toolsets of a hypertool-mcp config.json
    ///
    /// Also accepts a file with one toolset. Shows the toolsets and asks first.
    Import {
        file: String,
        /// Only show what would be imported
        #[arg(long)]
        dry_run: bool,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
    },
}

/// Selection of tools: by name, filter or pattern.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub struct ToolChoiceArguments {
    /// SERVER.TOOL, or # and the id of a definition
    #[arg(value_name = "TOOL")]
    pub tools: Vec<String>,
    /// Tools that currently match a filter: 'server:demo is:safe'
    #[arg(long, value_name = "FILTER", allow_hyphen_values = true)]
    pub filter: Option<String>,
    /// Tools that currently match a pattern: 'github.get_*'
    #[arg(long, value_name = "SELECTOR")]
    pub pattern: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum ToolsetFormatName {
    /// config.json of hypertool-mcp
    Hypertool,
    /// Markdown page
    Markdown,
}

#[derive(Subcommand)]
pub enum NoteCommand {
    /// List every note, or those of one tool as a model reads them
    List {
        #[arg(value_name = "SERVER.TOOL")]
        tool: Option<String>,
        /// Use this environment's toolset instead of the base's
        #[arg(long, value_name = "ENVIRONMENT")]
        env: Option<String>,
    },
    /// Add a note to a tool, under a new name
    Add {
        #[arg(value_name = "SERVER.TOOL")]
        tool: String,
        /// Name of the note: a-z, 0-9 and -
        name: String,
        /// Text, up to 2,000 characters [default: template of that name]
        text: Option<String>,
        #[command(flatten)]
        scope: ScopeArguments,
        /// Keep invisible characters
        #[arg(long)]
        allow_hidden: bool,
    },
    /// Change the text or name of a note
    Edit {
        #[arg(value_name = "SERVER.TOOL")]
        tool: String,
        name: String,
        /// New text
        #[arg(required_unless_present = "rename")]
        text: Option<String>,
        /// New name
        #[arg(long, value_name = "NAME")]
        rename: Option<String>,
        #[command(flatten)]
        scope: ScopeArguments,
        /// Keep invisible characters
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
    /// Copy the notes of a tool to others, except names that exist there
    Copy {
        #[arg(value_name = "SERVER.TOOL")]
        from: String,
        #[arg(required = true, value_name = "SERVER.TOOL")]
        to: Vec<String>,
        /// Copy only the notes with these names
        #[arg(long = "name", value_name = "NAME")]
        names: Vec<String>,
    },
    /// List the notes that agents proposed, which no model reads yet
    Proposed,
    /// Accept proposed notes, so that models read them
    Accept(NoteReviewArguments),
    /// Reject proposed notes
    Reject(NoteReviewArguments),
    /// List the templates for notes, or change your own
    Template {
        #[command(subcommand)]
        command: Option<TemplateCommand>,
    },
}

/// Selection of proposed notes: those of a tool, or all.
#[derive(Args)]
pub struct NoteReviewArguments {
    #[arg(value_name = "SERVER.TOOL", required_unless_present = "all")]
    pub tool: Option<String>,
    /// Names of the notes [default: all proposed for the tool]
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// Select the proposed notes of all tools
    #[arg(long, conflicts_with = "tool")]
    pub all: bool,
}

#[derive(Args)]
pub struct ScopeArguments {
    /// Toolset that the note applies in [default: every toolset]
    #[arg(long, value_name = "NAME")]
    pub toolset: Option<String>,
}

#[derive(Subcommand)]
pub enum TemplateCommand {
    /// Save a template, replacing your own of that name
    Save { name: String, text: String },
    /// Delete one of your templates
    #[command(alias = "delete")]
    Remove { name: String },
}

#[derive(Args)]
pub struct CommentArguments {
    #[arg(value_name = "SERVER.TOOL")]
    pub tool: String,
    /// Text of the comment [default: show the current one]
    pub text: Option<String>,
    /// Delete the comment
    #[arg(long, conflicts_with = "text")]
    pub remove: bool,
}
