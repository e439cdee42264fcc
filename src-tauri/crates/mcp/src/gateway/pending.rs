//! What waits for whom: requests of a client at its servers, and requests of servers at the client.

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

/// More requests than this do not wait at once, in either direction.
pub const REQUESTS: usize = 10_000;

/// A request that a server was sent, under a number of ours.
#[derive(Debug)]
pub struct Pending {
    pub place: usize,
    pub by: RequestOrigin,
    /// When it was sent, or when the server last reported progress on it.
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
    /// We asked ourselves, and want the whole answer.
    Us(oneshot::Sender<Result<String, String>>),
    /// Nobody wants the answer any more, though it may come.
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
    /// The client speaks the newer protocol and the server the older one.
    pub is_dressed: bool,
    /// The client speaks the older protocol and the server the newer one: the request as it was sent.
    pub base: Option<Base>,
}

/// The progress token of a request.
#[derive(Debug)]
pub struct Token {
    pub id: Id,
    /// As the client wrote it.
    pub text: Box<str>,
}

/// What a request is, as far as its answer is looked at.
#[derive(Debug)]
pub enum RequestKind {
    List {
        /// Without a cursor.
        first: bool,
    },
    /// What will be written down about it, if anything is.
    Call(Option<StartedCall>),
    /// `server/discover`, in the newer protocol.
    Discover,
    /// A stream of the newer protocol, and whether the client wants to hear of changed tools on it.
    Listen {
        tools: bool,
    },
    Other,
}

/// A request of the client, by its own id.
#[derive(Debug, Clone)]
pub enum RequestLocation {
    /// At a server, under this number.
    Way(u64),
    /// Here; cancelling the token withdraws it. Its answer goes into this stream.
    Here(CancellationToken, Arc<OutboundQueue>),
}

/// A request of a server to the client.
#[derive(Debug)]
pub struct ServerRequest {
    /// Of no server, where we ask ourselves.
    pub place: usize,
    pub id: Box<str>,
    /// Where the answer goes when it is not for a server as it is.
    pub by_us: Option<oneshot::Sender<String>>,
}
