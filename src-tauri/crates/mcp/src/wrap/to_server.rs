//! The direction from the client to the server, with the calls that wait for a decision.

use std::io;

use tokio::io::{AsyncRead, AsyncWrite};

use crate::jsonrpc::lines::{LineItem, LineReader};
use crate::proxy::policy::Verdict;
use crate::wrap::pending_approvals::{PendingApproval, next_verdict};
use crate::wrap::pipe::{CloseReason, write_buffer};
use crate::wrap::session::Session;

/// Forwards the client's messages until one side closes. The server's input is closed when this returns.
pub(super) async fn forward_to_server<R, W>(
    session: &Session,
    reader: R,
    mut writer: W,
    max_line_bytes: usize,
) -> CloseReason
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    enum Event {
        Read(io::Result<bool>),
        Decided(usize, Verdict),
        Outbox,
    }

    let mut lines = LineReader::new(reader, max_line_bytes);
    let mut out = Vec::new();
    let mut approvals: Vec<PendingApproval> = Vec::new();
    let reason = loop {
        let event = tokio::select! {
            more = lines.fill() => Event::Read(more),
            (place, verdict) = next_verdict(&mut approvals) => Event::Decided(place, verdict),
            () = session.server_outbox.wait_for_messages() => Event::Outbox,
        };
        let mut unusable = None;
        let is_eof = match event {
            Event::Read(more) => {
                while let Some(item) = lines.next_line() {
                    match item {
                        LineItem::Line(line, _) => session.handle_client_line(line, &mut out, &mut approvals),
                        LineItem::TooLong(skim) => {
                            unusable = session
                                .handle_oversized_client_line(&skim, max_line_bytes, &mut out)
                                .err()
                                .or(unusable);
                        }
                    }
                }
                !more.unwrap_or(false)
            }
            Event::Decided(place, verdict) => {
                session.apply_verdict(approvals.swap_remove(place), verdict, &mut out);
                false
            }
            Event::Outbox => false,
        };
        session.server_outbox.drain_into(&mut out);
        if write_buffer(&mut writer, &mut out).await.is_err() {
            break CloseReason::ServerClosed;
        }
        if let Some(why) = unusable {
            break CloseReason::ProtocolError(why);
        }
        if is_eof {
            break CloseReason::ClientClosed;
        }
        session.client_outbox.wait_for_capacity().await;
    };
    session.cancel_calls(approvals);
    reason
}
