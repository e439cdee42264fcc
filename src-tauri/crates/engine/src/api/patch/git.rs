//! Git, as far as changes of a source need it. Its own settings apply, except those that run a program on reading.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::{ApiError, ErrorCode};

/// A work tree, and what is checked out in it.
pub struct GitWorkTree {
    pub root: PathBuf,
    pub branch: Option<String>,
    pub is_dirty: bool,
}

impl GitWorkTree {
    /// The work tree that a folder is in. `None` if it is in none, or Git is not installed.
    pub fn of(folder: &Path) -> Option<Self> {
        let root = run(folder, &["rev-parse", "--show-toplevel"]).ok()?;
        let branch = run(folder, &["symbolic-ref", "--short", "--quiet", "HEAD"]).ok();
        let status = run(folder, &["status", "--porcelain", "--untracked-files=no"]).ok()?;
        Some(Self { root: PathBuf::from(root), branch, is_dirty: !status.is_empty() })
    }

    /// Commits files on a new branch, and returns the commit.
    pub fn commit(&self, branch: &str, files: &[PathBuf], message: &str) -> Result<String, ApiError> {
        let git = |arguments: &[&OsStr]| {
            run(&self.root, arguments).map_err(|message| {
                let hint = "The files were written. Commit them yourself, or revert them with `git restore`.";
                ApiError::new(ErrorCode::File, format!("git failed: {message}"), hint)
            })
        };
        git(&["switch", "--create", branch].map(OsStr::new))?;
        // New files are not known to Git yet.
        let add = ["add", "--intent-to-add", "--"].map(OsStr::new);
        let add: Vec<&OsStr> = add.into_iter().chain(files.iter().map(|file| file.as_os_str())).collect();
        git(&add)?;
        let commit = ["commit", "--quiet", "--message", message, "--only", "--"].map(OsStr::new);
        let commit: Vec<&OsStr> =
            commit.into_iter().chain(files.iter().map(|file| file.as_os_str())).collect();
        git(&commit)?;
        git(&["rev-parse", "HEAD"].map(OsStr::new))
    }
}

/// Returns whether Git accepts the name for a new branch of the repository.
pub fn check_branch(folder: &Path, branch: &str) -> Result<(), ApiError> {
    let invalid = |problem: &str| {
        let hint = "Choose another name for the branch.";
        Err(ApiError::new(ErrorCode::Invalid, format!("the branch {branch} {problem}"), hint))
    };
    if branch.starts_with('-') || run(folder, &["check-ref-format", "--branch", branch]).is_err() {
        return invalid("has a name that Git does not accept");
    }
    let reference = format!("refs/heads/{branch}");
    if run(folder, &["show-ref", "--verify", "--quiet", &reference]).is_ok() {
        return invalid("exists already");
    }
    Ok(())
}

/// Runs Git in a folder and returns what it prints, or its first error line.
fn run<S: AsRef<OsStr>>(folder: &Path, arguments: &[S]) -> Result<String, String> {
    let output = Command::new("git")
        .arg("-C")
        .arg(folder)
        // A repository that was downloaded could name a program here.
        .args(["-c", "core.fsmonitor=false"])
        .args(arguments)
        .env("GIT_TERMINAL_PROMPT", "0")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned());
    }
    let error = String::from_utf8_lossy(&output.stderr);
    Err(error.lines().next().unwrap_or("it ended with an error").to_owned())
}
