//! Connection limit. At the limit the oldest unauthenticated connection is closed first, so that holding connections
//! open without a token cannot block other clients.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

use crate::gateway::http::token::{Token, TokenHolder};

pub struct Connections {
    open: Arc<Mutex<OpenConnections>>,
    max_connections: usize,
}

#[derive(Default)]
struct OpenConnections {
    last_number: u64,
    by_age: BTreeMap<u64, Entry>,
}

struct Entry {
    close_token: CancellationToken,
    /// Holder of the last token sent on this connection.
    holder: Option<TokenHolder>,
}

/// An open connection.
pub struct Connection {
    number: u64,
    /// Cancelled when the connection must be closed.
    pub close_token: CancellationToken,
    open: Arc<Mutex<OpenConnections>>,
}

impl Connections {
    pub fn new(max_connections: usize) -> Self {
        Self { open: Arc::default(), max_connections }
    }

    /// Registers a new connection. `None` if the limit is reached and all connections are authenticated.
    pub fn try_open(&self) -> Option<Connection> {
        let mut open = lock(&self.open);
        if open.by_age.len() >= self.max_connections {
            let oldest =
                open.by_age.iter().find(|(_, entry)| entry.holder.is_none()).map(|(number, _)| *number)?;
            if let Some(entry) = open.by_age.remove(&oldest) {
                entry.close_token.cancel();
            }
        }
        open.last_number += 1;
        let (number, end) = (open.last_number, CancellationToken::new());
        open.by_age.insert(number, Entry { close_token: end.clone(), holder: None });
        Some(Connection { number, close_token: end, open: Arc::clone(&self.open) })
    }

    /// Closes the connections of revoked tokens, including open streams.
    pub fn revoke(&self, tokens: &[Token]) {
        let is_revoked = |entry: &&Entry| entry.holder.as_ref().is_some_and(|it| !it.is_among(tokens));
        for entry in lock(&self.open).by_age.values().filter(is_revoked) {
            entry.close_token.cancel();
        }
    }
}

impl Connection {
    /// Records the holder of an authenticated request.
    pub fn set_holder(&self, holder: &TokenHolder) {
        if let Some(entry) = lock(&self.open).by_age.get_mut(&self.number) {
            entry.holder = Some(holder.clone());
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        lock(&self.open).by_age.remove(&self.number);
    }
}

fn lock(open: &Mutex<OpenConnections>) -> MutexGuard<'_, OpenConnections> {
    // The map is consistent between any two statements, so a panic elsewhere does not corrupt it.
    open.lock().unwrap_or_else(PoisonError::into_inner)
}
