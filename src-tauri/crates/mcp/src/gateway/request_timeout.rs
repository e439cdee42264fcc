//! Request timeouts: the requester gets an error and the server a cancellation.
//!
//! The specification asks for a timeout on every request, which progress restarts, and for a cancellation when it
//! expires. A hanging server costs the client one request, and the gateway no growing state.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use crate::gateway::from_client::line;
use crate::gateway::pending::{RequestKind, RequestOrigin};
use crate::gateway::session::Session;
use crate::jsonrpc::response;
use crate::proxy::call_log::{LoggedOutcome, LoggedVerdict};

/// Minimum and maximum interval between checks, whatever the timeout is.
const OFTEN: (Duration, Duration) = (Duration::from_millis(5), Duration::from_secs(30));

impl Session {
    /// Starts the periodic check.
    pub(super) fn watch_the_clock(self: &Arc<Self>) {
        let (session, patience) = (Arc::clone(self), self.context.patience.call);
        self.tasks.spawn(async move {
            let watching = async {
                loop {
                    sleep((patience / 8).clamp(OFTEN.0, OFTEN.1)).await;
                    session.give_up(patience);
                }
            };
            tokio::select! { () = watching => {}, () = session.stop.cancelled() => {} }
        });
    }

    fn give_up(self: &Arc<Self>, patience: Duration) {
        let overdue = self.state().requests.overdue(patience);
        for (number, place, by) in overdue {
            if let RequestOrigin::Client(asked) = by {
                let server = &self.context.servers[place].name;
                let why =
                    format!("the server \"{server}\" did not answer in {patience:?}; it was told to stop");
                self.context.words(place, "a request was not answered in time; the server was told to stop");
                self.refuse(&asked.reply, &asked.text, response::INTERNAL, &why);
                if let RequestKind::Call(started) = asked.what {
                    self.record(started, LoggedVerdict::Allowed, LoggedOutcome::Lost);
                }
                self.idle.notify_one();
            }
            let link = self.state().links[place].as_ref().map(|ready| Arc::clone(&ready.link));
            if let Some(link) = link {
                let text = format!(
                    r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{number},"reason":"it took too long"}}}}"#
                );
                link.withdraw(self, number, line(&text));
            }
        }
    }
}
