//! The direction from the server to the client, with the proxy's own messages and list-changed notifications.

use std::future::pending;
use std::io;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{Instant, sleep_until};

use crate::jsonrpc::lines::{LineItem, Lines};
use crate::jsonrpc::splice::{is_one_line, pass};
use crate::proxy::session::Session;
use crate::proxy::stdio::{ProxyEnd, put, write};

/// Minimum time between list-changed notifications; policy changes within it are reported once.
const BETWEEN_NEWS: Duration = Duration::from_millis(200);

/// Forwards the server's messages until one side closes.
pub(super) async fn to_client<R, W>(session: &Session, reader: R, writer: &mut W, limit: usize) -> ProxyEnd
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
                        LineItem::Line(line, is_last) => {
                            if session.server_says(line, &mut out) {
                                // The common case: write a single line without copying it.
                                if is_last && out.is_empty() && is_one_line(line) && line.ends_with(b"\n") {
                                    if write(writer, line).await.is_err() {
                                        return ProxyEnd::ClientLeft;
                                    }
                                } else {
                                    pass(line, &mut out);
                                }
                            }
                            None
                        }
                        LineItem::TooLong(skim) => session.too_long_from_server(&skim, limit, &mut out).err(),
                    };
                    if let Some(why) = unusable {
                        let _ = put(writer, &mut out).await;
                        return ProxyEnd::Unusable(why);
                    }
                }
            }
            Event::Outbox => {}
            Event::Changed(true) => {
                let earliest = told.map_or_else(Instant::now, |told| told + BETWEEN_NEWS);
                due.get_or_insert(earliest);
            }
            // The policy's sender was dropped: the last policy stays in force.
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
            return ProxyEnd::ClientLeft;
        }
        if is_over {
            return ProxyEnd::ServerLeft;
        }
    }
}

async fn at(due: Option<Instant>) {
    match due {
        Some(due) => sleep_until(due).await,
        None => pending().await,
    }
}
