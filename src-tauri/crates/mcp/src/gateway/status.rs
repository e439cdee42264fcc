//! Status of clients and servers, for the operator of the gateway.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, SystemTime};

use tokio::sync::watch;
use tokio::time::Instant;

use crate::gateway::context::GatewayContext;
use crate::gateway::session::Session;
use crate::jsonrpc::frame::Frame;
use crate::proxy::{Client, ClientSnapshot, ClientStats};

/// Time after its last request for which a client without a session is still reported.
const LATELY: Duration = Duration::from_secs(10 * 60);
/// Maximum number of clients distinguished in a shared session.
const VISITORS: usize = 64;

/// Connection status of one server in one session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UpstreamStatus {
    Connecting,
    Ready,
    /// Waiting until `until` before connection attempt number `attempt`.
    Waiting {
        attempt: u32,
        until: Instant,
    },
}

/// Status of a server across all sessions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerState {
    pub name: String,
    pub ready: usize,
    pub connecting: usize,
    /// Number of the next connection attempt and the time until it, the soonest of all sessions.
    pub waiting: Option<(u32, Duration)>,
    /// Why the last connection ended; cleared when one is ready.
    pub words: Option<String>,
}

/// Status information of a gateway.
pub(super) struct Status {
    sessions: Mutex<Vec<Weak<Session>>>,
    words: Mutex<Vec<Option<String>>>,
    /// Number of requested reconnects of each server.
    again: Vec<watch::Sender<u64>>,
}

impl Status {
    pub fn new(servers: usize) -> Self {
        Self {
            sessions: Mutex::default(),
            words: Mutex::new(vec![None; servers]),
            again: (0..servers).map(|_| watch::Sender::new(0)).collect(),
        }
    }

    pub fn add(&self, session: &Arc<Session>) {
        let mut sessions = locked(&self.sessions);
        sessions.retain(|known| known.strong_count() > 0);
        sessions.push(Arc::downgrade(session));
    }

    /// Sets why a connection ended, or clears it when one is ready.
    pub fn ended(&self, place: usize, words: Option<&str>) {
        locked(&self.words)[place] =
            words.map(|words| hintsmith_core::text::truncate_chars(words, 512).into_owned());
    }

    pub fn again(&self, place: usize) -> watch::Receiver<u64> {
        self.again[place].subscribe()
    }

    fn sessions(&self) -> Vec<Arc<Session>> {
        locked(&self.sessions)
            .iter()
            .filter_map(Weak::upgrade)
            .filter(|one| !one.stop.is_cancelled())
            .collect()
    }
}

impl GatewayContext {
    /// The connected clients.
    pub fn clients(&self) -> Vec<ClientSnapshot> {
        let visitors = |session: Arc<Session>| match session.visitors() {
            Some(visitors) => visitors,
            None => vec![session.visit.look()],
        };
        self.status.sessions().into_iter().flat_map(visitors).collect()
    }

    pub fn states(&self) -> Vec<ServerState> {
        let sessions = self.status.sessions();
        let words = locked(&self.status.words).clone();
        let now = Instant::now();
        let state = |(place, words): (usize, Option<String>)| {
            let mut state = ServerState {
                name: self.servers[place].name.clone(),
                ready: 0,
                connecting: 0,
                waiting: None,
                words,
            };
            for reach in sessions.iter().filter_map(|session| session.state().reach[place]) {
                match reach {
                    UpstreamStatus::Ready => state.ready += 1,
                    UpstreamStatus::Connecting => state.connecting += 1,
                    UpstreamStatus::Waiting { attempt, until } => {
                        let next = (attempt, until.saturating_duration_since(now));
                        let sooner = state.waiting.is_none_or(|(_, known)| next.1 < known);
                        state.waiting = if sooner { Some(next) } else { state.waiting };
                    }
                }
            }
            state
        };
        words.into_iter().enumerate().map(state).collect()
    }

    /// Reconnects a server in all sessions, including those in backoff.
    pub fn reach_again(&self, name: &str) {
        if let Some(place) = self.servers.iter().position(|server| server.name == name) {
            self.status.again[place].send_modify(|times| *times += 1);
        }
    }
}

/// The clients of a shared session.
#[derive(Debug, Default)]
pub struct SharedClients(Mutex<HashMap<Client, (Arc<ClientStats>, SystemTime)>>);

impl SharedClients {
    /// Records a request and returns its client's statistics. `None` if the request does not identify its client.
    pub fn meet(&self, message: &Frame) -> Option<Arc<ClientStats>> {
        let client = Client::of(message)?;
        let mut known = locked(&self.0);
        let now = SystemTime::now();
        if !known.contains_key(&client) && known.len() >= VISITORS {
            let oldest = known.iter().min_by_key(|(_, (_, seen))| *seen).map(|(client, _)| client.clone());
            oldest.iter().for_each(|client| drop(known.remove(client)));
        }
        let (visit, seen) = known.entry(client).or_insert_with(|| (Arc::default(), now));
        *seen = now;
        visit.meet(message);
        Some(Arc::clone(visit))
    }

    pub fn lately(&self) -> Vec<ClientSnapshot> {
        let now = SystemTime::now();
        let mut known = locked(&self.0);
        known.retain(|_, (_, seen)| now.duration_since(*seen).unwrap_or_default() < LATELY);
        known.values().map(|(visit, _)| visit.look()).collect()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
