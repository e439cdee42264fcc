//! The pump: lines of the client to the server, lines of the server to the client, until one of them is gone.
//!
//! Each direction reads, decides and writes by itself, and what one read brought is written at once. Only the direction
//! towards a side writes to it; the other one leaves its answers in an [`Outbox`](super::outbox::Outbox).

use std::future::{pending, poll_fn};
use std::io;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::time::{Instant, sleep_until, timeout, timeout_at};
use tokio_util::sync::CancellationToken;

use crate::proxy::from_client::{Waiting, is_one_line, pass};
use crate::proxy::lines::{Item, Lines};
use crate::proxy::served::Verdict;
use crate::proxy::session::Session;

/// Changes that come closer together than this are told once.
const BETWEEN_NEWS: Duration = Duration::from_millis(200);
/// A buffer that grew for one long line is given back.
const KEPT: usize = 2 << 20;

/// How long one waits, and how long a line may be.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// One line. A longer one is answered with an error, or ends the connection.
    pub line: usize,
    /// For the server to end once it was told to, and for calls under way when we are told to.
    pub patience: Duration,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { line: crate::limits::Limits::default().bytes, patience: Duration::from_secs(5) }
    }
}

/// Why a connection ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
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
    pub why: Ending,
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
    bounds: Bounds,
    stop: &CancellationToken,
    stopping: impl FnOnce(),
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
                (Ending::Stopped, told + bounds.patience)
            }
        }
    };
    // The server's input is closed now. What it still has to say is passed on; what it does not say in time is lost.
    match timeout_at(until, down).await {
        Ok(Ending::ServerLeft) => Left { why, is_overdue: false },
        Ok(other) => Left { why: other, is_overdue: false },
        Err(_) => Left { why, is_overdue: true },
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

async fn to_server<R, W>(session: &Session, reader: R, mut writer: W, limit: usize) -> Ending
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    enum Event {
        Read(io::Result<bool>),
        Decided(usize, Verdict),
        Outbox,
    }

    let mut lines = Lines::new(reader, limit);
    let mut out = Vec::new();
    let mut waiting: Vec<Waiting> = Vec::new();
    let ending = loop {
        let event = tokio::select! {
            more = lines.fill() => Event::Read(more),
            (place, verdict) = decision(&mut waiting) => Event::Decided(place, verdict),
            () = session.to_server.filled() => Event::Outbox,
        };
        let mut unusable = None;
        let is_over = match event {
            Event::Read(more) => {
                while let Some(item) = lines.next() {
                    match item {
                        Item::Line(line, _) => session.from_client(line, &mut out, &mut waiting),
                        Item::TooLong(skim) => {
                            unusable =
                                session.too_long_from_client(&skim, limit, &mut out).err().or(unusable);
                        }
                    }
                }
                !more.unwrap_or(false)
            }
            Event::Decided(place, verdict) => {
                session.decided(waiting.swap_remove(place), verdict, &mut out);
                false
            }
            Event::Outbox => false,
        };
        session.to_server.empty_into(&mut out);
        if put(&mut writer, &mut out).await.is_err() {
            break Ending::ServerLeft;
        }
        if let Some(why) = unusable {
            break Ending::Unusable(why);
        }
        if is_over {
            break Ending::ClientLeft;
        }
        session.to_client.has_room().await;
    };
    session.withdrawn(waiting);
    ending
}

/// The next call of those that wait that was decided about.
async fn decision(waiting: &mut [Waiting]) -> (usize, Verdict) {
    poll_fn(|context| {
        for (place, call) in waiting.iter_mut().enumerate() {
            if let Poll::Ready(verdict) = call.decision.as_mut().poll(context) {
                return Poll::Ready((place, verdict));
            }
        }
        Poll::Pending
    })
    .await
}

async fn to_client<R, W>(session: &Session, reader: R, writer: &mut W, limit: usize) -> Ending
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    enum Event {
        Read(io::Result<bool>),
        Outbox,
        Changed(bool),
        Due,
    }

    let mut lines = Lines::new(reader, limit);
    let mut out = Vec::new();
    let mut states = session.served.clone();
    states.mark_unchanged();
    let mut may_change = true;
    let (mut due, mut told): (Option<Instant>, Option<Instant>) = (None, None);
    loop {
        let event = tokio::select! {
            more = lines.fill() => Event::Read(more),
            () = session.to_client.filled() => Event::Outbox,
            changed = states.changed(), if may_change => Event::Changed(changed.is_ok()),
            () = at(due) => Event::Due,
        };
        let mut is_over = false;
        match event {
            Event::Read(more) => {
                is_over = !more.unwrap_or(false);
                while let Some(item) = lines.next() {
                    let unusable = match item {
                        Item::Line(line, is_last) => {
                            if session.from_server(line, &mut out) {
                                // Most often this is all there is: a long line need not be copied to be written.
                                if is_last && out.is_empty() && is_one_line(line) && line.ends_with(b"\n") {
                                    if write(writer, line).await.is_err() {
                                        return Ending::ClientLeft;
                                    }
                                } else {
                                    pass(line, &mut out);
                                }
                            }
                            None
                        }
                        Item::TooLong(skim) => session.too_long_from_server(&skim, limit, &mut out).err(),
                    };
                    if let Some(why) = unusable {
                        let _ = put(writer, &mut out).await;
                        return Ending::Unusable(why);
                    }
                }
            }
            Event::Outbox => {}
            Event::Changed(true) => {
                let earliest = told.map_or_else(Instant::now, |told| told + BETWEEN_NEWS);
                due.get_or_insert(earliest);
            }
            // Whoever decides is gone: the last state stands.
            Event::Changed(false) => may_change = false,
            Event::Due => {
                due = None;
                for message in session.news() {
                    out.extend_from_slice(message.as_bytes());
                    out.push(b'\n');
                    told = Some(Instant::now());
                }
            }
        }
        if is_over && out.last().is_some_and(|last| *last != b'\n') && session.has_more_to_say() {
            out.push(b'\n');
        }
        session.to_client.empty_into(&mut out);
        if put(writer, &mut out).await.is_err() {
            return Ending::ClientLeft;
        }
        if is_over {
            return Ending::ServerLeft;
        }
    }
}

async fn at(due: Option<Instant>) {
    match due {
        Some(due) => sleep_until(due).await,
        None => pending().await,
    }
}

async fn put<W: AsyncWrite + Unpin>(writer: &mut W, out: &mut Vec<u8>) -> io::Result<()> {
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

async fn write<W: AsyncWrite + Unpin>(writer: &mut W, bytes: &[u8]) -> io::Result<()> {
    writer.write_all(bytes).await?;
    writer.flush().await
}
