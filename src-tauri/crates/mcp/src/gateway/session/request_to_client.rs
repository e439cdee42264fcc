//! Requests of the gateway itself to the client, cancelled when their answer is no longer awaited.

use std::sync::Arc;

use tokio::sync::oneshot;

use crate::gateway::outbound::OutboundQueue;
use crate::gateway::pending::{MAX_PENDING_REQUESTS, ServerRequest};
use crate::gateway::session::Session;

/// A request that the client has not answered yet. Dropping it cancels the request.
pub struct RequestToClient {
    session: Arc<Session>,
    reply: Arc<OutboundQueue>,
    number: u64,
    pub answer: oneshot::Receiver<String>,
}

impl Session {
    /// Registers a request to the client, numbered like those of servers. `server_index` is the server it is made for;
    /// `usize::MAX` if the gateway asks for itself. `None` if too many are pending.
    pub(in crate::gateway) fn register_request_to_client(
        self: &Arc<Self>,
        server_index: usize,
        reply: &Arc<OutboundQueue>,
    ) -> Option<RequestToClient> {
        let (sender, answer) = oneshot::channel();
        let mut state = self.state();
        if state.requests.server_requests.len() >= MAX_PENDING_REQUESTS {
            return None;
        }
        let number = state.requests.next_number();
        let server_request =
            ServerRequest { server_index, raw_id: Box::default(), response_sender: Some(sender) };
        state.requests.server_requests.insert(number, server_request);
        drop(state);
        Some(RequestToClient { session: Arc::clone(self), reply: Arc::clone(reply), number, answer })
    }
}

impl RequestToClient {
    /// The request as it is sent.
    pub fn message(&self, method: &str, params: &str) -> Vec<u8> {
        format!(r#"{{"jsonrpc":"2.0","id":{},"method":"{method}","params":{params}}}"#, self.number)
            .into_bytes()
    }
}

impl Drop for RequestToClient {
    fn drop(&mut self) {
        if self.session.state().requests.server_requests.remove(&self.number).is_some() {
            let text = format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{}}}}}"#,
                self.number
            );
            self.session.deliver(Some(Arc::clone(&self.reply)), text.into_bytes());
        }
    }
}
