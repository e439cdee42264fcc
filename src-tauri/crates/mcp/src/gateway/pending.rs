//! Pending requests of a session, from the client to servers and from servers to the client.

mod requests;
mod timed_out;

use std::sync::Arc;

use tokio::sync::oneshot;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

pub use requests::PendingRequests;

use crate::gateway::input_required::RetryableRequest;
use crate::gateway::outbound::OutboundQueue;
use crate::jsonrpc::id::RequestId;
use crate::proxy::request_kind::RequestKind;

/// Maximum number of pending requests, in each direction.
pub const MAX_PENDING_REQUESTS: usize = 10_000;

/// A request sent to a server under a gateway number.
#[derive(Debug)]
pub struct UpstreamRequest {
    pub server_index: usize,
    pub origin: RequestOrigin,
    /// When it was sent, or when the server last reported progress.
    last_activity: Instant,
}

impl UpstreamRequest {
    pub fn new(server_index: usize, origin: RequestOrigin) -> Self {
        Self { server_index, origin, last_activity: Instant::now() }
    }
}

#[derive(Debug)]
pub enum RequestOrigin {
    Client(ClientRequest),
    /// Sent by the gateway itself, which expects the complete response.
    Gateway(oneshot::Sender<Result<String, String>>),
    /// Cancelled; a late response is dropped.
    Abandoned,
}

#[derive(Debug)]
pub struct ClientRequest {
    pub id: RequestId,
    /// The id as the client wrote it.
    pub raw_id: Box<str>,
    pub reply: Arc<OutboundQueue>,
    pub kind: RequestKind,
    pub progress_token: Option<Box<ProgressToken>>,
    /// The client is stateless and the server speaks the handshake protocol, so the result needs the members of
    /// 2026-07-28.
    pub needs_stateless_members: bool,
    /// The request as sent, if it was bridged: a handshake client and a 2026-07-28 server.
    pub retryable: Option<RetryableRequest>,
}

/// Progress token of a request.
#[derive(Debug)]
pub struct ProgressToken {
    pub id: RequestId,
    /// The token as the client wrote it.
    pub raw: Box<str>,
}

/// Location of a client's pending request.
#[derive(Debug, Clone)]
pub enum RequestLocation {
    /// Forwarded to a server under this number.
    Upstream(u64),
    /// Handled by the gateway. Cancelling the token cancels the request; its response goes to this queue.
    Local(CancellationToken, Arc<OutboundQueue>),
}

/// A request to the client.
#[derive(Debug)]
pub struct ServerRequest {
    /// The server concerned; `usize::MAX` if the gateway asks for itself.
    pub server_index: usize,
    pub raw_id: Box<str>,
    /// Receives the response if the gateway handles it instead of forwarding it.
    pub response_sender: Option<oneshot::Sender<String>>,
}

/// Returns the id as a gateway request number, if it is one.
pub fn request_number(id: Option<&RequestId>) -> Option<u64> {
    match id {
        Some(RequestId::Integer(number)) => u64::try_from(*number).ok(),
        _ => None,
    }
}
