//! Pending requests of a session, from the client to servers and from servers to the client.

mod requests;
mod timed_out;

use std::sync::Arc;

use tokio::sync::oneshot;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

pub use requests::Requests;

use crate::gateway::bridge::Base;
use crate::gateway::outbound::OutboundQueue;
use crate::jsonrpc::id::Id;
use crate::proxy::call_log::StartedCall;

/// Maximum number of pending requests, in each direction.
pub const REQUESTS: usize = 10_000;

/// A request sent to a server under a gateway number.
#[derive(Debug)]
pub struct Pending {
    pub place: usize,
    pub by: RequestOrigin,
    /// When it was sent, or when the server last reported progress.
    heard: Instant,
}

impl Pending {
    pub fn new(place: usize, by: RequestOrigin) -> Self {
        Self { place, by, heard: Instant::now() }
    }
}

#[derive(Debug)]
pub enum RequestOrigin {
    Client(ClientRequest),
    /// Sent by the gateway itself, which expects the complete response.
    Us(oneshot::Sender<Result<String, String>>),
    /// Cancelled; a late response is dropped.
    Nobody,
}

#[derive(Debug)]
pub struct ClientRequest {
    pub id: Id,
    /// The id as the client wrote it.
    pub text: Box<str>,
    pub reply: Arc<OutboundQueue>,
    pub what: RequestKind,
    pub token: Option<Box<Token>>,
    /// The client is stateless and the server speaks the handshake protocol, so the result needs the members of
    /// 2026-07-28.
    pub is_dressed: bool,
    /// The request as sent, if it was bridged: a handshake client and a 2026-07-28 server.
    pub base: Option<Base>,
}

/// Progress token of a request.
#[derive(Debug)]
pub struct Token {
    pub id: Id,
    /// The token as the client wrote it.
    pub text: Box<str>,
}

/// Kind of a request, as far as its response needs special handling.
#[derive(Debug)]
pub enum RequestKind {
    List {
        /// The request has no cursor.
        first: bool,
    },
    /// The call's log entry, if calls are logged.
    Call(Option<StartedCall>),
    /// `server/discover` (2026-07-28).
    Discover,
    /// `subscriptions/listen` (2026-07-28), and whether it asks for `toolsListChanged`.
    Listen {
        tools: bool,
    },
    Other,
}

/// Location of a client's pending request.
#[derive(Debug, Clone)]
pub enum RequestLocation {
    /// Forwarded to a server under this number.
    Way(u64),
    /// Handled by the gateway. Cancelling the token cancels the request; its response goes to this queue.
    Here(CancellationToken, Arc<OutboundQueue>),
}

/// A request to the client.
#[derive(Debug)]
pub struct ServerRequest {
    /// The server concerned; `usize::MAX` if the gateway asks for itself.
    pub place: usize,
    pub id: Box<str>,
    /// Receives the response if the gateway handles it instead of forwarding it.
    pub by_us: Option<oneshot::Sender<String>>,
}
