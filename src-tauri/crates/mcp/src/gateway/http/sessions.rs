//! Open sessions by random id, visible only to the holder of the token that opened them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::gateway::http::token::{Holder, Token, random_text};
use crate::gateway::session::Session;

pub struct Sessions {
    open: Arc<Mutex<HashMap<String, Entry>>>,
    most: usize,
    idle: Duration,
}

struct Entry {
    session: Arc<Session>,
    holder: Holder,
    /// Requests and streams that use it now, and when the last one ended.
    users: usize,
    last: Instant,
}

/// A use of a session, which keeps it from expiring.
pub struct Used {
    pub session: Arc<Session>,
    id: String,
    open: Arc<Mutex<HashMap<String, Entry>>>,
}

impl Drop for Used {
    fn drop(&mut self) {
        if let Some(entry) = locked(&self.open).get_mut(&self.id) {
            entry.users -= 1;
            entry.last = Instant::now();
        }
    }
}

impl Sessions {
    pub fn new(most: usize, idle: Duration) -> Self {
        Self { open: Arc::default(), most, idle }
    }

    pub fn count(&self) -> usize {
        locked(&self.open).len()
    }

    pub fn has_room(&self) -> bool {
        self.count() < self.most
    }

    /// Stores a session under a new id of 256 random bits. `None` at the limit or if the system has no randomness.
    pub fn add(&self, session: &Arc<Session>, holder: Holder) -> Option<String> {
        let id = random_text::<32>().ok()?;
        let mut open = locked(&self.open);
        if open.len() >= self.most {
            return None;
        }
        let entry = Entry { session: Arc::clone(session), holder, users: 0, last: Instant::now() };
        open.insert(id.clone(), entry);
        Some(id)
    }

    /// Returns the session with this id if the holder opened it. For other holders it does not exist.
    pub fn find(&self, id: &str, holder: &Holder) -> Option<Used> {
        let mut open = locked(&self.open);
        let entry = open.get_mut(id).filter(|entry| entry.holder == *holder)?;
        entry.users += 1;
        let session = Arc::clone(&entry.session);
        Some(Used { session, id: id.to_owned(), open: Arc::clone(&self.open) })
    }

    pub fn remove(&self, used: &Used) {
        if let Some(entry) = locked(&self.open).remove(&used.id) {
            entry.session.end();
        }
    }

    /// Ends sessions that have been idle for too long.
    pub fn sweep(&self) {
        self.end(|entry| entry.users == 0 && entry.last.elapsed() >= self.idle);
    }

    /// Ends the sessions of revoked tokens.
    pub fn revoke(&self, tokens: &[Token]) {
        self.end(|entry| !entry.holder.is_among(tokens));
    }

    fn end(&self, is_over: impl Fn(&Entry) -> bool) {
        let mut open = locked(&self.open);
        let over: Vec<String> =
            open.iter().filter(|(_, entry)| is_over(entry)).map(|(id, _)| id.clone()).collect();
        let ended: Vec<Entry> = over.iter().filter_map(|id| open.remove(id)).collect();
        drop(open);
        for entry in ended {
            entry.session.end();
        }
    }

    pub fn all(&self) -> Vec<Arc<Session>> {
        locked(&self.open).values().map(|entry| Arc::clone(&entry.session)).collect()
    }
}

fn locked(open: &Mutex<HashMap<String, Entry>>) -> MutexGuard<'_, HashMap<String, Entry>> {
    // The map is consistent between any two statements, so a panic elsewhere does not corrupt it.
    open.lock().unwrap_or_else(PoisonError::into_inner)
}
