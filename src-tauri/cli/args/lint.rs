//! Arguments of the linter.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use hintsmith_engine::lint::Severity;
use hintsmith_engine::lint::report::ReportFormat;
use hintsmith_engine::lint::stubs::Suite;

use super::servers::ConnectionArguments;

/// Tools of the store, or of a server that is not stored.
#[derive(Args)]
pub struct LintTargetArguments {
    /// Servers, or a filter as in `tools` [default: all tools]
    ///
    /// Terms are server:NAME, hint:destructive, is:inferred and the others of `hintsmith tools`. Quote a negated term
    /// together with another one: "server:git -has:note".
    #[arg(value_name = "SERVER|FILTER", conflicts_with = "source")]
    pub filter: Vec<String>,
    /// Use this environment instead of the base
    #[arg(long, value_name = "ENVIRONMENT", alias = "in", conflicts_with = "source")]
    pub env: Option<String>,
    /// Name of a server that is not in the store
    #[arg(long, value_name = "NAME", requires = "source")]
    pub name: Option<String>,
    #[command(flatten)]
    pub transient: TransientServerArguments,
    /// Profile of rules, by name or as a TOML file
    ///
    /// spec, anthropic-directory, anthropic-directory-strict, openai-submission or closient
    #[arg(long, value_name = "NAME|FILE")]
    pub profile: Option<String>,
}

/// The connection of a server outside the store.
#[derive(Args)]
pub struct TransientServerArguments {
    /// Working folder of the command
    #[arg(long, value_name = "DIR", requires = "command")]
    pub folder: Option<String>,
    /// Environment variable for the command
    ///
    /// Without a value, the value in this shell is used.
    #[arg(short = 'e', long, value_name = "NAME[=VALUE]", requires = "command")]
    pub env_var: Vec<String>,
    /// URL of a server with Streamable HTTP
    #[arg(long, value_name = "URL", group = "source")]
    pub url: Option<String>,
    /// HTTP header for requests to the server
    ///
    /// Without a value, the environment variable of the same name is used.
    #[arg(long, value_name = "NAME[=VALUE]", requires = "url")]
    pub header: Vec<String>,
    /// OpenAPI 3.0 or 3.1 document
    #[arg(long, value_name = "FILE|URL", group = "source")]
    pub openapi: Option<String>,
    /// File with a saved tools/list result
    #[arg(long, value_name = "FILE", group = "source")]
    pub file: Option<String>,
    /// Folder with the source code of a server, which is not started
    #[arg(long = "source", value_name = "DIR", group = "source")]
    pub source_code: Option<String>,
    /// Command and its arguments after --, run without a shell
    #[arg(last = true, value_name = "COMMAND", group = "source")]
    pub command: Vec<String>,
}

impl From<TransientServerArguments> for ConnectionArguments {
    fn from(given: TransientServerArguments) -> Self {
        let TransientServerArguments { folder, env_var, url, header, openapi, file, source_code, command } =
            given;
        let (client_id, pass_env_var, secret, plain) = (None, Vec::new(), Vec::new(), Vec::new());
        Self {
            folder,
            env_var,
            pass_env_var,
            url,
            header,
            client_id,
            openapi,
            operations: Vec::new(),
            base_url: None,
            token_url: None,
            credential: Vec::new(),
            file,
            source_code,
            secret,
            plain,
            command,
        }
    }
}

#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 success, 1 findings at or above --fail-on, 2 invalid arguments, 3 error."
)]
pub struct LintArguments {
    #[command(flatten)]
    pub target: LintTargetArguments,
    /// Policy with pins and suppressions, from `pins generate`
    #[arg(long, value_name = "FILE")]
    pub policy: Option<PathBuf>,
    /// Report only findings of these rules
    #[arg(long = "rule", value_name = "RULE")]
    pub rules: Vec<String>,
    /// Report only findings that are not in this earlier JSON report
    #[arg(long, value_name = "BASE")]
    pub diff: Option<PathBuf>,
    /// Format of the report
    #[arg(long, value_enum, default_value_t = FormatName::Text)]
    pub format: FormatName,
    /// Write the report to this file, which must be new or a report
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Lowest severity that makes the exit code 1
    #[arg(long, value_enum, value_name = "SEVERITY", default_value_t = FailOn::Error)]
    pub fail_on: FailOn,
    /// Apply safe fixes, then report the remaining findings
    ///
    /// A safe fix follows from declared hints. Shows the decisions and asks first.
    #[arg(long, conflicts_with = "source")]
    pub fix: bool,
    /// Also apply unsafe fixes, which rely on inferred hints
    #[arg(long, conflicts_with = "source")]
    pub fix_unsafe: bool,
    /// Only show what --fix would decide and change in the tools' JSON
    #[arg(long)]
    pub dry_run: bool,
    /// Do not ask for confirmation
    #[arg(long)]
    pub yes: bool,
    /// Explain what a rule requires and why
    #[arg(long, value_name = "RULE")]
    pub explain: Option<String>,
    /// List the rules
    #[arg(long)]
    pub list_rules: bool,
}

/// The format of a report.
#[derive(Clone, Copy, ValueEnum)]
pub enum FormatName {
    /// Text for the terminal
    Text,
    /// JSON, with the schema docs/lint-report.schema.json
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// JUnit XML, for test reports
    Junit,
    /// Annotations in the log of GitHub Actions
    Github,
    /// Markdown, for a pull request or a job summary
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
#[command(after_help = "Exit codes: 0 ready, 1 not ready, 2 invalid arguments, 3 error.")]
pub struct ReadinessArguments {
    #[command(flatten)]
    pub target: LintTargetArguments,
    /// Print Markdown
    #[arg(long)]
    pub markdown: bool,
}

#[derive(Subcommand)]
pub enum PinsCommand {
    /// Write a policy that pins every tool as it is now
    Generate {
        #[command(flatten)]
        target: LintTargetArguments,
        /// File to write [default: stdout]
        #[arg(long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Replace an existing file
        #[arg(long, requires = "output")]
        replace: bool,
    },
    /// Compare tools with a policy
    ///
    /// Exit code 1 if they differ.
    Check {
        #[command(flatten)]
        target: LintTargetArguments,
        /// Policy to compare with
        #[arg(long, value_name = "FILE", default_value = "hintsmith-policy.toml")]
        policy: PathBuf,
    },
    /// Print a test for the server's own test suite
    ///
    /// Expects the pins of a policy, or the current tools.
    Stubs {
        /// Test framework
        #[arg(value_enum)]
        suite: SuiteName,
        #[command(flatten)]
        target: LintTargetArguments,
        /// Policy with the pins [default: the current tools]
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
    /// Tool with the finding [default: list the suppressed findings]
    #[arg(value_name = "SERVER.TOOL", requires = "rule")]
    pub tool: Option<String>,
    /// Rule that reported the finding
    pub rule: Option<String>,
    /// Reason for the suppression, in a sentence
    #[arg(long, value_name = "TEXT", requires = "tool")]
    pub because: Option<String>,
    /// Report the finding again
    #[arg(long, requires = "tool", conflicts_with = "because")]
    pub remove: bool,
}
