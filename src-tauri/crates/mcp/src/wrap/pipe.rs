//! Writing to a pipe, and why a connection ends.

use std::io;

use tokio::io::{AsyncWrite, AsyncWriteExt};

/// A buffer that grew beyond this many bytes for one long line is freed afterwards.
const MAX_RETAINED_BYTES: usize = 2 << 20;

/// The reason for the end of a connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CloseReason {
    /// The client closed its output, or writing to it failed.
    ClientClosed,
    /// The server closed its output, or writing to it failed.
    ServerClosed,
    /// `stop` was cancelled.
    Stopped,
    /// A message was too long to forward, and the peer that waits for it could not be determined.
    ProtocolError(String),
}

/// Writes and clears the buffer.
pub(super) async fn write_buffer<W: AsyncWrite + Unpin>(writer: &mut W, out: &mut Vec<u8>) -> io::Result<()> {
    if out.is_empty() {
        return Ok(());
    }
    write_and_flush(writer, out).await?;
    out.clear();
    if out.capacity() > MAX_RETAINED_BYTES {
        *out = Vec::new();
    }
    Ok(())
}

pub(super) async fn write_and_flush<W: AsyncWrite + Unpin>(writer: &mut W, bytes: &[u8]) -> io::Result<()> {
    writer.write_all(bytes).await?;
    writer.flush().await
}
