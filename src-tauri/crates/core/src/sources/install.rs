//! Installation of Hintsmith before a server in a client's configuration, and its removal. A command is run through
//! `hintsmith wrap`; an address is replaced by `hintsmith gateway`. All other bytes of the file stay unchanged.

mod command;
mod entry;
mod remote;
#[cfg(test)]
mod tests;

use std::ops::Range;

use thiserror::Error;

use crate::model::server_name;
use crate::text::config_text::{self, ConfigFormat, MergeError, Node};
use command::CommandNodes;
use entry::{find_entry, find_servers};
pub use remote::REPLACED_ENTRY;

/// An entry of a configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryPath<'a> {
    pub format: ConfigFormat,
    /// Folder of the project whose servers are meant, in a file that lists them by project.
    pub project: Option<&'a str>,
    /// The key of the entry, or the server's name in Hintsmith.
    pub server: &'a str,
}

/// How the client starts Hintsmith.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Launcher<'a> {
    pub program: &'a str,
    /// None if it is the default one.
    pub data_folder: Option<&'a str>,
}

/// The change to make to an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryChange<'a> {
    /// Run the command, or reach the address, through Hintsmith. An address needs the name of the stored server that
    /// Hintsmith connects to instead.
    Install { launcher: Launcher<'a>, stored: Option<&'a str> },
    /// Let the client run the command or reach the address itself again.
    Restore,
}

/// A server in a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub key: String,
    /// The server's name in Hintsmith.
    pub name: String,
    pub state: EntryState,
}

/// What an entry tells the client to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryState {
    Command,
    Address(String),
    /// Hintsmith was installed.
    Installed,
    /// It cannot be changed.
    Unsupported(InstallError),
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum InstallError {
    #[error("the file has no server named {0}")]
    UnknownServer(String),
    #[error("{0} is already wrapped")]
    AlreadyInstalled(String),
    #[error("{0} is not wrapped")]
    NotInstalled(String),
    #[error("{0} has an address that no server in Hintsmith has")]
    NotStored(String),
    #[error("{0} has neither a command nor an address")]
    NoConnection(String),
    #[error("the entry of {0} is written in a form that cannot be edited safely")]
    UnsupportedSyntax(String),
    #[error(transparent)]
    File(#[from] MergeError),
}

/// Ranges of a text and their replacements.
type Edits = Vec<(Range<usize>, String)>;

/// Returns the text of a configuration with one entry changed. [`EntryChange::Restore`] restores the bytes from before
/// the installation, whatever else was edited in between.
pub fn change_entry(
    text: &str,
    path: EntryPath<'_>,
    change: EntryChange<'_>,
) -> Result<String, InstallError> {
    let (bom, text) = split_bom(text);
    let file = config_text::parse(text, path.format)?;
    let (key, entry) = find_entry(&file, path)?;
    let state = entry_state(path.format, key, entry);
    let new = match (change, state) {
        (_, EntryState::Unsupported(error)) => Err(error),
        (EntryChange::Restore, EntryState::Command | EntryState::Address(_)) => {
            Err(InstallError::NotInstalled(key.to_owned()))
        }
        (EntryChange::Install { .. }, EntryState::Installed) => {
            Err(InstallError::AlreadyInstalled(key.to_owned()))
        }
        (EntryChange::Install { launcher, .. }, EntryState::Command) => {
            wrap_command(text, path, key, entry, launcher)
        }
        (EntryChange::Install { launcher, stored: Some(server) }, EntryState::Address(_)) => {
            remote::replace(text, &file, path, launcher, server)
        }
        (EntryChange::Install { stored: None, .. }, EntryState::Address(_)) => {
            Err(InstallError::NotStored(key.to_owned()))
        }
        (EntryChange::Restore, EntryState::Installed)
            if remote::replaced_entry(path.format, entry).is_some() =>
        {
            remote::restore(text, &file, path)
        }
        (EntryChange::Restore, EntryState::Installed) => unwrap_command(text, path, key, entry),
    };
    Ok(format!("{bom}{}", new?))
}

/// Every entry of a configuration.
pub fn list_entries(
    text: &str,
    format: ConfigFormat,
    project: Option<&str>,
) -> Result<Vec<Entry>, InstallError> {
    let (_, text) = split_bom(text);
    let file = config_text::parse(text, format)?;
    let members = find_servers(&file, format, project).into_iter().flat_map(Node::members);
    let entry = |member: &config_text::Member| Entry {
        key: member.key.clone(),
        name: valid_name(&member.key),
        state: entry_state(format, &member.key, &member.node),
    };
    Ok(members.map(entry).collect())
}

fn entry_state(format: ConfigFormat, key: &str, entry: &Node) -> EntryState {
    if remote::replaced_entry(format, entry).is_some() {
        return EntryState::Installed;
    }
    match CommandNodes::from_entry(format, key, entry) {
        Err(InstallError::NoConnection(key)) => match remote::address(entry) {
            Some(address) => EntryState::Address(address.to_owned()),
            None => EntryState::Unsupported(InstallError::NoConnection(key)),
        },
        Err(error) => EntryState::Unsupported(error),
        Ok(command) => match command.command_line() {
            None => EntryState::Unsupported(InstallError::UnsupportedSyntax(key.to_owned())),
            Some(line) if wrapped(&line).is_some() => EntryState::Installed,
            Some(_) => EntryState::Command,
        },
    }
}

fn wrap_command(
    text: &str,
    path: EntryPath<'_>,
    key: &str,
    entry: &Node,
    launcher: Launcher<'_>,
) -> Result<String, InstallError> {
    let command = CommandNodes::from_entry(path.format, key, entry)?;
    let name = valid_name(key);
    let ours = launcher.arguments(&["wrap", "--server", &name, "--"]);
    let line = command.command_line().unwrap_or_default();
    let intended = [launcher.program].into_iter().chain(ours.iter().copied()).map(str::to_owned);
    let intended = intended.chain(line).collect();
    apply_command_edits(text, path, key, command.wrap(text, path.format, launcher.program, &ours), intended)
}

fn unwrap_command(text: &str, path: EntryPath<'_>, key: &str, entry: &Node) -> Result<String, InstallError> {
    let command = CommandNodes::from_entry(path.format, key, entry)?;
    let line = command.command_line().unwrap_or_default();
    let inner = wrapped(&line).unwrap_or_default().to_vec();
    apply_command_edits(text, path, key, command.unwrap(text, path.format, inner.len()), inner)
}

/// Applies the edits, parses the result, and refuses the change if it does not contain the intended command.
fn apply_command_edits(
    text: &str,
    path: EntryPath<'_>,
    key: &str,
    edits: Option<Edits>,
    intended: Vec<String>,
) -> Result<String, InstallError> {
    let unsupported = || InstallError::UnsupportedSyntax(key.to_owned());
    let new = config_text::apply_edits(text, edits.ok_or_else(unsupported)?);
    let file = config_text::parse(&new, path.format).map_err(|_| unsupported())?;
    let (key, entry) = find_entry(&file, path).map_err(|_| unsupported())?;
    let command = CommandNodes::from_entry(path.format, key, entry)?;
    if command.command_line() == Some(intended) { Ok(new) } else { Err(unsupported()) }
}

impl<'a> Launcher<'a> {
    /// The arguments of our program.
    fn arguments(self, command: &[&'a str]) -> Vec<&'a str> {
        let data = self.data_folder.map(|folder| ["--data", folder]);
        data.into_iter().flatten().chain(command.iter().copied()).collect()
    }
}

/// Returns the command after `hintsmith wrap`, if this is one.
pub fn wrapped(line: &[String]) -> Option<&[String]> {
    let (program, rest) = line.split_first()?;
    let file = program.rsplit(['/', '\\']).next().unwrap_or_default();
    let is_ours = matches!(file, "hintsmith" | "hintsmith.exe");
    let at = rest.iter().position(|word| word == "--")?;
    (is_ours && rest.iter().any(|word| word == "wrap") && at + 1 < rest.len()).then(|| &rest[at + 1..])
}

/// A byte order mark is not part of the syntax.
fn split_bom(text: &str) -> (&str, &str) {
    text.split_at(if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 })
}

fn valid_name(key: &str) -> String {
    server_name::to_valid_name(key, |_| false)
}
