//! A single call: approval, execution and logging.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use hintsmith_core::approval::{CallDecision, DecisionReason};
use hintsmith_core::call::validate;
use hintsmith_core::model::hint::HintName;
use hintsmith_core::model::tool::Tool;
use hintsmith_core::resolve::EffectiveHints;
use hintsmith_core::resolve::badge::badges_for;
use hintsmith_core::text::json::Members;
use hintsmith_mcp::connection::{CallProgress, Connection};
use hintsmith_mcp::error::{ConnectionError, Failure as Why};
use hintsmith_mcp::proxy::{CallLog, CallRecord, LoggedOutcome, LoggedVerdict};
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::{PreparedCall, RunProgress, Runner, arguments, content};
use crate::api::approvals::decide_call;
use crate::api::run::RunService;
use crate::approval::elicitation::no_approver_warning;
use crate::approval::gate::{approval_view, denial_reason};
use crate::approval::queue;
use crate::dto::{
    ApprovalAnswer, ApprovalView, CallOrigin, CallOutcome, CallVerdict, RunReport, RunStage, RunState,
};
use crate::error::ApiError;
use crate::store::calls::{self, CallRow};
use crate::store::runs::{self, RunRow};
use crate::{clock, db};

/// Time for a server to receive the cancellation of its call.
const CANCEL_GRACE: Duration = Duration::from_secs(2);

/// Reason a call has no result.
enum CallFailure {
    Cancelled,
    /// Reported by the server.
    ServerError(String),
    ConnectionLost(String),
}

/// A connection that calls are made through.
pub(super) struct CallConnection {
    connection: Arc<Connection>,
    /// Owned by the connection pool.
    is_pooled: bool,
}

impl RunService {
    /// Approves, executes and logs one call. Returns the raw result with the report.
    pub(super) async fn execute_call(
        &self,
        prepared: &PreparedCall,
        runner: Runner,
        stage: RunStage,
        call_connection: &mut Option<CallConnection>,
        token: &CancellationToken,
        on_progress: RunProgress<'_>,
    ) -> (RunReport, Option<Box<RawValue>>) {
        let log_entry = CallLog::new(1).0.start_call(
            &prepared.tool,
            raw_json(&prepared.arguments_json).as_deref(),
            badges_json(&prepared.effective_hints),
        );
        let log_entry = log_entry.with_peers(Some(client_name(runner).to_owned()), None);
        let report_stage =
            |stage| on_progress(RunState { stage, progress: None, total: None, message: None });
        let decided = tokio::select! {
            decided = self.authorize_call(prepared, runner, &report_stage) => decided,
            () = token.cancelled() => Err((CallVerdict::Undecided, "cancelled".to_owned())),
        };
        let mut report = new_report(prepared);
        let why = match decided {
            Ok(why) => why,
            Err((verdict, why)) => {
                (report.verdict, report.why) = (verdict, Some(why.clone()));
                // Logged as a proxy does.
                let ended = match verdict {
                    CallVerdict::Undecided => {
                        log_entry.finish(LoggedVerdict::Undecided, LoggedOutcome::Cancelled)
                    }
                    _ => log_entry.finish(LoggedVerdict::Denied(why), LoggedOutcome::Error),
                };
                self.log_call(prepared, &report, ended).await;
                return (report, None);
            }
        };
        report.why = Some(why.clone().into_owned());
        let log_entry = log_entry.with_reason(why);
        let called = async {
            if call_connection.is_none() {
                report_stage(RunStage::Connecting);
                *call_connection = Some(self.open_call_connection(prepared).await?);
            }
            report_stage(stage);
            let Some(CallConnection { connection, .. }) = call_connection else {
                return Err(CallFailure::ConnectionLost(String::new()));
            };
            let progress = |so_far: CallProgress| {
                let CallProgress { progress, total, message } = so_far;
                on_progress(RunState { stage, progress: Some(progress), total, message });
            };
            let at = Instant::now();
            let result =
                connection.call_raw(&prepared.tool, prepared.arguments.clone(), token, progress).await;
            report.took_ms = Some(u32::try_from(at.elapsed().as_millis()).unwrap_or(u32::MAX));
            result.map_err(|error| match error.failure {
                Why::Cancelled => CallFailure::Cancelled,
                Why::CallFailed(_) => CallFailure::ServerError(error.to_string()),
                _ => CallFailure::ConnectionLost(error.to_string()),
            })
        };
        let called = tokio::select! {
            called = called => called,
            // Covers the time while it connects; a call in progress sends the cancellation itself.
            () = async { token.cancelled().await; tokio::time::sleep(CANCEL_GRACE).await } => Err(CallFailure::Cancelled),
        };
        let (outcome, result) = match called {
            Ok(result) => (content::call_outcome(result.get()), Some(result)),
            Err(CallFailure::Cancelled) => (CallOutcome::Cancelled, None),
            Err(CallFailure::ServerError(error)) => {
                report.error = Some(error);
                (CallOutcome::Error, None)
            }
            Err(CallFailure::ConnectionLost(error)) => {
                report.error = Some(error);
                (CallOutcome::Lost, None)
            }
        };
        report.outcome = Some(outcome);
        if let Some(result) = &result {
            fill_report(&mut report, prepared, result).await;
        }
        self.log_call(prepared, &report, log_entry.finish(LoggedVerdict::Allowed, logged_outcome(outcome)))
            .await;
        (report, result)
    }

    /// Decides whether a call may run. Returns the reason either way.
    async fn authorize_call(
        &self,
        prepared: &PreparedCall,
        runner: Runner,
        report_stage: &(dyn Fn(RunStage) + Send + Sync),
    ) -> Result<Cow<'static, str>, (CallVerdict, String)> {
        let no = |why: String| (CallVerdict::Denied, why);
        let unreadable = |error: ApiError| no(error.message);
        let catalog = self.context.current_catalog().await.map_err(unreadable)?;
        let entry = catalog.require_entry(&prepared.server, &prepared.tool).map_err(unreadable)?;
        let key = (prepared.server.as_str(), prepared.tool.as_str(), &prepared.fingerprint);
        let grants = self.lock_approvals().check(key, &prepared.arguments_json);
        let because = match decide_call(entry, &catalog, grants, runner.consent) {
            CallDecision::Deny(because) => return Err(no(denial_reason(because))),
            CallDecision::Allow(because) => {
                // A grant covers calls of clients too, so it takes an answer to a question; starting a call is none.
                if because == DecisionReason::Confirmed {
                    self.approvals
                        .record_grant(&prepared.server, &prepared.tool, &prepared.fingerprint.0)
                        .await;
                }
                return Ok(because.sentence().into());
            }
            CallDecision::Ask(because) => because,
        };
        report_stage(RunStage::Asking);
        let view = ApprovalView {
            title: prepared.title.clone(),
            client: (runner.origin != CallOrigin::Window).then(|| client_name(runner).to_owned()),
            origin: runner.origin,
            arguments: Some(prepared.arguments_json.clone()),
            ..approval_view(&prepared.server, &prepared.tool, Some(&prepared.effective_hints), because)
        };
        if !queue::has_approver(&self.context.options.data_folder) {
            return Err(no(no_approver_warning(&view)));
        }
        let answer = self
            .approvals
            .ask_user(&self.context.options.data_folder, view, &prepared.fingerprint.0)
            .await
            .map_err(no)?;
        if answer == ApprovalAnswer::Deny {
            return Err(no("denied by the user".to_owned()));
        }
        let catalog = self.context.current_catalog().await.map_err(unreadable)?;
        let now = catalog.require_entry(&prepared.server, &prepared.tool).map_err(unreadable)?;
        // The approval was for the definition that was shown; a changed tool needs a new one.
        if now.tool.fingerprint != prepared.fingerprint {
            return Err(no(
                "the tool changed while the call was waiting for approval; run the tool again".to_owned()
            ));
        }
        let for_session = answer == ApprovalAnswer::Session;
        self.lock_approvals().record(key, &prepared.arguments_json, for_session);
        self.approvals.record_grant(&prepared.server, &prepared.tool, &prepared.fingerprint.0).await;
        Ok(if for_session { "allowed by the user for this session" } else { "allowed once by the user" }
            .into())
    }

    /// The pooled connection to the server, or a new one. A new connection is used only if it lists the tool with the
    /// same definition.
    async fn open_call_connection(&self, ready: &PreparedCall) -> Result<CallConnection, CallFailure> {
        if let Some(connection) = self.servers.open_connection(&ready.server) {
            return Ok(CallConnection { connection, is_pooled: true });
        }
        let lost = |error: ApiError| CallFailure::ConnectionLost(error.message);
        let row = self.servers.scannable_server(&ready.server).await.map_err(lost)?;
        let endpoint = self.servers.resolve_endpoint(&row).await.map_err(lost)?;
        let failed = |error: ConnectionError| CallFailure::ConnectionLost(error.to_string());
        let connection = Connection::open(&endpoint, self.context.limits().await).await.map_err(failed)?;
        let listing = connection.list_tools(|_| {}).await.map_err(failed)?;
        let tools = Tool::parse_list(listing.tools);
        if !tools.iter().any(|tool| tool.name == ready.tool && tool.fingerprint == ready.fingerprint) {
            connection.close().await;
            let message = "the server changed this tool after the last scan; scan the server again";
            return Err(CallFailure::ConnectionLost(message.to_owned()));
        }
        Ok(CallConnection { connection: Arc::new(connection), is_pooled: false })
    }

    /// Writes the call to the call log and to the tool's recent calls. A call that cannot be logged has still
    /// happened, so errors are ignored.
    async fn log_call(&self, ready: &PreparedCall, report: &RunReport, record: CallRecord) {
        let (arguments, left) = arguments::remove_secrets(&ready.arguments);
        let row = CallRow::from_record(&ready.server, record);
        let run = RunRow {
            id: 0,
            at: clock::now(),
            arguments,
            left_out: Value::from(left).to_string(),
            verdict: report.verdict.as_str().to_owned(),
            outcome: report.outcome.map(|outcome| outcome.as_str().to_owned()),
            took_ms: report.took_ms.map(i64::from),
        };
        let (server, tool) = (ready.server.clone(), ready.tool.clone());
        let write = move |connection: &rusqlite::Connection| {
            calls::add(connection, &[row])?;
            runs::add(connection, &server, &tool, &run)
        };
        let _ = self.context.db.write_unversioned(write).await;
    }
}

/// A report for a call that has not been made yet.
fn new_report(ready: &PreparedCall) -> RunReport {
    RunReport {
        verdict: CallVerdict::Allowed,
        why: None,
        outcome: None,
        took_ms: None,
        error: None,
        content: Vec::new(),
        structured: None,
        violations: Vec::new(),
        raw: None,
        open_world: ready.effective_hints.hint(HintName::OpenWorld),
        command: arguments::cli_command(&ready.server, &ready.tool, &ready.arguments_json),
    }
}

/// Fills the report with the parsed result.
async fn fill_report(report: &mut RunReport, ready: &PreparedCall, result: &RawValue) {
    let (text, output) = (result.get().to_owned(), ready.output_schema.clone());
    let read = db::spawn_blocking(move || {
        let structured = Members::parse(&text)
            .ok()
            .and_then(|members| members.get("structuredContent").map(|raw| raw.get().to_owned()));
        let value = structured.as_deref().and_then(|text| serde_json::from_str::<Value>(text).ok());
        let violations = match (&output, &value) {
            (Some(schema), Some(value)) => validate::validate(schema, value).violations,
            _ => Vec::new(),
        };
        (content::parse_content(&text), structured, violations)
    });
    if let Ok((content, structured, violations)) = read.await {
        (report.content, report.structured, report.violations) = (content, structured, violations);
    }
    report.raw = Some(result.get().to_owned());
}

pub(super) async fn close_connection(reached: Option<CallConnection>) {
    if let Some(CallConnection { connection, is_pooled: false }) = reached
        && let Some(connection) = Arc::into_inner(connection)
    {
        connection.close().await;
    }
}

fn raw_json(text: &str) -> Option<Box<RawValue>> {
    RawValue::from_string(text.to_owned()).ok()
}

fn badges_json(hints: &EffectiveHints) -> Option<Arc<str>> {
    serde_json::to_string(&badges_for(hints)).ok().map(Arc::from)
}

const fn client_name(runner: Runner) -> &'static str {
    match runner.origin {
        CallOrigin::Window => "Desktop app",
        _ => "hintsmith run",
    }
}

const fn logged_outcome(outcome: CallOutcome) -> LoggedOutcome {
    match outcome {
        CallOutcome::Ok => LoggedOutcome::Ok,
        CallOutcome::Error => LoggedOutcome::Error,
        CallOutcome::ToolError => LoggedOutcome::ToolError,
        CallOutcome::Cancelled => LoggedOutcome::Cancelled,
        CallOutcome::Lost => LoggedOutcome::Lost,
    }
}

#[cfg(test)]
mod tests {
    use hintsmith_core::approval::ApprovalMode;

    use super::*;
    use crate::Engine;
    use crate::api::run::UserConsent;
    use crate::dto::{CallTreatment, ModeInput, RunInput, ToolKey};
    use crate::testing;

    const TOOLS: [&str; 2] = [r#"{"name":"get_note"}"#, r#"{"name":"delete_note"}"#];

    /// Runs a tool; its server cannot be started, so an allowed call ends without a result.
    async fn run(engine: &Engine, tool: &str, consent: UserConsent) -> (CallVerdict, String) {
        let input = RunInput { run: 1, server: "s".into(), tool: tool.into(), arguments: String::new() };
        let runner = Runner { origin: CallOrigin::Window, consent };
        let report = engine.runs.run(input, runner, &|_| ()).await.unwrap();
        (report.verdict, report.why.unwrap())
    }

    async fn set_mode(engine: &Engine, tool: &str, mode: ApprovalMode) {
        let input = ModeInput { server: "s".into(), tool: tool.into(), mode: Some(mode) };
        engine.approvals.set_mode(input).await.unwrap();
    }

    #[tokio::test]
    async fn starting_a_call_is_consent_but_no_grant_for_the_calls_of_clients() {
        let folder = tempfile::tempdir().unwrap();
        let engine = testing::open_engine(folder.path(), &[("s", &TOOLS)]).await;
        set_mode(&engine, "get_note", ApprovalMode::AskFirst).await;
        let key = ToolKey { server: "s".into(), tool: "get_note".into() };
        let treatment = async || engine.approvals.tool_approval(&key).await.unwrap().treatment;

        let started = run(&engine, "get_note", UserConsent::Started).await;
        assert_eq!(started, (CallVerdict::Allowed, "Started from Hintsmith".to_owned()));
        assert_eq!(treatment().await, CallTreatment::Asks);
        assert_eq!(run(&engine, "get_note", UserConsent::None).await.0, CallVerdict::Denied);

        set_mode(&engine, "get_note", ApprovalMode::AlwaysAsk).await;
        assert_eq!(run(&engine, "get_note", UserConsent::Started).await.0, CallVerdict::Denied);
        assert_eq!(run(&engine, "get_note", UserConsent::Confirmed).await.0, CallVerdict::Allowed);
        set_mode(&engine, "get_note", ApprovalMode::Block).await;
        assert_eq!(run(&engine, "get_note", UserConsent::Confirmed).await.0, CallVerdict::Denied);
        assert_eq!(run(&engine, "delete_note", UserConsent::Started).await.0, CallVerdict::Denied);
    }

    #[tokio::test]
    async fn the_form_names_why_a_started_call_is_confirmed() {
        let folder = tempfile::tempdir().unwrap();
        let engine = testing::open_engine(folder.path(), &[("s", &TOOLS)]).await;
        let confirmation = async |tool: &str| {
            let key = ToolKey { server: "s".into(), tool: tool.into() };
            engine.runs.view(key).await.unwrap().confirmation
        };
        assert_eq!(confirmation("get_note").await, None);
        assert_eq!(confirmation("delete_note").await.as_deref(), Some("It may make destructive changes"));
        set_mode(&engine, "get_note", ApprovalMode::AlwaysAsk).await;
        assert_eq!(confirmation("get_note").await.as_deref(), Some("Each call of this tool needs approval"));
    }
}
