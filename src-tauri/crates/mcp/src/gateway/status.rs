//! Status of clients and servers, for the operator of the gateway.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, SystemTime};

use tokio::sync::watch;
use tokio::time::Instant;

use crate::gateway::context::GatewayContext;
use crate::gateway::session::Session;
use crate::jsonrpc::frame::Frame;
use crate::proxy::{ClientInfo, ClientSnapshot, ClientStats};

/// Time after its last request for which a client without a session is still reported.
const RECENT_CLIENT_WINDOW: Duration = Duration::from_secs(10 * 60);
/// Maximum number of clients distinguished in a shared session.
const MAX_SHARED_CLIENTS: usize = 64;

/// Connection status of one server in one session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UpstreamStatus {
    Connecting,
    Ready,
    /// Waiting until `until` before connection attempt number `attempt`.
    Backoff {
        attempt: u32,
        until: Instant,
    },
}

/// Status of a server across all sessions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerStatus {
    pub name: String,
    pub ready: usize,
    pub connecting: usize,
    /// Number of the next connection attempt and the time until it, the soonest of all sessions.
    pub next_attempt: Option<(u32, Duration)>,
    /// Why the last connection ended; cleared when one is ready.
    pub last_error: Option<String>,
}

/// Status information of a gateway.
pub(super) struct GatewayStatus {
    sessions: Mutex<Vec<Weak<Session>>>,
    last_errors: Mutex<Vec<Option<String>>>,
    /// Number of requested reconnects of each server.
    reconnects: Vec<watch::Sender<u64>>,
}

impl GatewayStatus {
    pub fn new(servers: usize) -> Self {
        Self {
            sessions: Mutex::default(),
            last_errors: Mutex::new(vec![None; servers]),
            reconnects: (0..servers).map(|_| watch::Sender::new(0)).collect(),
        }
    }

    pub fn add_session(&self, session: &Arc<Session>) {
        let mut sessions = lock(&self.sessions);
        sessions.retain(|known| known.strong_count() > 0);
        sessions.push(Arc::downgrade(session));
    }

    /// Sets why a connection ended, or clears it when one is ready.
    pub fn set_last_error(&self, server_index: usize, error: Option<&str>) {
        lock(&self.last_errors)[server_index] =
            error.map(|error| hintsmith_core::text::truncate_chars(error, 512).into_owned());
    }

    pub fn subscribe_reconnects(&self, server_index: usize) -> watch::Receiver<u64> {
        self.reconnects[server_index].subscribe()
    }

    fn sessions(&self) -> Vec<Arc<Session>> {
        lock(&self.sessions).iter().filter_map(Weak::upgrade).filter(|one| !one.stop.is_cancelled()).collect()
    }
}

impl GatewayContext {
    /// The connected clients.
    pub fn clients(&self) -> Vec<ClientSnapshot> {
        let session_clients = |session: Arc<Session>| match session.shared_clients() {
            Some(session_clients) => session_clients,
            None => vec![session.client_stats.snapshot()],
        };
        self.status.sessions().into_iter().flat_map(session_clients).collect()
    }

    pub fn server_statuses(&self) -> Vec<ServerStatus> {
        let sessions = self.status.sessions();
        let errors = lock(&self.status.last_errors).clone();
        let now = Instant::now();
        let state = |(server_index, errors): (usize, Option<String>)| {
            let mut state = ServerStatus {
                name: self.servers[server_index].name.clone(),
                ready: 0,
                connecting: 0,
                next_attempt: None,
                last_error: errors,
            };
            for status in sessions.iter().filter_map(|session| session.state().upstream_status[server_index])
            {
                match status {
                    UpstreamStatus::Ready => state.ready += 1,
                    UpstreamStatus::Connecting => state.connecting += 1,
                    UpstreamStatus::Backoff { attempt, until } => {
                        let next = (attempt, until.saturating_duration_since(now));
                        let sooner = state.next_attempt.is_none_or(|(_, known)| next.1 < known);
                        state.next_attempt = if sooner { Some(next) } else { state.next_attempt };
                    }
                }
            }
            state
        };
        errors.into_iter().enumerate().map(state).collect()
    }

    /// Reconnects a server in all sessions, including those in backoff.
    pub fn reconnect_server(&self, name: &str) {
        if let Some(server_index) = self.servers.iter().position(|server| server.name == name) {
            self.status.reconnects[server_index].send_modify(|times| *times += 1);
        }
    }
}

/// The clients of a shared session.
#[derive(Debug, Default)]
pub struct SharedClients(Mutex<HashMap<ClientInfo, (Arc<ClientStats>, SystemTime)>>);

impl SharedClients {
    /// Records a request and returns its client's statistics. `None` if the request does not identify its client.
    pub fn record_request(&self, message: &Frame) -> Option<Arc<ClientStats>> {
        let client = ClientInfo::from_request(message)?;
        let mut known = lock(&self.0);
        let now = SystemTime::now();
        if !known.contains_key(&client) && known.len() >= MAX_SHARED_CLIENTS {
            let oldest = known.iter().min_by_key(|(_, (_, seen))| *seen).map(|(client, _)| client.clone());
            oldest.iter().for_each(|client| drop(known.remove(client)));
        }
        let (client_stats, seen) = known.entry(client).or_insert_with(|| (Arc::default(), now));
        *seen = now;
        client_stats.record_client(message);
        Some(Arc::clone(client_stats))
    }

    pub fn recent(&self) -> Vec<ClientSnapshot> {
        let now = SystemTime::now();
        let mut known = lock(&self.0);
        known.retain(|_, (_, seen)| now.duration_since(*seen).unwrap_or_default() < RECENT_CLIENT_WINDOW);
        known.values().map(|(client_stats, _)| client_stats.snapshot()).collect()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
