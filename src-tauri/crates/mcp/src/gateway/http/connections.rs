//! How many connections there are. When there are too many, the oldest that has shown no token goes first, so that whoever
//! only holds connections open keeps nobody out.

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
    /// Whose token it showed last.
    holder: Option<Holder>,
}

/// An open connection.
pub struct Connection {
    number: u64,
    /// Cancelled when it must end.
    pub end: CancellationToken,
    open: Arc<Mutex<Open>>,
}

impl Connections {
    pub fn new(most: usize) -> Self {
        Self { open: Arc::default(), most }
    }

    /// A place for a new connection; nothing when all are taken by those who have shown a token.
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

    /// Ends what belongs to somebody whose token was taken back, open streams as well.
    pub fn revoke(&self, tokens: &[Token]) {
        let is_revoked = |entry: &&Entry| entry.holder.as_ref().is_some_and(|it| !it.is_among(tokens));
        for entry in locked(&self.open).by_age.values().filter(is_revoked) {
            entry.end.cancel();
        }
    }
}

impl Connection {
    /// A request with a token came.
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
    // It is whole between any two statements, so a panic elsewhere does not spoil it.
    open.lock().unwrap_or_else(PoisonError::into_inner)
}
