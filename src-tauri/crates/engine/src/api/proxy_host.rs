//! The servers behind a proxy: their clients hear of what is decided, and what passes is kept.

mod call_log;
pub mod clients;
mod policy_sync;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use hintsmith_core::serve::Changed;
use hintsmith_mcp::proxy::ToolPolicy;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

use super::agents::AgentScope;
use crate::Engine;
use crate::approval::gate::{self, ApprovalOptions, CurrentPolicies};
use crate::client_registry::ClientRegistration;
use crate::error::ApiError;
use crate::policy::{PolicyRequest, PolicySnapshot};
use crate::refresh::FetchedList;
use crate::store::servers::Reading;

pub use call_log::{CallLogOptions, CallLogWriter};

/// How soon a decision that another process stored reaches clients, at most.
const PERIOD: Duration = Duration::from_millis(200);
/// For what was seen last to be stored.
const PATIENCE: Duration = Duration::from_secs(5);

/// Where what is said beside the protocol goes.
pub type StatusReporter = Arc<dyn Fn(&str) + Send + Sync>;

/// Waits for a task that stores the last tools and calls a proxy saw.
pub(super) async fn finish_storing<T>(task: JoinHandle<T>, talk: &StatusReporter) {
    if tokio::time::timeout(PATIENCE, task).await.is_err() {
        talk("the last tools or calls were not stored: storing them took too long");
    }
}

/// What of the servers is shown.
#[derive(Debug, Clone, Default)]
pub struct ProxyOptions {
    pub environment: Option<String>,
    /// None: the one that is equipped, or else every tool.
    pub toolset: Option<String>,
    /// What becomes of a tool that its server changed.
    pub changed: Changed,
    pub asking: ApprovalOptions,
}

impl ProxyOptions {
    fn of(&self, server: &str, agent: Option<AgentScope>) -> PolicyRequest {
        PolicyRequest {
            server: server.to_owned(),
            environment: self.environment.clone(),
            toolset: self.toolset.clone(),
            changed: self.changed,
            agent,
            approves_reading: self.asking.approves_reading,
            refuses_destruction: self.asking.refuses_destruction,
            judges_calls: self.asking.asks || self.asking.refuses_destruction,
        }
    }
}

/// One server behind a proxy.
pub(super) struct ProxiedServer {
    wanted: PolicyRequest,
    shown: Arc<PolicySnapshot>,
    /// What is shown now, for whoever decides about calls.
    now: CurrentPolicies,
    states: watch::Sender<Arc<dyn ToolPolicy>>,
}

/// A whole list of a server's tools, as it wrote them.
pub(super) type ListReceiver = mpsc::Receiver<Vec<Arc<str>>>;

impl Engine {
    /// What the clients of a server are shown, and the lists that pass.
    pub(super) async fn behind(
        self: &Arc<Self>,
        server: &str,
        view: &ProxyOptions,
        agent: Option<AgentScope>,
        now: &CurrentPolicies,
    ) -> Result<(ProxiedServer, watch::Receiver<Arc<dyn ToolPolicy>>, ListReceiver), ApiError> {
        let hands = agent.clone().map(|place| self.hands(place));
        let wanted = view.of(server, agent);
        let serving = self.serving(&wanted).await?;
        let (whole, lists) = mpsc::channel(1);
        let whole = self.db.read_only().is_none().then_some(whole);
        let shown = Arc::new(PolicySnapshot::new(serving, whole, hands));
        let (states, served) = watch::channel(Arc::clone(&shown) as Arc<dyn ToolPolicy>);
        gate::set(now, server, &shown);
        Ok((ProxiedServer { wanted, shown, now: Arc::clone(now), states }, served, lists))
    }

    /// Tells clients whenever something is decided that they can see. A store that cannot be read any more closes
    /// everything: what may be called is not known then. The version of the store that applies is reported, so that
    /// whoever changed it can wait for that.
    pub(super) async fn follow(
        &self,
        mut servers: Vec<ProxiedServer>,
        presence: Option<&ClientRegistration>,
        talk: &StatusReporter,
    ) -> Infallible {
        let mut ticks = tokio::time::interval(PERIOD);
        let mut applied = None;
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                () = self.policy_changed.notified() => {}
            }
            let version = self.db.version().await.ok();
            if version.is_some() && version == applied {
                continue;
            }
            applied = version;
            for ProxiedServer { wanted, shown, now, states } in &mut servers {
                let serving = self.serving(wanted).await;
                let why = serving.as_ref().err().map(|error| error.message.clone());
                let Some((next, differs)) = shown.after(serving.ok()) else { continue };
                *shown = Arc::new(next);
                gate::set(now, &wanted.server, shown);
                states.send_if_modified(|state| {
                    *state = Arc::clone(shown) as Arc<dyn ToolPolicy>;
                    differs
                });
                if let Some(why) = why.filter(|_| !wanted.server.is_empty()) {
                    talk(&format!("no tool of {} is offered any more: {why}", wanted.server));
                }
            }
            if let Some(presence) = presence {
                presence.report_applied(applied);
            }
        }
    }

    /// Keeps whole lists of a server's tools. One that is not there yet is added with the command its client runs.
    pub(super) async fn learn(
        &self,
        server: &str,
        command: Option<&[String]>,
        mut lists: ListReceiver,
        talk: &StatusReporter,
    ) {
        while let Some(tools) = lists.recv().await {
            let kept = async {
                if let Some(command) = command {
                    self.get_to_know(server, command).await?;
                }
                self.keep_passed(server, tools).await
            };
            if let Err(error) = kept.await {
                talk(&format!("the tools of {server} were not learned: {}", error.message));
            }
        }
    }

    /// What a proxy sees of a server is its tools alone; what else was found out by reading it stays.
    async fn keep_passed(&self, server: &str, tools: Vec<Arc<str>>) -> Result<(), ApiError> {
        let row = self.server_row(server).await?;
        let reading = Reading {
            protocol: row.protocol,
            era: row.era,
            latency_ms: row.latency_ms,
            ..Reading::default()
        };
        self.keep(server, FetchedList { tools, reading, fresh: None }).await.map(drop)
    }
}
