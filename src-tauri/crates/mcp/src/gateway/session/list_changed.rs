//! `notifications/tools/list_changed` to the session's client, after a policy change or when a server connects or
//! disconnects.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use crate::gateway::list_kind::ListKind;
use crate::gateway::session::Session;
use crate::jsonrpc::response;

/// Minimum time between two notifications; changes in between are coalesced.
const MIN_NOTIFY_INTERVAL: Duration = Duration::from_millis(200);

impl Session {
    /// Watches for changes. A change before `notifications/initialized` is not announced; the client sees it when it
    /// lists.
    pub(in crate::gateway) fn watch_tool_changes(self: &Arc<Self>) {
        let policies = self.context.servers.iter().map(|server| &server.policy);
        for policy in policies.chain(&self.context.own_tools) {
            let (session, mut policy) = (Arc::clone(self), policy.clone());
            policy.mark_unchanged();
            self.tasks.spawn(async move {
                let changes = async {
                    while policy.changed().await.is_ok() {
                        session.mark_lists_stale(&[ListKind::Tools]);
                        session.tools_changed.notify_one();
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
                    session.tools_changed.notified().await;
                    if session.state().is_initialized {
                        session.deliver_list_changed(None, response::tools_list_changed(None).into_bytes());
                    }
                    session.notify_subscriptions(ListKind::Tools);
                    sleep(MIN_NOTIFY_INTERVAL).await;
                }
            };
            tokio::select! { () = telling => {}, () = session.stop.cancelled() => {} }
        });
    }
}
