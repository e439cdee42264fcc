//! `wrap`: standing between one client and one server that it starts, with what is decided in between.

use std::path::Path;
use std::sync::Arc;

use hintsmith_core::export::hintsmith_json::Document;
use hintsmith_mcp::environment::Inherited;
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

/// Which server stands behind the proxy, and what of it is shown.
#[derive(Debug, Clone, Default)]
pub struct WrapInput {
    /// The name that decisions about its tools go by.
    pub server: String,
    /// The program, then its arguments.
    pub command: Vec<String>,
    pub view: ProxyOptions,
    pub logging: CallLogOptions,
    /// Our own tools stand beside the server's, as the preferences say. Without it the list is the server's alone: a
    /// client with ten wrapped servers would have each of them ten times.
    pub agent_tools: bool,
}

/// How the server ended, as a shell says it; nothing when that is not known.
pub type ExitCode = Option<i32>;

impl Engine {
    /// Runs a server for the client that started us until one of them ends, or `stop` says so. What is decided about
    /// its tools in the store holds, also what is decided meanwhile; its tools are learned as they pass.
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
        let approver = ApprovalGate::of(self, &now, input.view.asking, Through::Wrap, &talk);
        let session = session(served, &talk).server(&input.server).log(log).approver(approver);
        let presence = self.presence(Way::Stdio);
        let clients = || vec![seen(session.visitor(), Way::Stdio, Some(&input.server))];
        let ended = tokio::select! {
            ended = run(&input.command, &session, stop) => ended,
            never = self.follow(vec![behind], presence.as_ref(), &talk) => match never {},
            never = self.announce(presence.as_ref(), clients) => match never {},
        };
        // Both hold what the tasks receive from, which end when nothing can come any more.
        drop((session, now));
        finish_storing(aside, &talk).await;
        ended
    }
}

/// The same from a `hintsmith.json`, without a store: nothing is learned, and calls are written down only as lines.
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
    let session = session(served, &talk).server(&input.server).log(log).approver(approver);
    let ended = run(&input.command, &session, stop).await;
    drop((session, now));
    finish_storing(writing, &talk).await;
    ended
}

/// What is asked for must be in the document.
pub(super) fn check(document: &Document, view: &ProxyOptions) -> Result<(), ApiError> {
    match (&view.environment, &view.toolset) {
        (Some(name), _) if !document.environments.contains_key(name) => Err(ApiError::no_environment(name)),
        (_, Some(name)) if !document.toolsets.contains_key(name) => Err(ApiError::no_toolset(name)),
        _ => Ok(()),
    }
}

fn session(served: watch::Receiver<Arc<dyn ToolPolicy>>, talk: &StatusReporter) -> Session {
    let talk = Arc::clone(talk);
    Session::new(served).talk(move |said| match said {
        ProxyOutput::Stray(line) => talk(&String::from_utf8_lossy(line)),
        ProxyOutput::Words(words) => talk(words),
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
    // The client chose the environment for this server, and would start it with the same without us.
    let command = Command {
        inherited: Inherited::All,
        ..Command::new(program.as_str(), arguments.iter().map(String::as_str))
    };
    let token = CancellationToken::new();
    let told = async {
        stop.await;
        token.cancel();
        std::future::pending().await
    };
    let ended = tokio::select! {
        ended = proxy::run(&command, session, proxy::standard(), ProxyLimits::default(), &token) => ended,
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
