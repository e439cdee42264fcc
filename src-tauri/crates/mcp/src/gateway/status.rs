//! Status of clients and servers, for the operator of the gateway.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, SystemTime};

use tokio::sync::watch;
use tokio::time::Instant;

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

/// A session, as far as the status of a gateway includes it.
pub(super) trait ObservedSession: Send + Sync {
    fn is_open(&self) -> bool;

    fn clients(&self) -> Vec<ClientSnapshot>;

    /// `None` if no connection was attempted.
    fn upstream_status(&self, server_index: usize) -> Option<UpstreamStatus>;
}

/// Status information of a gateway.
pub(super) struct GatewayStatus {
    sessions: Mutex<Vec<Weak<dyn ObservedSession>>>,
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

    pub fn add_session(&self, session: Weak<dyn ObservedSession>) {
        let mut sessions = lock(&self.sessions);
        sessions.retain(|known| known.strong_count() > 0);
        sessions.push(session);
    }

    /// Sets why a connection ended, or clears it when one is ready.
    pub fn set_last_error(&self, server_index: usize, error: Option<&str>) {
        lock(&self.last_errors)[server_index] =
            error.map(|error| hintsmith_core::text::truncate_chars(error, 512).into_owned());
    }

    pub fn last_errors(&self) -> Vec<Option<String>> {
        lock(&self.last_errors).clone()
    }

    pub fn request_reconnect(&self, server_index: usize) {
        self.reconnects[server_index].send_modify(|times| *times += 1);
    }

    pub fn subscribe_reconnects(&self, server_index: usize) -> watch::Receiver<u64> {
        self.reconnects[server_index].subscribe()
    }

    pub fn sessions(&self) -> Vec<Arc<dyn ObservedSession>> {
        lock(&self.sessions).iter().filter_map(Weak::upgrade).filter(|one| one.is_open()).collect()
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
