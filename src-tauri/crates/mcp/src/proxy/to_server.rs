//! The direction from the client to the server, with the calls that wait for a decision.

use std::io;

use tokio::io::{AsyncRead, AsyncWrite};

use crate::jsonrpc::lines::{LineItem, Lines};
use crate::proxy::pending_approvals::{PendingApprovals, decision};
use crate::proxy::policy::Verdict;
use crate::proxy::session::Session;
use crate::proxy::stdio::{ProxyEnd, put};

/// Forwards the client's messages until one side closes. The server's input is closed when this returns.
pub(super) async fn to_server<R, W>(session: &Session, reader: R, mut writer: W, limit: usize) -> ProxyEnd
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
    let mut waiting: Vec<PendingApprovals> = Vec::new();
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
                        LineItem::Line(line, _) => session.client_says(line, &mut out, &mut waiting),
                        LineItem::TooLong(skim) => {
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
            break ProxyEnd::ServerLeft;
        }
        if let Some(why) = unusable {
            break ProxyEnd::Unusable(why);
        }
        if is_over {
            break ProxyEnd::ClientLeft;
        }
        session.to_client.has_room().await;
    };
    session.withdrawn(waiting);
    ending
}
