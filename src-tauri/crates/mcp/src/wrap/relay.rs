//! Relay between the client's and the server's stdio, and its shutdown.
//!
//! Each direction reads, decides and writes independently, and writes the output of one read in one piece. Only the
//! direction towards a side writes to it; the other one queues its messages in an [`Outbox`](super::outbox::Outbox).

use std::pin::pin;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{Instant, timeout, timeout_at};
use tokio_util::sync::CancellationToken;

use crate::wrap::pipe::{CloseReason, write_buffer};
use crate::wrap::session::Session;
use crate::wrap::to_client::forward_to_client;
use crate::wrap::to_server::forward_to_server;

/// Limits of one proxied connection.
#[derive(Debug, Clone, Copy)]
pub struct ProxyLimits {
    /// Bytes per line. A longer line is answered with an error, or ends the connection.
    pub max_line_bytes: usize,
    /// Time for the server to exit after its input was closed, and for requests in progress after a stop.
    pub shutdown_grace: Duration,
}

impl Default for ProxyLimits {
    fn default() -> Self {
        Self {
            max_line_bytes: crate::limits::Limits::default().max_bytes,
            shutdown_grace: Duration::from_secs(5),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelayExit {
    pub reason: CloseReason,
    /// The server did not close its output within the grace period.
    pub has_timed_out: bool,
}

/// Forwards lines both ways until one side closes. The server's input is closed when this returns; the requests still
/// pending are answered by [`send_pending_errors`]. Cancelling `stop` lets requests in progress finish first;
/// `on_stopping` is called when they have, or when the grace period ends.
pub async fn relay<CR, CW, SR, SW>(
    session: &Session,
    client: (CR, &mut CW),
    server: (SR, SW),
    limits: ProxyLimits,
    stop: &CancellationToken,
    on_stopping: impl Fn(),
) -> RelayExit
where
    CR: AsyncRead + Unpin,
    CW: AsyncWrite + Unpin,
    SR: AsyncRead + Unpin,
    SW: AsyncWrite + Unpin,
{
    let down = forward_to_client(session, server.0, client.1, limits.max_line_bytes);
    let mut down = pin!(down);
    let (reason, deadline) = {
        let up = forward_to_server(session, client.0, server.1, limits.max_line_bytes);
        tokio::select! {
            reason = &mut down => return RelayExit { reason, has_timed_out: false },
            reason = up => (reason, Instant::now() + limits.shutdown_grace),
            told = drain_on_stop(session, stop, limits.shutdown_grace * 4 / 5) => {
                on_stopping();
                (CloseReason::Stopped, told + limits.shutdown_grace)
            }
        }
    };
    // The server's input is closed now. Its remaining output is forwarded until the grace period ends.
    let is_stopped = reason == CloseReason::Stopped;
    let ended = tokio::select! {
        ended = timeout_at(deadline, &mut down) => ended.ok(),
        // A client that closes our input and then asks us to stop will soon kill us; end the server before that.
        () = stop.cancelled(), if !is_stopped => {
            on_stopping();
            timeout_at(deadline.min(Instant::now() + limits.shutdown_grace / 5), down).await.ok()
        }
    };
    match ended {
        Some(CloseReason::ServerClosed) => RelayExit { reason, has_timed_out: false },
        Some(other) => RelayExit { reason: other, has_timed_out: false },
        None => RelayExit { reason, has_timed_out: true },
    }
}

/// Sends the client what is queued, and an error for each pending request.
pub async fn send_pending_errors<W: AsyncWrite + Unpin>(
    session: &Session,
    writer: &mut W,
    reason: &str,
    time_limit: Duration,
) {
    let mut out = Vec::new();
    session.client_outbox.drain_into(&mut out);
    for answer in session.fail_pending(reason) {
        out.extend_from_slice(answer.as_bytes());
        out.push(b'\n');
    }
    // The client may no longer read.
    let _ = timeout(time_limit, write_buffer(writer, &mut out)).await;
}

/// Waits for `stop`, then until the requests in progress end or the timeout passes. Returns the time of the stop.
async fn drain_on_stop(session: &Session, stop: &CancellationToken, grace: Duration) -> Instant {
    stop.cancelled().await;
    let stopped_at = Instant::now();
    session.start_closing();
    let _ = timeout(grace, session.wait_until_idle()).await;
    stopped_at
}
