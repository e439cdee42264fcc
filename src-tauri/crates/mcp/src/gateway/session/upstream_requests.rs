//! Lifecycle of requests: those the gateway sends to servers, those it handles itself, and those whose server
//! disconnects.

use std::sync::Arc;

use tokio::sync::oneshot;

use crate::gateway::list_kind::ListKind;
use crate::gateway::outbound::Congested;
use crate::gateway::outbound::{OutboundKind, OutboundQueue};
use crate::gateway::pending::{RequestOrigin, UpstreamRequest};
use crate::gateway::session::Session;
use crate::gateway::session::incoming_request::IncomingRequest;
use crate::gateway::session::supervisor::apply_backpressure;
use crate::gateway::upstream::{UpstreamConnection, UpstreamHandler};
use crate::jsonrpc::frame::Frame;
use crate::jsonrpc::id::RequestId;
use crate::jsonrpc::response;
use crate::proxy::call_log::{LoggedOutcome, LoggedVerdict};
use crate::proxy::request_kind::RequestKind;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

impl Session {
    /// Sends a request of the gateway to a server and returns a receiver for the complete response.
    pub fn request_upstream(
        self: &Arc<Self>,
        server_index: usize,
        upstream: &Arc<UpstreamConnection>,
        build_line: impl FnOnce(u64) -> Vec<u8>,
    ) -> oneshot::Receiver<Result<String, String>> {
        let (sender, receiver) = oneshot::channel();
        let number = {
            let mut state = self.state();
            let number = state.requests.next_number();
            state.requests.insert(number, UpstreamRequest::new(server_index, RequestOrigin::Gateway(sender)));
            number
        };
        if upstream.send(self, build_line(number), Some(number)).is_err() {
            // Drops the sender, which the receiver notices.
            self.state().requests.remove(number, server_index);
        }
        receiver
    }

    /// Handles a request in a task of the gateway. The client may cancel it.
    pub fn spawn_local<F: Future<Output = ()> + Send + 'static>(
        self: &Arc<Self>,
        request: IncomingRequest,
        work: impl FnOnce(Arc<Self>, Arc<OutboundQueue>, String) -> F,
    ) {
        let withdrawn = self.stop.child_token();
        let id = {
            let mut state = self.state();
            let id = state.requests.request_key(request.id);
            state.requests.insert_local(id.clone(), withdrawn.clone(), request.reply);
            id
        };
        let (session, reply) = (Arc::clone(self), Arc::clone(request.reply));
        let work = work(Arc::clone(self), Arc::clone(request.reply), request.id.get().to_owned());
        self.tasks.spawn(async move {
            tokio::select! {
                biased;
                () = withdrawn.cancelled() => drop(reply.push(Vec::new(), OutboundKind::Cancelled)),
                () = work => {}
            }
            session.finish_local(&id);
        });
    }

    /// Removes a request that the gateway has handled.
    pub fn finish_local(&self, id: &RequestId) {
        self.state().requests.remove_local(id);
        self.idle.notify_one();
    }

    /// Fails all requests of a disconnected server.
    pub fn fail_server_requests(&self, server_index: usize, why: &str) {
        let (pending, server_requests, was_ready) = {
            let mut state = self.state();
            let was_ready = state.ready_servers[server_index].take().is_some();
            state.header_params[server_index] = None;
            let (pending, server_requests) = state.requests.remove_server(server_index);
            (pending, server_requests, was_ready)
        };
        for UpstreamRequest { origin, .. } in pending {
            match origin {
                RequestOrigin::Client(client_request) => {
                    self.send_error(
                        &client_request.reply,
                        &client_request.raw_id,
                        response::INTERNAL_ERROR,
                        why,
                    );
                    if let RequestKind::Call(started) = client_request.kind {
                        self.record_call(started, LoggedVerdict::Allowed, LoggedOutcome::Lost);
                    }
                }
                RequestOrigin::Gateway(sender) => drop(sender.send(Err(why.to_owned()))),
                RequestOrigin::Abandoned => {}
            }
        }
        for number in server_requests {
            let message = format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{number}}}}}"#
            );
            self.deliver(None, message.into_bytes());
        }
        if was_ready {
            self.mark_lists_stale(&ListKind::ALL);
            self.context.metrics.connections_lost.increment();
            self.tools_changed.notify_one();
        }
        self.idle.notify_one();
    }

    /// Resolves when no client request is pending.
    pub async fn wait_until_idle(&self) {
        while !self.state().requests.is_idle() {
            self.idle.notified().await;
        }
    }
}

impl UpstreamHandler for Session {
    fn tasks(&self) -> &TaskTracker {
        &self.tasks
    }

    fn stop(&self) -> &CancellationToken {
        &self.stop
    }

    fn max_bytes(&self) -> usize {
        self.context.limits.max_bytes
    }

    fn handle_server_message(
        self: &Arc<Self>,
        server_index: usize,
        bytes: &[u8],
        related_request: Option<u64>,
    ) -> Congested {
        self.handle_message(server_index, bytes, related_request)
    }

    fn apply_backpressure(self: &Arc<Self>, queue: &Arc<OutboundQueue>) -> impl Future<Output = ()> + Send {
        apply_backpressure(self, queue)
    }

    fn is_pending(&self, number: u64) -> bool {
        self.state().requests.is_pending(number)
    }

    fn has_waiter(&self, number: u64) -> bool {
        self.state().requests.has_waiter(number)
    }

    fn fail_request_number(&self, server_index: usize, number: u64, why: &str) {
        self.fail_request(server_index, i64::try_from(number).ok().map(RequestId::Integer), why);
    }

    fn param_headers(&self, server_index: usize, message: &Frame) -> Vec<(String, String)> {
        self.build_param_headers(server_index, message)
    }
}
