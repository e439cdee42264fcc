//! Scans of servers on request.

use std::sync::Arc;

use futures_util::StreamExt;
use hintsmith_mcp::connection::ListProgress;

use super::refresh::Scan;
use crate::api::servers::ServerService;
use crate::boxed;
use crate::dto::{ScanReport, ServerKey};
use crate::error::ApiError;
use crate::store::servers::{NO_CONSENT, ServerRow};

/// Maximum number of concurrent scans. Most servers start a whole language runtime.
pub const MAX_CONCURRENT_SCANS: usize = 8;

impl ServerService {
    /// Scans a server and stores its tools. A failed scan is part of the report, not an error.
    pub async fn scan(
        self: &Arc<Self>,
        input: ServerKey,
        progress: impl Fn(ListProgress) + Send + Sync,
    ) -> Result<ScanReport, ApiError> {
        let name = input.server;
        let row = self.scannable_server(&name).await?;
        let scan = Scan::start(self, &name)?;
        // A scan restarts the server.
        self.disconnect(&name).await;
        let outcome = scan.run(self.fetch_tools(&row, progress)).await;
        drop(scan);
        let report = match outcome? {
            Ok(read) => {
                let fresh = read.list.ttl;
                let report = self.store_list(&name, read.list).await?;
                self.retain_connection(
                    &name,
                    read.connection.map(|connection| (Arc::new(connection), fresh)),
                )
                .await;
                report
            }
            Err(failed) => {
                let again = failed.is_transient;
                let report = self.store_scan_failure(&name, failed).await?;
                if again {
                    self.retain_connection(&name, None).await;
                }
                report
            }
        };
        Ok(report)
    }

    /// Scans several servers concurrently and reports each result as it arrives. Dropping the future cancels the
    /// scans.
    pub async fn scan_all(
        self: &Arc<Self>,
        names: Vec<String>,
        progress: impl Fn(&str, ListProgress) + Send + Sync,
        mut on_report: impl FnMut(String, Result<ScanReport, ApiError>),
    ) {
        let progress = &progress;
        let scans = futures_util::stream::iter(names).map(|name| async move {
            let key = ServerKey { server: name.clone() };
            let report = self.scan(key, |so_far| progress(&name, so_far)).await;
            (name, report)
        });
        let mut scans = std::pin::pin!(scans.buffer_unordered(MAX_CONCURRENT_SCANS));
        while let Some((name, report)) = scans.next().await {
            on_report(name, report);
        }
    }

    /// Names of enabled servers with the user's consent.
    #[boxed]
    pub async fn scannable_servers(&self) -> Result<Vec<String>, ApiError> {
        let rows = self.context.server_rows().await?;
        let may = |row: &ServerRow| row.enabled && row.consent != NO_CONSENT;
        Ok(rows.into_iter().filter(may).map(|row| row.name).collect())
    }

    /// Cancels a scan in progress.
    pub fn cancel_scan(&self, server: &str) {
        if let Some(token) = self.scans().get(server) {
            token.cancel();
        }
    }
}
