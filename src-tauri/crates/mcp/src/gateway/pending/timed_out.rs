//! Timed-out and abandoned requests.

use std::time::Duration;

use tokio::time::Instant;

use crate::gateway::pending::{ClientRequest, Pending, RequestKind, RequestOrigin, Requests};
use crate::jsonrpc::id::Id;

impl Requests {
    /// Records progress on the request with this token and restarts its timeout.
    pub fn progressed(&mut self, place: usize, token: &Id) -> Option<&ClientRequest> {
        let has_it = |asked: &ClientRequest| asked.token.as_ref().is_some_and(|known| known.id == *token);
        let number = match token {
            // If clients share a server, the token sent to it is the request number.
            Id::Whole(number) if self.is_shared => u64::try_from(*number).ok(),
            _ if self.is_shared => None,
            _ => self.of(place).map(|(number, _)| number).find(|it| self.asked(*it).is_some_and(has_it)),
        }?;
        let pending = self.pending.get_mut(&number).filter(|pending| pending.place == place)?;
        pending.heard = Instant::now();
        self.asked(number)
    }

    /// Returns whether the response to a request is still awaited.
    pub fn is_wanted(&self, number: u64) -> bool {
        self.pending.get(&number).is_some_and(|pending| match &pending.by {
            RequestOrigin::Client(_) => true,
            RequestOrigin::Us(sender) => !sender.is_closed(),
            RequestOrigin::Nobody => false,
        })
    }

    /// Takes the client requests that have timed out, and the gateway's own requests whose receiver is gone, with their
    /// numbers and servers.
    pub fn overdue(&mut self, patience: Duration) -> Vec<(u64, usize, RequestOrigin)> {
        let is_overdue = |pending: &Pending| match &pending.by {
            RequestOrigin::Client(asked) => {
                !matches!(asked.what, RequestKind::Listen { .. }) && pending.heard.elapsed() >= patience
            }
            RequestOrigin::Us(sender) => sender.is_closed(),
            RequestOrigin::Nobody => false,
        };
        let overdue = self.pending.iter_mut().filter(|(_, pending)| is_overdue(pending));
        let overdue: Vec<(u64, usize, RequestOrigin)> = overdue
            .map(|(number, pending)| {
                (*number, pending.place, std::mem::replace(&mut pending.by, RequestOrigin::Nobody))
            })
            .collect();
        for (number, _, by) in &overdue {
            if let RequestOrigin::Client(asked) = by {
                self.uncount(asked);
                self.under.remove(&asked.id);
            }
            self.remember(*number);
        }
        overdue
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::sync::oneshot;
    use tokio::time::advance;

    use super::*;
    use crate::gateway::outbound::OutboundQueue;
    use crate::gateway::pending::Token;

    const HOUR: Duration = Duration::from_secs(3_600);

    fn asked(requests: &mut Requests, id: i64, what: RequestKind) -> u64 {
        let number = requests.number();
        let token = Some(Box::new(Token { id: Id::Whole(id), text: id.to_string().into() }));
        let reply = Arc::new(OutboundQueue::default());
        let (id, text) = (Id::Whole(id), "x".into());
        let asked = ClientRequest { id, text, reply, what, token, is_dressed: false, base: None };
        requests.begin(number, Pending::new(0, RequestOrigin::Client(asked)));
        number
    }

    #[tokio::test(start_paused = true)]
    async fn progress_begins_the_time_of_its_request_anew_and_a_stream_has_no_end() {
        let mut requests = Requests::default();
        let hangs = asked(&mut requests, 1, RequestKind::Other);
        asked(&mut requests, 2, RequestKind::Call(None));
        asked(&mut requests, 3, RequestKind::Listen { tools: true });
        advance(HOUR / 2).await;
        assert!(requests.progressed(1, &Id::Whole(2)).is_none(), "another server cannot");
        assert!(requests.progressed(0, &Id::Whole(2)).is_some());
        advance(HOUR / 2).await;
        let overdue: Vec<u64> = requests.overdue(HOUR).into_iter().map(|(number, ..)| number).collect();
        assert_eq!(overdue, [hangs]);
        assert!(!requests.is_wanted(hangs) && !requests.is_known(&Id::Whole(1)));
        assert!(requests.is_known(&Id::Whole(2)) && requests.is_known(&Id::Whole(3)));
        // A late response is accepted and dropped.
        assert!(matches!(requests.end(hangs, 0), Some(Pending { by: RequestOrigin::Nobody, .. })));
        assert!(requests.overdue(HOUR).is_empty());
    }

    #[test]
    fn what_we_asked_and_do_not_wait_for_any_more_is_called_off() {
        let mut requests = Requests::default();
        let (sender, receiver) = oneshot::channel();
        let number = requests.number();
        requests.begin(number, Pending::new(0, RequestOrigin::Us(sender)));
        let (sender, _waits) = oneshot::channel();
        let stream = requests.number();
        requests.begin(stream, Pending::new(0, RequestOrigin::Us(sender)));
        assert!(requests.overdue(HOUR).is_empty());
        drop(receiver);
        assert!(
            matches!(requests.overdue(HOUR).as_slice(), [(given_up, 0, RequestOrigin::Us(_))] if *given_up == number)
        );
        assert!(requests.is_wanted(stream));
    }
}
