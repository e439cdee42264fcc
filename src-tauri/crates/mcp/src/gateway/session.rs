//! One client and its own connections to every server.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, oneshot};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::connection::Era;
use crate::gateway::from_client::Request;
use crate::gateway::gather::Kind as List;
use crate::gateway::link::Link;
use crate::gateway::listener::Listener;
use crate::gateway::mailbox::{Kind, Mailbox};
use crate::gateway::names::Names;
use crate::gateway::offer::Offer;
use crate::gateway::pending::{By, Pending, Requests, What};
use crate::gateway::stateless::Stream;
use crate::proxy::answer;
use crate::proxy::calls::{Judgement, Outcome, Started};
use crate::proxy::id::Id;
use crate::proxy::served::Served;

pub struct Session {
    pub offer: Arc<Offer>,
    /// Cancelled when the session ends.
    pub stop: CancellationToken,
    /// The work of this session; empty once its processes are gone.
    pub tasks: TaskTracker,
    state: Mutex<State>,
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
    /// What the client calls itself.
    pub client: Option<String>,
    /// What was agreed on.
    pub version: String,
    pub requests: Requests,
    pub links: Vec<Option<Ready>>,
    listener: Listener,
    /// Streams of the newer protocol that we keep ourselves.
    pub streams: Vec<Stream>,
    /// Whose what is, of each kind that servers list.
    pub names: [Names; 4],
    /// Whether that is still what the servers have, as far as we know.
    pub is_fresh: [bool; 4],
    /// The names that it was said of that nobody serves them.
    pub told: [Vec<String>; 4],
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
}

impl Session {
    pub fn new(offer: &Arc<Offer>, tasks: &TaskTracker, stop: CancellationToken) -> Arc<Self> {
        let state = State {
            phase: Phase::New,
            era: Era::Handshake,
            is_initialized: false,
            client: None,
            version: String::new(),
            requests: Requests::default(),
            links: offer.servers.iter().map(|_| None).collect(),
            listener: Listener::default(),
            streams: Vec::new(),
            names: Default::default(),
            is_fresh: [false; 4],
            told: Default::default(),
        };
        offer.counts.sessions.add();
        Arc::new(Self {
            offer: Arc::clone(offer),
            stop,
            tasks: tasks.clone(),
            state: Mutex::new(state),
            changed: Notify::new(),
            idle: Notify::new(),
            greeted: Notify::new(),
        })
    }

    /// The one place where it is asked what is decided about a server's tools.
    pub fn served(&self, place: usize) -> Arc<dyn Served> {
        Arc::clone(&self.offer.servers[place].served.borrow())
    }

    /// Opens the stream for what belongs to no request; one that was open before ends.
    pub fn listen(&self) -> Arc<Mailbox> {
        self.state().listener.open()
    }

    /// Sends a message of ours to a server; the whole answer comes back.
    pub fn ask(
        self: &Arc<Self>,
        place: usize,
        link: &Arc<Link>,
        line: impl FnOnce(u64) -> Vec<u8>,
    ) -> oneshot::Receiver<Result<String, String>> {
        let (sender, receiver) = oneshot::channel();
        let number = {
            let mut state = self.state();
            let number = state.requests.number();
            state.requests.begin(number, Pending { place, by: By::Us(sender) });
            number
        };
        if link.send(self, line(number), Some(number)).is_err() {
            // The receiver sees that its sender is gone.
            self.state().requests.end(number, place);
        }
        receiver
    }

    /// An answer that we give ourselves.
    pub fn refuse(&self, reply: &Mailbox, id: &str, code: i32, why: &str) {
        reply.push(answer::error(id, code, why).into_bytes(), Kind::Error);
    }

    /// A server is gone: whoever waits for it is told.
    pub fn lost(&self, place: usize, why: &str) {
        let (pending, questions, was_ready) = {
            let mut state = self.state();
            let was_ready = state.links[place].take().is_some();
            let (pending, questions) = state.requests.lost(place);
            (pending, questions, was_ready)
        };
        for Pending { by, .. } in pending {
            match by {
                By::Client(asked) => {
                    self.refuse(&asked.reply, &asked.text, answer::INTERNAL, why);
                    if let What::Call(started) = asked.what {
                        self.record(started, Judgement::Allowed, Outcome::Lost);
                    }
                }
                By::Us(sender) => drop(sender.send(Err(why.to_owned()))),
                By::Nobody => {}
            }
        }
        for number in questions {
            let message = format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{number}}}}}"#
            );
            self.deliver(None, message.into_bytes());
        }
        if was_ready {
            self.stale(&List::ALL);
            self.offer.counts.lost.add();
            self.changed.notify_one();
        }
        self.idle.notify_one();
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

    /// Whether the client has a stream open for what belongs to no request.
    pub fn is_heard(&self) -> bool {
        self.state().listener.is_open()
    }

    /// Does some work for a request here. The client may withdraw it meanwhile.
    pub fn here<F: Future<Output = ()> + Send + 'static>(
        self: &Arc<Self>,
        request: Request,
        work: impl FnOnce(Arc<Self>, Arc<Mailbox>, String) -> F,
    ) {
        let withdrawn = self.stop.child_token();
        let id = {
            let mut state = self.state();
            let id = state.requests.key(request.id);
            state.requests.begin_here(id.clone(), withdrawn.clone(), request.reply);
            id
        };
        let (session, reply) = (Arc::clone(self), Arc::clone(request.reply));
        let work = work(Arc::clone(self), Arc::clone(request.reply), request.id.get().to_owned());
        self.tasks.spawn(async move {
            tokio::select! {
                biased;
                () = withdrawn.cancelled() => drop(reply.push(Vec::new(), Kind::Withdrawn)),
                () = work => {}
            }
            session.done(&id);
        });
    }

    /// What servers list may be something else now.
    pub fn stale(&self, kinds: &[List]) {
        let mut state = self.state();
        for kind in kinds {
            state.is_fresh[*kind as usize] = false;
        }
    }

    pub fn starts(
        &self,
        place: Option<usize>,
        tool: &str,
        arguments: Option<&serde_json::value::RawValue>,
    ) -> Option<Started> {
        self.offer.log.as_ref()?;
        let client = self.state().client.clone();
        let server = place.map(|place| self.offer.servers[place].name.clone());
        Some(Started::now(tool, arguments).between(client, server))
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

    /// Resolves when no request of the client waits.
    pub async fn settled(&self) {
        while !self.state().requests.is_idle() {
            self.idle.notified().await;
        }
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

    /// A request that was handled here has come to its end.
    pub fn done(&self, id: &Id) {
        self.state().requests.end_here(id);
        self.idle.notify_one();
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        // The state is whole between any two statements, so a panic elsewhere does not spoil it.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
