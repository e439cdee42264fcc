//! The pump: lines of the client to the server, lines of the server to the client, until one of them is gone.
//!
//! Each direction reads, decides and writes by itself, and what one read brought is written at once. Only the direction
//! towards a side writes to it; the other one leaves its answers in an [`Outbox`](super::outbox::Outbox).

use std::io;
use std::pin::pin;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::time::{Instant, timeout, timeout_at};
use tokio_util::sync::CancellationToken;

use crate::proxy::session::Session;
use crate::proxy::to_client::to_client;
use crate::proxy::to_server::to_server;

/// A buffer that grew for one long line is given back.
const KEPT: usize = 2 << 20;

/// How long one waits, and how long a line may be.
#[derive(Debug, Clone, Copy)]
pub struct ProxyLimits {
    /// One line. A longer one is answered with an error, or ends the connection.
    pub line: usize,
    /// For the server to end once it was told to, and for calls under way when we are told to.
    pub patience: Duration,
}

impl Default for ProxyLimits {
    fn default() -> Self {
        Self { line: crate::limits::Limits::default().bytes, patience: Duration::from_secs(5) }
    }
}

/// Why a connection ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProxyEnd {
    /// The client closed its side, or does not take what it is sent.
    ClientLeft,
    /// The server closed its output, or does not take what it is sent.
    ServerLeft,
    /// We were told to stop.
    Stopped,
    /// A message came that cannot be passed and for which nobody can be told so.
    Unusable(String),
}

/// How the pump came to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    pub why: ProxyEnd,
    /// The server did not end in the time it was given.
    pub is_overdue: bool,
}

/// Passes lines both ways until one side is gone. The server's input is closed when this returns; requests that still
/// wait are left for [`farewell`]. `stop` lets requests under way come to their end first; `stopping` is called when
/// they have, or when patience is over.
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
    // The server's input is closed now. What it still has to say is passed on; what it does not say in time is lost.
    let was_told = why == ProxyEnd::Stopped;
    let ended = tokio::select! {
        ended = timeout_at(until, &mut down) => ended.ok(),
        // Whoever closes our input and then tells us to end kills us soon, and we could not end the server any more.
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

/// Tells the client that what it waits for will not come.
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
    // A client that does not read any more has left.
    let _ = timeout(patience, put(writer, &mut out)).await;
}

/// Waits until we are told to stop and the requests under way are answered; says when we were told.
async fn drained(session: &Session, stop: &CancellationToken, patience: Duration) -> Instant {
    stop.cancelled().await;
    let told = Instant::now();
    session.close();
    let _ = timeout(patience, session.settled()).await;
    told
}

/// Writes what is ready, if anything is.
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
