//! Arguments of commands about the source of servers.

use clap::Args;

#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 success, 1 the source differs (--check, --verify) or declined, 2 invalid arguments, 3 error."
)]
pub struct PatchArguments {
    /// Server whose decisions are written
    #[arg(value_name = "SERVER")]
    pub server: String,
    /// Folder with the source of the server, such as a Git checkout
    #[arg(value_name = "DIR")]
    pub folder: String,
    /// Write the decisions of this environment instead of the base
    #[arg(long, value_name = "ENVIRONMENT")]
    pub env: Option<String>,
    /// Also write inferred hints that are neither declared nor decided
    #[arg(long)]
    pub inferred: bool,
    /// Leave the source of this tool as it is
    #[arg(long, value_name = "TOOL")]
    pub without: Vec<String>,
    /// Also write a test that holds the decided hints
    ///
    /// For pytest, vitest, go test or cargo test, as the language has it. Say in it how the server is started.
    #[arg(long)]
    pub tests: bool,
    /// Write the changes after confirmation
    #[arg(long)]
    pub write: bool,
    /// Write the changes and commit them on a new branch
    #[arg(long, value_name = "NAME", conflicts_with = "allow_no_vcs")]
    pub branch: Option<String>,
    /// Only check: exit code 1 if the source does not declare the decisions
    #[arg(long, conflicts_with_all = ["write", "branch", "verify"])]
    pub check: bool,
    /// Then scan the server and compare what it declares
    #[arg(long)]
    pub verify: bool,
    /// Write although the work tree has changes that are not committed
    #[arg(long)]
    pub allow_dirty: bool,
    /// Write into a folder that is in no Git repository
    #[arg(long)]
    pub allow_no_vcs: bool,
    /// Do not ask for confirmation
    #[arg(long)]
    pub yes: bool,
}

#[derive(Args)]
pub struct RetireArguments {
    /// Server that declares the decided values itself
    #[arg(value_name = "SERVER")]
    pub server: String,
    /// Only show which decisions would be removed
    #[arg(long)]
    pub dry_run: bool,
    /// Do not ask for confirmation
    #[arg(long)]
    pub yes: bool,
}
