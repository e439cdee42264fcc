//! Waiting until a policy change is in force in every process that serves the store.

use std::time::Duration;

use tokio::time::Instant;

use crate::client_registry;
use crate::context::Context;

/// Maximum time a change waits for other processes. They look for changes every 200 ms, so only a stopped or starved
/// process exceeds it.
const SYNC_TIMEOUT: Duration = Duration::from_secs(3);
const POLL_INTERVAL: Duration = Duration::from_millis(5);

impl Context {
    /// Waits until every proxy of this store applies its current version. Returns the number of proxies that do not
    /// after the time limit. Costs one directory listing without proxies, and up to 200 ms with proxies in other
    /// processes.
    pub async fn sync_policy(&self) -> usize {
        // An unreadable store makes every proxy withdraw its tools by itself.
        let Ok(version) = self.db.version().await else { return 0 };
        // Wakes the proxies of this process, which need not wait for their next poll.
        self.policy_changed.notify_waiters();
        let until = Instant::now() + SYNC_TIMEOUT;
        loop {
            let behind = client_registry::count_outdated(&self.options.data_folder, version);
            if behind == 0 || Instant::now() >= until {
                return behind;
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Like `sync_policy_or_warn`, but does nothing if this process has not written to the store.
    pub async fn sync_own_changes(&self) -> Option<String> {
        if self.db.has_written() { self.sync_policy_or_warn().await } else { None }
    }

    /// Like `sync_policy`, but returns a warning if a proxy does not follow in time.
    pub(crate) async fn sync_policy_or_warn(&self) -> Option<String> {
        match self.sync_policy().await {
            0 => None,
            1 => Some("one running proxy has not applied the change yet".to_owned()),
            several => Some(format!("{several} running proxies have not applied the change yet")),
        }
    }
}
