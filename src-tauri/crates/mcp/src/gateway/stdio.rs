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
use crate::gateway::stateless::{VERSION, stated};
use crate::jsonrpc::envelope::Envelope;
use crate::jsonrpc::frame::{Frame, ParsedLine};
use crate::jsonrpc::lines::{LineItem, Lines};
use crate::jsonrpc::response;

/// For everything to end after the client closes stdin or shutdown is requested.
const DRAIN: Duration = Duration::from_secs(5);
/// The same if both have happened.
const HURRY: Duration = Duration::from_secs(1);

/// Serves the client on these streams until it closes its side or `stop` is cancelled. Pending requests are answered
/// first, and no process is left when this returns.
pub async fn serve_stdio<R, W>(
    offer: &Arc<GatewayContext>,
    (reader, mut writer): (R, W),
    stop: &CancellationToken,
) where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let (tasks, mut lines) = (TaskTracker::new(), Lines::new(reader, offer.limits.bytes));
    let mut first = None;
    loop {
        first = serve_session(offer, &tasks, (&mut lines, first.take()), &mut writer, stop).await;
        if first.is_none() {
            return;
        }
    }
}

/// Serves until the client disconnects or starts over: a client of both protocols may send `server/discover` first and
/// then `initialize`. Returns the line with that `initialize`.
async fn serve_session<R, W>(
    offer: &Arc<GatewayContext>,
    tasks: &TaskTracker,
    (lines, first): (&mut Lines<R>, Option<Vec<u8>>),
    writer: &mut W,
    stop: &CancellationToken,
) -> Option<Vec<u8>>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let session = Session::new(offer, tasks, CancellationToken::new());
    let _when_dropped = session.stop.clone().drop_guard();
    let mailbox = session.listen();
    let mut again = None;
    let farewell = async {
        let was_told = tokio::select! {
            anew = read(&session, lines, first, &mailbox) => {
                if anew.is_some() {
                    session.end();
                    mailbox.end();
                    again = anew;
                    return;
                }
                false
            }
            () = stop.cancelled() => true,
        };
        if was_told {
            session.close();
        }
        let until = Instant::now() + DRAIN;
        let patience = offer.patience.farewell + Duration::from_millis(500);
        let ending = async {
            let _ = timeout_at(until.checked_sub(patience).unwrap_or(until), session.settled()).await;
            session.end();
            tasks.close();
            let _ = timeout_at(until, tasks.wait()).await;
        };
        tokio::select! {
            () = ending => {}
            // A client that closes stdin and then signals us will kill the process soon, before servers could be ended.
            () = stop.cancelled(), if !was_told => {
                session.end();
                tasks.close();
                let _ = timeout(HURRY, tasks.wait()).await;
            }
        }
        mailbox.end();
    };
    let is_over = {
        let written = write(&mailbox, writer);
        tokio::pin!(farewell, written);
        // A client that stops reading has disconnected as well.
        let is_over = tokio::select! {
            () = &mut farewell => false,
            _ = &mut written => true,
        };
        if !is_over {
            let _ = timeout(DRAIN, written).await;
        }
        is_over
    };
    if is_over {
        session.end();
        tasks.close();
        let _ = timeout(DRAIN, tasks.wait()).await;
        return None;
    }
    again
}

/// Handles the client's messages. Returns `None` at the end of input, or the `initialize` line of a client that starts
/// over.
async fn read<R: AsyncRead + Unpin>(
    session: &Arc<Session>,
    lines: &mut Lines<R>,
    first: Option<Vec<u8>>,
    mailbox: &Arc<OutboundQueue>,
) -> Option<Vec<u8>> {
    let limit = session.context.limits.bytes;
    if let Some(line) = first {
        said(session, &line, mailbox);
        session.awakened().await;
    }
    let mut is_filled = true;
    loop {
        while let Some(item) = lines.next() {
            match item {
                LineItem::Line(line, _) => {
                    if session.is_stateless() && is_greeting(line) {
                        return Some(line.to_vec());
                    }
                    if session.state().phase == Phase::New && is_stateless(line) {
                        session.awake();
                        session.awakened().await;
                    }
                    said(session, line, mailbox);
                }
                LineItem::TooLong(skim) => too_long(session, &skim, limit, mailbox),
            }
            // Requests sent before the handshake is answered wait for it instead of being refused.
            session.awakened().await;
        }
        if !is_filled {
            return None;
        }
        mailbox.has_room().await;
        session.has_room().await;
        is_filled = lines.fill().await.unwrap_or(false);
    }
}

/// Returns whether the line is an `initialize` request.
fn is_greeting(line: &[u8]) -> bool {
    if memchr::memmem::find(line, b"initialize").is_none() {
        return false;
    }
    let message = std::str::from_utf8(line).ok().and_then(|text| Frame::parse(text.trim_ascii()));
    message.is_some_and(|message| message.method() == "initialize" && message.id.is_some())
}

/// Returns whether the line is a 2026-07-28 request. Such a client names its version in every request and may start
/// with any.
fn is_stateless(line: &[u8]) -> bool {
    let message = std::str::from_utf8(line).ok().and_then(|text| Frame::parse(text.trim_ascii()));
    message.is_some_and(|message| stated(&message).version.as_deref() == Some(VERSION))
}

fn said(session: &Arc<Session>, line: &[u8], mailbox: &Arc<OutboundQueue>) {
    let text = std::str::from_utf8(line).unwrap_or_default().trim_ascii();
    match ParsedLine::parse(text) {
        ParsedLine::One(message) => {
            session.take(text, &message, mailbox);
        }
        // Batches exist only in protocol version 2025-03-26.
        ParsedLine::Batch(items) if session.state().version == "2025-03-26" => {
            for item in items {
                match Frame::parse(item.get()) {
                    Some(message) => drop(session.take(item.get(), &message, mailbox)),
                    None => session.refuse(
                        mailbox,
                        "null",
                        response::INVALID,
                        "Invalid Request: this is no message",
                    ),
                }
            }
        }
        ParsedLine::Batch(_) => {
            session.refuse(mailbox, "null", response::INVALID, "Invalid Request: one message at a time")
        }
        ParsedLine::NotJson => {
            let skim = Envelope::of(line);
            let id = skim.id.filter(|_| skim.asks && !skim.doubtful).unwrap_or_else(|| "null".to_owned());
            session.refuse(mailbox, &id, response::PARSE, "Parse error: this line is not JSON");
        }
    }
}

fn too_long(session: &Session, skim: &Envelope, limit: usize, mailbox: &OutboundQueue) {
    let why = format!("the client sent a message of more than {} MiB, which was not passed on", limit >> 20);
    match &skim.id {
        Some(id) if skim.asks && !skim.doubtful && !skim.is_batch => {
            session.refuse(mailbox, id, response::INVALID, &why);
        }
        _ => session.context.words(usize::MAX, &why),
    }
}

async fn write<W: AsyncWrite + Unpin>(mailbox: &OutboundQueue, mut writer: W) -> io::Result<()> {
    let mut out = Vec::new();
    while let Some(first) = mailbox.next().await {
        put(first, &mut out);
        // Queued messages are written together.
        while out.len() < 1 << 20 {
            let Some(next) = mailbox.try_next() else { break };
            put(next, &mut out);
        }
        writer.write_all(&out).await?;
        writer.flush().await?;
        out.clear();
    }
    Ok(())
}

fn put(OutboundMessage { text, kind }: OutboundMessage, out: &mut Vec<u8>) {
    if kind != OutboundKind::Withdrawn {
        out.extend_from_slice(&text);
        out.push(b'\n');
    }
}
