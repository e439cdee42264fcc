//! Requests from their beginning to their end: those of our own at servers, those that are handled here, and those whose
//! server is gone.

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
    /// Sends a message of ours to a server; the whole answer comes back.
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
            // The receiver sees that its sender is gone.
            self.state().requests.end(number, place);
        }
        receiver
    }

    /// Does some work for a request here. The client may withdraw it meanwhile.
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

    /// A request that was handled here has come to its end.
    pub fn done(&self, id: &Id) {
        self.state().requests.end_here(id);
        self.idle.notify_one();
    }

    /// A server is gone: whoever waits for it is told.
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

    /// Resolves when no request of the client waits.
    pub async fn settled(&self) {
        while !self.state().requests.is_idle() {
            self.idle.notified().await;
        }
    }
}
