//! The open sessions: each known by a random id, and only to whoever holds the token that opened it.

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
    /// How many requests and streams use it now, and when one last did.
    users: usize,
    last: Instant,
}

/// A use of a session. It does not end for idleness meanwhile.
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

    /// Keeps a session under a new id of 256 random bits. Nothing when there is no room or no randomness.
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

    /// The session with this id, for its holder; to everybody else it does not exist.
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

    /// Ends what nobody used for too long.
    pub fn sweep(&self) {
        self.end(|entry| entry.users == 0 && entry.last.elapsed() >= self.idle);
    }

    /// Ends what belongs to somebody whose token was taken back.
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
    // It is whole between any two statements, so a panic elsewhere does not spoil it.
    open.lock().unwrap_or_else(PoisonError::into_inner)
}
