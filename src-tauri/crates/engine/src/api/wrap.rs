//! `wrap`: a stdio proxy between one client and the one server it starts, with the store's policy applied.

use std::path::Path;
use std::sync::Arc;

use hintsmith_core::export::hintsmith_json::HintsmithDocument;
use hintsmith_mcp::environment::EnvironmentPolicy;
use hintsmith_mcp::process::Command;
use hintsmith_mcp::proxy::{self, ProxyLimits, ProxyOutput, Session, ToolPolicy};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::agents::{AgentScope, AgentTransport};
use super::apply;
use super::proxy_host::clients::seen;
use super::proxy_host::{CallLogOptions, ProxyOptions, StatusReporter, finish_storing};
use crate::Engine;
use crate::approval::gate::{ApprovalGate, CurrentPolicies};
use crate::dto::{Through, Way};
use crate::error::{ApiError, ErrorCode};

/// The wrapped server and the policy for it.
#[derive(Debug, Clone, Default)]
pub struct WrapInput {
    /// Name under which the server's decisions are stored.
    pub server: String,
    /// The program, then its arguments.
    pub command: Vec<String>,
    pub view: ProxyOptions,
    pub logging: CallLogOptions,
    /// Lists the agent tools next to the server's, as the preferences allow. Off by default: a client with ten
    /// wrapped servers would see each of them ten times.
    pub agent_tools: bool,
}

/// The server's exit code as a shell reports it; none if unknown.
pub type ExitCode = Option<i32>;

impl Engine {
    /// Runs a server for the client that started us until one of them ends or `stop` resolves. Decisions in the store
    /// apply, including later ones, and the server's tools are learned as they pass.
    pub async fn wrap(
        self: &Arc<Self>,
        input: WrapInput,
        stop: impl Future<Output = ()>,
        talk: StatusReporter,
    ) -> Result<ExitCode, ApiError> {
        let place = input.agent_tools.then(|| AgentScope {
            door: AgentTransport::Stdio,
            environment: input.view.environment.clone(),
            toolset: input.view.toolset.clone(),
            servers: Some(vec![input.server.clone()]),
            changed: input.view.changed,
        });
        let now = CurrentPolicies::default();
        let (behind, served, lists) = self.behind(&input.server, &input.view, place, &now).await?;
        let (log, writing) = input.logging.begin()?;
        let aside = tokio::spawn({
            let (engine, input, talk) = (Arc::clone(self), input.clone(), Arc::clone(&talk));
            async move {
                tokio::join!(
                    engine.learn(&input.server, Some(&input.command), lists, &talk),
                    writing.run(&input.server, Some(&engine.db))
                )
            }
        });
        let approver = ApprovalGate::new(self, &now, input.view.asking, Through::Wrap, &talk);
        let session =
            session(served, &talk).with_server_name(&input.server).with_log(log).with_approver(approver);
        let presence = self.presence(Way::Stdio);
        let clients = || vec![seen(session.client_snapshot(), Way::Stdio, Some(&input.server))];
        let ended = tokio::select! {
            ended = run(&input.command, &session, stop) => ended,
            never = self.follow(vec![behind], presence.as_ref(), &talk) => match never {},
            never = self.announce(presence.as_ref(), clients) => match never {},
        };
        // The tasks end once these senders are dropped.
        drop((session, now));
        finish_storing(aside, &talk).await;
        ended
    }
}

/// Like `Engine::run_wrap`, but with the decisions of a `hintsmith.json`, without a store: tools are not learned, and
/// calls are logged only as JSON Lines.
pub async fn wrap_with_file(
    file: &Path,
    input: WrapInput,
    stop: impl Future<Output = ()>,
    talk: StatusReporter,
) -> Result<ExitCode, ApiError> {
    let document = apply::read(&file.display().to_string())?.1;
    check(&document, &input.view)?;
    let now = CurrentPolicies::default();
    let approver = ApprovalGate::without_store(&now, input.view.asking, Through::Wrap)?;
    let shown = super::gateway::shown(&document, &input.server, &input.view, &now);
    let (_states, served) = watch::channel(shown as Arc<dyn ToolPolicy>);
    let (log, writing) = input.logging.begin()?;
    let server = input.server.clone();
    let writing = tokio::spawn(async move { writing.run(&server, None).await });
    let session =
        session(served, &talk).with_server_name(&input.server).with_log(log).with_approver(approver);
    let ended = run(&input.command, &session, stop).await;
    drop((session, now));
    finish_storing(writing, &talk).await;
    ended
}

/// Fails if the requested environment or toolset is not in the document.
pub(super) fn check(document: &HintsmithDocument, view: &ProxyOptions) -> Result<(), ApiError> {
    match (&view.environment, &view.toolset) {
        (Some(name), _) if !document.environments.contains_key(name) => Err(ApiError::no_environment(name)),
        (_, Some(name)) if !document.toolsets.contains_key(name) => Err(ApiError::no_toolset(name)),
        _ => Ok(()),
    }
}

fn session(served: watch::Receiver<Arc<dyn ToolPolicy>>, talk: &StatusReporter) -> Session {
    let talk = Arc::clone(talk);
    Session::new(served).with_output(move |said| match said {
        ProxyOutput::StrayLine(line) => talk(&String::from_utf8_lossy(line)),
        ProxyOutput::Warning(words) => talk(words),
    })
}

async fn run(
    command: &[String],
    session: &Session,
    stop: impl Future<Output = ()>,
) -> Result<ExitCode, ApiError> {
    let [program, arguments @ ..] = command else {
        let hint = "Give it behind `--`: hintsmith wrap --server NAME -- PROGRAM ARGUMENT…";
        return Err(ApiError::new(ErrorCode::Invalid, "there is no command to run", hint));
    };
    // The client chose this environment for the server and would start it with the same one.
    let command = Command {
        environment_policy: EnvironmentPolicy::All,
        ..Command::new(program.as_str(), arguments.iter().map(String::as_str))
    };
    let token = CancellationToken::new();
    let told = async {
        stop.await;
        token.cancel();
        std::future::pending().await
    };
    let ended = tokio::select! {
        ended = proxy::run(&command, session, proxy::open_stdio(), ProxyLimits::default(), &token) => ended,
        never = told => never,
    };
    let ended = ended.map_err(|error| {
        let message = format!("{program} cannot be started: {error}");
        ApiError::new(ErrorCode::Server, message, "Check that it is installed, and the name of the program.")
    })?;
    Ok(ended.status.and_then(exit_code))
}

#[cfg(unix)]
fn exit_code(status: std::process::ExitStatus) -> ExitCode {
    use std::os::unix::process::ExitStatusExt;
    status.code().or_else(|| Some(128 + status.signal()?))
}

#[cfg(not(unix))]
fn exit_code(status: std::process::ExitStatus) -> ExitCode {
    status.code()
}
