//! Arguments of the linter.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use hintsmith_engine::lint::Severity;
use hintsmith_engine::lint::report::ReportFormat;
use hintsmith_engine::lint::stubs::Suite;

use super::servers::ConnectionArguments;

/// Tools of the store, or of a server that is reached for this and kept nowhere.
#[derive(Args)]
pub struct LintTargetArguments {
    /// Servers of the store [default: all]
    #[arg(value_name = "SERVER", conflicts_with = "way")]
    pub servers: Vec<String>,
    /// Use this environment instead of the base
    #[arg(long, value_name = "ENVIRONMENT", alias = "in", conflicts_with = "way")]
    pub env: Option<String>,
    /// What to call a server that is in no store
    #[arg(long, value_name = "NAME", requires = "way")]
    pub name: Option<String>,
    #[command(flatten)]
    pub transient: TransientServerArguments,
    /// spec, anthropic-directory, anthropic-directory-strict, openai-submission, closient, or a TOML file
    #[arg(long, value_name = "NAME|FILE")]
    pub profile: Option<String>,
}

/// How a server is reached that is in no store.
#[derive(Args)]
pub struct TransientServerArguments {
    /// Folder the command is started in
    #[arg(long, value_name = "DIR", requires = "command")]
    pub folder: Option<String>,
    /// Environment variable of the command [default value: this shell's]
    #[arg(short = 'e', long, value_name = "NAME[=VALUE]", requires = "command")]
    pub env_var: Vec<String>,
    /// The address of a server that speaks Streamable HTTP
    #[arg(long, value_name = "URL", group = "way")]
    pub url: Option<String>,
    /// A header for the address; without a value it is taken from the environment variable of that name
    #[arg(long, value_name = "NAME[=VALUE]", requires = "url")]
    pub header: Vec<String>,
    /// An OpenAPI 3.0 or 3.1 document, file or address
    #[arg(long, value_name = "FILE|URL", group = "way")]
    pub openapi: Option<String>,
    /// A saved answer to tools/list
    #[arg(long, value_name = "FILE", group = "way")]
    pub file: Option<String>,
    /// The command of a server and its arguments, after --; no shell is involved
    #[arg(last = true, value_name = "COMMAND", group = "way")]
    pub command: Vec<String>,
}

impl From<TransientServerArguments> for ConnectionArguments {
    fn from(given: TransientServerArguments) -> Self {
        let TransientServerArguments { folder, env_var, url, header, openapi, file, command } = given;
        let (client_id, pass_env_var, secret, plain) = (None, Vec::new(), Vec::new(), Vec::new());
        Self { folder, env_var, pass_env_var, url, header, client_id, openapi, file, secret, plain, command }
    }
}

#[derive(Args)]
#[command(after_help = "\
Exit codes: 0 nothing at or above --fail-on, 1 something is, 2 wrong usage, 3 could not.
Examples:
  hintsmith lint                                     every tool of the store
  hintsmith lint -- npx -y some-server               a server that is started for this alone
  hintsmith lint --file tools.json --format sarif    a saved answer to tools/list, for code scanning
  hintsmith lint github --fix                        decide what follows from what is said; one undo takes it back")]
pub struct LintArguments {
    #[command(flatten)]
    pub target: LintTargetArguments,
    /// A policy with pins and suppressions; `pins generate` writes one
    #[arg(long, value_name = "FILE")]
    pub policy: Option<PathBuf>,
    /// Only these rules
    #[arg(long = "rule", value_name = "RULE")]
    pub rules: Vec<String>,
    /// Tell only what is not in this earlier report (--format json)
    #[arg(long, value_name = "BASE")]
    pub diff: Option<PathBuf>,
    #[arg(long, value_enum, default_value_t = FormatName::Text)]
    pub format: FormatName,
    /// Write the report to this file; an earlier report is replaced, another file is not
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The least that makes the exit code 1
    #[arg(long, value_enum, value_name = "SEVERITY", default_value_t = FailOn::Error)]
    pub fail_on: FailOn,
    /// Decide what follows from what is said, then tell what is left; shows it and asks first
    #[arg(long, conflicts_with = "way")]
    pub fix: bool,
    /// Also decide what is only guessed
    #[arg(long, conflicts_with = "way")]
    pub fix_unsafe: bool,
    /// Show what --fix would decide, and decide nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Do not ask
    #[arg(long)]
    pub yes: bool,
    /// Say what a rule wants, why, and what it finds
    #[arg(long, value_name = "RULE")]
    pub explain: Option<String>,
    /// List the rules
    #[arg(long)]
    pub list_rules: bool,
}

/// How findings are told.
#[derive(Clone, Copy, ValueEnum)]
pub enum FormatName {
    /// For people
    Text,
    /// For programs; docs/lint-report.schema.json describes it
    Json,
    /// For code scanning: SARIF 2.1.0
    Sarif,
    /// For test reports: JUnit XML
    Junit,
    /// For the log of GitHub Actions
    Github,
    /// For a pull request or a job summary
    Markdown,
}

impl From<FormatName> for ReportFormat {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Text => Self::Text,
            FormatName::Json => Self::Json,
            FormatName::Sarif => Self::Sarif,
            FormatName::Junit => Self::Junit,
            FormatName::Github => Self::Github,
            FormatName::Markdown => Self::Markdown,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub enum FailOn {
    Error,
    Warning,
    Note,
    Never,
}

impl FailOn {
    pub const fn min_severity(self) -> Option<Severity> {
        match self {
            Self::Error => Some(Severity::Error),
            Self::Warning => Some(Severity::Warning),
            Self::Note => Some(Severity::Note),
            Self::Never => None,
        }
    }
}

#[derive(Args)]
#[command(after_help = "Exit codes: 0 ready, 1 not ready, 2 wrong usage, 3 could not.")]
pub struct ReadinessArguments {
    #[command(flatten)]
    pub target: LintTargetArguments,
    #[arg(long, conflicts_with = "markdown")]
    pub json: bool,
    /// As a report for people
    #[arg(long)]
    pub markdown: bool,
}

#[derive(Subcommand)]
pub enum PinsCommand {
    /// Write a policy that pins every tool as it is now
    Generate {
        #[command(flatten)]
        target: LintTargetArguments,
        /// The file to write; without it the policy is printed
        #[arg(long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Replace what is there
        #[arg(long, requires = "output")]
        replace: bool,
    },
    /// Compare tools with a policy; exit code 1 when they are something else
    Check {
        #[command(flatten)]
        target: LintTargetArguments,
        #[arg(long, value_name = "FILE", default_value = "hintsmith-policy.toml")]
        policy: PathBuf,
        #[arg(long)]
        json: bool,
    },
    /// Write a test for the server's own suite from a policy, or from what the tools are now
    Stubs {
        #[arg(value_enum)]
        suite: SuiteName,
        #[command(flatten)]
        target: LintTargetArguments,
        #[arg(long, value_name = "FILE")]
        policy: Option<PathBuf>,
    },
}

#[derive(Clone, Copy, ValueEnum)]
pub enum SuiteName {
    Pytest,
    Vitest,
    Go,
    Rust,
}

impl From<SuiteName> for Suite {
    fn from(name: SuiteName) -> Self {
        match name {
            SuiteName::Pytest => Self::Pytest,
            SuiteName::Vitest => Self::Vitest,
            SuiteName::Go => Self::Go,
            SuiteName::Rust => Self::Rust,
        }
    }
}

#[derive(Args)]
pub struct SuppressArguments {
    /// The tool; without it, what is suppressed is listed
    #[arg(value_name = "SERVER.TOOL", requires = "rule")]
    pub tool: Option<String>,
    /// The rule whose finding does not count
    pub rule: Option<String>,
    /// Why, in a sentence
    #[arg(long, value_name = "TEXT", requires = "tool")]
    pub because: Option<String>,
    /// Let the finding count again
    #[arg(long, requires = "tool", conflicts_with = "because")]
    pub remove: bool,
    #[arg(long, conflicts_with = "tool")]
    pub json: bool,
}
