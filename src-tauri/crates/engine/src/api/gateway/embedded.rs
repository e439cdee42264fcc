//! The desktop app's gateway: its stored state, its life cycle and its status.

use std::net::SocketAddr;
use std::sync::{Arc, Weak};

use hintsmith_core::server_policy::ChangedToolPolicy;
use hintsmith_core::sources::source::Source;
use hintsmith_mcp::gateway::GatewayContext;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::{GatewayInput, HttpListen, Listen};
use crate::api::environments::finish_change_set;
use crate::api::proxy_host::{CallLogOptions, ProxyOptions, ProxyService, StatusReporter};
use crate::api::servers::callable::NotCallable;
use crate::approval::gate::ApprovalOptions;
use crate::boxed;
use crate::catalog::Catalog;
use crate::clock;
use crate::context::Context;
use crate::dto::{
    GatewayRunning, GatewaySettings, GatewayView, ProxyTransport, ServedServer, ServedState, saturating_u32,
};
use crate::error::{ApiError, ErrorCode};
use crate::store::gateway_state::{self, SavedGatewayState};
use crate::store::history::ChangeSet;
use crate::store::servers::ServerRow;

/// The gateway of this process.
#[derive(Default)]
pub(crate) struct EmbeddedGateway {
    running: Option<RunningGateway>,
    /// Reason the gateway is not running although it is enabled.
    error: Option<String>,
}

struct RunningGateway {
    settings: GatewaySettings,
    address: SocketAddr,
    since: String,
    /// Weak: the gateway ends only after its context is dropped.
    context: Weak<GatewayContext>,
    stop: CancellationToken,
    task: JoinHandle<Result<(), ApiError>>,
}

impl EmbeddedGateway {
    /// Records why the gateway has ended, if it has: it ends by itself only when it fails.
    async fn take_ended(&mut self) {
        let Some(ended) = self.running.take_if(|running| running.task.is_finished()) else { return };
        self.error = Some(match ended.task.await {
            Ok(Err(error)) => error.message,
            Ok(Ok(())) => "the gateway stopped".to_owned(),
            Err(_) => "the gateway stopped because of an internal error".to_owned(),
        });
    }
}

/// The gateway of this process.
pub struct GatewayService {
    pub(crate) context: Arc<Context>,
    pub(crate) proxies: Arc<ProxyService>,
    pub(crate) embedded: tokio::sync::Mutex<EmbeddedGateway>,
}

impl GatewayService {
    /// The gateway as it is now. A running gateway whose settings were changed elsewhere (by undo, by a rename, by
    /// another process) is restarted first, so that it serves what is shown.
    pub async fn status(&self) -> Result<GatewayView, ApiError> {
        let settings = self.saved_state().await?.settings;
        self.follow_settings(&settings).await;
        let catalog = self.context.current_catalog().await?;
        let mut gateway = self.embedded.lock().await;
        gateway.take_ended().await;
        let running = gateway.running.as_ref();
        let context = running.and_then(|running| running.context.upgrade());
        Ok(GatewayView {
            running: running.map(|running| GatewayRunning {
                url: format!("http://{}/mcp", running.address),
                since: running.since.clone(),
            }),
            problem: gateway.error.clone().or_else(|| running.and(missing_name_error(&catalog, &settings))),
            token_suffix: self.token_suffix(),
            command: stdio_command(&settings),
            clients: self.proxies.connected_clients(),
            servers: served_servers(&catalog, &settings, context.as_deref()),
            settings,
        })
    }

    /// Starts the gateway and enables it for later starts of the app.
    pub async fn start(&self) -> Result<GatewayView, ApiError> {
        let saved = self.saved_state().await?;
        let started = self.start_with(&saved.settings).await;
        self.save_state(SavedGatewayState { on: true, ..saved }, "enabled the gateway").await?;
        started?;
        self.status().await
    }

    pub async fn stop(&self) -> Result<GatewayView, ApiError> {
        self.stop_running().await;
        let saved = self.saved_state().await?;
        self.save_state(SavedGatewayState { on: false, ..saved }, "disabled the gateway").await?;
        self.status().await
    }

    /// Changes the settings. A gateway that runs or has failed restarts, which disconnects its clients.
    pub async fn set_settings(&self, settings: GatewaySettings) -> Result<GatewayView, ApiError> {
        let environment = settings.environment.as_deref();
        self.context.check_environment(environment).await?;
        if let Some(name) = &settings.toolset {
            self.context.current_catalog().await?.require_toolset(name)?;
        }
        let saved = self.saved_state().await?;
        if saved.settings != settings {
            let summary = format!("gateway: {}", settings_summary(&settings));
            self.save_state(SavedGatewayState { settings: settings.clone(), ..saved }, &summary).await?;
            if self.stop_running().await {
                self.start_with(&settings).await?;
            }
        }
        self.status().await
    }

    /// Generates a new token, which invalidates the old one. A gateway that runs or has failed restarts.
    pub async fn renew_token(&self) -> Result<GatewayView, ApiError> {
        self.token(true).await?;
        if self.stop_running().await {
            let settings = self.saved_state().await?.settings;
            self.start_with(&settings).await?;
        }
        self.status().await
    }

    /// Reconnects a server for every client.
    #[boxed]
    pub async fn reconnect_server(&self, server: &str) {
        let gateway = self.embedded.lock().await;
        if let Some(context) = gateway.running.as_ref().and_then(|running| running.context.upgrade()) {
            context.reconnect_server(server);
        }
    }

    /// Starts the gateway if it was enabled when the app last closed.
    pub async fn resume(&self) {
        if let Ok(SavedGatewayState { on: true, settings }) = self.saved_state().await {
            // The gateway's status shows the error.
            let _ = self.start_with(&settings).await;
        }
    }

    async fn follow_settings(&self, settings: &GatewaySettings) {
        let is_outdated = |gateway: &EmbeddedGateway| {
            gateway.running.as_ref().is_some_and(|running| running.settings != *settings)
        };
        if is_outdated(&*self.embedded.lock().await) {
            self.stop_running().await;
            // The status shows the error.
            let _ = self.start_with(settings).await;
        }
    }

    async fn start_with(&self, settings: &GatewaySettings) -> Result<(), ApiError> {
        let mut gateway = self.embedded.lock().await;
        gateway.take_ended().await;
        if gateway.running.is_some() {
            return Ok(());
        }
        let started = self.spawn(settings).await;
        gateway.error = started.as_ref().err().map(|error| error.message.clone());
        gateway.running = Some(started?);
        Ok(())
    }

    async fn spawn(&self, settings: &GatewaySettings) -> Result<RunningGateway, ApiError> {
        let token = self.token(false).await?;
        let http = HttpListen::loopback(format!("127.0.0.1:{}", settings.port), token);
        let input = GatewayInput {
            options: ProxyOptions {
                environment: settings.environment.clone(),
                toolset: settings.toolset.clone(),
                changed: settings.changed,
                approval: ApprovalOptions { asks_for_approval: settings.asks, ..ApprovalOptions::default() },
            },
            call_log: CallLogOptions { log_values: settings.log_values, json_lines: None },
            ..GatewayInput::default()
        };
        let stop = CancellationToken::new();
        let (sender, receiver) = oneshot::channel();
        let ready = Box::new(move |address, context: &Arc<GatewayContext>| {
            let _ = sender.send((address, Arc::downgrade(context)));
        });
        let (proxies, stop_requested) = (Arc::clone(&self.proxies), stop.clone());
        let quiet: StatusReporter = Arc::new(|_: &str| ());
        let task = tokio::spawn(async move {
            proxies.run_gateway(input, Listen::Http(http), stop_requested.cancelled(), quiet, ready).await
        });
        let Ok((Some(address), context)) = receiver.await else {
            return Err(match task.await {
                Ok(Err(error)) => error,
                _ => ApiError::new(
                    ErrorCode::Internal,
                    "the gateway did not start",
                    "Start the gateway again.",
                ),
            });
        };
        Ok(RunningGateway { settings: settings.clone(), address, since: clock::now(), context, stop, task })
    }

    /// Stops the gateway. Returns whether it was meant to run: it did, or had failed.
    pub(crate) async fn stop_running(&self) -> bool {
        let mut gateway = self.embedded.lock().await;
        let has_failed = gateway.error.take().is_some();
        let Some(running) = gateway.running.take() else { return has_failed };
        running.stop.cancel();
        let _ = running.task.await;
        true
    }

    async fn saved_state(&self) -> Result<SavedGatewayState, ApiError> {
        self.context.db.read(gateway_state::get).await
    }

    async fn save_state(&self, state: SavedGatewayState, summary: &str) -> Result<(), ApiError> {
        let summary = summary.to_owned();
        let set = move |mut change_set: ChangeSet| {
            gateway_state::set(&mut change_set, &state)?;
            finish_change_set(change_set, &summary)
        };
        self.context.apply_changes(set).await.map(drop)
    }
}

/// The error of a gateway whose environment or toolset was removed, so that it offers no tools.
fn missing_name_error(catalog: &Catalog, settings: &GatewaySettings) -> Option<String> {
    let environment = settings.environment.as_ref().map_or(Ok(()), |name| catalog.require_environment(name));
    let toolset = settings.toolset.as_ref().map_or(Ok(()), |name| catalog.require_toolset(name).map(drop));
    environment.and(toolset).err().map(|error| error.message)
}

fn settings_summary(settings: &GatewaySettings) -> String {
    let GatewaySettings { port, environment, toolset, changed, log_values, asks } = settings;
    let of = |what: &str, name: &Option<String>| name.as_ref().map(|name| format!("{what} {name}"));
    let parts = [
        Some(format!("port {port}")),
        of("environment", environment),
        of("toolset", toolset),
        (*changed == ChangedToolPolicy::Hidden).then(|| "changed tools are hidden".to_owned()),
        log_values.then(|| "argument values are logged".to_owned()),
        Some(if *asks { "Hintsmith asks for approval" } else { "clients ask for approval" }.to_owned()),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Command line that serves the same over stdio.
fn stdio_command(settings: &GatewaySettings) -> String {
    let mut command = "hintsmith gateway".to_owned();
    for (option, value) in [("--env", &settings.environment), ("--toolset", &settings.toolset)] {
        if let Some(value) = value {
            command.push_str(&format!(" {option} {value}"));
        }
    }
    if settings.changed == ChangedToolPolicy::Hidden {
        command.push_str(" --hide-changed");
    }
    if settings.asks {
        command.push_str(" --ask");
    }
    command
}

fn served_servers(
    catalog: &Catalog,
    settings: &GatewaySettings,
    context: Option<&GatewayContext>,
) -> Vec<ServedServer> {
    let toolset =
        settings.toolset.as_deref().or_else(|| catalog.active_toolset(settings.environment.as_deref()));
    let offers_nothing = missing_name_error(catalog, settings).is_some();
    let states = context.map(GatewayContext::server_statuses).unwrap_or_default();
    let view = |row: &ServerRow| {
        let entries = catalog.entries.iter().filter(|entry| *entry.server == *row.name);
        let (mut tools, mut offered) = (0, 0);
        for entry in entries {
            tools += 1;
            let is_member = |name: &str| entry.decisions.toolsets.iter().any(|of| **of == *name);
            offered += usize::from(!offers_nothing && toolset.is_none_or(is_member));
        }
        let state = states.iter().find(|state| state.name == row.name);
        ServedServer {
            name: row.name.clone(),
            transport: transport(row),
            state: match state {
                _ if NotCallable::of(row).is_some() => ServedState::Excluded,
                _ if row.challenge.is_some() => ServedState::SignIn,
                Some(state) if state.ready > 0 => {
                    ServedState::Ready { connections: saturating_u32(state.ready) }
                }
                Some(state) if state.connecting > 0 => ServedState::Connecting,
                Some(state) => match state.next_attempt {
                    Some((attempt, until)) => ServedState::Waiting {
                        attempt,
                        seconds: u32::try_from(until.as_secs()).unwrap_or(u32::MAX),
                    },
                    None => ServedState::Idle,
                },
                None if context.is_some() => ServedState::Excluded,
                None => ServedState::Idle,
            },
            message: NotCallable::of(row)
                .map(|reason| format!("{} cannot be called", reason.what))
                .or_else(|| state.and_then(|state| state.last_error.clone()))
                .or_else(|| {
                    let is_new = state.is_none() && context.is_some();
                    is_new.then(|| {
                        "added after the gateway started; restart the gateway to serve it".to_owned()
                    })
                }),
            tools: saturating_u32(tools),
            offered: saturating_u32(offered),
        }
    };
    catalog.servers.iter().filter(|row| row.enabled).map(view).collect()
}

fn transport(row: &ServerRow) -> ProxyTransport {
    match row.source {
        Source::Http { .. } => ProxyTransport::Http,
        _ => ProxyTransport::Stdio,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;
    use crate::dto::{
        EnvironmentKey, NewEnvironment, NewToolset, RenameEnvironment, RenameToolset, ToolChoice, ToolsetKey,
        UndoInput,
    };
    use crate::testing::open_engine;

    /// Starts the gateway on a free port.
    async fn start(engine: &Arc<Engine>) -> GatewayView {
        engine.gateway.set_settings(GatewaySettings { port: 0, ..GatewaySettings::default() }).await.unwrap();
        engine.gateway.start().await.unwrap()
    }

    /// Replaces the task of the running gateway by one that has ended.
    async fn end_with(engine: &Engine, ended: JoinHandle<Result<(), ApiError>>) {
        while !ended.is_finished() {
            tokio::task::yield_now().await;
        }
        let mut gateway = engine.gateway.embedded.lock().await;
        let running = gateway.running.as_mut().unwrap();
        running.stop.cancel();
        let task = std::mem::replace(&mut running.task, ended);
        drop(gateway);
        task.await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn a_gateway_that_ended_by_itself_shows_why_until_it_is_started_again() {
        let folder = tempfile::tempdir().unwrap();
        let engine = open_engine(folder.path(), &[("demo", &[])]).await;
        let lost = || Err(ApiError::new(ErrorCode::Invalid, "the port was lost", ""));
        let crashed = tokio::spawn(std::future::pending());
        crashed.abort();
        for (ended, expected) in [
            (tokio::spawn(async move { lost() }), "the port was lost"),
            (tokio::spawn(async { Ok(()) }), "the gateway stopped"),
            (crashed, "the gateway stopped because of an internal error"),
        ] {
            let view = start(&engine).await;
            assert!(view.running.is_some() && view.problem.is_none(), "{view:?}");
            end_with(&engine, ended).await;
            // Shown as long as it lasts, not only by the first status.
            for _ in 0..2 {
                let view = engine.gateway.status().await.unwrap();
                assert!(view.running.is_none());
                assert_eq!(view.problem.as_deref(), Some(expected));
            }
        }
        let view = engine.gateway.stop().await.unwrap();
        assert!(view.running.is_none() && view.problem.is_none(), "{view:?}");
    }

    /// Settings with every name that can be renamed, for a gateway on a free port.
    async fn serve_toolset(engine: &Arc<Engine>) -> GatewayView {
        engine.environments.add(NewEnvironment { name: "work".to_owned(), copy_of: None }).await.unwrap();
        let tools = ToolChoice::Pattern { selector: "demo.read".to_owned() };
        let set = NewToolset { name: "reading".to_owned(), description: None, tools, activate: false };
        engine.toolsets.build(set).await.unwrap();
        let (environment, toolset) = (Some("work".to_owned()), Some("reading".to_owned()));
        let settings = GatewaySettings { port: 0, environment, toolset, ..GatewaySettings::default() };
        engine.gateway.set_settings(settings).await.unwrap();
        engine.gateway.start().await.unwrap()
    }

    fn served_names(view: &GatewayView) -> (Option<&str>, Option<&str>) {
        (view.settings.environment.as_deref(), view.settings.toolset.as_deref())
    }

    /// The numbers of tools that are offered, per server.
    fn offered(view: &GatewayView) -> Vec<u32> {
        view.servers.iter().map(|server| server.offered).collect()
    }

    const TOOLS: &[&str] = &[r#"{"name":"read","inputSchema":{}}"#, r#"{"name":"write","inputSchema":{}}"#];

    #[tokio::test]
    async fn a_rename_changes_the_gateways_settings_in_the_same_history_entry() {
        let folder = tempfile::tempdir().unwrap();
        let engine = open_engine(folder.path(), &[("demo", TOOLS)]).await;
        let before = serve_toolset(&engine).await;
        let rename = RenameEnvironment { name: "work".to_owned(), to: "office".to_owned() };
        engine.environments.rename(rename).await.unwrap();
        let rename = RenameToolset { name: "reading".to_owned(), to: "readers".to_owned() };
        engine.toolsets.rename(rename).await.unwrap();
        let view = engine.gateway.status().await.unwrap();
        assert_eq!(served_names(&view), (Some("office"), Some("readers")));
        assert_eq!(offered(&view), offered(&before));
        assert!(view.running.is_some() && view.problem.is_none(), "{view:?}");
        // The running gateway serves what is shown, not what it was started with.
        let served = engine.gateway.embedded.lock().await.running.as_ref().unwrap().settings.clone();
        assert_eq!(served, view.settings);
        for _ in 0..2 {
            engine.history.undo(UndoInput { entry: None }).await.unwrap();
        }
        let view = engine.gateway.status().await.unwrap();
        assert_eq!(served_names(&view), (Some("work"), Some("reading")));
        assert!(view.running.is_some() && view.problem.is_none(), "{view:?}");
        engine.stop().await;
    }

    #[tokio::test]
    async fn a_gateway_whose_toolset_or_environment_is_removed_offers_nothing_and_says_why() {
        for (is_toolset, expected) in
            [(true, "there is no toolset named reading"), (false, "there is no environment named work")]
        {
            let folder = tempfile::tempdir().unwrap();
            let engine = open_engine(folder.path(), &[("demo", TOOLS)]).await;
            serve_toolset(&engine).await;
            if is_toolset {
                engine.toolsets.delete(ToolsetKey { name: "reading".to_owned() }).await.unwrap();
            } else {
                engine.environments.remove(EnvironmentKey { name: "work".to_owned() }).await.unwrap();
            }
            let view = engine.gateway.status().await.unwrap();
            assert_eq!(view.problem.as_deref(), Some(expected));
            assert_eq!(offered(&view), [0], "{expected}");
            engine.gateway.stop().await.unwrap();
            // Not started with every tool instead.
            assert!(engine.gateway.start().await.is_err());
            let view = engine.gateway.status().await.unwrap();
            assert!(view.running.is_none() && view.problem.is_some(), "{view:?}");
        }
    }

    #[tokio::test]
    async fn new_settings_start_a_failed_gateway_again() {
        let folder = tempfile::tempdir().unwrap();
        let engine = open_engine(folder.path(), &[("demo", &[])]).await;
        start(&engine).await;
        end_with(&engine, tokio::spawn(async { Ok(()) })).await;
        assert!(engine.gateway.status().await.unwrap().problem.is_some());
        let settings = GatewaySettings { port: 0, log_values: true, ..GatewaySettings::default() };
        let view = engine.gateway.set_settings(settings).await.unwrap();
        assert!(view.running.is_some() && view.problem.is_none(), "{view:?}");
        engine.stop().await;
    }
}
