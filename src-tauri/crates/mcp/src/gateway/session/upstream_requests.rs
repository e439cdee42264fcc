//! Lifecycle of requests: those the gateway sends to servers, those it handles itself, and those whose server
//! disconnects.

use std::sync::Arc;

use tokio::sync::oneshot;

use crate::gateway::aggregate::ListKind;
use crate::gateway::from_client::Request;
use crate::gateway::outbound::{OutboundKind, OutboundQueue};
use crate::gateway::pending::{Pending, RequestKind, RequestOrigin};
use crate::gateway::session::Session;
use crate::gateway::upstream::UpstreamConnection;
use crate::jsonrpc::id::Id;
use crate::jsonrpc::response;
use crate::proxy::call_log::{LoggedOutcome, LoggedVerdict};

impl Session {
    /// Sends a request of the gateway to a server and returns a receiver for the complete response.
    pub fn ask(
        self: &Arc<Self>,
        place: usize,
        link: &Arc<UpstreamConnection>,
        line: impl FnOnce(u64) -> Vec<u8>,
    ) -> oneshot::Receiver<Result<String, String>> {
        let (sender, receiver) = oneshot::channel();
        let number = {
            let mut state = self.state();
            let number = state.requests.number();
            state.requests.begin(number, Pending::new(place, RequestOrigin::Us(sender)));
            number
        };
        if link.send(self, line(number), Some(number)).is_err() {
            // Drops the sender, which the receiver notices.
            self.state().requests.end(number, place);
        }
        receiver
    }

    /// Handles a request in a task of the gateway. The client may cancel it.
    pub fn here<F: Future<Output = ()> + Send + 'static>(
        self: &Arc<Self>,
        request: Request,
        work: impl FnOnce(Arc<Self>, Arc<OutboundQueue>, String) -> F,
    ) {
        let withdrawn = self.stop.child_token();
        let id = {
            let mut state = self.state();
            let id = state.requests.key(request.id);
            state.requests.begin_here(id.clone(), withdrawn.clone(), request.reply);
            id
        };
        let (session, reply) = (Arc::clone(self), Arc::clone(request.reply));
        let work = work(Arc::clone(self), Arc::clone(request.reply), request.id.get().to_owned());
        self.tasks.spawn(async move {
            tokio::select! {
                biased;
                () = withdrawn.cancelled() => drop(reply.push(Vec::new(), OutboundKind::Withdrawn)),
                () = work => {}
            }
            session.done(&id);
        });
    }

    /// Removes a request that the gateway has handled.
    pub fn done(&self, id: &Id) {
        self.state().requests.end_here(id);
        self.idle.notify_one();
    }

    /// Fails all requests of a disconnected server.
    pub fn lost(&self, place: usize, why: &str) {
        let (pending, questions, was_ready) = {
            let mut state = self.state();
            let was_ready = state.links[place].take().is_some();
            state.mirrors[place] = None;
            let (pending, questions) = state.requests.lost(place);
            (pending, questions, was_ready)
        };
        for Pending { by, .. } in pending {
            match by {
                RequestOrigin::Client(asked) => {
                    self.refuse(&asked.reply, &asked.text, response::INTERNAL, why);
                    if let RequestKind::Call(started) = asked.what {
                        self.record(started, LoggedVerdict::Allowed, LoggedOutcome::Lost);
                    }
                }
                RequestOrigin::Us(sender) => drop(sender.send(Err(why.to_owned()))),
                RequestOrigin::Nobody => {}
            }
        }
        for number in questions {
            let message = format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{number}}}}}"#
            );
            self.deliver(None, message.into_bytes());
        }
        if was_ready {
            self.stale(&ListKind::ALL);
            self.context.counts.lost.add();
            self.changed.notify_one();
        }
        self.idle.notify_one();
    }

    /// Resolves when no client request is pending.
    pub async fn settled(&self) {
        while !self.state().requests.is_idle() {
            self.idle.notified().await;
        }
    }
}
