//! The direction from the server to the client, with the proxy's own messages and list-changed notifications.

use std::future::pending;
use std::io;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{Instant, sleep_until};

use crate::jsonrpc::lines::{LineItem, LineReader};
use crate::jsonrpc::single_line::{append_line, is_single_line};
use crate::wrap::pipe::{CloseReason, write_and_flush, write_buffer};
use crate::wrap::session::Session;

/// Minimum time between list-changed notifications; policy changes within it are reported once.
const MIN_NOTIFICATION_INTERVAL: Duration = Duration::from_millis(200);

/// Forwards the server's messages until one side closes.
pub(super) async fn forward_to_client<R, W>(
    session: &Session,
    reader: R,
    writer: &mut W,
    max_line_bytes: usize,
) -> CloseReason
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    enum Event {
        Read(io::Result<bool>),
        Outbox,
        PolicyChanged(bool),
        NotificationDue,
    }

    let mut lines = LineReader::new(reader, max_line_bytes);
    let mut out = Vec::new();
    let mut policy = session.policy.clone();
    policy.mark_unchanged();
    let mut may_change = true;
    let (mut due, mut last_notified): (Option<Instant>, Option<Instant>) = (None, None);
    loop {
        let event = tokio::select! {
            more = lines.fill() => Event::Read(more),
            () = session.client_outbox.wait_for_messages() => Event::Outbox,
            changed = policy.changed(), if may_change => Event::PolicyChanged(changed.is_ok()),
            () = sleep_until_due(due) => Event::NotificationDue,
        };
        let mut is_eof = false;
        match event {
            Event::Read(more) => {
                is_eof = !more.unwrap_or(false);
                while let Some(item) = lines.next_line() {
                    let unusable = match item {
                        LineItem::Line(line, is_last) => {
                            if session.handle_server_line(line, &mut out) {
                                // The common case: write a single line without copying it.
                                if is_last && out.is_empty() && is_single_line(line) && line.ends_with(b"\n")
                                {
                                    if write_and_flush(writer, line).await.is_err() {
                                        return CloseReason::ClientClosed;
                                    }
                                } else {
                                    append_line(line, &mut out);
                                }
                            }
                            None
                        }
                        LineItem::TooLong(skim) => {
                            session.handle_oversized_server_line(&skim, max_line_bytes, &mut out).err()
                        }
                    };
                    if let Some(why) = unusable {
                        let _ = write_buffer(writer, &mut out).await;
                        return CloseReason::ProtocolError(why);
                    }
                }
            }
            Event::Outbox => {}
            Event::PolicyChanged(true) => {
                let earliest = last_notified
                    .map_or_else(Instant::now, |last_notified| last_notified + MIN_NOTIFICATION_INTERVAL);
                due.get_or_insert(earliest);
            }
            // The policy's sender was dropped: the last policy stays in force.
            Event::PolicyChanged(false) => may_change = false,
            Event::NotificationDue => {
                due = None;
                for message in session.list_changed_notifications() {
                    out.extend_from_slice(message.as_bytes());
                    out.push(b'\n');
                    last_notified = Some(Instant::now());
                }
            }
        }
        if is_eof && out.last().is_some_and(|last| *last != b'\n') && session.has_more_messages() {
            out.push(b'\n');
        }
        session.client_outbox.drain_into(&mut out);
        if write_buffer(writer, &mut out).await.is_err() {
            return CloseReason::ClientClosed;
        }
        if is_eof {
            return CloseReason::ServerClosed;
        }
    }
}

async fn sleep_until_due(due: Option<Instant>) {
    match due {
        Some(due) => sleep_until(due).await,
        None => pending().await,
    }
}
