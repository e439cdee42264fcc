//! `hintsmith --version --verbose`: what a bug report needs to name a build.

use std::env::consts;
use std::ffi::OsString;
use std::io::{Write, stdout};
use std::process::exit;

use hintsmith_engine::STORE_FORMAT;

/// Whether a command line that asks for the version also asks for details. clap stops at `--version`, wherever it is, so it
/// does not know.
pub fn is_verbose(arguments: impl Iterator<Item = OsString>) -> bool {
    arguments.filter_map(|argument| argument.into_string().ok()).any(|argument| {
        argument == "--verbose"
            || argument.strip_prefix('-').is_some_and(|flags| !flags.starts_with('-') && flags.contains('v'))
    })
}

pub fn print_details_and_exit() -> ! {
    // Like clap's own version line, it is not an error if nobody reads it.
    let _ = write!(stdout(), "{}", details());
    exit(0)
}

fn details() -> String {
    // Set by the build of a package. The date would make two builds of one commit differ.
    let commit = option_env!("HINTSMITH_COMMIT").filter(|commit| !commit.is_empty()).unwrap_or("unknown");
    let libc = if cfg!(target_env = "musl") {
        " (musl)"
    } else if cfg!(target_env = "gnu") {
        " (gnu)"
    } else {
        ""
    };
    format!(
        "hintsmith {}\ncommit: {commit}\nplatform: {} {}{libc}\nbuild: {}\nstore format: {STORE_FORMAT}\n",
        env!("CARGO_PKG_VERSION"),
        consts::ARCH,
        consts::OS,
        if cfg!(debug_assertions) { "debug" } else { "optimised" },
    )
}
