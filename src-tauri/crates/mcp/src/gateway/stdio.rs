//! stdio transport: one client, one session.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::time::{Instant, timeout, timeout_at};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::gateway::context::GatewayContext;
use crate::gateway::outbound::{OutboundKind, OutboundMessage, OutboundQueue};
use crate::gateway::session::{Phase, Session};
use crate::gateway::stateless::{STATELESS_VERSION, parse_client_meta};
use crate::jsonrpc::envelope::Envelope;
use crate::jsonrpc::frame::{Frame, ParsedLine};
use crate::jsonrpc::lines::{LineItem, LineReader};
use crate::jsonrpc::response;

/// For everything to end after the client closes stdin or shutdown is requested.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);
/// The same if both have happened.
const FORCED_DRAIN_TIMEOUT: Duration = Duration::from_secs(1);

/// Serves the client on these streams until it closes its side or `stop` is cancelled. Pending requests are answered
/// first, and no process is left when this returns.
pub async fn serve_stdio<R, W>(
    context: &Arc<GatewayContext>,
    (reader, mut writer): (R, W),
    stop: &CancellationToken,
) where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let (tasks, mut lines) = (TaskTracker::new(), LineReader::new(reader, context.limits.max_bytes));
    let mut first = None;
    loop {
        first = serve_session(context, &tasks, (&mut lines, first.take()), &mut writer, stop).await;
        if first.is_none() {
            return;
        }
    }
}

/// Serves until the client disconnects or starts over: a client of both protocols may send `server/discover` first and
/// then `initialize`. Returns the line with that `initialize`.
async fn serve_session<R, W>(
    context: &Arc<GatewayContext>,
    tasks: &TaskTracker,
    (lines, first): (&mut LineReader<R>, Option<Vec<u8>>),
    writer: &mut W,
    stop: &CancellationToken,
) -> Option<Vec<u8>>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let session = Session::new(context, tasks, CancellationToken::new());
    let _when_dropped = session.stop.clone().drop_guard();
    let queue = session.open_listener();
    let mut restart_line = None;
    let shutdown = async {
        let stop_requested = tokio::select! {
            restart = read_client(&session, lines, first, &queue) => {
                if restart.is_some() {
                    session.shut_down();
                    queue.finish();
                    restart_line = restart;
                    return;
                }
                false
            }
            () = stop.cancelled() => true,
        };
        if stop_requested {
            session.stop_accepting();
        }
        let until = Instant::now() + DRAIN_TIMEOUT;
        let grace = context.timeouts.shutdown_grace + Duration::from_millis(500);
        let ending = async {
            let _ = timeout_at(until.checked_sub(grace).unwrap_or(until), session.wait_until_idle()).await;
            session.shut_down();
            tasks.close();
            let _ = timeout_at(until, tasks.wait()).await;
        };
        tokio::select! {
            () = ending => {}
            // A client that closes stdin and then signals us will kill the process soon, before servers could be ended.
            () = stop.cancelled(), if !stop_requested => {
                session.shut_down();
                tasks.close();
                let _ = timeout(FORCED_DRAIN_TIMEOUT, tasks.wait()).await;
            }
        }
        queue.finish();
    };
    let is_disconnected = {
        let written = write_queue(&queue, writer);
        tokio::pin!(shutdown, written);
        // A client that stops reading has disconnected as well.
        let is_disconnected = tokio::select! {
            () = &mut shutdown => false,
            _ = &mut written => true,
        };
        if !is_disconnected {
            let _ = timeout(DRAIN_TIMEOUT, written).await;
        }
        is_disconnected
    };
    if is_disconnected {
        session.shut_down();
        tasks.close();
        let _ = timeout(DRAIN_TIMEOUT, tasks.wait()).await;
        return None;
    }
    restart_line
}

/// Handles the client's messages. Returns `None` at the end of input, or the `initialize` line of a client that starts
/// over.
async fn read_client<R: AsyncRead + Unpin>(
    session: &Arc<Session>,
    lines: &mut LineReader<R>,
    first: Option<Vec<u8>>,
    queue: &Arc<OutboundQueue>,
) -> Option<Vec<u8>> {
    let limit = session.context.limits.max_bytes;
    if let Some(line) = first {
        handle_line(session, &line, queue);
        session.wait_for_handshake().await;
    }
    let mut is_filled = true;
    loop {
        while let Some(item) = lines.next_line() {
            match item {
                LineItem::Line(line, _) => {
                    if session.is_stateless() && is_initialize_request(line) {
                        return Some(line.to_vec());
                    }
                    if session.state().phase == Phase::New && is_stateless_request(line) {
                        session.start_stateless();
                        session.wait_for_handshake().await;
                    }
                    handle_line(session, line, queue);
                }
                LineItem::TooLong(envelope) => refuse_oversized(session, &envelope, limit, queue),
            }
            // Requests sent before the handshake is answered wait for it instead of being refused.
            session.wait_for_handshake().await;
        }
        if !is_filled {
            return None;
        }
        queue.wait_for_room().await;
        session.wait_for_upstreams().await;
        is_filled = lines.fill().await.unwrap_or(false);
    }
}

/// Returns whether the line is an `initialize` request.
fn is_initialize_request(line: &[u8]) -> bool {
    if memchr::memmem::find(line, b"initialize").is_none() {
        return false;
    }
    let message = std::str::from_utf8(line).ok().and_then(|text| Frame::parse(text.trim_ascii()));
    message.is_some_and(|message| message.method() == "initialize" && message.id.is_some())
}

/// Returns whether the line is a 2026-07-28 request. Such a client names its version in every request and may start
/// with any.
fn is_stateless_request(line: &[u8]) -> bool {
    let message = std::str::from_utf8(line).ok().and_then(|text| Frame::parse(text.trim_ascii()));
    message.is_some_and(|message| parse_client_meta(&message).version.as_deref() == Some(STATELESS_VERSION))
}

fn handle_line(session: &Arc<Session>, line: &[u8], queue: &Arc<OutboundQueue>) {
    let text = std::str::from_utf8(line).unwrap_or_default().trim_ascii();
    match ParsedLine::parse(text) {
        ParsedLine::Single(message) => {
            session.handle_client_message(text, &message, queue);
        }
        // Batches exist only in protocol version 2025-03-26.
        ParsedLine::Batch(items) if session.state().version == "2025-03-26" => {
            for item in items {
                match Frame::parse(item.get()) {
                    Some(message) => drop(session.handle_client_message(item.get(), &message, queue)),
                    None => session.send_error(
                        queue,
                        "null",
                        response::INVALID_REQUEST,
                        "Invalid Request: not a JSON-RPC message",
                    ),
                }
            }
        }
        ParsedLine::Batch(_) => session.send_error(
            queue,
            "null",
            response::INVALID_REQUEST,
            "Invalid Request: batches are not supported in this protocol version",
        ),
        ParsedLine::NotJson => {
            let envelope = Envelope::scan(line);
            let id = envelope
                .id
                .filter(|_| envelope.has_method && !envelope.is_ambiguous)
                .unwrap_or_else(|| "null".to_owned());
            session.send_error(queue, &id, response::PARSE_ERROR, "Parse error: the line is not JSON");
        }
    }
}

fn refuse_oversized(session: &Session, envelope: &Envelope, limit: usize, queue: &OutboundQueue) {
    let why = format!("dropped a message of the client that is larger than {} MiB", limit >> 20);
    match &envelope.id {
        Some(id) if envelope.has_method && !envelope.is_ambiguous && !envelope.is_batch => {
            session.send_error(queue, id, response::INVALID_REQUEST, &why);
        }
        _ => session.context.report(usize::MAX, &why),
    }
}

async fn write_queue<W: AsyncWrite + Unpin>(queue: &OutboundQueue, mut writer: W) -> io::Result<()> {
    let mut out = Vec::new();
    while let Some(first) = queue.next().await {
        append_message(first, &mut out);
        // Queued messages are written together.
        while out.len() < 1 << 20 {
            let Some(next) = queue.try_next() else { break };
            append_message(next, &mut out);
        }
        writer.write_all(&out).await?;
        writer.flush().await?;
        out.clear();
    }
    Ok(())
}

fn append_message(OutboundMessage { text, kind }: OutboundMessage, out: &mut Vec<u8>) {
    if kind != OutboundKind::Cancelled {
        out.extend_from_slice(&text);
        out.push(b'\n');
    }
}
