//! Open sessions by random id, visible only to the holder of the token that opened them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::gateway::http::token::{Token, TokenHolder, random_hex};
use crate::gateway::session::Session;

pub struct Sessions {
    open: Arc<Mutex<HashMap<String, Entry>>>,
    max_sessions: usize,
    idle_timeout: Duration,
}

struct Entry {
    session: Arc<Session>,
    holder: TokenHolder,
    /// Requests and streams that use it now, and when the last one ended.
    active_uses: usize,
    last_used: Instant,
}

/// A use of a session, which keeps it from expiring.
pub struct SessionLease {
    pub session: Arc<Session>,
    id: String,
    open: Arc<Mutex<HashMap<String, Entry>>>,
}

impl Drop for SessionLease {
    fn drop(&mut self) {
        if let Some(entry) = lock(&self.open).get_mut(&self.id) {
            entry.active_uses -= 1;
            entry.last_used = Instant::now();
        }
    }
}

impl Sessions {
    pub fn new(max_sessions: usize, idle_timeout: Duration) -> Self {
        Self { open: Arc::default(), max_sessions, idle_timeout }
    }

    pub fn count(&self) -> usize {
        lock(&self.open).len()
    }

    pub fn has_capacity(&self) -> bool {
        self.count() < self.max_sessions
    }

    /// Stores a session under a new id of 256 random bits. `None` at the limit or if the system has no randomness.
    pub fn add(&self, session: &Arc<Session>, holder: TokenHolder) -> Option<String> {
        let id = random_hex::<32>().ok()?;
        let mut open = lock(&self.open);
        if open.len() >= self.max_sessions {
            return None;
        }
        let entry = Entry { session: Arc::clone(session), holder, active_uses: 0, last_used: Instant::now() };
        open.insert(id.clone(), entry);
        Some(id)
    }

    /// Returns the session with this id if the holder opened it. For other holders it does not exist.
    pub fn find(&self, id: &str, holder: &TokenHolder) -> Option<SessionLease> {
        let mut open = lock(&self.open);
        let entry = open.get_mut(id).filter(|entry| entry.holder == *holder)?;
        entry.active_uses += 1;
        let session = Arc::clone(&entry.session);
        Some(SessionLease { session, id: id.to_owned(), open: Arc::clone(&self.open) })
    }

    pub fn remove(&self, lease: &SessionLease) {
        if let Some(entry) = lock(&self.open).remove(&lease.id) {
            entry.session.shut_down();
        }
    }

    /// Ends sessions that have been idle for too long.
    pub fn sweep(&self) {
        self.end_matching(|entry| entry.active_uses == 0 && entry.last_used.elapsed() >= self.idle_timeout);
    }

    /// Ends the sessions of revoked tokens.
    pub fn revoke(&self, tokens: &[Token]) {
        self.end_matching(|entry| !entry.holder.is_among(tokens));
    }

    fn end_matching(&self, should_end: impl Fn(&Entry) -> bool) {
        let mut open = lock(&self.open);
        let over: Vec<String> =
            open.iter().filter(|(_, entry)| should_end(entry)).map(|(id, _)| id.clone()).collect();
        let ended: Vec<Entry> = over.iter().filter_map(|id| open.remove(id)).collect();
        drop(open);
        for entry in ended {
            entry.session.shut_down();
        }
    }

    pub fn all(&self) -> Vec<Arc<Session>> {
        lock(&self.open).values().map(|entry| Arc::clone(&entry.session)).collect()
    }
}

fn lock(open: &Mutex<HashMap<String, Entry>>) -> MutexGuard<'_, HashMap<String, Entry>> {
    // The map is consistent between any two statements, so a panic elsewhere does not corrupt it.
    open.lock().unwrap_or_else(PoisonError::into_inner)
}
