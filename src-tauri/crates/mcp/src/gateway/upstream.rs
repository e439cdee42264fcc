//! Connection of one session to one server.

mod api;
mod http;
mod stdio;

use std::future::pending;
use std::sync::Arc;

pub use api::ApiUpstream;
pub use http::HttpUpstream;
pub use stdio::StdioUpstream;

use crate::gateway::outbound::{Congested, OutboundQueue};
use crate::jsonrpc::frame::Frame;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The session that owns a connection, as far as the connection depends on it.
pub trait UpstreamHandler: Send + Sync + 'static {
    fn tasks(&self) -> &TaskTracker;

    /// Cancelled when the session ends.
    fn stop(&self) -> &CancellationToken;

    /// Limit in bytes for one message.
    fn max_bytes(&self) -> usize;

    /// Handles one message. `related_request` is the request on whose stream it arrived, if known.
    fn handle_server_message(
        self: &Arc<Self>,
        server_index: usize,
        bytes: &[u8],
        related_request: Option<u64>,
    ) -> Congested;

    /// Waits until the client has read most of its queue, or closes it.
    fn apply_backpressure(self: &Arc<Self>, queue: &Arc<OutboundQueue>) -> impl Future<Output = ()> + Send;

    /// Returns whether the request with this number still waits for its response.
    fn is_pending(&self, number: u64) -> bool;

    /// Returns whether a request with this number was not cancelled.
    fn has_waiter(&self, number: u64) -> bool;

    fn fail_request_number(&self, server_index: usize, number: u64, why: &str);

    /// The header parameters to send with this message (SEP-2243).
    fn param_headers(&self, server_index: usize, message: &Frame) -> Vec<(String, String)>;
}

pub enum UpstreamConnection {
    Stdio(StdioUpstream),
    Http(Arc<HttpUpstream>),
    Api(Arc<ApiUpstream>),
}

/// Maximum number of unsent bytes kept for a server that does not read.
const MAX_UNSENT_BYTES: usize = 16 << 20;

/// The server accepts no more messages for now, or is disconnected.
#[derive(Debug)]
pub struct SendError;

impl UpstreamConnection {
    /// Sends one message, a line with its newline. `request_number` is set if it is a request.
    pub fn send(
        &self,
        session: &Arc<impl UpstreamHandler>,
        line: Vec<u8>,
        request_number: Option<u64>,
    ) -> Result<(), SendError> {
        match self {
            Self::Stdio(pipe) => pipe.send(line, MAX_UNSENT_BYTES),
            Self::Http(http) => http.send(session, line, request_number),
            Self::Api(api) => {
                api.send(session, line, request_number);
                Ok(())
            }
        }
    }

    /// Cancels a request, so that nothing waits for its response. `line` is the cancellation message.
    pub fn cancel(&self, session: &Arc<impl UpstreamHandler>, number: u64, line: Vec<u8>) {
        match self {
            Self::Stdio(pipe) => drop(pipe.send(line, MAX_UNSENT_BYTES)),
            Self::Http(http) if http.abort_request(number) => {}
            Self::Http(http) => drop(http.send(session, line, None)),
            Self::Api(api) => api.abort_request(number),
        }
    }

    /// Sets the negotiated protocol version.
    pub fn set_version(&self, version: Option<String>) {
        match self {
            Self::Stdio(_) | Self::Api(_) => {}
            Self::Http(http) => http.set_version(version),
        }
    }

    /// Writes unsent data until the connection breaks or is closed.
    pub async fn flush(&self) {
        match self {
            Self::Stdio(pipe) => pipe.flush().await,
            Self::Http(_) | Self::Api(_) => pending().await,
        }
    }

    /// Resolves when the server has accepted most of what was sent.
    pub async fn wait_for_room(&self) {
        match self {
            Self::Stdio(pipe) => pipe.wait_for_room().await,
            Self::Http(_) | Self::Api(_) => {}
        }
    }
}
