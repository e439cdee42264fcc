//! Waiting until a change of policy is in force in every process that serves the store.

use std::time::Duration;

use tokio::time::Instant;

use crate::{Engine, client_registry};

/// How long a change waits for other processes, at most. They look for changes every 200 ms, so this is only reached by a
/// process that is stopped or starved.
const PATIENCE: Duration = Duration::from_secs(3);
const PERIOD: Duration = Duration::from_millis(5);

impl Engine {
    /// Waits until every proxy that serves this store decides by what is stored now, and gives how many do not when time
    /// is over. Without a proxy this costs one look into a folder; with proxies in other processes up to 200 ms.
    pub async fn settle(&self) -> usize {
        // A store that cannot be read closes every proxy by itself.
        let Ok(version) = self.db.version().await else { return 0 };
        // Proxies of this process need not wait for their next look.
        self.policy_changed.notify_waiters();
        let until = Instant::now() + PATIENCE;
        loop {
            let behind = client_registry::behind(&self.options.data, version);
            if behind == 0 || Instant::now() >= until {
                return behind;
            }
            tokio::time::sleep(PERIOD).await;
        }
    }

    /// The same, if this process has changed anything.
    pub async fn settle_changes(&self) -> Option<String> {
        if self.db.has_written() { self.settled().await } else { None }
    }

    /// The same, with a warning where a proxy does not follow in time.
    pub(crate) async fn settled(&self) -> Option<String> {
        match self.settle().await {
            0 => None,
            1 => Some("one running proxy has not applied the change yet".to_owned()),
            several => Some(format!("{several} running proxies have not applied the change yet")),
        }
    }
}
