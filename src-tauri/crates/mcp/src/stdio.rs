//! Client side of the stdio transport: newline-delimited JSON-RPC over two byte streams, through a [`Tap`].

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use rmcp::RoleClient;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::Mutex;

use crate::tap::Tap;

pub struct TappedStdio<R, W> {
    reader: BufReader<R>,
    /// The incomplete line. A field, because `receive` may be cancelled in the middle of a line.
    line: Vec<u8>,
    /// Set while the rest of an oversized line is skipped.
    is_skipping: bool,
    max_line_bytes: usize,
    writer: Arc<Mutex<Option<W>>>,
    tap: Arc<Tap>,
    /// Responses to requests that have failed, received before the next line.
    failures: VecDeque<RxJsonRpcMessage<RoleClient>>,
}

enum LineRead {
    Complete,
    TooLarge,
    Eof,
}

impl<R: AsyncRead + Unpin, W> TappedStdio<R, W> {
    pub fn new(reader: R, writer: W, limit: usize, tap: Arc<Tap>) -> Self {
        Self {
            reader: BufReader::with_capacity(64 << 10, reader),
            line: Vec::new(),
            is_skipping: false,
            max_line_bytes: limit,
            writer: Arc::new(Mutex::new(Some(writer))),
            tap,
            failures: VecDeque::new(),
        }
    }

    async fn read_line(&mut self) -> io::Result<LineRead> {
        loop {
            let available = self.reader.fill_buf().await?;
            if available.is_empty() {
                return Ok(LineRead::Eof);
            }
            let newline = available.iter().position(|byte| *byte == b'\n');
            let taken = newline.unwrap_or(available.len());
            let too_long = !self.is_skipping && self.line.len() + taken > self.max_line_bytes;
            if !self.is_skipping && !too_long {
                self.line.extend_from_slice(&available[..taken]);
            }
            self.reader.consume(newline.map_or(taken, |at| at + 1));
            if too_long {
                self.line = Vec::new();
                self.is_skipping = newline.is_none();
                return Ok(LineRead::TooLarge);
            }
            if newline.is_some() && !std::mem::take(&mut self.is_skipping) {
                return Ok(LineRead::Complete);
            }
        }
    }
}

impl<R, W> Transport<RoleClient> for TappedStdio<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        self.tap.register_request(&message);
        let writer = Arc::clone(&self.writer);
        async move {
            let mut line = serde_json::to_vec(&message)?;
            line.push(b'\n');
            let mut writer = writer.lock().await;
            let writer = writer.as_mut().ok_or_else(|| io::Error::from(io::ErrorKind::BrokenPipe))?;
            writer.write_all(&line).await?;
            writer.flush().await
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        loop {
            if let Some(failure) = self.failures.pop_front() {
                return Some(failure);
            }
            let message = match self.read_line().await {
                Ok(LineRead::Complete) => {
                    let line = std::mem::take(&mut self.line);
                    self.tap.receive_message(&line)
                }
                Ok(LineRead::TooLarge) => {
                    self.failures.extend(self.tap.fail_all_oversized(self.max_line_bytes));
                    None
                }
                Ok(LineRead::Eof) | Err(_) => return None,
            };
            if message.is_some() {
                return message;
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        // Closing standard input tells a stdio server to exit.
        self.writer.lock().await.take();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rmcp::model::{ClientRequest, JsonRpcMessage, ListToolsRequest, RequestId};

    use super::*;

    #[tokio::test]
    async fn an_oversized_message_fails_every_caller_that_may_wait_for_it() {
        let tap = Arc::new(Tap::default());
        for id in [1, 2] {
            let request = ClientRequest::ListToolsRequest(ListToolsRequest::default());
            tap.register_request(&JsonRpcMessage::request(request, RequestId::Number(id)));
        }
        let output =
            format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"x\":\"{}\"}}}}\n", "x".repeat(100));
        let mut transport = TappedStdio::new(output.as_bytes(), tokio::io::sink(), 64, tap);
        let mut failed = Vec::new();
        while let Some(message) = transport.receive().await {
            let JsonRpcMessage::Error(error) = message else { panic!("{message:?}") };
            assert!(error.error.message.contains("larger than"), "{}", error.error.message);
            failed.push(error.id);
        }
        assert_eq!(failed, [Some(RequestId::Number(1)), Some(RequestId::Number(2))]);
    }
}
