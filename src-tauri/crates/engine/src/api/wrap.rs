//! `wrap`: standing between one client and one server that it starts, with what is decided in between.

use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use hintsmith_core::export::hintsmith_json::Document;
use hintsmith_core::serve::{Changed, Serving};
use hintsmith_mcp::process::Command;
use hintsmith_mcp::proxy::{self, Bounds, CallLog, CallRecord, Said, Served, Session};
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use super::apply;
use crate::Engine;
use crate::api::view::{AddServerInput, NewServer, NewSource};
use crate::error::{ApiError, ErrorCode};
use crate::reading::Listed;
use crate::serving::{Shown, Wanted};
use crate::store::calls;
use crate::store::servers::Reading;

/// How soon a decision that another process stored reaches clients, at most.
const PERIOD: Duration = Duration::from_millis(200);
/// For what was seen last to be stored.
const PATIENCE: Duration = Duration::from_secs(5);
/// Calls that wait to be written down.
const CALLS: usize = 8_192;
/// How long they may wait.
const MOMENT: Duration = Duration::from_millis(500);

/// Which server stands behind the proxy, and what of it is shown.
#[derive(Debug, Clone, Default)]
pub struct WrapInput {
    /// The name that decisions about its tools go by.
    pub server: String,
    /// The program, then its arguments.
    pub command: Vec<String>,
    pub environment: Option<String>,
    /// None: the one that is equipped, or else every tool.
    pub toolset: Option<String>,
    /// A tool that its server changed is not offered until somebody has looked at it.
    pub hide_changed: bool,
}

/// How the server ended, as a shell says it; nothing when that is not known.
pub type ExitCode = Option<i32>;

/// Where what is said beside the protocol goes.
pub type Talk = Arc<dyn Fn(&str) + Send + Sync>;

impl Engine {
    /// Runs a server for the client that started us until one of them ends, or `stop` says so. What is decided about
    /// its tools in the store holds, also what is decided meanwhile; its tools are learned as they pass.
    pub async fn wrap(
        self: &Arc<Self>,
        input: WrapInput,
        stop: impl Future<Output = ()>,
        talk: Talk,
    ) -> Result<ExitCode, ApiError> {
        let wanted = Wanted {
            server: input.server.clone(),
            environment: input.environment.clone(),
            toolset: input.toolset.clone(),
            changed: if input.hide_changed { Changed::Hidden } else { Changed::Careful },
        };
        let serving = self.serving(&wanted).await?;
        let (whole, lists) = mpsc::channel(1);
        let shown = Arc::new(Shown::new(serving, self.db.read_only().is_none().then_some(whole)));
        let (states, served) = watch::channel(Arc::clone(&shown) as Arc<dyn Served>);
        let (log, calls) = CallLog::new(CALLS);
        let aside = tokio::spawn({
            let (engine, input, talk) = (Arc::clone(self), input.clone(), Arc::clone(&talk));
            async move {
                tokio::join!(engine.learn(&input, lists, &talk), engine.write_down(&input.server, calls))
            }
        });
        let session = session(served, &talk).log(log);
        let ended = tokio::select! {
            ended = run(&input.command, &session, stop) => ended,
            never = self.follow(&wanted, shown, states, &talk) => match never {},
        };
        // What the client did last is learned and written down too: both end when nobody can say anything any more.
        drop(session);
        let _ = tokio::time::timeout(PATIENCE, aside).await;
        ended
    }

    /// Tells clients whenever something is decided that they can see. A store that cannot be read any more closes
    /// everything: what may be called is not known then.
    async fn follow(
        &self,
        wanted: &Wanted,
        mut shown: Arc<Shown>,
        states: watch::Sender<Arc<dyn Served>>,
        talk: &Talk,
    ) -> Infallible {
        let mut ticks = tokio::time::interval(PERIOD);
        let mut version = None;
        loop {
            ticks.tick().await;
            let now = self.changed_at().await.ok();
            if now.is_some() && now == version {
                continue;
            }
            version = now;
            let serving = self.serving(wanted).await;
            let why = serving.as_ref().err().map(|error| error.message.clone());
            let Some((next, differs)) = shown.after(serving.ok()) else { continue };
            shown = Arc::new(next);
            states.send_if_modified(|state| {
                *state = Arc::clone(&shown) as Arc<dyn Served>;
                differs
            });
            if let Some(why) = why {
                talk(&format!("no tool is offered any more: {why}"));
            }
        }
    }

    /// Keeps whole lists of the server's tools; the server too, when it is new.
    async fn learn(&self, input: &WrapInput, mut lists: mpsc::Receiver<Vec<Arc<str>>>, talk: &Talk) {
        while let Some(tools) = lists.recv().await {
            if let Err(error) = self.learned(input, tools).await {
                talk(&format!("the tools of {} were not learned: {}", input.server, error.message));
            }
        }
    }

    async fn learned(&self, input: &WrapInput, tools: Vec<Arc<str>>) -> Result<(), ApiError> {
        if self.server_row(&input.server).await.is_err() {
            let source =
                NewSource::Command { command: input.command.clone(), folder: None, environment: Vec::new() };
            let server = NewServer { name: input.server.clone(), source };
            // The person's own client runs this very command: that is what they agreed to.
            let consent = self.preview_server(server.clone()).await?.consent;
            self.add_server(AddServerInput { server, consent }).await?;
        }
        let reading = Reading::default();
        self.keep(&input.server, Listed { tools, reading, fresh: None }).await.map(drop)
    }

    async fn write_down(&self, server: &str, mut records: mpsc::Receiver<CallRecord>) {
        let mut batch = Vec::new();
        while records.recv_many(&mut batch, CALLS).await > 0 {
            // One transaction for what comes within a moment: each costs more than all its rows.
            let moment = tokio::time::sleep(MOMENT);
            tokio::pin!(moment);
            while batch.len() < CALLS {
                tokio::select! {
                    more = records.recv_many(&mut batch, CALLS) => if more == 0 { break },
                    () = &mut moment => break,
                }
            }
            let rows: Vec<calls::NewCall> =
                batch.drain(..).map(|record| calls::NewCall::of(server, record)).collect();
            // A call that cannot be written down has happened all the same.
            let _ = self.db.write(move |connection| calls::add(connection, &rows)).await;
        }
    }
}

/// The same from a `hintsmith.json`, without a store: nothing is learned and nothing written down.
pub async fn wrap_with_file(
    file: &Path,
    input: WrapInput,
    stop: impl Future<Output = ()>,
    talk: Talk,
) -> Result<ExitCode, ApiError> {
    let document = apply::read(&file.display().to_string())?.1;
    check(&document, &input)?;
    let environment = input.environment.as_deref();
    let equipped = document.layer(environment).and_then(|layer| layer.equipped.as_deref());
    let toolset = input.toolset.as_deref().or(equipped);
    let mut serving = Serving::of(&document, &input.server, environment, toolset);
    serving.changed = if input.hide_changed { Changed::Hidden } else { Changed::Careful };
    let (_states, served) = watch::channel(Arc::new(Shown::new(serving, None)) as Arc<dyn Served>);
    run(&input.command, &session(served, &talk), stop).await
}

fn check(document: &Document, input: &WrapInput) -> Result<(), ApiError> {
    match (&input.environment, &input.toolset) {
        (Some(name), _) if !document.environments.contains_key(name) => Err(ApiError::no_environment(name)),
        (_, Some(name)) if !document.toolsets.contains_key(name) => Err(ApiError::no_toolset(name)),
        _ => Ok(()),
    }
}

fn session(served: watch::Receiver<Arc<dyn Served>>, talk: &Talk) -> Session {
    let talk = Arc::clone(talk);
    Session::new(served).talk(move |said| match said {
        Said::Stray(line) => talk(&String::from_utf8_lossy(line)),
        Said::Words(words) => talk(words),
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
    let command = Command {
        program: program.clone(),
        arguments: arguments.to_vec(),
        environment: Vec::new(),
        folder: None,
    };
    let token = CancellationToken::new();
    let told = async {
        stop.await;
        token.cancel();
        std::future::pending().await
    };
    let ended = tokio::select! {
        ended = proxy::run(&command, session, proxy::standard(), Bounds::default(), &token) => ended,
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
