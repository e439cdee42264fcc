//! Relay between the client's and the server's stdio, and its shutdown.
//!
//! Each direction reads, decides and writes independently, and writes the output of one read in one piece. Only the
//! direction towards a side writes to it; the other one queues its messages in an [`Outbox`](super::outbox::Outbox).

use std::io;
use std::pin::pin;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::time::{Instant, timeout, timeout_at};
use tokio_util::sync::CancellationToken;

use crate::proxy::session::Session;
use crate::proxy::to_client::to_client;
use crate::proxy::to_server::to_server;

/// A buffer that grew beyond this many bytes for one long line is freed afterwards.
const KEPT: usize = 2 << 20;

/// Limits of one proxied connection.
#[derive(Debug, Clone, Copy)]
pub struct ProxyLimits {
    /// Bytes per line. A longer line is answered with an error, or ends the connection.
    pub line: usize,
    /// Time for the server to exit after its input was closed, and for requests in progress after a stop.
    pub patience: Duration,
}

impl Default for ProxyLimits {
    fn default() -> Self {
        Self { line: crate::limits::Limits::default().bytes, patience: Duration::from_secs(5) }
    }
}

/// The reason for the end of a connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProxyEnd {
    /// The client closed its output, or writing to it failed.
    ClientLeft,
    /// The server closed its output, or writing to it failed.
    ServerLeft,
    /// `stop` was cancelled.
    Stopped,
    /// A message was too long to forward, and the peer that waits for it could not be determined.
    Unusable(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    pub why: ProxyEnd,
    /// The server did not close its output within the grace period.
    pub is_overdue: bool,
}

/// Forwards lines both ways until one side closes. The server's input is closed when this returns; the requests still
/// pending are answered by [`send_pending_errors`]. Cancelling `stop` lets requests in progress finish first;
/// `on_stopping` is called when they have, or when the grace period ends.
pub async fn pump<CR, CW, SR, SW>(
    session: &Session,
    client: (CR, &mut CW),
    server: (SR, SW),
    bounds: ProxyLimits,
    stop: &CancellationToken,
    stopping: impl Fn(),
) -> Left
where
    CR: AsyncRead + Unpin,
    CW: AsyncWrite + Unpin,
    SR: AsyncRead + Unpin,
    SW: AsyncWrite + Unpin,
{
    let down = to_client(session, server.0, client.1, bounds.line);
    let mut down = pin!(down);
    let (why, until) = {
        let up = to_server(session, client.0, server.1, bounds.line);
        tokio::select! {
            why = &mut down => return Left { why, is_overdue: false },
            why = up => (why, Instant::now() + bounds.patience),
            told = drained(session, stop, bounds.patience * 4 / 5) => {
                stopping();
                (ProxyEnd::Stopped, told + bounds.patience)
            }
        }
    };
    // The server's input is closed now. Its remaining output is forwarded until the grace period ends.
    let was_told = why == ProxyEnd::Stopped;
    let ended = tokio::select! {
        ended = timeout_at(until, &mut down) => ended.ok(),
        // A client that closes our input and then asks us to stop will soon kill us; end the server before that.
        () = stop.cancelled(), if !was_told => {
            stopping();
            timeout_at(until.min(Instant::now() + bounds.patience / 5), down).await.ok()
        }
    };
    match ended {
        Some(ProxyEnd::ServerLeft) => Left { why, is_overdue: false },
        Some(other) => Left { why: other, is_overdue: false },
        None => Left { why, is_overdue: true },
    }
}

/// Sends the client what is queued, and an error for each pending request.
pub async fn farewell<W: AsyncWrite + Unpin>(
    session: &Session,
    writer: &mut W,
    why: &str,
    patience: Duration,
) {
    let mut out = Vec::new();
    session.to_client.empty_into(&mut out);
    for answer in session.lost(why) {
        out.extend_from_slice(answer.as_bytes());
        out.push(b'\n');
    }
    // The client may no longer read.
    let _ = timeout(patience, put(writer, &mut out)).await;
}

/// Waits for `stop`, then until the requests in progress end or the timeout passes. Returns the time of the stop.
async fn drained(session: &Session, stop: &CancellationToken, patience: Duration) -> Instant {
    stop.cancelled().await;
    let told = Instant::now();
    session.close();
    let _ = timeout(patience, session.settled()).await;
    told
}

/// Writes and clears the buffer.
pub(super) async fn put<W: AsyncWrite + Unpin>(writer: &mut W, out: &mut Vec<u8>) -> io::Result<()> {
    if out.is_empty() {
        return Ok(());
    }
    write(writer, out).await?;
    out.clear();
    if out.capacity() > KEPT {
        *out = Vec::new();
    }
    Ok(())
}

pub(super) async fn write<W: AsyncWrite + Unpin>(writer: &mut W, bytes: &[u8]) -> io::Result<()> {
    writer.write_all(bytes).await?;
    writer.flush().await
}
