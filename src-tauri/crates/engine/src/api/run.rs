//! Running a tool by hand: form, approval and result.
//!
//! These calls are approved and logged like those that pass a proxy.

mod arguments;
mod call;
mod content;
mod repeat;

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hintsmith_core::approval::{CallDecision, describe_hints};
use hintsmith_core::call::form::Form;
use hintsmith_core::call::validate::{self, Violation};
use hintsmith_core::model::fingerprint::Fingerprint;
use hintsmith_core::model::hint::HintName;
use hintsmith_core::model::tool::Tool;
use hintsmith_core::resolve::{Behaviour, EffectiveHints};
use hintsmith_core::text::json::Members;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use super::approvals::decide_call;
use super::environments::finish_change_set;
use super::servers::ServerService;
use crate::api::servers::callable::NotCallable;
use crate::approval::{ApprovalService, gate::ApprovalMemory};
use crate::boxed;
use crate::catalog::{Catalog, CatalogEntry};
use crate::context::Context;
use crate::db;
use crate::dto::{
    CallOrigin, CallOutcome, CallVerdict, ChangeReport, Failure, RecentCall, RunInput, RunReport, RunStage,
    RunState, RunnerView, SaveCallInput, SavedCall, SavedCallKey, ToolKey,
};
use crate::error::{ApiError, ErrorCode};
use crate::store::history::ChangeSet;
use crate::store::runs::{self, RunRow};
use crate::store::saved_calls::{self, SavedCallRow};
use call::close_connection;

pub use hintsmith_core::approval::UserConsent;
pub(super) use repeat::observations;

const MAX_NAME_CHARS: usize = 60;

/// Callback for the progress of a run.
pub type RunProgress<'a> = &'a (dyn Fn(RunState) + Send + Sync);

/// Origin of a manual run, and what the user has done about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Runner {
    pub origin: CallOrigin,
    pub consent: UserConsent,
}

/// A validated call.
struct PreparedCall {
    server: String,
    tool: String,
    title: String,
    fingerprint: Fingerprint,
    effective_hints: EffectiveHints,
    output_schema: Option<Value>,
    /// The arguments as entered; displayed, hashed and logged in this form.
    arguments_json: String,
    arguments: Map<String, Value>,
}

/// Runs of tools by hand.
pub struct RunService {
    pub(crate) context: Arc<Context>,
    pub(crate) servers: Arc<ServerService>,
    pub(crate) approvals: Arc<ApprovalService>,
    /// The calls in progress, by run number.
    running_calls: Mutex<HashMap<u32, CancellationToken>>,
    /// The approvals the user gave for those calls, valid as long as this process runs.
    run_approvals: Mutex<ApprovalMemory>,
}

impl RunService {
    pub(crate) fn new(
        context: &Arc<Context>,
        servers: &Arc<ServerService>,
        approvals: &Arc<ApprovalService>,
    ) -> Self {
        Self {
            context: Arc::clone(context),
            servers: Arc::clone(servers),
            approvals: Arc::clone(approvals),
            running_calls: Mutex::default(),
            run_approvals: Mutex::default(),
        }
    }

    /// Everything needed to run a tool by hand.
    #[boxed]
    pub async fn view(&self, input: ToolKey) -> Result<RunnerView, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let entry = catalog.require_entry(&input.server, &input.tool)?;
        let (server, tool) = (input.server.clone(), input.tool.clone());
        let read = move |connection: &rusqlite::Connection| {
            let saved = saved_calls::list(connection, &server, &tool)?;
            Ok((saved, runs::list(connection, &server, &tool)?))
        };
        let (saved, recent) = self.context.db.read(read).await?;
        let held = entry.resolve().effective_hints();
        let fingerprint = entry.tool.fingerprint.0.clone();
        let is_reader = |other: &&Arc<CatalogEntry>| {
            other.server == entry.server
                && other.tool.name != entry.tool.name
                && other.resolve().effective_hints().behaviour() == Behaviour::Safe
        };
        Ok(RunnerView {
            form: build_form(&entry.tool),
            refused: self.not_runnable_error(&input.server).await.map(|error| Failure {
                message: error.message,
                hint: error.hint,
                output: Vec::new(),
            }),
            confirmation: self.confirmation_reason(entry, &catalog).map(str::to_owned),
            sentences: describe_hints(&held),
            open_world: held.hint(HintName::OpenWorld),
            saved: saved.into_iter().map(|row| saved_call_view(row, &fingerprint)).collect(),
            recent: recent.into_iter().map(recent_call_view).collect(),
            readers: catalog.entries.iter().filter(is_reader).map(|other| other.tool.name.clone()).collect(),
        })
    }

    /// Violations of the tool's input schema.
    #[boxed]
    pub async fn check_arguments(&self, input: RunInput) -> Result<Vec<Violation>, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let entry = catalog.require_entry(&input.server, &input.tool)?;
        let as_violation = |message: String| vec![Violation { path: String::new(), message }];
        let arguments = match arguments::parse_arguments(&input.arguments) {
            Ok(arguments) => arguments,
            Err(error) => return Ok(as_violation(error.message)),
        };
        let Some(schema) = tool_schema(&entry.tool, "inputSchema") else { return Ok(Vec::new()) };
        let fit = db::spawn_blocking(move || validate::validate(&schema, &Value::Object(arguments))).await?;
        Ok(match fit.skipped {
            Some(why) => as_violation(format!("the arguments were not checked: {why}")),
            None => fit.violations,
        })
    }

    pub async fn run(
        &self,
        input: RunInput,
        runner: Runner,
        on_progress: RunProgress<'_>,
    ) -> Result<RunReport, ApiError> {
        let prepared = self.prepare_call(&input.server, &input.tool, &input.arguments).await?;
        let running = ActiveRun::register(self, input.run)?;
        let mut call_connection = None;
        let (report, _) = self
            .execute_call(
                &prepared,
                runner,
                RunStage::Running,
                &mut call_connection,
                &running.token,
                on_progress,
            )
            .await;
        close_connection(call_connection).await;
        Ok(report)
    }

    /// Cancels a run. Does nothing if it has ended.
    pub fn cancel(&self, run: u32) {
        if let Some(token) = self.lock_runs().get(&run) {
            token.cancel();
        }
    }

    pub(crate) fn cancel_all(&self) {
        self.lock_runs().values().for_each(CancellationToken::cancel);
    }

    /// Saves a call under a name, replacing an existing one.
    #[boxed]
    pub async fn save_call(&self, input: SaveCallInput) -> Result<ChangeReport, ApiError> {
        let SaveCallInput { server, tool, name, arguments } = input;
        let name = name.trim().to_owned();
        if name.is_empty() || name.chars().count() > MAX_NAME_CHARS || name.chars().any(char::is_control) {
            let message = format!("the name of a saved call must have 1 to {MAX_NAME_CHARS} characters");
            return Err(ApiError::new(ErrorCode::Invalid, message, "Nothing was saved."));
        }
        let prepared = self.prepare_call(&server, &tool, &arguments).await?;
        let save = move |mut change_set: ChangeSet| {
            let PreparedCall { server, tool, fingerprint: print, arguments_json: text, .. } = &prepared;
            saved_calls::put(&mut change_set, [server, tool, &name], text, &print.0)?;
            finish_change_set(change_set, &format!("{server}.{tool}: saved the call {name}"))
        };
        self.context.apply_changes(save).await
    }

    #[boxed]
    pub async fn remove_saved_call(&self, input: SavedCallKey) -> Result<ChangeReport, ApiError> {
        let remove = move |mut change_set: ChangeSet| {
            let SavedCallKey { server, tool, name } = &input;
            saved_calls::remove(&mut change_set, [server, tool, name])?;
            finish_change_set(change_set, &format!("{server}.{tool}: removed the saved call {name}"))
        };
        self.context.apply_changes(remove).await
    }

    /// Deletes the stored manual calls of a tool.
    #[boxed]
    pub async fn clear_recent(&self, input: ToolKey) -> Result<(), ApiError> {
        let ToolKey { server, tool } = input;
        self.context.db.write_unversioned(move |connection| runs::clear(connection, &server, &tool)).await
    }

    fn lock_runs(&self) -> MutexGuard<'_, HashMap<u32, CancellationToken>> {
        self.running_calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reason a call that the user has started is to be confirmed.
    fn confirmation_reason(&self, entry: &CatalogEntry, catalog: &Catalog) -> Option<&'static str> {
        let key = (&*entry.server, entry.tool.name.as_str(), &entry.tool.fingerprint);
        let (in_session, _) = self.lock_approvals().check(key, "");
        match decide_call(entry, catalog, (in_session, false), UserConsent::Started) {
            CallDecision::Ask(because) => Some(because.sentence()),
            CallDecision::Allow(_) | CallDecision::Deny(_) => None,
        }
    }

    fn lock_approvals(&self) -> MutexGuard<'_, ApprovalMemory> {
        self.run_approvals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reason the tools of a server cannot be run.
    async fn not_runnable_error(&self, server: &str) -> Option<ApiError> {
        let row = match self.servers.scannable_server(server).await {
            Ok(row) => row,
            Err(error) => return Some(error),
        };
        NotCallable::of(&row).map(|reason| reason.to_error(server))
    }

    async fn prepare_call(&self, server: &str, tool: &str, text: &str) -> Result<PreparedCall, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let entry = catalog.require_entry(server, tool)?;
        if let Some(refused) = self.not_runnable_error(server).await {
            return Err(refused);
        }
        let text = if text.trim().is_empty() { "{}" } else { text.trim() };
        Ok(PreparedCall {
            server: server.to_owned(),
            tool: tool.to_owned(),
            title: entry.resolve().title.winner.value.to_owned(),
            fingerprint: entry.tool.fingerprint.clone(),
            effective_hints: entry.resolve().effective_hints(),
            output_schema: tool_schema(&entry.tool, "outputSchema"),
            arguments: arguments::parse_arguments(text)?,
            arguments_json: text.to_owned(),
        })
    }
}

/// A run in progress, registered with its cancellation token until it is dropped.
struct ActiveRun<'a> {
    service: &'a RunService,
    run: u32,
    token: CancellationToken,
}

impl<'a> ActiveRun<'a> {
    fn register(service: &'a RunService, run: u32) -> Result<Self, ApiError> {
        let token = CancellationToken::new();
        let mut runs = service.lock_runs();
        if service.context.is_stopping.load(Ordering::Relaxed) {
            return Err(ApiError::new(ErrorCode::Cancelled, "Hintsmith is shutting down", ""));
        }
        if runs.contains_key(&run) {
            return Err(ApiError::new(ErrorCode::Conflict, "this run is already in progress", ""));
        }
        runs.insert(run, token.clone());
        drop(runs);
        Ok(Self { service, run, token })
    }
}

impl Drop for ActiveRun<'_> {
    fn drop(&mut self) {
        self.service.lock_runs().remove(&self.run);
    }
}

/// A schema of the tool; none if it is missing or cannot be parsed.
fn tool_schema(tool: &Tool, member: &str) -> Option<Value> {
    let members = Members::parse(&tool.raw).ok()?;
    serde_json::from_str(members.get(member)?.get()).ok()
}

fn build_form(tool: &Tool) -> Form {
    let has_schema = Members::parse(&tool.raw).is_ok_and(|members| members.get("inputSchema").is_some());
    match tool_schema(tool, "inputSchema") {
        None if has_schema => Form::without_fields("the input schema cannot be parsed"),
        schema => Form::from_schema(schema.as_ref()),
    }
}

fn saved_call_view(row: SavedCallRow, current_fingerprint: &str) -> SavedCall {
    let SavedCallRow { name, arguments, fingerprint, at } = row;
    SavedCall { name, arguments, at, outdated: fingerprint != current_fingerprint }
}

fn recent_call_view(row: RunRow) -> RecentCall {
    RecentCall {
        id: u32::try_from(row.id).unwrap_or(u32::MAX),
        at: row.at,
        arguments: row.arguments,
        redacted: serde_json::from_str(&row.left_out).unwrap_or_default(),
        verdict: CallVerdict::parse(&row.verdict),
        outcome: row.outcome.as_deref().map(CallOutcome::parse),
        took_ms: row.took_ms.and_then(|took| u32::try_from(took).ok()),
    }
}
