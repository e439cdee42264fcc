//! An API in this process: each request of the session is answered by a task of its own.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

use crate::api_server::ApiServer;
use crate::gateway::upstream::UpstreamHandler;

pub struct ApiUpstream {
    server: Arc<ApiServer>,
    server_index: usize,
    /// Requests in flight, each with the token that ends its HTTP request.
    in_flight: Mutex<HashMap<u64, CancellationToken>>,
}

impl ApiUpstream {
    pub fn new(server: Arc<ApiServer>, server_index: usize) -> Self {
        Self { server, server_index, in_flight: Mutex::default() }
    }

    /// Starts answering a message. The response is delivered to the session.
    pub fn send(
        self: &Arc<Self>,
        session: &Arc<impl UpstreamHandler>,
        line: Vec<u8>,
        request_number: Option<u64>,
    ) {
        // The server is sent no other messages that it acts on: cancellations arrive as `abort_request`.
        let Some(number) = request_number else { return };
        let withdrawn = CancellationToken::new();
        self.in_flight().insert(number, withdrawn.clone());
        let (api, session) = (Arc::clone(self), Arc::clone(session));
        let tasks = session.tasks().clone();
        tasks.spawn(async move {
            // The request may have been cancelled before it was registered here.
            if !session.has_waiter(number) {
                withdrawn.cancel();
            }
            tokio::select! {
                biased;
                () = withdrawn.cancelled() => {}
                () = session.stop().cancelled() => {}
                () = api.answer(&session, &line, number) => {}
            }
            api.in_flight().remove(&number);
        });
    }

    pub fn abort_request(&self, number: u64) {
        if let Some(request) = self.in_flight().remove(&number) {
            request.cancel();
        }
    }

    async fn answer(&self, session: &Arc<impl UpstreamHandler>, line: &[u8], number: u64) {
        let notify = |line: Vec<u8>| {
            drop(session.handle_server_message(self.server_index, &line, Some(number)));
        };
        let Some(reply) = self.server.answer(line, &notify).await else { return };
        if let Some(queue) = session.handle_server_message(self.server_index, &reply, Some(number)) {
            session.apply_backpressure(&queue).await;
        }
    }

    fn in_flight(&self) -> MutexGuard<'_, HashMap<u64, CancellationToken>> {
        // The map is consistent between any two statements, so a panic elsewhere does not corrupt it.
        self.in_flight.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
