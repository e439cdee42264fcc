//! A client session with its own connections to every server.

mod upstream_requests;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::connection::Era;
use crate::gateway::aggregate::ListKind;
use crate::gateway::bridge::Bridge;
use crate::gateway::context::GatewayContext;
use crate::gateway::from_client::Request;
use crate::gateway::header_params::HeaderParams;
use crate::gateway::listener::Listener;
use crate::gateway::names::NameTable;
use crate::gateway::outbound::{OutboundKind, OutboundQueue};
use crate::gateway::pending::Requests;
use crate::gateway::pending_approvals::ByteBudget;
use crate::gateway::stateless::Stream;
use crate::gateway::status::{SharedClients, UpstreamStatus};
use crate::gateway::tasks::TaskOwners;
use crate::gateway::upstream::UpstreamConnection;
use crate::jsonrpc::frame::Frame;
use crate::jsonrpc::response;
use crate::proxy::call_log::{LoggedOutcome, LoggedVerdict, StartedCall};
use crate::proxy::client_stats::{self, Client, ClientSnapshot, ClientStats};
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
    pub(super) waiting: ByteBudget,
    pub visit: ClientStats,
    /// Clients of this session, if it is shared.
    visitors: SharedClients,
    /// Notified when the client's tool list may have changed.
    pub changed: Notify,
    pub idle: Notify,
    pub greeted: Notify,
}

pub struct State {
    pub phase: Phase,
    pub era: Era,
    /// The client has sent `notifications/initialized`.
    pub is_initialized: bool,
    /// The negotiated protocol version.
    pub version: String,
    pub requests: Requests,
    pub links: Vec<Option<ReadyServer>>,
    /// Connection status of each server, once a connection was attempted.
    pub reach: Vec<Option<UpstreamStatus>>,
    listener: Listener,
    /// Subscriptions of 2026-07-28 clients that the gateway serves itself.
    pub streams: Vec<Stream>,
    /// Owners of names, by list kind.
    pub names: [NameTable; 4],
    /// True if the names are current as far as known, by list kind.
    pub is_fresh: [bool; 4],
    /// Name collisions already reported, by list kind.
    pub told: [Vec<String>; 4],
    /// Header parameters of each server, once known.
    pub mirrors: Vec<Option<Arc<HeaderParams>>>,
    /// The client's `initialize` params, for servers that have no handshake.
    pub bridge: Option<Arc<Bridge>>,
    /// Log level to send to those servers, as JSON.
    pub level: Option<String>,
    /// Owners of tasks.
    pub tasks: TaskOwners,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    New,
    /// Handshakes with the servers are in progress.
    Greeting,
    Open,
    /// New requests are refused.
    Closing,
}

/// A server whose handshake is complete.
#[derive(Clone)]
pub struct ReadyServer {
    pub link: Arc<UpstreamConnection>,
    pub has: ServerCapabilities,
    pub era: Era,
    /// The server's complete handshake response.
    pub hello: Arc<str>,
}

/// Capabilities of a server.
#[derive(Debug, Clone, Copy, Default)]
pub struct ServerCapabilities {
    pub tools: bool,
    pub prompts: bool,
    pub resources: bool,
    pub logging: bool,
    pub tasks: bool,
}

impl Session {
    pub fn new(offer: &Arc<GatewayContext>, tasks: &TaskTracker, stop: CancellationToken) -> Arc<Self> {
        let state = State {
            phase: Phase::New,
            era: Era::Handshake,
            is_initialized: false,
            version: String::new(),
            requests: Requests::default(),
            links: offer.servers.iter().map(|_| None).collect(),
            reach: offer.servers.iter().map(|_| None).collect(),
            listener: Listener::default(),
            streams: Vec::new(),
            names: Default::default(),
            is_fresh: [false; 4],
            told: Default::default(),
            mirrors: offer.servers.iter().map(|_| None).collect(),
            bridge: None,
            level: None,
            tasks: TaskOwners::default(),
        };
        offer.counts.sessions.add();
        let session = Arc::new(Self {
            context: Arc::clone(offer),
            stop,
            tasks: tasks.clone(),
            state: Mutex::new(state),
            waiting: ByteBudget::default(),
            visit: ClientStats::default(),
            visitors: SharedClients::default(),
            changed: Notify::new(),
            idle: Notify::new(),
            greeted: Notify::new(),
        });
        offer.status.add(&session);
        session
    }

    /// Recent clients of this session, if it is shared.
    pub fn visitors(&self) -> Option<Vec<ClientSnapshot>> {
        self.state().requests.is_shared.then(|| self.visitors.lately())
    }

    /// The current policy for a server's tools. The only place where it is read.
    pub fn served(&self, place: usize) -> Arc<dyn ToolPolicy> {
        Arc::clone(&self.context.servers[place].served.borrow())
    }

    /// Identifies the connection when the policy records what its client was shown.
    pub fn connection(&self) -> ConnectionId {
        self.visit.number
    }

    pub fn own(&self) -> Option<Arc<dyn ToolPolicy>> {
        self.context.own.as_ref().map(|own| Arc::clone(&own.borrow()))
    }

    /// Opens the stream for unsolicited messages and ends the previous one.
    pub fn listen(&self) -> Arc<OutboundQueue> {
        self.state().listener.open()
    }

    /// Sends an error of the gateway.
    pub fn refuse(&self, reply: &OutboundQueue, id: &str, code: i32, why: &str) {
        reply.push(response::error(id, code, why).into_bytes(), OutboundKind::Error);
    }

    /// Pushes a message to this queue if it is open, else to the listener. Returns the queue if it is congested.
    pub fn deliver(&self, to: Option<Arc<OutboundQueue>>, text: Vec<u8>) -> Option<Arc<OutboundQueue>> {
        match to.filter(|mailbox| !mailbox.is_closed()) {
            Some(mailbox) => {
                mailbox.push(text, OutboundKind::Other);
                mailbox.is_crowded().then_some(mailbox)
            }
            None => self.state().listener.push(text),
        }
    }

    /// Pushes a `list_changed` notification, once while it is unread.
    pub fn deliver_news(&self, to: Option<Arc<OutboundQueue>>, text: Vec<u8>) {
        match to.filter(|mailbox| !mailbox.is_closed()) {
            Some(mailbox) => drop(mailbox.push_news(text)),
            None => self.state().listener.push_news(text),
        }
    }

    /// Returns whether the client has an open stream for unsolicited messages.
    pub fn is_heard(&self) -> bool {
        self.state().listener.is_open()
    }

    /// Marks lists as possibly changed.
    pub fn stale(&self, kinds: &[ListKind]) {
        let mut state = self.state();
        for kind in kinds {
            state.is_fresh[*kind as usize] = false;
        }
    }

    /// Connection number and client name for approvals. Requests of a shared session each get a new number, so an
    /// approval for the connection covers one call only.
    pub fn who(&self, message: &Frame) -> (u64, Option<String>) {
        match self.state().requests.is_shared {
            true => (client_stats::number(), Client::of(message).map(|client| client.name)),
            false => (self.visit.number, self.visit.name()),
        }
    }

    /// Counts a call for its client and starts its log entry.
    pub fn starts(
        &self,
        place: Option<usize>,
        tool: &str,
        call: &ToolCall,
        request: Request,
    ) -> Option<StartedCall> {
        let shared = self.state().requests.is_shared;
        let visitor = if shared { self.visitors.meet(request.message) } else { None };
        let visit = visitor.as_deref().or((!shared).then_some(&self.visit));
        visit.iter().for_each(|visit| visit.called());
        let log = self.context.log.as_ref()?;
        let server = place.map(|place| self.context.servers[place].name.clone());
        let held = place.and_then(|place| self.served(place).effective_hints(tool, self.connection()));
        let client = visit.and_then(ClientStats::name);
        Some(log.begin(tool, call.arguments, held).between(client, server))
    }

    pub fn record(&self, started: Option<StartedCall>, verdict: LoggedVerdict, outcome: LoggedOutcome) {
        if let (Some(log), Some(started)) = (&self.context.log, started) {
            log.write(started.ended(verdict, outcome));
        }
    }

    /// Refuses new requests from now on.
    pub fn close(&self) {
        self.state().phase = Phase::Closing;
    }

    /// Resolves when every server has accepted most of what was sent.
    pub async fn has_room(&self) {
        let links: Vec<_> =
            self.state().links.iter().flatten().map(|ready| Arc::clone(&ready.link)).collect();
        for link in links {
            link.has_room().await;
        }
    }

    /// Ends the session. Its server processes exit; `tasks` waits for them.
    pub fn end(&self) {
        self.close();
        self.stop.cancel();
        self.state().listener.end();
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        // The state is consistent between any two statements, so a panic elsewhere does not corrupt it.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        for place in 0..self.context.servers.len() {
            self.served(place).disconnected(self.connection());
        }
    }
}
