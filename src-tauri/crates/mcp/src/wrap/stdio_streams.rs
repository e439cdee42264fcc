//! Async streams for our own standard input and output.
//!
//! Pipes and sockets are read and written directly. Tokio's `Stdin` and `Stdout` hand every chunk to another thread,
//! which costs more than everything else the proxy does; they are used for files and terminals only.

use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

pub struct StdinStream(Box<dyn AsyncRead + Send + Unpin>);
pub struct StdoutStream(Box<dyn AsyncWrite + Send + Unpin>);

/// Opens the streams to the client that started this process.
pub fn open_stdio() -> (StdinStream, StdoutStream) {
    let input = direct_input().unwrap_or_else(|| Box::new(tokio::io::stdin()));
    let output = direct_output().unwrap_or_else(|| Box::new(tokio::io::stdout()));
    (StdinStream(input), StdoutStream(output))
}

#[cfg(unix)]
fn direct_input() -> Option<Box<dyn AsyncRead + Send + Unpin>> {
    use std::os::fd::AsFd;
    let ours = std::io::stdin().as_fd().try_clone_to_owned().ok()?;
    if let Ok(pipe) = tokio::net::unix::pipe::Receiver::from_owned_fd(ours.try_clone().ok()?) {
        return Some(Box::new(pipe));
    }
    Some(Box::new(socket(ours)?))
}

#[cfg(unix)]
fn direct_output() -> Option<Box<dyn AsyncWrite + Send + Unpin>> {
    use std::os::fd::AsFd;
    let ours = std::io::stdout().as_fd().try_clone_to_owned().ok()?;
    if let Ok(pipe) = tokio::net::unix::pipe::Sender::from_owned_fd(ours.try_clone().ok()?) {
        return Some(Box::new(pipe));
    }
    Some(Box::new(socket(ours)?))
}

/// Node.js gives child processes Unix sockets instead of pipes.
#[cfg(unix)]
fn socket(ours: std::os::fd::OwnedFd) -> Option<tokio::net::UnixStream> {
    let stream = std::os::unix::net::UnixStream::from(ours);
    // Fails unless it is a Unix socket.
    stream.peer_addr().ok()?;
    stream.set_nonblocking(true).ok()?;
    tokio::net::UnixStream::from_std(stream).ok()
}

#[cfg(not(unix))]
fn direct_input() -> Option<Box<dyn AsyncRead + Send + Unpin>> {
    None
}

#[cfg(not(unix))]
fn direct_output() -> Option<Box<dyn AsyncWrite + Send + Unpin>> {
    None
}

impl AsyncRead for StdinStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        buffer: &mut ReadBuf,
    ) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for StdoutStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
