//! Timed-out and abandoned requests.

use std::time::Duration;

use tokio::time::Instant;

use crate::gateway::pending::{ClientRequest, PendingRequests, RequestOrigin, UpstreamRequest};
use crate::jsonrpc::id::RequestId;
use crate::proxy::request_kind::RequestKind;

impl PendingRequests {
    /// Records progress on the request with this token and restarts its timeout.
    pub fn record_progress(&mut self, server_index: usize, token: &RequestId) -> Option<&ClientRequest> {
        let has_it = |client_request: &ClientRequest| {
            client_request.progress_token.as_ref().is_some_and(|known| known.id == *token)
        };
        let number = match token {
            // If clients share a server, the token sent to it is the request number.
            RequestId::Integer(number) if self.is_shared => u64::try_from(*number).ok(),
            _ if self.is_shared => None,
            _ => self
                .for_server(server_index)
                .map(|(number, _)| number)
                .find(|it| self.client_request(*it).is_some_and(has_it)),
        }?;
        let pending =
            self.upstream_requests.get_mut(&number).filter(|pending| pending.server_index == server_index)?;
        pending.last_activity = Instant::now();
        self.client_request(number)
    }

    /// Returns whether the response to a request is still awaited.
    pub fn has_waiter(&self, number: u64) -> bool {
        self.upstream_requests.get(&number).is_some_and(|pending| match &pending.origin {
            RequestOrigin::Client(_) => true,
            RequestOrigin::Gateway(sender) => !sender.is_closed(),
            RequestOrigin::Abandoned => false,
        })
    }

    /// Takes the client requests that have timed out, and the gateway's own requests whose receiver is gone, with their
    /// numbers and servers.
    pub fn take_timed_out(&mut self, timeout: Duration) -> Vec<(u64, usize, RequestOrigin)> {
        let is_overdue = |pending: &UpstreamRequest| match &pending.origin {
            RequestOrigin::Client(client_request) => {
                !matches!(client_request.kind, RequestKind::Listen { .. })
                    && pending.last_activity.elapsed() >= timeout
            }
            RequestOrigin::Gateway(sender) => sender.is_closed(),
            RequestOrigin::Abandoned => false,
        };
        let timed_out = self.upstream_requests.iter_mut().filter(|(_, pending)| is_overdue(pending));
        let timed_out: Vec<(u64, usize, RequestOrigin)> = timed_out
            .map(|(number, pending)| {
                (
                    *number,
                    pending.server_index,
                    std::mem::replace(&mut pending.origin, RequestOrigin::Abandoned),
                )
            })
            .collect();
        for (number, _, origin) in &timed_out {
            if let RequestOrigin::Client(client_request) = origin {
                self.decrement_counts(client_request);
                self.locations.remove(&client_request.id);
            }
            self.remember_cancelled(*number);
        }
        timed_out
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::sync::oneshot;
    use tokio::time::advance;

    use super::*;
    use crate::gateway::outbound::OutboundQueue;
    use crate::gateway::pending::ProgressToken;

    const HOUR: Duration = Duration::from_secs(3_600);

    fn insert_client_request(requests: &mut PendingRequests, id: i64, kind: RequestKind) -> u64 {
        let number = requests.next_number();
        let token = Some(Box::new(ProgressToken { id: RequestId::Integer(id), raw: id.to_string().into() }));
        let reply = Arc::new(OutboundQueue::default());
        let (id, text) = (RequestId::Integer(id), "x".into());
        let client_request = ClientRequest {
            id,
            raw_id: text,
            reply,
            kind,
            progress_token: token,
            needs_stateless_members: false,
            retryable: None,
        };
        requests.insert(number, UpstreamRequest::new(0, RequestOrigin::Client(client_request)));
        number
    }

    #[tokio::test(start_paused = true)]
    async fn progress_resets_the_timeout_and_streams_never_time_out() {
        let mut requests = PendingRequests::default();
        let hangs = insert_client_request(&mut requests, 1, RequestKind::Other);
        insert_client_request(&mut requests, 2, RequestKind::Call(None));
        insert_client_request(&mut requests, 3, RequestKind::Listen { has_tools_list_changed: true });
        advance(HOUR / 2).await;
        assert!(requests.record_progress(1, &RequestId::Integer(2)).is_none(), "another server cannot");
        assert!(requests.record_progress(0, &RequestId::Integer(2)).is_some());
        advance(HOUR / 2).await;
        let timed_out: Vec<u64> =
            requests.take_timed_out(HOUR).into_iter().map(|(number, ..)| number).collect();
        assert_eq!(timed_out, [hangs]);
        assert!(!requests.has_waiter(hangs) && !requests.contains_id(&RequestId::Integer(1)));
        assert!(requests.contains_id(&RequestId::Integer(2)) && requests.contains_id(&RequestId::Integer(3)));
        // A late response is accepted and dropped.
        assert!(matches!(
            requests.remove(hangs, 0),
            Some(UpstreamRequest { origin: RequestOrigin::Abandoned, .. })
        ));
        assert!(requests.take_timed_out(HOUR).is_empty());
    }

    #[test]
    fn own_requests_without_a_receiver_time_out() {
        let mut requests = PendingRequests::default();
        let (sender, receiver) = oneshot::channel();
        let number = requests.next_number();
        requests.insert(number, UpstreamRequest::new(0, RequestOrigin::Gateway(sender)));
        let (sender, _waits) = oneshot::channel();
        let stream = requests.next_number();
        requests.insert(stream, UpstreamRequest::new(0, RequestOrigin::Gateway(sender)));
        assert!(requests.take_timed_out(HOUR).is_empty());
        drop(receiver);
        assert!(
            matches!(requests.take_timed_out(HOUR).as_slice(), [(given_up, 0, RequestOrigin::Gateway(_))] if *given_up == number)
        );
        assert!(requests.has_waiter(stream));
    }
}
