//! Servers behind a proxy: their policy follows the store, and their tools and calls are stored.

mod call_log;
pub mod clients;
pub(in crate::api) mod document;
mod policy_sync;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use hintsmith_core::server_policy::ChangedToolPolicy;
use hintsmith_mcp::proxy::ToolPolicy;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

use super::agents::{AgentScope, AgentService};
use super::servers::ServerService;
use super::servers::refresh::FetchedList;
use crate::approval::ApprovalService;
use crate::approval::gate::{self, ApprovalOptions, CurrentPolicies};
use crate::client_registry::ClientRegistration;
use crate::context::Context;
use crate::error::ApiError;
use crate::policy::{PolicyRequest, PolicySnapshot};
use crate::store::servers::ScanMetadata;

pub use call_log::{CallLogOptions, CallLogWriter};

/// Interval at which changes by other processes are looked for, and so their maximum delay.
const POLL_INTERVAL: Duration = Duration::from_millis(200);
/// Time limit for storing the last tools and calls after a proxy ends: a disk that is busy writing can stall for seconds.
const STORE_TIMEOUT: Duration = Duration::from_secs(20);

pub use crate::approval::StatusReporter;

/// Waits for a task that stores the last tools and calls a proxy saw.
pub(super) async fn finish_storing<T>(task: JoinHandle<T>, status: &StatusReporter) {
    if tokio::time::timeout(STORE_TIMEOUT, task).await.is_err() {
        status("the last tools or calls were not stored: the store did not respond in time");
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
    pub approval: ApprovalOptions,
}

impl ProxyOptions {
    fn policy_request(&self, server: &str, agent: Option<AgentScope>) -> PolicyRequest {
        PolicyRequest {
            server: server.to_owned(),
            environment: self.environment.clone(),
            toolset: self.toolset.clone(),
            changed: self.changed,
            agent,
            allows_read_only: self.approval.allows_read_only,
            denies_destructive: self.approval.denies_destructive,
            decides_calls: self.approval.asks_for_approval || self.approval.denies_destructive,
        }
    }
}

/// A server behind a proxy, with its current policy.
pub(super) struct ProxiedServer {
    request: PolicyRequest,
    snapshot: Arc<PolicySnapshot>,
    /// The policies that the approval gate reads.
    policies: CurrentPolicies,
    policy_sender: watch::Sender<Arc<dyn ToolPolicy>>,
}

/// Receives complete tool lists, each tool as the server's JSON.
pub(super) type ListReceiver = mpsc::Receiver<Vec<Arc<str>>>;

/// Proxies in front of servers: `wrap`, `gateway`, and their installation in a client.
pub struct ProxyService {
    pub(crate) context: Arc<Context>,
    pub(crate) servers: Arc<ServerService>,
    pub(crate) approvals: Arc<ApprovalService>,
    pub(crate) agents: Arc<AgentService>,
}

impl ProxyService {
    /// Loads a server's policy for a proxy. Returns the channel of policy updates and that of the tool lists that
    /// pass.
    pub(super) async fn host_server(
        self: &Arc<Self>,
        server: &str,
        options: &ProxyOptions,
        agent: Option<AgentScope>,
        policies: &CurrentPolicies,
    ) -> Result<(ProxiedServer, watch::Receiver<Arc<dyn ToolPolicy>>, ListReceiver), ApiError> {
        let handler = agent.clone().map(|place| self.agents.handler(place));
        let wanted = options.policy_request(server, agent);
        let serving = self.context.load_server_policy(&wanted).await?;
        let (list_sender, lists) = mpsc::channel(1);
        let list_sender = self.context.db.read_only().is_none().then_some(list_sender);
        let snapshot = Arc::new(PolicySnapshot::new(serving, list_sender, handler));
        let (states, served) = watch::channel(Arc::clone(&snapshot) as Arc<dyn ToolPolicy>);
        gate::set_policy(policies, server, &snapshot);
        Ok((
            ProxiedServer {
                request: wanted,
                snapshot,
                policies: Arc::clone(policies),
                policy_sender: states,
            },
            served,
            lists,
        ))
    }

    /// Updates the policy of each server whenever the store changes, which notifies the clients. If the store becomes
    /// unreadable, every tool is withdrawn, because its policy is unknown. Reports the applied store version, so that
    /// the process that made a change can wait for it.
    pub(super) async fn follow_policy_changes(
        &self,
        mut servers: Vec<ProxiedServer>,
        registration: Option<&ClientRegistration>,
        status: &StatusReporter,
    ) -> Infallible {
        let mut ticks = tokio::time::interval(POLL_INTERVAL);
        let mut applied = None;
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                () = self.context.policy_changed.notified() => {}
            }
            let version = self.context.db.version().await.ok();
            if version.is_some() && version == applied {
                continue;
            }
            applied = version;
            for ProxiedServer { request: wanted, snapshot: shown, policies: now, policy_sender: states } in
                &mut servers
            {
                let serving = self.context.load_server_policy(wanted).await;
                let why = serving.as_ref().err().map(|error| error.message.clone());
                let Some((next, differs)) = shown.with_policy(serving.ok()) else { continue };
                *shown = Arc::new(next);
                gate::set_policy(now, &wanted.server, shown);
                states.send_if_modified(|state| {
                    *state = Arc::clone(shown) as Arc<dyn ToolPolicy>;
                    differs
                });
                if let Some(why) = why.filter(|_| !wanted.server.is_empty()) {
                    status(&format!("tools of {} are no longer offered: {why}", wanted.server));
                }
            }
            if let Some(registration) = registration {
                registration.report_applied(applied);
            }
        }
    }

    /// Stores complete tool lists of a server. A server that is not in the store yet is added with the command its
    /// client runs.
    pub(super) async fn learn_tools(
        &self,
        server: &str,
        command: Option<&[String]>,
        mut lists: ListReceiver,
        status: &StatusReporter,
    ) {
        while let Some(tools) = lists.recv().await {
            let kept = async {
                if let Some(command) = command {
                    self.servers.add_learned(server, command).await?;
                }
                self.store_learned_tools(server, tools).await
            };
            if let Err(error) = kept.await {
                status(&format!("the tools of {server} were not stored: {}", error.message));
            }
        }
    }

    /// A proxy sees only the tools; what earlier scans found out about the server is kept.
    async fn store_learned_tools(&self, server: &str, tools: Vec<Arc<str>>) -> Result<(), ApiError> {
        let row = self.context.server_row(server).await?;
        let reading = ScanMetadata {
            protocol: row.protocol,
            era: row.era,
            latency_ms: row.latency_ms,
            ..ScanMetadata::default()
        };
        self.servers.store_list(server, FetchedList { tools, metadata: reading, ttl: None }).await.map(drop)
    }
}
