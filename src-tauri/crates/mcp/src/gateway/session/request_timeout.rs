//! Request timeouts: the requester gets an error and the server a cancellation.
//!
//! The specification asks for a timeout on every request, which progress restarts, and for a cancellation when it
//! expires. A hanging server costs the client one request, and the gateway no growing state.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use crate::gateway::pending::RequestOrigin;
use crate::gateway::session::Session;
use crate::jsonrpc::response;
use crate::jsonrpc::single_line::to_line;
use crate::proxy::call_log::{LoggedOutcome, LoggedVerdict};
use crate::proxy::request_kind::RequestKind;

/// Minimum and maximum interval between checks, whatever the timeout is.
const CHECK_INTERVAL: (Duration, Duration) = (Duration::from_millis(5), Duration::from_secs(30));

impl Session {
    /// Starts the periodic check.
    pub(in crate::gateway) fn watch_timeouts(self: &Arc<Self>) {
        let (session, timeout) = (Arc::clone(self), self.context.timeouts.call);
        self.tasks.spawn(async move {
            let watching = async {
                loop {
                    sleep((timeout / 8).clamp(CHECK_INTERVAL.0, CHECK_INTERVAL.1)).await;
                    session.cancel_timed_out(timeout);
                }
            };
            tokio::select! { () = watching => {}, () = session.stop.cancelled() => {} }
        });
    }

    fn cancel_timed_out(self: &Arc<Self>, timeout: Duration) {
        let timed_out = self.state().requests.take_timed_out(timeout);
        for (number, server_index, origin) in timed_out {
            if let RequestOrigin::Client(client_request) = origin {
                let server = &self.context.servers[server_index].name;
                let why = format!(
                    "the server \"{server}\" did not respond within {timeout:?}; the request was cancelled"
                );
                self.context
                    .report(server_index, "cancelled a request that the server did not answer in time");
                self.send_error(
                    &client_request.reply,
                    &client_request.raw_id,
                    response::INTERNAL_ERROR,
                    &why,
                );
                if let RequestKind::Call(started) = client_request.kind {
                    self.record_call(started, LoggedVerdict::Allowed, LoggedOutcome::Lost);
                }
                self.idle.notify_one();
            }
            let upstream =
                self.state().ready_servers[server_index].as_ref().map(|ready| Arc::clone(&ready.upstream));
            if let Some(upstream) = upstream {
                let text = format!(
                    r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{number},"reason":"timed out"}}}}"#
                );
                upstream.cancel(self, number, to_line(&text));
            }
        }
    }
}
