//! The way in over a pipe: one client, one session, as long as the pipe is open.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::time::{Instant, timeout, timeout_at};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::gateway::mailbox::{Item as Message, Kind, Mailbox};
use crate::gateway::offer::Offer;
use crate::gateway::session::{Phase, Session};
use crate::gateway::stateless::{VERSION, stated};
use crate::proxy::answer;
use crate::proxy::frame::{Frame, Line};
use crate::proxy::lines::{Item, Lines};
use crate::proxy::skim::Skim;

/// For everything to end once the client is gone or we are told to.
const DRAIN: Duration = Duration::from_secs(5);

/// Serves the client at the other end of these two until it closes its side or `stop` is cancelled. Requests under way
/// are answered first, and nothing that was started is left when this returns.
pub async fn serve_stdio<R, W>(offer: &Arc<Offer>, (reader, writer): (R, W), stop: &CancellationToken)
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let tasks = TaskTracker::new();
    let session = Session::new(offer, &tasks, CancellationToken::new());
    let _when_dropped = session.stop.clone().drop_guard();
    let mailbox = session.listen();
    let farewell = async {
        tokio::select! {
            () = read(&session, reader, &mailbox) => {}
            () = stop.cancelled() => session.close(),
        }
        let until = Instant::now() + DRAIN;
        let patience = offer.patience.farewell + Duration::from_millis(500);
        let _ = timeout_at(until.checked_sub(patience).unwrap_or(until), session.settled()).await;
        session.end();
        tasks.close();
        let _ = timeout_at(until, tasks.wait()).await;
        mailbox.end();
    };
    let written = write(&mailbox, writer);
    // A client that does not read any more has left, too.
    tokio::pin!(farewell, written);
    let is_over = tokio::select! {
        () = &mut farewell => false,
        _ = &mut written => true,
    };
    if is_over {
        session.end();
        tasks.close();
        let _ = timeout(DRAIN, tasks.wait()).await;
    } else {
        let _ = timeout(DRAIN, written).await;
    }
}

async fn read<R: AsyncRead + Unpin>(session: &Arc<Session>, reader: R, mailbox: &Arc<Mailbox>) {
    let limit = session.offer.limits.bytes;
    let mut lines = Lines::new(reader, limit);
    loop {
        let more = lines.fill().await.unwrap_or(false);
        while let Some(item) = lines.next() {
            match item {
                Item::Line(line, _) => {
                    if session.state().phase == Phase::New && is_stateless(line) {
                        session.awake();
                        session.awakened().await;
                    }
                    said(session, line, mailbox);
                }
                Item::TooLong(skim) => too_long(session, &skim, limit, mailbox),
            }
            // A client that does not wait for the answer to its greeting is not told that it came too early.
            session.awakened().await;
        }
        if !more {
            return;
        }
        mailbox.has_room().await;
        session.has_room().await;
    }
}

/// A client of the newer protocol says so with every request, and begins with any.
fn is_stateless(line: &[u8]) -> bool {
    let message = std::str::from_utf8(line).ok().and_then(|text| Frame::parse(text.trim_ascii()));
    message.is_some_and(|message| stated(&message).version.as_deref() == Some(VERSION))
}

fn said(session: &Arc<Session>, line: &[u8], mailbox: &Arc<Mailbox>) {
    let text = std::str::from_utf8(line).unwrap_or_default().trim_ascii();
    match Line::parse(text) {
        Line::One(message) => {
            session.take(text, &message, mailbox);
        }
        // Several messages at once, which only the protocol of 2025-03-26 knows.
        Line::Batch(items) if session.state().version == "2025-03-26" => {
            for item in items {
                match Frame::parse(item.get()) {
                    Some(message) => drop(session.take(item.get(), &message, mailbox)),
                    None => session.refuse(
                        mailbox,
                        "null",
                        answer::INVALID,
                        "Invalid Request: this is no message",
                    ),
                }
            }
        }
        Line::Batch(_) => {
            session.refuse(mailbox, "null", answer::INVALID, "Invalid Request: one message at a time")
        }
        Line::NotJson => {
            let skim = Skim::of(line);
            let id = skim.id.filter(|_| skim.asks && !skim.doubtful).unwrap_or_else(|| "null".to_owned());
            session.refuse(mailbox, &id, answer::PARSE, "Parse error: this line is not JSON");
        }
    }
}

fn too_long(session: &Session, skim: &Skim, limit: usize, mailbox: &Mailbox) {
    let why = format!("the client sent a message of more than {} MiB, which was not passed on", limit >> 20);
    match &skim.id {
        Some(id) if skim.asks && !skim.doubtful && !skim.is_batch => {
            session.refuse(mailbox, id, answer::INVALID, &why);
        }
        _ => session.offer.words(usize::MAX, &why),
    }
}

async fn write<W: AsyncWrite + Unpin>(mailbox: &Mailbox, mut writer: W) -> io::Result<()> {
    let mut out = Vec::new();
    while let Some(first) = mailbox.next().await {
        put(first, &mut out);
        // What lies ready is written at once.
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

fn put(Message { text, kind }: Message, out: &mut Vec<u8>) {
    if kind != Kind::Withdrawn {
        out.extend_from_slice(&text);
        out.push(b'\n');
    }
}
