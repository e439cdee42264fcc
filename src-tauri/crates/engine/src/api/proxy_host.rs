//! Servers behind a proxy: their policy follows the store, and their tools and calls are stored.

mod call_log;
pub mod clients;
mod policy_sync;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use hintsmith_core::serve::ChangedToolPolicy;
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

/// Interval at which changes by other processes are looked for, and so their maximum delay.
const PERIOD: Duration = Duration::from_millis(200);
/// Time limit for storing the last tools and calls after a proxy ends.
const PATIENCE: Duration = Duration::from_secs(5);

/// Receives status messages, which must not go to the protocol stream.
pub type StatusReporter = Arc<dyn Fn(&str) + Send + Sync>;

/// Waits for a task that stores the last tools and calls a proxy saw.
pub(super) async fn finish_storing<T>(task: JoinHandle<T>, talk: &StatusReporter) {
    if tokio::time::timeout(PATIENCE, task).await.is_err() {
        talk("the last tools or calls were not stored: storing them took too long");
    }
}

/// Policy options of a proxy.
#[derive(Debug, Clone, Default)]
pub struct ProxyOptions {
    pub environment: Option<String>,
    /// None: the active toolset, else every tool.
    pub toolset: Option<String>,
    /// Treatment of tools whose definition has changed since their review.
    pub changed: ChangedToolPolicy,
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
            approves_reading: self.asking.allows_read_only,
            refuses_destruction: self.asking.denies_destructive,
            judges_calls: self.asking.asks_for_approval || self.asking.denies_destructive,
        }
    }
}

/// A server behind a proxy, with its current policy.
pub(super) struct ProxiedServer {
    wanted: PolicyRequest,
    shown: Arc<PolicySnapshot>,
    /// The policies that the approval gate reads.
    now: CurrentPolicies,
    states: watch::Sender<Arc<dyn ToolPolicy>>,
}

/// Receives complete tool lists, each tool as the server's JSON.
pub(super) type ListReceiver = mpsc::Receiver<Vec<Arc<str>>>;

impl Engine {
    /// Loads a server's policy for a proxy. Returns the channel of policy updates and that of the tool lists that
    /// pass.
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
        gate::set_policy(now, server, &shown);
        Ok((ProxiedServer { wanted, shown, now: Arc::clone(now), states }, served, lists))
    }

    /// Updates the policy of each server whenever the store changes, which notifies the clients. If the store becomes
    /// unreadable, every tool is withdrawn, because its policy is unknown. Reports the applied store version, so that
    /// the process that made a change can wait for it.
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
                gate::set_policy(now, &wanted.server, shown);
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

    /// Stores complete tool lists of a server. A server that is not in the store yet is added with the command its
    /// client runs.
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

    /// A proxy sees only the tools; what earlier scans found out about the server is kept.
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
