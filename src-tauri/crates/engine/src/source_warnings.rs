//! Checks before a server is started or contacted: the path of its program, and warnings for the consent dialog.

use std::path::Path;

use hintsmith_core::sources::source::{Location, Source, SourceValue};
use hintsmith_core::sources::variable_danger::variable_danger;
use hintsmith_mcp::fetch;

use crate::connection_target::ShownCommand;

/// The absolute path of the program, if it is found.
pub fn find_program(command: &ShownCommand) -> Option<String> {
    let folder = command.folder.as_deref().unwrap_or_else(|| Path::new("."));
    let path = command.path.as_ref().map(Into::into).or_else(|| std::env::var_os("PATH"));
    let found = which::which_in(&command.program, path, folder).ok()?;
    Some(std::path::absolute(found).ok()?.display().to_string())
}

/// Warnings that the user should read before consenting.
pub fn warnings(source: &Source, command: Option<&ShownCommand>) -> Vec<String> {
    let mut warnings = Vec::new();
    if let Some(command) = command {
        if find_program(command).is_none() {
            warnings.push("The program was not found. Install it, or give its full path.".to_owned());
        }
        warnings.extend(command_warnings(command));
    }
    let variables = match source {
        Source::Stdio { environment, .. } => environment.as_slice(),
        Source::Http { headers, .. } => headers.as_slice(),
        _ => &[],
    };
    if let Source::Stdio { .. } = source {
        for variable in variables {
            if let Some(why) = variable_danger(&variable.name) {
                warnings.push(format!("The variable {} {why}.", variable.name));
            }
        }
    }
    let address = match source {
        Source::Http { url, .. } | Source::OpenApi { at: Location::Url(url), .. } => Some(url.redacted()),
        _ => None,
    };
    if address.is_some_and(|address| fetch::is_insecure_url(&address)) {
        warnings.push("The address is not encrypted: others can read and change what is sent.".to_owned());
    }
    let json = serde_json::to_string(source).unwrap_or_default();
    if json.chars().any(hintsmith_core::text::is_hidden) {
        warnings.push("The source contains invisible characters.".to_owned());
    }
    if variables
        .iter()
        .any(|variable| matches!(&variable.value, SourceValue::Plain(text) if text.contains("${")))
    {
        warnings
            .push("A value contains ${…}, which is sent unchanged: variables are not expanded.".to_owned());
    }
    warnings
}

fn command_warnings(command: &ShownCommand) -> Vec<String> {
    let mut warnings = Vec::new();
    let program = Path::new(&command.program).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    if ["sh", "bash", "zsh", "dash", "fish", "cmd", "powershell", "pwsh"].contains(&program) {
        warnings.push("This starts a shell: its arguments can run anything.".to_owned());
    }
    if ["npx", "uvx", "pipx", "bunx", "pnpx", "dnx"].contains(&program) {
        warnings.push(format!("{program} may download and run a package that is not installed."));
    }
    if program == "sudo" || program == "doas" {
        warnings.push("This runs with the permissions of another user.".to_owned());
    }
    warnings
}
