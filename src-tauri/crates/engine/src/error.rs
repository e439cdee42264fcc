//! The error type of the engine's API: a code to branch on, a message, and a hint.

use std::fmt;

use hintsmith_core::text::suggest::did_you_mean;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum ErrorCode {
    /// No server, tool or target of that name.
    NotFound,
    /// The input cannot be used as it is.
    Invalid,
    /// It exists already, or an operation on it is in progress.
    Conflict,
    /// The user has not consented to a command, or it has changed since.
    Consent,
    /// The server could not be scanned.
    Server,
    /// The database failed.
    Store,
    /// The database is damaged and can be restored from a backup.
    Damaged,
    /// The database is read-only.
    ReadOnly,
    /// The secret store failed or is unavailable.
    Secrets,
    /// A file could not be read or written, or does not belong to Hintsmith.
    File,
    /// The user cancelled it.
    Cancelled,
    /// A bug in this program.
    Internal,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct ApiError {
    pub code: ErrorCode,
    /// Description of the failure, in lower case without a full stop.
    pub message: String,
    /// Advice as a full sentence. Empty if the user cannot do anything.
    pub hint: String,
}

impl ApiError {
    pub fn new(code: ErrorCode, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: hint.into() }
    }

    /// The error of a name that does not exist. If it is probably misspelled, the hint begins with the names that were
    /// meant.
    pub fn unknown_name<'a>(
        message: impl Into<String>,
        hint: impl fmt::Display,
        name: &str,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let hint = match did_you_mean(name, names) {
            Some(suggestion) => format!("{suggestion} {hint}"),
            None => hint.to_string(),
        };
        Self::new(ErrorCode::NotFound, message, hint)
    }

    pub fn no_server<'a>(name: &str, servers: impl IntoIterator<Item = &'a str>) -> Self {
        let hint = "`hintsmith servers` lists the servers.";
        Self::unknown_name(format!("there is no server named {name}"), hint, name, servers)
    }

    pub fn no_environment<'a>(name: &str, environments: impl IntoIterator<Item = &'a str>) -> Self {
        let hint = "`hintsmith env` lists the environments.";
        Self::unknown_name(format!("there is no environment named {name}"), hint, name, environments)
    }

    pub fn no_toolset<'a>(name: &str, toolsets: impl IntoIterator<Item = &'a str>) -> Self {
        let hint = "`hintsmith toolset` lists the toolsets. `hintsmith toolset build NAME` creates one.";
        Self::unknown_name(format!("there is no toolset named {name}"), hint, name, toolsets)
    }

    pub fn no_secret(server: &str, name: &str) -> Self {
        let hint = format!("Edit the server {server} and enter the secret again.");
        Self::new(
            ErrorCode::Secrets,
            format!("the secret {name} of {server} is not in the secret store"),
            hint,
        )
    }

    pub fn no_tool<'a>(server: &str, tool: &str, tools: impl IntoIterator<Item = &'a str>) -> Self {
        let hint = format!(
            "`hintsmith tools server:{server}` lists its tools. `hintsmith scan {server}` updates them."
        );
        Self::unknown_name(format!("the server {server} has no tool named {tool}"), hint, tool, tools)
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for ApiError {}
