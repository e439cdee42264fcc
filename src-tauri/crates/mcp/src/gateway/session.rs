//! A client session with its own connections to every server.

mod aggregate;
mod bridge;
mod connect;
mod elicitation;
mod from_client;
mod from_server;
mod header_params;
mod incoming_request;
mod input_required;
mod list_changed;
mod pending_approvals;
mod request_timeout;
mod request_to_client;
mod router;
mod stateless;
mod subscriptions;
mod supervisor;
mod task_routing;
mod upstream_requests;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::era::Era;
use crate::gateway::byte_budget::ByteBudget;
use crate::gateway::context::GatewayContext;
use crate::gateway::handshake::ServerCapabilities;
use crate::gateway::header_params::HeaderParams;
use crate::gateway::initialize_params::InitializeParams;
use crate::gateway::list_kind::ListKind;
use crate::gateway::listener::Listener;
use crate::gateway::names::NameTable;
use crate::gateway::outbound::{OutboundKind, OutboundQueue};
use crate::gateway::pending::PendingRequests;
use crate::gateway::status::{ObservedSession, SharedClients, UpstreamStatus};
use crate::gateway::subscription::Subscription;
use crate::gateway::tasks::TaskOwners;
use crate::gateway::upstream::UpstreamConnection;
use crate::jsonrpc::frame::Frame;
use crate::jsonrpc::response;
use crate::proxy::call_log::{LoggedOutcome, LoggedVerdict, StartedCall};
use crate::proxy::client_stats::{self, ClientInfo, ClientSnapshot, ClientStats};
use crate::proxy::policy::{ConnectionId, ToolPolicy};
use crate::proxy::tool_call::ToolCall;

pub struct Session {
    pub context: Arc<GatewayContext>,
    /// Cancelled when the session ends.
    pub stop: CancellationToken,
    /// Tasks of this session; empty once its server processes have exited.
    pub tasks: TaskTracker,
    state: Mutex<State>,
    /// Bytes of requests that wait in the gateway.
    pub(super) waiting_bytes: ByteBudget,
    pub client_stats: ClientStats,
    /// Clients of this session, if it is shared.
    shared_clients: SharedClients,
    /// Notified when the client's tool list may have changed.
    pub tools_changed: Notify,
    pub idle: Notify,
    pub handshake_done: Notify,
}

pub struct State {
    pub phase: Phase,
    pub era: Era,
    /// The client has sent `notifications/initialized`.
    pub is_initialized: bool,
    /// The negotiated protocol version.
    pub version: String,
    pub requests: PendingRequests,
    pub ready_servers: Vec<Option<ReadyServer>>,
    /// Connection status of each server, once a connection was attempted.
    pub upstream_status: Vec<Option<UpstreamStatus>>,
    listener: Listener,
    /// Subscriptions of 2026-07-28 clients that the gateway serves itself.
    pub subscriptions: Vec<Subscription>,
    /// Owners of names, by list kind.
    pub names: [NameTable; 4],
    /// True if the names are current as far as known, by list kind.
    pub is_fresh: [bool; 4],
    /// Name collisions already reported, by list kind.
    pub reported_collisions: [Vec<String>; 4],
    /// The last list was cut at the limit, by list kind.
    pub is_truncated: [bool; 4],
    /// Header parameters of each server, once known.
    pub header_params: Vec<Option<Arc<HeaderParams>>>,
    /// The client's `initialize` params, for servers that have no handshake.
    pub initialize_params: Option<Arc<InitializeParams>>,
    /// Log level to send to those servers, as JSON.
    pub log_level: Option<String>,
    /// Owners of tasks.
    pub task_owners: TaskOwners,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    New,
    /// Handshakes with the servers are in progress.
    Handshaking,
    Open,
    /// New requests are refused.
    Closing,
}

/// A server whose handshake is complete.
#[derive(Clone)]
pub struct ReadyServer {
    pub upstream: Arc<UpstreamConnection>,
    pub capabilities: ServerCapabilities,
    pub era: Era,
    /// The server's complete handshake response.
    pub handshake_response: Arc<str>,
}

impl Session {
    pub fn new(context: &Arc<GatewayContext>, tasks: &TaskTracker, stop: CancellationToken) -> Arc<Self> {
        let state = State {
            phase: Phase::New,
            era: Era::Handshake,
            is_initialized: false,
            version: String::new(),
            requests: PendingRequests::default(),
            ready_servers: context.servers.iter().map(|_| None).collect(),
            upstream_status: context.servers.iter().map(|_| None).collect(),
            listener: Listener::default(),
            subscriptions: Vec::new(),
            names: Default::default(),
            is_fresh: [false; 4],
            reported_collisions: Default::default(),
            is_truncated: [false; 4],
            header_params: context.servers.iter().map(|_| None).collect(),
            initialize_params: None,
            log_level: None,
            task_owners: TaskOwners::default(),
        };
        context.metrics.sessions_opened.increment();
        let session = Arc::new(Self {
            context: Arc::clone(context),
            stop,
            tasks: tasks.clone(),
            state: Mutex::new(state),
            waiting_bytes: ByteBudget::default(),
            client_stats: ClientStats::default(),
            shared_clients: SharedClients::default(),
            tools_changed: Notify::new(),
            idle: Notify::new(),
            handshake_done: Notify::new(),
        });
        let observed: Weak<Self> = Arc::downgrade(&session);
        context.status.add_session(observed);
        session
    }

    /// The current policy for a server's tools. The only place where it is read.
    pub fn policy(&self, server_index: usize) -> Arc<dyn ToolPolicy> {
        Arc::clone(&self.context.servers[server_index].policy.borrow())
    }

    /// Identifies the connection when the policy records what its client was shown.
    pub fn connection_id(&self) -> ConnectionId {
        self.client_stats.connection_id
    }

    pub fn own_policy(&self) -> Option<Arc<dyn ToolPolicy>> {
        self.context.own_tools.as_ref().map(|own| Arc::clone(&own.borrow()))
    }

    /// Opens the stream for unsolicited messages and ends the previous one.
    pub fn open_listener(&self) -> Arc<OutboundQueue> {
        self.state().listener.open()
    }

    /// Sends an error of the gateway.
    pub fn send_error(&self, reply: &OutboundQueue, id: &str, code: i32, why: &str) {
        reply.push(response::error(id, code, why).into_bytes(), OutboundKind::Error);
    }

    /// Pushes a message to this queue if it is open, else to the listener. Returns the queue if it is congested.
    pub fn deliver(&self, queue: Option<Arc<OutboundQueue>>, text: Vec<u8>) -> Option<Arc<OutboundQueue>> {
        match queue.filter(|queue| !queue.is_closed()) {
            Some(queue) => {
                queue.push(text, OutboundKind::Other);
                queue.is_congested().then_some(queue)
            }
            None => self.state().listener.push(text),
        }
    }

    /// Pushes a `list_changed` notification, once while it is unread.
    pub fn deliver_list_changed(&self, queue: Option<Arc<OutboundQueue>>, text: Vec<u8>) {
        match queue.filter(|queue| !queue.is_closed()) {
            Some(queue) => drop(queue.push_list_changed(text)),
            None => self.state().listener.push_list_changed(text),
        }
    }

    /// Returns whether the client has an open stream for unsolicited messages.
    pub fn has_listener(&self) -> bool {
        self.state().listener.is_open()
    }

    /// Marks lists as possibly changed.
    pub fn mark_lists_stale(&self, kinds: &[ListKind]) {
        let mut state = self.state();
        for kind in kinds {
            state.is_fresh[*kind as usize] = false;
        }
    }

    /// Connection number and client name for approvals. Requests of a shared session each get a new number, so an
    /// approval for the connection covers one call only.
    pub fn client_identity(&self, message: &Frame) -> (u64, Option<String>) {
        match self.state().requests.is_shared {
            true => (client_stats::next_id(), ClientInfo::from_request(message).map(|client| client.name)),
            false => (self.client_stats.connection_id, self.client_stats.client_name()),
        }
    }

    /// Counts a call for its client and starts its log entry.
    pub fn start_call(
        &self,
        server_index: Option<usize>,
        tool: &str,
        call: &ToolCall,
        message: &Frame,
    ) -> Option<StartedCall> {
        let shared = self.state().requests.is_shared;
        let shared_client = if shared { self.shared_clients.record_request(message) } else { None };
        let client_stats = shared_client.as_deref().or((!shared).then_some(&self.client_stats));
        client_stats.iter().for_each(|client_stats| client_stats.record_call());
        let log = self.context.call_log.as_ref()?;
        let server = server_index.map(|server_index| self.context.servers[server_index].name.clone());
        let hints = server_index
            .and_then(|server_index| self.policy(server_index).effective_hints(tool, self.connection_id()));
        let client = client_stats.and_then(ClientStats::client_name);
        Some(log.start_call(tool, call.arguments, hints).with_peers(client, server))
    }

    pub fn record_call(&self, started: Option<StartedCall>, verdict: LoggedVerdict, outcome: LoggedOutcome) {
        if let (Some(log), Some(started)) = (&self.context.call_log, started) {
            log.send(started.finish(verdict, outcome));
        }
    }

    /// Refuses new requests from now on.
    pub fn stop_accepting(&self) {
        self.state().phase = Phase::Closing;
    }

    /// Resolves when every server has accepted most of what was sent.
    pub async fn wait_for_upstreams(&self) {
        let upstreams: Vec<_> =
            self.state().ready_servers.iter().flatten().map(|ready| Arc::clone(&ready.upstream)).collect();
        for upstream in upstreams {
            upstream.wait_for_room().await;
        }
    }

    /// Ends the session. Its server processes exit; `tasks` waits for them.
    pub fn shut_down(&self) {
        self.stop_accepting();
        self.stop.cancel();
        self.state().listener.finish();
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        // The state is consistent between any two statements, so a panic elsewhere does not corrupt it.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ObservedSession for Session {
    fn is_open(&self) -> bool {
        !self.stop.is_cancelled()
    }

    fn clients(&self) -> Vec<ClientSnapshot> {
        match self.state().requests.is_shared {
            true => self.shared_clients.recent(),
            false => vec![self.client_stats.snapshot()],
        }
    }

    fn upstream_status(&self, server_index: usize) -> Option<UpstreamStatus> {
        self.state().upstream_status[server_index]
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        for server_index in 0..self.context.servers.len() {
            self.policy(server_index).on_disconnect(self.connection_id());
        }
    }
}
