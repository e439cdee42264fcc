//! One client and its own connections to every server.

mod asking;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::connection::Era;
use crate::gateway::bridge::Bridge;
use crate::gateway::from_client::Request;
use crate::gateway::gather::Kind as List;
use crate::gateway::link::Link;
use crate::gateway::listener::Listener;
use crate::gateway::mailbox::{Kind, Mailbox};
use crate::gateway::mirrors::Mirrors;
use crate::gateway::names::Names;
use crate::gateway::offer::Offer;
use crate::gateway::pending::Requests;
use crate::gateway::stateless::Stream;
use crate::gateway::status::{Reach, Visitors};
use crate::gateway::tasks::Tasks;
use crate::gateway::waiting::ByteBudget;
use crate::proxy::answer;
use crate::proxy::call::Call;
use crate::proxy::calls::{Judgement, Outcome, Started};
use crate::proxy::frame::Frame;
use crate::proxy::served::{ConnectionId, Served};
use crate::proxy::visit::{self, Client, Visit, Visitor};

pub struct Session {
    pub offer: Arc<Offer>,
    /// Cancelled when the session ends.
    pub stop: CancellationToken,
    /// The work of this session; empty once its processes are gone.
    pub tasks: TaskTracker,
    state: Mutex<State>,
    /// Requests that wait here, by their length.
    pub(super) waiting: ByteBudget,
    pub visit: Visit,
    /// Whose requests these are, where several clients share the session.
    visitors: Visitors,
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
    pub links: Vec<Option<Ready>>,
    /// How each server is reached, once somebody tries.
    pub reach: Vec<Option<Reach>>,
    listener: Listener,
    /// Streams of the newer protocol that we keep ourselves.
    pub streams: Vec<Stream>,
    /// Whose what is, of each kind that servers list.
    pub names: [Names; 4],
    /// Whether that is still what the servers have, as far as we know.
    pub is_fresh: [bool; 4],
    /// The names that it was said of that nobody serves them.
    pub told: [Vec<String>; 4],
    /// What of each server's calls stands in headers, once it is known.
    pub mirrors: Vec<Option<Arc<Mirrors>>>,
    /// What the client said when it shook hands, for servers that know no handshake.
    pub bridge: Option<Arc<Bridge>>,
    /// How much of a log it wants from those.
    pub level: Option<String>,
    /// Whose a task is.
    pub tasks: Tasks,
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
pub struct Ready {
    pub link: Arc<Link>,
    pub has: Has,
    pub era: Era,
    /// How it answered our greeting, the whole message.
    pub hello: Arc<str>,
}

/// What a server says it has.
#[derive(Debug, Clone, Copy, Default)]
pub struct Has {
    pub tools: bool,
    pub prompts: bool,
    pub resources: bool,
    pub logging: bool,
    pub tasks: bool,
}

impl Session {
    pub fn new(offer: &Arc<Offer>, tasks: &TaskTracker, stop: CancellationToken) -> Arc<Self> {
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
            tasks: Tasks::default(),
        };
        offer.counts.sessions.add();
        let session = Arc::new(Self {
            offer: Arc::clone(offer),
            stop,
            tasks: tasks.clone(),
            state: Mutex::new(state),
            waiting: ByteBudget::default(),
            visit: Visit::default(),
            visitors: Visitors::default(),
            changed: Notify::new(),
            idle: Notify::new(),
            greeted: Notify::new(),
        });
        offer.status.add(&session);
        session
    }

    /// Who shares this session, where it is no client's own.
    pub fn visitors(&self) -> Option<Vec<Visitor>> {
        self.state().requests.is_shared.then(|| self.visitors.lately())
    }

    /// The one place where it is asked what is decided about a server's tools.
    pub fn served(&self, place: usize) -> Arc<dyn Served> {
        Arc::clone(&self.offer.servers[place].served.borrow())
    }

    /// What this session is called where it matters what its client was shown.
    pub fn connection(&self) -> ConnectionId {
        self.visit.number
    }

    pub fn own(&self) -> Option<Arc<dyn Served>> {
        self.offer.own.as_ref().map(|own| Arc::clone(&own.borrow()))
    }

    /// Opens the stream for what belongs to no request; one that was open before ends.
    pub fn listen(&self) -> Arc<Mailbox> {
        self.state().listener.open()
    }

    /// An answer that we give ourselves.
    pub fn refuse(&self, reply: &Mailbox, id: &str, code: i32, why: &str) {
        reply.push(answer::error(id, code, why).into_bytes(), Kind::Error);
    }

    /// Puts a message into this stream, or into the one for everything else. Returns a stream that is crowded now.
    pub fn deliver(&self, to: Option<Arc<Mailbox>>, text: Vec<u8>) -> Option<Arc<Mailbox>> {
        match to.filter(|mailbox| !mailbox.is_closed()) {
            Some(mailbox) => {
                mailbox.push(text, Kind::Other);
                mailbox.is_crowded().then_some(mailbox)
            }
            None => self.state().listener.push(text),
        }
    }

    /// The same for news, which are told once however often they come before the client reads them.
    pub fn deliver_news(&self, to: Option<Arc<Mailbox>>, text: Vec<u8>) {
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
    pub fn stale(&self, kinds: &[List]) {
        let mut state = self.state();
        for kind in kinds {
            state.is_fresh[*kind as usize] = false;
        }
    }

    /// Which connection a request came through, and who sends it. What clients share is no connection of anybody: what is
    /// allowed there for a connection holds for one call.
    pub fn who(&self, message: &Frame) -> (u64, Option<String>) {
        match self.state().requests.is_shared {
            true => (visit::number(), Client::of(message).map(|client| client.name)),
            false => (self.visit.number, self.visit.name()),
        }
    }

    /// A call begins: the client is seen to be here, and the call will be written down.
    pub fn starts(&self, place: Option<usize>, tool: &str, call: &Call, request: Request) -> Option<Started> {
        let shared = self.state().requests.is_shared;
        let visitor = if shared { self.visitors.meet(request.message) } else { None };
        let visit = visitor.as_deref().or((!shared).then_some(&self.visit));
        visit.iter().for_each(|visit| visit.called());
        let log = self.offer.log.as_ref()?;
        let server = place.map(|place| self.offer.servers[place].name.clone());
        let held = place.and_then(|place| self.served(place).held(tool, self.connection()));
        let client = visit.and_then(Visit::name);
        Some(log.begin(tool, call.arguments, held).between(client, server))
    }

    pub fn record(&self, started: Option<Started>, verdict: Judgement, outcome: Outcome) {
        if let (Some(log), Some(started)) = (&self.offer.log, started) {
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
        for place in 0..self.offer.servers.len() {
            self.served(place).disconnected(self.connection());
        }
    }
}
