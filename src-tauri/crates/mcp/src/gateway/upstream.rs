//! One connection of one session to one server.

mod http;
mod sse;
mod stdio;

use std::future::pending;
use std::sync::Arc;

pub use http::HttpUpstream;
pub(crate) use sse::Events;
pub use stdio::StdioUpstream;

use crate::gateway::session::Session;

pub enum UpstreamConnection {
    Pipe(StdioUpstream),
    Http(Arc<HttpUpstream>),
}

/// More than this is not kept for a server that does not read.
const WAITING: usize = 16 << 20;

/// The server takes no more for now, or is gone.
#[derive(Debug)]
pub struct SendError;

impl UpstreamConnection {
    /// Sends one message, a line with its newline. `about` is the number of the request, if it is one.
    pub fn send(&self, session: &Arc<Session>, line: Vec<u8>, about: Option<u64>) -> Result<(), SendError> {
        match self {
            Self::Pipe(pipe) => pipe.send(line, WAITING),
            Self::Http(http) => http.send(session, line, about),
        }
    }

    /// Withdraws the request with this number, so that nothing waits for its answer; `line` says so in a message.
    pub fn withdraw(&self, session: &Arc<Session>, number: u64, line: Vec<u8>) {
        match self {
            Self::Pipe(pipe) => drop(pipe.send(line, WAITING)),
            Self::Http(http) if http.hung_up(number) => {}
            Self::Http(http) => drop(http.send(session, line, None)),
        }
    }

    /// What was agreed on in the handshake.
    pub fn agreed(&self, version: Option<String>) {
        match self {
            Self::Pipe(_) => {}
            Self::Http(http) => http.agreed(version),
        }
    }

    /// Writes what waits, until the connection breaks or is closed.
    pub async fn flush(&self) {
        match self {
            Self::Pipe(pipe) => pipe.flush().await,
            Self::Http(_) => pending().await,
        }
    }

    /// Resolves when the server has taken most of what it was sent.
    pub async fn has_room(&self) {
        match self {
            Self::Pipe(pipe) => pipe.has_room().await,
            Self::Http(_) => {}
        }
    }
}
