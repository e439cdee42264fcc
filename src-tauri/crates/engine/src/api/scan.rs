//! Scans of servers on request.

use std::sync::Arc;

use futures_util::StreamExt;
use hintsmith_mcp::connection::ListProgress;

use crate::Engine;
use crate::boxed;
use crate::dto::{ScanReport, ServerKey};
use crate::error::ApiError;
use crate::refresh::Scan;
use crate::store::servers::{NOBODY_AGREED, ServerRow};

/// Maximum number of concurrent scans. Most servers start a whole language runtime.
pub const AT_ONCE: usize = 8;

impl Engine {
    /// Scans a server and stores its tools. A failed scan is part of the report, not an error.
    pub async fn scan_server(
        self: &Arc<Self>,
        input: ServerKey,
        progress: impl Fn(ListProgress) + Send + Sync,
    ) -> Result<ScanReport, ApiError> {
        let name = input.server;
        let row = self.readable(&name).await?;
        let scan = Scan::begin(self, &name)?;
        // A scan restarts the server.
        self.let_go(&name).await;
        let outcome = scan.run(self.read(&row, progress)).await;
        drop(scan);
        let report = match outcome? {
            Ok(read) => {
                let fresh = read.listed.fresh;
                let report = self.keep(&name, read.listed).await?;
                self.hold(&name, read.connection.map(|connection| (Arc::new(connection), fresh))).await;
                report
            }
            Err(failed) => {
                let again = failed.passing;
                let report = self.keep_failure(&name, failed).await?;
                if again {
                    self.hold(&name, None).await;
                }
                report
            }
        };
        Ok(report)
    }

    /// Scans several servers concurrently and reports each result as it arrives. Dropping the future cancels the
    /// scans.
    pub async fn scan_servers(
        self: &Arc<Self>,
        names: Vec<String>,
        progress: impl Fn(&str, ListProgress) + Send + Sync,
        mut told: impl FnMut(String, Result<ScanReport, ApiError>),
    ) {
        let progress = &progress;
        let scans = futures_util::stream::iter(names).map(|name| async move {
            let key = ServerKey { server: name.clone() };
            let report = self.scan_server(key, |so_far| progress(&name, so_far)).await;
            (name, report)
        });
        let mut scans = std::pin::pin!(scans.buffer_unordered(AT_ONCE));
        while let Some((name, report)) = scans.next().await {
            told(name, report);
        }
    }

    /// Names of enabled servers with the user's consent.
    #[boxed]
    pub async fn readable_servers(&self) -> Result<Vec<String>, ApiError> {
        let rows = self.server_rows().await?;
        let may = |row: &ServerRow| row.enabled && row.consent != NOBODY_AGREED;
        Ok(rows.into_iter().filter(may).map(|row| row.name).collect())
    }

    /// Cancels a scan in progress.
    pub fn cancel_scan(&self, server: &str) {
        if let Some(token) = self.scans().get(server) {
            token.cancel();
        }
    }
}
