//! `notifications/tools/list_changed` to the session's client, after a policy change or when a server connects or
//! disconnects.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use crate::gateway::aggregate::ListKind;
use crate::gateway::session::Session;
use crate::jsonrpc::response;

/// Minimum time between two notifications; changes in between are coalesced.
const BETWEEN_NEWS: Duration = Duration::from_millis(200);

impl Session {
    /// Watches for changes. A change before `notifications/initialized` is not announced; the client sees it when it
    /// lists.
    pub(super) fn tell_news(self: &Arc<Self>) {
        let theirs = self.context.servers.iter().map(|server| &server.served);
        for served in theirs.chain(&self.context.own) {
            let (session, mut served) = (Arc::clone(self), served.clone());
            served.mark_unchanged();
            self.tasks.spawn(async move {
                let changes = async {
                    while served.changed().await.is_ok() {
                        session.stale(&[ListKind::Tools]);
                        session.changed.notify_one();
                    }
                };
                // If the policy sender is gone, the last policy applies.
                tokio::select! { () = changes => {}, () = session.stop.cancelled() => {} }
            });
        }
        let session = Arc::clone(self);
        self.tasks.spawn(async move {
            let telling = async {
                loop {
                    session.changed.notified().await;
                    if session.state().is_initialized {
                        session.deliver_news(None, response::list_changed(None).into_bytes());
                    }
                    session.tell_streams(ListKind::Tools);
                    sleep(BETWEEN_NEWS).await;
                }
            };
            tokio::select! { () = telling => {}, () = session.stop.cancelled() => {} }
        });
    }
}
