//! Standard input of a server process.
//!
//! The sender writes directly while the pipe accepts data, without waking another task. Only the rest waits for
//! [`StdioUpstream::flush`]. Messages are never truncated, because no sender is suspended in the middle of one.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::process::ChildStdin;
use tokio::sync::Notify;

use crate::gateway::upstream::SendError;
use hintsmith_core::text::json_edit::replace_line_breaks;

/// Unsent bytes above which stdio clients are not read.
const HIGH_WATER_BYTES: usize = 1 << 20;

pub struct StdioUpstream {
    inner: Mutex<Inner>,
    filled: Notify,
    drained: Notify,
}

struct Inner {
    /// `None` once closed.
    sender: Option<Arc<PipeSender>>,
    unsent: Vec<u8>,
}

#[cfg(unix)]
type PipeSender = tokio::net::unix::pipe::Sender;
#[cfg(not(unix))]
type End = tokio::sync::Mutex<ChildStdin>;

impl StdioUpstream {
    pub fn new(input: ChildStdin) -> io::Result<Self> {
        #[cfg(unix)]
        let end = PipeSender::from_owned_fd(input.into_owned_fd()?)?;
        #[cfg(not(unix))]
        let end = End::new(input);
        let inner = Inner { sender: Some(Arc::new(end)), unsent: Vec::new() };
        Ok(Self { inner: Mutex::new(inner), filled: Notify::new(), drained: Notify::new() })
    }

    /// Sends one message, a line with its newline. Every message to a server process passes through here, so line
    /// breaks that a client put between JSON tokens are replaced here.
    pub fn send(&self, mut line: Vec<u8>, max_unsent: usize) -> Result<(), SendError> {
        if let [message @ .., b'\n'] = line.as_mut_slice() {
            replace_line_breaks(message);
        }
        let mut inner = self.inner();
        let Some(end) = &inner.sender else { return Err(SendError) };
        if !inner.unsent.is_empty() {
            if inner.unsent.len() > max_unsent {
                return Err(SendError);
            }
            inner.unsent.extend_from_slice(&line);
            return Ok(());
        }
        let taken = try_write(end, &line);
        if taken < line.len() {
            inner.unsent.extend_from_slice(&line[taken..]);
            drop(inner);
            self.filled.notify_one();
        }
        Ok(())
    }

    /// Writes unsent data until the pipe breaks or is closed.
    pub async fn flush(&self) {
        loop {
            self.filled.notified().await;
            loop {
                let end = match &self.inner().sender {
                    Some(end) => Arc::clone(end),
                    None => return,
                };
                if self.write_unsent(&end).await.is_err() {
                    return self.close();
                }
                let is_empty = self.inner().unsent.is_empty();
                self.drained.notify_waiters();
                if is_empty {
                    break;
                }
            }
        }
    }

    #[cfg(unix)]
    async fn write_unsent(&self, end: &PipeSender) -> io::Result<()> {
        end.writable().await?;
        let mut inner = self.inner();
        match end.try_write(&inner.unsent) {
            Ok(taken) => drop(inner.unsent.drain(..taken)),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    #[cfg(not(unix))]
    async fn wrote(&self, end: &End) -> io::Result<()> {
        use tokio::io::AsyncWriteExt;
        let piece: Vec<u8> = self.inner().waiting.iter().take(64 << 10).copied().collect();
        let mut input = end.lock().await;
        input.write_all(&piece).await?;
        input.flush().await?;
        drop(self.inner().waiting.drain(..piece.len()));
        Ok(())
    }

    pub async fn wait_for_room(&self) {
        loop {
            let drained = self.drained.notified();
            if self.inner().unsent.len() <= HIGH_WATER_BYTES {
                return;
            }
            drained.await;
        }
    }

    /// Closes the server's stdin.
    pub fn close(&self) {
        let mut inner = self.inner();
        (inner.sender, inner.unsent) = (None, Vec::new());
        drop(inner);
        self.filled.notify_one();
        self.drained.notify_waiters();
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        // The state is consistent between any two statements, so a panic elsewhere does not corrupt it.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes as much of a line as the pipe accepts; returns the number of bytes.
#[cfg(unix)]
fn try_write(end: &PipeSender, line: &[u8]) -> usize {
    // An error recurs when the rest is written.
    end.try_write(line).unwrap_or(0)
}

#[cfg(not(unix))]
fn written(_: &End, _: &[u8]) -> usize {
    0
}
