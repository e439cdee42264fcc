//! Connection limit. At the limit the oldest unauthenticated connection is closed first, so that holding connections
//! open without a token cannot block other clients.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

use crate::gateway::http::token::{Holder, Token};

pub struct Connections {
    open: Arc<Mutex<Open>>,
    most: usize,
}

#[derive(Default)]
struct Open {
    last: u64,
    by_age: BTreeMap<u64, Entry>,
}

struct Entry {
    end: CancellationToken,
    /// Holder of the last token sent on this connection.
    holder: Option<Holder>,
}

/// An open connection.
pub struct Connection {
    number: u64,
    /// Cancelled when the connection must be closed.
    pub end: CancellationToken,
    open: Arc<Mutex<Open>>,
}

impl Connections {
    pub fn new(most: usize) -> Self {
        Self { open: Arc::default(), most }
    }

    /// Registers a new connection. `None` if the limit is reached and all connections are authenticated.
    pub fn open(&self) -> Option<Connection> {
        let mut open = locked(&self.open);
        if open.by_age.len() >= self.most {
            let oldest =
                open.by_age.iter().find(|(_, entry)| entry.holder.is_none()).map(|(number, _)| *number)?;
            if let Some(entry) = open.by_age.remove(&oldest) {
                entry.end.cancel();
            }
        }
        open.last += 1;
        let (number, end) = (open.last, CancellationToken::new());
        open.by_age.insert(number, Entry { end: end.clone(), holder: None });
        Some(Connection { number, end, open: Arc::clone(&self.open) })
    }

    /// Closes the connections of revoked tokens, including open streams.
    pub fn revoke(&self, tokens: &[Token]) {
        let is_revoked = |entry: &&Entry| entry.holder.as_ref().is_some_and(|it| !it.is_among(tokens));
        for entry in locked(&self.open).by_age.values().filter(is_revoked) {
            entry.end.cancel();
        }
    }
}

impl Connection {
    /// Records the holder of an authenticated request.
    pub fn prove(&self, holder: &Holder) {
        if let Some(entry) = locked(&self.open).by_age.get_mut(&self.number) {
            entry.holder = Some(holder.clone());
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        locked(&self.open).by_age.remove(&self.number);
    }
}

fn locked(open: &Mutex<Open>) -> MutexGuard<'_, Open> {
    // The map is consistent between any two statements, so a panic elsewhere does not corrupt it.
    open.lock().unwrap_or_else(PoisonError::into_inner)
}
