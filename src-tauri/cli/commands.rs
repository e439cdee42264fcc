//! Implementations of the commands, one file each, and shared functions.

pub mod add;
pub mod apply;
pub mod approval;
pub mod approvals;
pub mod calls;
pub mod clients;
pub mod completions;
pub mod demo;
pub mod env;
pub mod explain;
pub mod export;
pub mod filter;
pub mod gateway;
pub mod help;
pub mod history;
pub mod import;
pub mod infer;
pub mod install;
pub mod lint;
pub mod maintenance;
pub mod note;
pub mod operations;
pub mod patch;
pub mod pending;
pub mod pins;
pub mod preferences;
pub mod registry;
pub mod review;
pub mod rule;
pub mod run;
pub mod scan;
pub mod servers;
pub mod set;
pub mod set_all;
pub mod tools;
pub mod toolset;
pub mod wrap;

use std::fmt;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use hintsmith_engine::api::caller::Caller;
use hintsmith_engine::dto::{EnvironmentChoice, ToolKey};
use hintsmith_engine::text::escape_line;
use hintsmith_engine::{ApiError, Author, Engine, ErrorCode, Options, SecretsOptions, data_folder};

use crate::output;

/// The given data folder, or the platform's default.
pub fn data_folder(given: Option<PathBuf>) -> anyhow::Result<PathBuf> {
    given
        .or_else(data_folder::default_data_folder)
        .context("no home folder was found: set the data folder with --data or HINTSMITH_DATA")
}

/// Says how to begin if there are no servers; returns whether there are none.
pub async fn explain_empty_store(engine: &Engine) -> Result<bool, ApiError> {
    let is_empty = engine.servers.list().await?.is_empty();
    if is_empty {
        output::status(
            "No servers yet. Add one with `hintsmith add NAME -- COMMAND`, or the demo with `hintsmith demo`.",
        );
    }
    Ok(is_empty)
}

/// Selects an environment, if one is given.
pub async fn select_environment(engine: &Engine, environment: Option<String>) -> Result<(), ApiError> {
    match environment {
        None => Ok(()),
        environment => engine.environments.select(EnvironmentChoice { environment }, false).await,
    }
}

/// The calling process. `HINTSMITH_UNATTENDED=1` is for scripts and CI, which have no terminal.
pub fn current_caller() -> Caller {
    if std::env::var("HINTSMITH_UNATTENDED").is_ok_and(|value| value == "1") {
        return Caller { is_attended: true, ancestors: Vec::new() };
    }
    Caller::current(std::io::stdin().is_terminal() || std::io::stderr().is_terminal())
}

/// Opens the store in a data folder.
pub async fn open_engine(data: PathBuf, timeout: Option<u64>) -> anyhow::Result<Arc<Engine>> {
    let program = std::env::current_exe().context("could not determine the path of this program")?;
    output::details(&format!("Store: {}", escape_line(&data.display().to_string())));
    let request_timeout = timeout.map(Duration::from_secs);
    let secrets = SecretsOptions::from_environment()?;
    let author = Author::current_user("CLI");
    let engine =
        Engine::open(Options { data_folder: data, program, request_timeout, secrets, author }).await?;
    if let Some(why) = engine.read_only_reason() {
        output::status(&format!("note: {why}"));
    }
    Ok(engine)
}

/// Parses `server.tool`. The server's name has no dot, but the tool's may have some.
pub fn parse_tool_key(text: &str) -> Result<ToolKey, NotToolKey> {
    match text.split_once('.') {
        Some((server, tool)) if !server.is_empty() && !tool.is_empty() => {
            Ok(ToolKey { server: server.to_owned(), tool: tool.to_owned() })
        }
        _ => Err(NotToolKey(text.to_owned())),
    }
}

/// An argument that is not of the form SERVER.TOOL.
#[derive(Debug)]
pub struct NotToolKey(String);

impl NotToolKey {
    /// The error that the user sees, with the tools of this name.
    pub async fn to_api_error(&self, engine: &Engine) -> ApiError {
        let see = "`hintsmith tools` lists the names of tools.";
        let tools = engine.tools.find("").await.unwrap_or_default();
        let named = tools.iter().filter(|row| row.card.name == self.0);
        let named: Vec<String> =
            named.take(3).map(|row| format!("{}.{}", row.card.server, row.card.name)).collect();
        let hint = match named.as_slice() {
            [] => see.to_owned(),
            names => format!("Did you mean {}? {see}", names.join(" or ")),
        };
        ApiError::new(ErrorCode::Invalid, self.to_string(), hint)
    }
}

impl fmt::Display for NotToolKey {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{:?} is not SERVER.TOOL", self.0)
    }
}

impl std::error::Error for NotToolKey {}
