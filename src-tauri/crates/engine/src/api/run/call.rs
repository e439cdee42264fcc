//! A single call: approval, execution and logging.

use std::borrow::Cow;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use hintsmith_core::approve::CallDecision;
use hintsmith_core::badge::badges_for;
use hintsmith_core::fits;
use hintsmith_core::hint::HintName;
use hintsmith_core::json::Members;
use hintsmith_core::resolve::EffectiveHints;
use hintsmith_core::tool::Tool;
use hintsmith_mcp::connection::{CallProgress, Connection};
use hintsmith_mcp::failure::{ConnectionError, Failure as Why};
use hintsmith_mcp::proxy::{CallLog, CallRecord, LoggedOutcome, LoggedVerdict};
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::{PreparedCall, RunProgress, Runner, arguments, content, found};
use crate::api::approvals::weighed;
use crate::approval::gate::{approval_view, denial_reason, no_approver_warning};
use crate::approval::queue;
use crate::connection_target::{self, ConnectionTarget};
use crate::dto::{
    ApprovalAnswer, ApprovalView, CallOutcome, CallVerdict, RunReport, RunStage, RunState, Through,
};
use crate::error::ApiError;
use crate::store::calls::{self, CallRow};
use crate::store::runs::{self, RunRow};
use crate::{Engine, clock, db};

/// Time for a server to receive the cancellation of its call.
const FAREWELL: Duration = Duration::from_secs(2);

/// Reason a call has no result.
enum CallFailure {
    CalledOff,
    /// Reported by the server.
    Failed(String),
    Lost(String),
}

/// A connection that calls are made through.
pub(super) struct CallConnection {
    connection: Arc<Connection>,
    /// Owned by the connection pool.
    kept: bool,
}

impl Engine {
    /// Approves, executes and logs one call. Returns the raw result with the report.
    pub(super) async fn one(
        self: &Arc<Self>,
        ready: &PreparedCall,
        runner: Runner,
        stage: RunStage,
        reached: &mut Option<CallConnection>,
        token: &CancellationToken,
        tell: RunProgress<'_>,
    ) -> (RunReport, Option<Box<RawValue>>) {
        let begun =
            CallLog::new(1).0.start_call(&ready.tool, raw(&ready.text).as_deref(), held_text(&ready.held));
        let begun = begun.with_peers(Some(who(runner).to_owned()), None);
        let told = |stage| tell(RunState { stage, progress: None, total: None, message: None });
        let decided = tokio::select! {
            decided = self.may_run(ready, runner, &told) => decided,
            () = token.cancelled() => Err((CallVerdict::Undecided, "it was called off".to_owned())),
        };
        let mut report = report(ready);
        let why = match decided {
            Ok(why) => why,
            Err((verdict, why)) => {
                (report.verdict, report.why) = (verdict, Some(why.clone()));
                // Logged as a proxy does.
                let ended = match verdict {
                    CallVerdict::Undecided => {
                        begun.finish(LoggedVerdict::Undecided, LoggedOutcome::Cancelled)
                    }
                    _ => begun.finish(LoggedVerdict::Denied(why), LoggedOutcome::Error),
                };
                self.write_down(ready, &report, ended).await;
                return (report, None);
            }
        };
        report.why = Some(why.clone().into_owned());
        let begun = begun.with_reason(why);
        let called = async {
            if reached.is_none() {
                told(RunStage::Connecting);
                *reached = Some(self.way_to(ready).await?);
            }
            told(stage);
            let Some(CallConnection { connection, .. }) = reached else {
                return Err(CallFailure::Lost(String::new()));
            };
            let progress = |so_far: CallProgress| {
                let CallProgress { progress, total, message } = so_far;
                tell(RunState { stage, progress: Some(progress), total, message });
            };
            let at = Instant::now();
            let result = connection.call_raw(&ready.tool, ready.arguments.clone(), token, progress).await;
            report.took_ms = Some(u32::try_from(at.elapsed().as_millis()).unwrap_or(u32::MAX));
            result.map_err(|error| match error.failure {
                Why::Cancelled => CallFailure::CalledOff,
                Why::CallFailed(_) => CallFailure::Failed(error.to_string()),
                _ => CallFailure::Lost(error.to_string()),
            })
        };
        let called = tokio::select! {
            called = called => called,
            // Covers the time while it connects; a call in progress sends the cancellation itself.
            () = async { token.cancelled().await; tokio::time::sleep(FAREWELL).await } => Err(CallFailure::CalledOff),
        };
        let (outcome, result) = match called {
            Ok(result) => (content::outcome(result.get()), Some(result)),
            Err(CallFailure::CalledOff) => (CallOutcome::Cancelled, None),
            Err(CallFailure::Failed(error)) => {
                report.error = Some(error);
                (CallOutcome::Error, None)
            }
            Err(CallFailure::Lost(error)) => {
                report.error = Some(error);
                (CallOutcome::Lost, None)
            }
        };
        report.outcome = Some(outcome);
        if let Some(result) = &result {
            show(&mut report, ready, result).await;
        }
        self.write_down(ready, &report, begun.finish(LoggedVerdict::Allowed, logged(outcome))).await;
        (report, result)
    }

    /// Decides whether a call may run. Returns the reason either way.
    async fn may_run(
        &self,
        ready: &PreparedCall,
        runner: Runner,
        told: &(dyn Fn(RunStage) + Send + Sync),
    ) -> Result<Cow<'static, str>, (CallVerdict, String)> {
        let no = |why: String| (CallVerdict::Denied, why);
        let unreadable = |error: ApiError| no(error.message);
        let catalog = self.current_catalog().await.map_err(unreadable)?;
        let entry = found(&catalog, &ready.server, &ready.tool).map_err(unreadable)?;
        let key = (ready.server.as_str(), ready.tool.as_str(), &ready.print);
        let grants =
            self.run_approvals.lock().unwrap_or_else(PoisonError::into_inner).check(key, &ready.text);
        let because = match weighed(entry, &catalog, grants) {
            CallDecision::Deny(because) => return Err(no(denial_reason(because))),
            CallDecision::Allow(because) => return Ok(because.sentence().into()),
            CallDecision::Ask(because) => because,
        };
        if runner.agreed {
            self.record_grant(&ready.server, &ready.tool, &ready.print.0).await;
            return Ok("whoever ran it said yes".into());
        }
        told(RunStage::Asking);
        let view = ApprovalView {
            title: ready.title.clone(),
            client: (runner.through != Through::Window).then(|| who(runner).to_owned()),
            through: runner.through,
            arguments: Some(ready.text.clone()),
            ..approval_view(&ready.server, &ready.tool, Some(&ready.held), because)
        };
        if !queue::has_approver(&self.options.data) {
            return Err(no(no_approver_warning(&view)));
        }
        let answer = self.ask_user(&self.options.data, view, &ready.print.0).await.map_err(no)?;
        if answer == ApprovalAnswer::Deny {
            return Err(no("a person said no".to_owned()));
        }
        let catalog = self.current_catalog().await.map_err(unreadable)?;
        let now = found(&catalog, &ready.server, &ready.tool).map_err(unreadable)?;
        // The approval was for the definition that was shown; a changed tool needs a new one.
        if now.tool.fingerprint != ready.print {
            return Err(no("the tool changed while it was asked about; run it again".to_owned()));
        }
        let for_session = answer == ApprovalAnswer::Session;
        self.run_approvals.lock().unwrap_or_else(PoisonError::into_inner).record(
            key,
            &ready.text,
            for_session,
        );
        self.record_grant(&ready.server, &ready.tool, &ready.print.0).await;
        Ok(if for_session { "a person allowed it for this session" } else { "a person allowed it once" }
            .into())
    }

    /// The pooled connection to the server, or a new one. A new connection is used only if it lists the tool with the
    /// same definition.
    async fn way_to(&self, ready: &PreparedCall) -> Result<CallConnection, CallFailure> {
        if let Some(connection) = self.live_connection(&ready.server) {
            return Ok(CallConnection { connection, kept: true });
        }
        let lost = |error: ApiError| CallFailure::Lost(error.message);
        let row = self.readable(&ready.server).await.map_err(lost)?;
        let ConnectionTarget::Connect(upstream) =
            connection_target::reach(&row, &self.options.program, &self.vault).await.map_err(lost)?
        else {
            return Err(CallFailure::Lost("it cannot be called".to_owned()));
        };
        let failed = |error: ConnectionError| CallFailure::Lost(error.to_string());
        let connection = Connection::open(&upstream, self.limits().await).await.map_err(failed)?;
        let listing = connection.list_tools(|_| {}).await.map_err(failed)?;
        let tools = Tool::parse_list(listing.tools);
        if !tools.iter().any(|tool| tool.name == ready.tool && tool.fingerprint == ready.print) {
            connection.close().await;
            let message = "the server has changed this tool since it was read; read the server again";
            return Err(CallFailure::Lost(message.to_owned()));
        }
        Ok(CallConnection { connection: Arc::new(connection), kept: false })
    }

    /// Writes the call to the call log and to the tool's recent calls. A call that cannot be logged has still
    /// happened, so errors are ignored.
    async fn write_down(&self, ready: &PreparedCall, report: &RunReport, record: CallRecord) {
        let (arguments, left) = arguments::without_secrets(&ready.arguments);
        let row = CallRow::of(&ready.server, record);
        let run = RunRow {
            id: 0,
            at: clock::now(),
            arguments,
            left_out: Value::from(left).to_string(),
            verdict: report.verdict.word().to_owned(),
            outcome: report.outcome.map(|outcome| outcome.word().to_owned()),
            took_ms: report.took_ms.map(i64::from),
        };
        let (server, tool) = (ready.server.clone(), ready.tool.clone());
        let write = move |connection: &rusqlite::Connection| {
            calls::add(connection, &[row])?;
            runs::add(connection, &server, &tool, &run)
        };
        let _ = self.db.write_beside(write).await;
    }
}

/// A report for a call that has not been made yet.
fn report(ready: &PreparedCall) -> RunReport {
    RunReport {
        verdict: CallVerdict::Allowed,
        why: None,
        outcome: None,
        took_ms: None,
        error: None,
        pieces: Vec::new(),
        structured: None,
        complaints: Vec::new(),
        raw: None,
        open_world: ready.held.hint(HintName::OpenWorld),
        command: arguments::command(&ready.server, &ready.tool, &ready.text),
    }
}

/// Fills the report with the parsed result.
async fn show(report: &mut RunReport, ready: &PreparedCall, result: &RawValue) {
    let (text, output) = (result.get().to_owned(), ready.output.clone());
    let read = db::blocking(move || {
        let structured = Members::parse(&text)
            .ok()
            .and_then(|members| members.get("structuredContent").map(|raw| raw.get().to_owned()));
        let value = structured.as_deref().and_then(|text| serde_json::from_str::<Value>(text).ok());
        let complaints = match (&output, &value) {
            (Some(schema), Some(value)) => fits::validate(schema, value).violations,
            _ => Vec::new(),
        };
        (content::pieces(&text), structured, complaints)
    });
    if let Ok((pieces, structured, complaints)) = read.await {
        (report.pieces, report.structured, report.complaints) = (pieces, structured, complaints);
    }
    report.raw = Some(result.get().to_owned());
}

pub(super) async fn left(reached: Option<CallConnection>) {
    if let Some(CallConnection { connection, kept: false }) = reached
        && let Some(connection) = Arc::into_inner(connection)
    {
        connection.close().await;
    }
}

fn raw(text: &str) -> Option<Box<RawValue>> {
    RawValue::from_string(text.to_owned()).ok()
}

fn held_text(held: &EffectiveHints) -> Option<Arc<str>> {
    serde_json::to_string(&badges_for(held)).ok().map(Arc::from)
}

const fn who(runner: Runner) -> &'static str {
    match runner.through {
        Through::Window => "this window",
        _ => "hintsmith run",
    }
}

const fn logged(outcome: CallOutcome) -> LoggedOutcome {
    match outcome {
        CallOutcome::Ok => LoggedOutcome::Ok,
        CallOutcome::Error => LoggedOutcome::Error,
        CallOutcome::ToolError => LoggedOutcome::ToolError,
        CallOutcome::Cancelled => LoggedOutcome::Cancelled,
        CallOutcome::Lost => LoggedOutcome::Lost,
    }
}
