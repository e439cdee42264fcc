//! Running a tool by hand: form, approval and result.
//!
//! These calls are approved and logged like those that pass a proxy.

mod arguments;
mod call;
mod content;
mod twice;

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, PoisonError};

use hintsmith_core::approve::describe_hints;
use hintsmith_core::fingerprint::Fingerprint;
use hintsmith_core::fits::{self, Violation};
use hintsmith_core::form::Form;
use hintsmith_core::hint::HintName;
use hintsmith_core::json::Members;
use hintsmith_core::resolve::{Behaviour, EffectiveHints};
use hintsmith_core::source::Source;
use hintsmith_core::tool::Tool;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use super::environments::finished;
use crate::boxed;
use crate::catalog::{Catalog, CatalogEntry};
use crate::dto::{
    ActReport, CallOutcome, CallVerdict, Failure, RecentCall, RunInput, RunReport, RunStage, RunState,
    RunnerView, SaveCallInput, SavedCall, SavedCallKey, Through, ToolKey,
};
use crate::error::{ApiError, ErrorCode};
use crate::store::history::ChangeSet;
use crate::store::runs::{self, RunRow};
use crate::store::saved_calls::{self, SavedRow};
use crate::{Engine, db};
use call::left;

pub(super) use twice::observations;

const LONGEST_NAME: usize = 60;

/// Callback for the progress of a run.
pub type RunProgress<'a> = &'a (dyn Fn(RunState) + Send + Sync);

/// Origin of a manual run, and whether the user has already confirmed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Runner {
    pub through: Through,
    /// The user was shown the effects of the call and confirmed it. A blocked tool stays blocked.
    pub agreed: bool,
}

/// A validated call.
struct PreparedCall {
    server: String,
    tool: String,
    title: String,
    print: Fingerprint,
    held: EffectiveHints,
    output: Option<Value>,
    /// The arguments as entered; displayed, hashed and logged in this form.
    text: String,
    arguments: Map<String, Value>,
}

impl Engine {
    /// Everything needed to run a tool by hand.
    #[boxed]
    pub async fn runner(&self, input: ToolKey) -> Result<RunnerView, ApiError> {
        let catalog = self.current_catalog().await?;
        let entry = found(&catalog, &input.server, &input.tool)?;
        let (server, tool) = (input.server.clone(), input.tool.clone());
        let read = move |connection: &rusqlite::Connection| {
            let saved = saved_calls::of(connection, &server, &tool)?;
            Ok((saved, runs::of(connection, &server, &tool)?))
        };
        let (saved, recent) = self.db.read(read).await?;
        let held = entry.resolved().effective_hints();
        let print = entry.tool.fingerprint.0.clone();
        let is_reader = |other: &&Arc<CatalogEntry>| {
            other.server == entry.server
                && other.tool.name != entry.tool.name
                && other.resolved().effective_hints().behaviour() == Behaviour::Safe
        };
        Ok(RunnerView {
            form: form(&entry.tool),
            refused: self.not_runnable(&input.server).await.map(|error| Failure {
                message: error.message,
                hint: error.hint,
                output: Vec::new(),
            }),
            sentences: describe_hints(&held),
            open_world: held.hint(HintName::OpenWorld),
            saved: saved.into_iter().map(|row| saved_view(row, &print)).collect(),
            recent: recent.into_iter().map(recent_view).collect(),
            readers: catalog.entries.iter().filter(is_reader).map(|other| other.tool.name.clone()).collect(),
        })
    }

    /// Violations of the tool's input schema.
    #[boxed]
    pub async fn check_arguments(&self, input: RunInput) -> Result<Vec<Violation>, ApiError> {
        let catalog = self.current_catalog().await?;
        let entry = found(&catalog, &input.server, &input.tool)?;
        let whole = |message: String| vec![Violation { path: String::new(), message }];
        let arguments = match arguments::read(&input.arguments) {
            Ok(arguments) => arguments,
            Err(error) => return Ok(whole(error.message)),
        };
        let Some(schema) = schema(&entry.tool, "inputSchema") else { return Ok(Vec::new()) };
        let fit = db::blocking(move || fits::validate(&schema, &Value::Object(arguments))).await?;
        Ok(match fit.skipped {
            Some(why) => whole(format!("nothing was checked: {why}")),
            None => fit.violations,
        })
    }

    pub async fn run_tool(
        self: &Arc<Self>,
        input: RunInput,
        runner: Runner,
        tell: RunProgress<'_>,
    ) -> Result<RunReport, ApiError> {
        let ready = self.ready(&input.server, &input.tool, &input.arguments).await?;
        let running = ActiveRun::begin(self, input.run)?;
        let mut reached = None;
        let (report, _) =
            self.one(&ready, runner, RunStage::Running, &mut reached, &running.token, tell).await;
        left(reached).await;
        Ok(report)
    }

    /// Cancels a run. Does nothing if it has ended.
    pub fn cancel_run(&self, run: u32) {
        if let Some(token) = self.runs().get(&run) {
            token.cancel();
        }
    }

    pub(crate) fn call_off_runs(&self) {
        self.runs().values().for_each(CancellationToken::cancel);
    }

    /// Saves a call under a name, replacing an existing one.
    #[boxed]
    pub async fn save_call(&self, input: SaveCallInput) -> Result<ActReport, ApiError> {
        let SaveCallInput { server, tool, name, arguments } = input;
        let name = name.trim().to_owned();
        if name.is_empty() || name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
            let message = format!("the name of a saved call has 1 to {LONGEST_NAME} characters");
            return Err(ApiError::new(ErrorCode::Invalid, message, "Nothing was saved."));
        }
        let ready = self.ready(&server, &tool, &arguments).await?;
        let save = move |mut act: ChangeSet| {
            let PreparedCall { server, tool, print, text, .. } = &ready;
            saved_calls::put(&mut act, [server, tool, &name], text, &print.0)?;
            finished(act, &format!("{server}.{tool}: saved the call {name}"))
        };
        self.apply_changes(save).await
    }

    #[boxed]
    pub async fn remove_saved_call(&self, input: SavedCallKey) -> Result<ActReport, ApiError> {
        let remove = move |mut act: ChangeSet| {
            let SavedCallKey { server, tool, name } = &input;
            saved_calls::remove(&mut act, [server, tool, name])?;
            finished(act, &format!("{server}.{tool}: removed the saved call {name}"))
        };
        self.apply_changes(remove).await
    }

    /// Deletes the stored manual calls of a tool.
    #[boxed]
    pub async fn forget_recent_calls(&self, input: ToolKey) -> Result<(), ApiError> {
        let ToolKey { server, tool } = input;
        self.db.write_beside(move |connection| runs::forget(connection, &server, &tool)).await
    }

    fn runs(&self) -> MutexGuard<'_, HashMap<u32, CancellationToken>> {
        self.running_calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reason the tools of a server cannot be run.
    async fn not_runnable(&self, server: &str) -> Option<ApiError> {
        let row = match self.readable(server).await {
            Ok(row) => row,
            Err(error) => return Some(error),
        };
        let what = match row.source {
            Source::OpenApi { .. } => "an OpenAPI document",
            Source::File { .. } => "a saved list",
            _ => return None,
        };
        let hint = "Add the server itself, by its command or address, to run its tools.";
        let message = format!("{server} was read from {what}, so there is nothing to call");
        Some(ApiError::new(ErrorCode::Invalid, message, hint))
    }

    async fn ready(&self, server: &str, tool: &str, text: &str) -> Result<PreparedCall, ApiError> {
        let catalog = self.current_catalog().await?;
        let entry = found(&catalog, server, tool)?;
        if let Some(refused) = self.not_runnable(server).await {
            return Err(refused);
        }
        let text = if text.trim().is_empty() { "{}" } else { text.trim() };
        Ok(PreparedCall {
            server: server.to_owned(),
            tool: tool.to_owned(),
            title: entry.resolved().title.winner.value.to_owned(),
            print: entry.tool.fingerprint.clone(),
            held: entry.resolved().effective_hints(),
            output: schema(&entry.tool, "outputSchema"),
            arguments: arguments::read(text)?,
            text: text.to_owned(),
        })
    }
}

/// A run in progress, registered with its cancellation token until it is dropped.
struct ActiveRun<'a> {
    engine: &'a Engine,
    run: u32,
    token: CancellationToken,
}

impl<'a> ActiveRun<'a> {
    fn begin(engine: &'a Engine, run: u32) -> Result<Self, ApiError> {
        let token = CancellationToken::new();
        let mut runs = engine.runs();
        if engine.is_stopping.load(Ordering::Relaxed) {
            return Err(ApiError::new(ErrorCode::Cancelled, "the program is ending", ""));
        }
        if runs.contains_key(&run) {
            return Err(ApiError::new(ErrorCode::Conflict, "this run is under way already", ""));
        }
        runs.insert(run, token.clone());
        drop(runs);
        Ok(Self { engine, run, token })
    }
}

impl Drop for ActiveRun<'_> {
    fn drop(&mut self) {
        self.engine.runs().remove(&self.run);
    }
}

fn found<'a>(catalog: &'a Catalog, server: &str, tool: &str) -> Result<&'a CatalogEntry, ApiError> {
    catalog.entry(server, tool).map(|entry| &**entry).ok_or_else(|| ApiError::no_tool(server, tool))
}

/// A schema of the tool; none if it is missing or cannot be parsed.
fn schema(tool: &Tool, member: &str) -> Option<Value> {
    let members = Members::parse(&tool.raw).ok()?;
    serde_json::from_str(members.get(member)?.get()).ok()
}

fn form(tool: &Tool) -> Form {
    let there = Members::parse(&tool.raw).is_ok_and(|members| members.get("inputSchema").is_some());
    match schema(tool, "inputSchema") {
        None if there => Form::without_fields("its input schema cannot be read here"),
        schema => Form::from_schema(schema.as_ref()),
    }
}

fn saved_view(row: SavedRow, print: &str) -> SavedCall {
    let SavedRow { name, arguments, fingerprint, at } = row;
    SavedCall { name, arguments, at, outdated: fingerprint != print }
}

fn recent_view(row: RunRow) -> RecentCall {
    RecentCall {
        id: u32::try_from(row.id).unwrap_or(u32::MAX),
        at: row.at,
        arguments: row.arguments,
        left: serde_json::from_str(&row.left_out).unwrap_or_default(),
        verdict: CallVerdict::of(&row.verdict),
        outcome: row.outcome.as_deref().map(CallOutcome::of),
        took_ms: row.took_ms.and_then(|took| u32::try_from(took).ok()),
    }
}
