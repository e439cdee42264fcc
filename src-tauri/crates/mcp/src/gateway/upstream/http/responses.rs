//! HTTP responses: a JSON body, or an event stream that is resumed if it breaks.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::StreamExt;
use reqwest::Response;
use reqwest::header::CONTENT_TYPE;
use tokio::time::sleep;

use crate::gateway::session::Session;
use crate::gateway::supervisor::wait_for_reader;
use crate::gateway::upstream::http::{AGAIN, HttpUpstream, LAST_EVENT};
use crate::gateway::upstream::sse::Events;

/// Maximum number of consecutive attempts without a new event.
const TRIES: usize = 5;

impl HttpUpstream {
    /// Reads an event stream. If it ends before the response, it is resumed after the last event id, if there is one.
    pub(super) async fn stream(
        &self,
        session: &Arc<Session>,
        response: Response,
        about: Option<u64>,
    ) -> Result<(), String> {
        let mut events = Events::new(session.context.limits.bytes);
        self.read(session, response, &mut events, about).await?;
        let mut tries = 0;
        while about.is_some_and(|number| session.state().requests.is_pending(number)) && tries < TRIES {
            let Some(last) = events.last_id.clone() else { break };
            sleep(events.retry.unwrap_or(AGAIN)).await;
            let request = self.client.get(&self.remote.url).header(LAST_EVENT, &last);
            let response = self.prepared(request).await.send().await;
            tries += 1;
            if let Ok(response) = response
                && response.status().is_success()
                && matches!(kind(&response), ResponseKind::Events)
            {
                events.again();
                self.read(session, response, &mut events, about).await?;
                if events.last_id.as_deref() != Some(&last) {
                    tries = 0;
                }
            }
        }
        self.has_answered(session, about, "the server's stream ended before it answered")
    }

    pub(super) async fn read(
        &self,
        session: &Arc<Session>,
        response: Response,
        events: &mut Events,
        about: Option<u64>,
    ) -> Result<(), String> {
        let mut pieces = response.bytes_stream();
        while let Some(piece) = pieces.next().await {
            // A broken stream counts as ended.
            let Ok(piece) = piece else { return Ok(()) };
            let mut crowded = None;
            let fed = events.feed(&piece, |data| {
                if !data.trim_ascii().is_empty() {
                    crowded = session.server_says(self.place, data, about).or(crowded.take());
                }
            });
            if let Some(mailbox) = crowded {
                wait_for_reader(session, &mailbox).await;
            }
            if fed.is_err() {
                let most = session.context.limits.bytes >> 20;
                return Err(format!("the server sent an event of more than {most} MiB"));
            }
        }
        Ok(())
    }

    pub(super) async fn heard(&self, session: &Arc<Session>, body: &[u8], about: Option<u64>) {
        if !body.trim_ascii().is_empty()
            && let Some(mailbox) = session.server_says(self.place, body, about)
        {
            wait_for_reader(session, &mailbox).await;
        }
    }

    pub(super) fn has_answered(
        &self,
        session: &Session,
        about: Option<u64>,
        why: &str,
    ) -> Result<(), String> {
        match about.is_some_and(|number| session.state().requests.is_pending(number)) {
            true => Err(why.to_owned()),
            false => Ok(()),
        }
    }

    pub(super) async fn body(&self, session: &Session, response: Response) -> Result<Bytes, String> {
        let limit = session.context.limits.bytes;
        let length = response.content_length().map_or(0, |length| length.min(4 << 20) as usize);
        let mut pieces = response.bytes_stream();
        let not_whole = |_| "the server's answer did not arrive whole";
        let first = pieces.next().await.transpose().map_err(not_whole)?.unwrap_or_default();
        // Usually the first chunk is the whole body and is not copied.
        let mut body = Vec::new();
        while let Some(piece) = pieces.next().await {
            let piece = piece.map_err(not_whole)?;
            if body.is_empty() {
                body.reserve(length);
                body.extend_from_slice(&first);
            }
            if body.len() + piece.len() > limit {
                return Err(format!("the server sent a message of more than {} MiB", limit >> 20));
            }
            body.extend_from_slice(&piece);
        }
        if body.is_empty() { Ok(first) } else { Ok(body.into()) }
    }
}

pub(super) enum ResponseKind {
    Json,
    Events,
    Other,
}

pub(super) fn kind(response: &Response) -> ResponseKind {
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let starts = |with: &str| kind.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    match () {
        () if starts("text/event-stream") => ResponseKind::Events,
        () if starts("application/json") => ResponseKind::Json,
        () => ResponseKind::Other,
    }
}
