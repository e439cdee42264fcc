//! `wrap`: a stdio proxy between one client and the one server it starts, with the store's policy applied.

use std::path::Path;
use std::sync::Arc;

use hintsmith_mcp::environment::EnvironmentPolicy;
use hintsmith_mcp::process::Command;
use hintsmith_mcp::proxy::{ProxyOutput, ToolPolicy};
use hintsmith_mcp::wrap::{self, ProxyLimits, Session};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::agents::{AgentScope, AgentTransport};
use super::apply;
use super::proxy_host::clients::connected_client;
use super::proxy_host::document::{check_document, policy_snapshot};
use super::proxy_host::{CallLogOptions, ProxyOptions, ProxyService, StatusReporter, finish_storing};
use crate::approval::gate::{ApprovalGate, CurrentPolicies};
use crate::dto::{CallOrigin, ProxyTransport};
use crate::error::{ApiError, ErrorCode};

/// The wrapped server and the policy for it.
#[derive(Debug, Clone, Default)]
pub struct WrapInput {
    /// Name under which the server's decisions are stored.
    pub server: String,
    /// The program, then its arguments.
    pub command: Vec<String>,
    pub options: ProxyOptions,
    pub call_log: CallLogOptions,
    /// Lists the agent tools next to the server's, as the preferences allow. Off by default: a client with ten
    /// wrapped servers would see each of them ten times.
    pub agent_tools: bool,
}

/// The server's exit code as a shell reports it; none if unknown.
pub type ServerExitCode = Option<i32>;

impl ProxyService {
    /// Runs a server for the client that started us until one of them ends or `stop` resolves. Decisions in the store
    /// apply, including later ones, and the server's tools are learned as they pass.
    pub async fn run_wrap(
        self: &Arc<Self>,
        input: WrapInput,
        stop: impl Future<Output = ()>,
        status: StatusReporter,
    ) -> Result<ServerExitCode, ApiError> {
        let scope = input.agent_tools.then(|| AgentScope {
            transport: AgentTransport::Stdio,
            environment: input.options.environment.clone(),
            toolset: input.options.toolset.clone(),
            servers: Some(vec![input.server.clone()]),
            changed: input.options.changed,
        });
        let now = CurrentPolicies::default();
        let (behind, served, lists) = self.host_server(&input.server, &input.options, scope, &now).await?;
        let (log, writer) = input.call_log.open()?;
        let tasks = tokio::spawn({
            let (service, input, status) = (Arc::clone(self), input.clone(), Arc::clone(&status));
            async move {
                tokio::join!(
                    service.learn_tools(&input.server, Some(&input.command), lists, &status),
                    writer.run(&input.server, Some(&service.context.db), &status)
                )
            }
        });
        let approver = ApprovalGate::with_store(
            &self.approvals,
            &now,
            input.options.approval,
            CallOrigin::Wrap,
            &status,
        );
        let session = build_session(served, &status)
            .with_server_name(&input.server)
            .with_log(log)
            .with_approver(approver);
        let registration = self.register_proxy(ProxyTransport::Stdio);
        let clients =
            || vec![connected_client(session.client_snapshot(), ProxyTransport::Stdio, Some(&input.server))];
        let ended = tokio::select! {
            ended = run_proxy(&input.command, &session, stop) => ended,
            never = self.follow_policy_changes(vec![behind], registration.as_ref(), &status) => match never {},
            never = self.publish_clients(registration.as_ref(), clients) => match never {},
        };
        // The tasks end once these senders are dropped.
        drop((session, now));
        finish_storing(tasks, &status).await;
        ended
    }
}

/// Like `Engine::run_wrap`, but with the decisions of a `hintsmith.json`, without a store: tools are not learned, and
/// calls are logged only as JSON Lines.
pub async fn run_wrap_from_file(
    file: &Path,
    input: WrapInput,
    stop: impl Future<Output = ()>,
    status: StatusReporter,
) -> Result<ServerExitCode, ApiError> {
    let document = apply::read_document(&file.display().to_string())?.1;
    check_document(&document, &input.options)?;
    let now = CurrentPolicies::default();
    let approver = ApprovalGate::without_store(&now, input.options.approval, CallOrigin::Wrap)?;
    let shown = policy_snapshot(&document, &input.server, &input.options, &now);
    let (_states, served) = watch::channel(shown as Arc<dyn ToolPolicy>);
    let (log, writer) = input.call_log.open()?;
    let writer = tokio::spawn({
        let (server, status) = (input.server.clone(), Arc::clone(&status));
        async move { writer.run(&server, None, &status).await }
    });
    let session =
        build_session(served, &status).with_server_name(&input.server).with_log(log).with_approver(approver);
    let ended = run_proxy(&input.command, &session, stop).await;
    drop((session, now));
    finish_storing(writer, &status).await;
    ended
}

fn build_session(served: watch::Receiver<Arc<dyn ToolPolicy>>, status: &StatusReporter) -> Session {
    let status = Arc::clone(status);
    Session::new(served).with_output(move |said| match said {
        ProxyOutput::StrayLine(line) => status(&String::from_utf8_lossy(line)),
        ProxyOutput::Warning(words) => status(words),
    })
}

async fn run_proxy(
    command: &[String],
    session: &Session,
    stop: impl Future<Output = ()>,
) -> Result<ServerExitCode, ApiError> {
    let [program, arguments @ ..] = command else {
        let hint = "Give the command after `--`: hintsmith wrap --server NAME -- PROGRAM ARGUMENT…";
        return Err(ApiError::new(ErrorCode::Invalid, "there is no command to run", hint));
    };
    // The client chose this environment for the server and would start it with the same one.
    let command = Command {
        environment_policy: EnvironmentPolicy::All,
        ..Command::new(program.as_str(), arguments.iter().map(String::as_str))
    };
    let token = CancellationToken::new();
    let stop_requested = async {
        stop.await;
        token.cancel();
        std::future::pending().await
    };
    let ended = tokio::select! {
        ended = wrap::run(&command, session, wrap::open_stdio(), ProxyLimits::default(), &token) => ended,
        never = stop_requested => never,
    };
    let ended = ended.map_err(|error| {
        let message = format!("{program} cannot be started: {error}");
        ApiError::new(ErrorCode::Server, message, "Check that the program is installed, and check its name.")
    })?;
    Ok(ended.status.and_then(exit_code))
}

#[cfg(unix)]
fn exit_code(status: std::process::ExitStatus) -> ServerExitCode {
    use std::os::unix::process::ExitStatusExt;
    status.code().or_else(|| Some(128 + status.signal()?))
}

#[cfg(not(unix))]
fn exit_code(status: std::process::ExitStatus) -> ExitCode {
    status.code()
}
