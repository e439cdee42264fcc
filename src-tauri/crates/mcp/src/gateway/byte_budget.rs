//! Memory budget for requests that wait in the gateway.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes of a client's requests held while they wait. Requests are held in full, so limiting their number is not
/// enough.
#[derive(Debug, Default)]
pub struct ByteBudget(Arc<AtomicUsize>);

/// A part of the budget, returned on drop.
#[derive(Debug)]
pub struct Reservation {
    used: Arc<AtomicUsize>,
    bytes: usize,
}

impl ByteBudget {
    pub fn reserve(&self, bytes: usize, limit: usize) -> Option<Reservation> {
        let add = |used: usize| used.checked_add(bytes).filter(|sum| *sum <= limit);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add).ok()?;
        Some(Reservation { used: Arc::clone(&self.0), bytes })
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.used.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}
