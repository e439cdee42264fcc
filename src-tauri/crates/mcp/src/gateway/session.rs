//! One client and its own connections to every server.

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
    /// The work of this session; empty once its processes are gone.
    pub tasks: TaskTracker,
    state: Mutex<State>,
    /// Requests that wait here, by their length.
    pub(super) waiting: ByteBudget,
    pub visit: ClientStats,
    /// Whose requests these are, where several clients share the session.
    visitors: SharedClients,
    /// The tools that the client should see may be others now.
    pub changed: Notify,
    pub idle: Notify,
    pub greeted: Notify,
}

pub struct State {
    pub phase: Phase,
    pub era: Era,
    /// The client has said that it is ready.
    pub is_initialized: bool,
    /// What was agreed on.
    pub version: String,
    pub requests: Requests,
    pub links: Vec<Option<ReadyServer>>,
    /// How each server is reached, once somebody tries.
    pub reach: Vec<Option<UpstreamStatus>>,
    listener: Listener,
    /// Streams of the newer protocol that we keep ourselves.
    pub streams: Vec<Stream>,
    /// Whose what is, of each kind that servers list.
    pub names: [NameTable; 4],
    /// Whether that is still what the servers have, as far as we know.
    pub is_fresh: [bool; 4],
    /// The names that it was said of that nobody serves them.
    pub told: [Vec<String>; 4],
    /// What of each server's calls stands in headers, once it is known.
    pub mirrors: Vec<Option<Arc<HeaderParams>>>,
    /// What the client said when it shook hands, for servers that know no handshake.
    pub bridge: Option<Arc<Bridge>>,
    /// How much of a log it wants from those.
    pub level: Option<String>,
    /// Whose a task is.
    pub tasks: TaskOwners,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    New,
    /// The servers are being greeted.
    Greeting,
    Open,
    /// No new requests are taken.
    Closing,
}

/// A server that has been greeted.
#[derive(Clone)]
pub struct ReadyServer {
    pub link: Arc<UpstreamConnection>,
    pub has: ServerCapabilities,
    pub era: Era,
    /// How it answered our greeting, the whole message.
    pub hello: Arc<str>,
}

/// What a server says it has.
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

    /// Who shares this session, where it is no client's own.
    pub fn visitors(&self) -> Option<Vec<ClientSnapshot>> {
        self.state().requests.is_shared.then(|| self.visitors.lately())
    }

    /// The one place where it is asked what is decided about a server's tools.
    pub fn served(&self, place: usize) -> Arc<dyn ToolPolicy> {
        Arc::clone(&self.context.servers[place].served.borrow())
    }

    /// What this session is called where it matters what its client was shown.
    pub fn connection(&self) -> ConnectionId {
        self.visit.number
    }

    pub fn own(&self) -> Option<Arc<dyn ToolPolicy>> {
        self.context.own.as_ref().map(|own| Arc::clone(&own.borrow()))
    }

    /// Opens the stream for what belongs to no request; one that was open before ends.
    pub fn listen(&self) -> Arc<OutboundQueue> {
        self.state().listener.open()
    }

    /// An answer that we give ourselves.
    pub fn refuse(&self, reply: &OutboundQueue, id: &str, code: i32, why: &str) {
        reply.push(response::error(id, code, why).into_bytes(), OutboundKind::Error);
    }

    /// Puts a message into this stream, or into the one for everything else. Returns a stream that is crowded now.
    pub fn deliver(&self, to: Option<Arc<OutboundQueue>>, text: Vec<u8>) -> Option<Arc<OutboundQueue>> {
        match to.filter(|mailbox| !mailbox.is_closed()) {
            Some(mailbox) => {
                mailbox.push(text, OutboundKind::Other);
                mailbox.is_crowded().then_some(mailbox)
            }
            None => self.state().listener.push(text),
        }
    }

    /// The same for news, which are told once however often they come before the client reads them.
    pub fn deliver_news(&self, to: Option<Arc<OutboundQueue>>, text: Vec<u8>) {
        match to.filter(|mailbox| !mailbox.is_closed()) {
            Some(mailbox) => drop(mailbox.push_news(text)),
            None => self.state().listener.push_news(text),
        }
    }

    /// Whether the client has a stream open for what belongs to no request.
    pub fn is_heard(&self) -> bool {
        self.state().listener.is_open()
    }

    /// What servers list may be something else now.
    pub fn stale(&self, kinds: &[ListKind]) {
        let mut state = self.state();
        for kind in kinds {
            state.is_fresh[*kind as usize] = false;
        }
    }

    /// Which connection a request came through, and who sends it. What clients share is no connection of anybody: what is
    /// allowed there for a connection holds for one call.
    pub fn who(&self, message: &Frame) -> (u64, Option<String>) {
        match self.state().requests.is_shared {
            true => (client_stats::number(), Client::of(message).map(|client| client.name)),
            false => (self.visit.number, self.visit.name()),
        }
    }

    /// A call begins: the client is seen to be here, and the call will be written down.
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

    /// From now on new requests are refused.
    pub fn close(&self) {
        self.state().phase = Phase::Closing;
    }

    /// Resolves when every server has taken most of what it was sent.
    pub async fn has_room(&self) {
        let links: Vec<_> =
            self.state().links.iter().flatten().map(|ready| Arc::clone(&ready.link)).collect();
        for link in links {
            link.has_room().await;
        }
    }

    /// Ends it; its processes go, which `tasks` waits for.
    pub fn end(&self) {
        self.close();
        self.stop.cancel();
        self.state().listener.end();
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        // The state is whole between any two statements, so a panic elsewhere does not spoil it.
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
