//! HTTP responses: a JSON body, or an event stream that is resumed if it breaks.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::StreamExt;
use reqwest::Response;
use reqwest::header::CONTENT_TYPE;
use tokio::time::sleep;

use crate::gateway::upstream::UpstreamHandler;
use crate::gateway::upstream::http::{HttpUpstream, LAST_EVENT_HEADER, RECONNECT_DELAY};
use crate::sse::SseParser;

/// Maximum number of consecutive attempts without a new event.
const MAX_RESUME_ATTEMPTS: usize = 5;

impl HttpUpstream {
    /// Reads an event stream. If it ends before the response, it is resumed after the last event id, if there is one.
    pub(super) async fn read_stream(
        &self,
        session: &Arc<impl UpstreamHandler>,
        response: Response,
        request_number: Option<u64>,
    ) -> Result<(), String> {
        let mut events = SseParser::new(session.max_bytes());
        self.read_events(session, response, &mut events, request_number).await?;
        let mut tries = 0;
        while request_number.is_some_and(|number| session.is_pending(number)) && tries < MAX_RESUME_ATTEMPTS {
            let Some(last) = events.last_id.clone() else { break };
            sleep(events.retry.unwrap_or(RECONNECT_DELAY)).await;
            let request = self.client.get(&self.remote.url).header(LAST_EVENT_HEADER, &last);
            let response = self.prepare(request).await.send().await;
            tries += 1;
            if let Ok(response) = response
                && response.status().is_success()
                && matches!(response_kind(&response), ResponseKind::Events)
            {
                events.reset();
                self.read_events(session, response, &mut events, request_number).await?;
                if events.last_id.as_deref() != Some(&last) {
                    tries = 0;
                }
            }
        }
        self.check_answered(session, request_number, "the stream of the server ended before the response")
    }

    pub(super) async fn read_events(
        &self,
        session: &Arc<impl UpstreamHandler>,
        response: Response,
        events: &mut SseParser,
        request_number: Option<u64>,
    ) -> Result<(), String> {
        let mut pieces = response.bytes_stream();
        while let Some(piece) = pieces.next().await {
            // A broken stream counts as ended.
            let Ok(piece) = piece else { return Ok(()) };
            let mut congested = None;
            let fed = events.feed(&piece, |event| {
                if let Some(data) = event.data.filter(|data| !data.trim_ascii().is_empty()) {
                    congested = session
                        .handle_server_message(self.server_index, data, request_number)
                        .or(congested.take());
                }
            });
            if let Some(queue) = congested {
                session.apply_backpressure(&queue).await;
            }
            if fed.is_err() {
                let most = session.max_bytes() >> 20;
                return Err(format!("the server sent an event larger than {most} MiB"));
            }
        }
        Ok(())
    }

    pub(super) async fn handle_body(
        &self,
        session: &Arc<impl UpstreamHandler>,
        body: &[u8],
        request_number: Option<u64>,
    ) {
        if !body.trim_ascii().is_empty()
            && let Some(queue) = session.handle_server_message(self.server_index, body, request_number)
        {
            session.apply_backpressure(&queue).await;
        }
    }

    pub(super) fn check_answered(
        &self,
        session: &Arc<impl UpstreamHandler>,
        request_number: Option<u64>,
        why: &str,
    ) -> Result<(), String> {
        match request_number.is_some_and(|number| session.is_pending(number)) {
            true => Err(why.to_owned()),
            false => Ok(()),
        }
    }

    pub(super) async fn read_body(
        &self,
        session: &Arc<impl UpstreamHandler>,
        response: Response,
    ) -> Result<Bytes, String> {
        let limit = session.max_bytes();
        let length = response.content_length().map_or(0, |length| length.min(4 << 20) as usize);
        let mut pieces = response.bytes_stream();
        let not_whole = |_| "the server's response is incomplete";
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
                return Err(format!("the server sent a message larger than {} MiB", limit >> 20));
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

pub(super) fn response_kind(response: &Response) -> ResponseKind {
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let starts = |with: &str| kind.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    match () {
        () if starts("text/event-stream") => ResponseKind::Events,
        () if starts("application/json") => ResponseKind::Json,
        () => ResponseKind::Other,
    }
}
