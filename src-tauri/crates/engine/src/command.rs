//! Looking at a command before it runs: where the program is, and what about it deserves a second look.

use std::path::Path;

use hintsmith_mcp::process::Command;

/// The absolute path of the program, if it is found.
pub fn locate(command: &Command) -> Option<String> {
    let folder = command.folder.as_deref().unwrap_or_else(|| Path::new("."));
    let found = which::which_in(&command.program, std::env::var_os("PATH"), folder).ok()?;
    Some(std::path::absolute(found).ok()?.display().to_string())
}

/// What a person should know before agreeing.
pub fn warnings(command: &Command) -> Vec<String> {
    let mut warnings = Vec::new();
    let program = Path::new(&command.program).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    if ["sh", "bash", "zsh", "dash", "fish", "cmd", "powershell", "pwsh"].contains(&program) {
        warnings.push("This starts a shell: its arguments can run anything.".to_owned());
    }
    if ["npx", "uvx", "pipx", "bunx", "pnpx"].contains(&program) {
        warnings.push(format!("{program} may download and run a package that is not on this machine yet."));
    }
    if command.program == "sudo" || command.program == "doas" {
        warnings.push("This runs with the rights of another user.".to_owned());
    }
    let hidden = command
        .arguments
        .iter()
        .chain([&command.program])
        .any(|part| part.chars().any(hintsmith_core::text::is_hidden));
    if hidden {
        warnings.push("The command holds characters that cannot be seen.".to_owned());
    }
    warnings
}
