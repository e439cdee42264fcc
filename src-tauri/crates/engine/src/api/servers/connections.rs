//! Connections that stay open, so that `tools/list` changes are noticed, and reconnecting when one is lost.

use std::collections::HashMap;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;

use hintsmith_core::sources::source::Source;
use hintsmith_mcp::connection::Connection;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::refresh::{RefreshResult, Scan};
use crate::api::servers::ServerService;

/// `list_changed` notifications within this time cause one scan.
const COALESCE_WINDOW: Duration = Duration::from_millis(300);
/// Minimum time between two scans of a server that keeps changing.
const MIN_SCAN_INTERVAL: Duration = Duration::from_secs(2);

/// Lower bound for the `ttlMs` of a list, so that a server cannot force constant scans.
const MIN_LIST_TTL: Duration = Duration::from_secs(60);

/// Exponential backoff before reconnecting: first delay and maximum.
const INITIAL_BACKOFF: Duration = Duration::from_secs(1);
const MAX_BACKOFF: Duration = Duration::from_secs(300);

/// A connection that lasted this long resets the backoff and the start count.
const STABLE_AFTER: Duration = Duration::from_secs(60);

/// A command that was started this often without lasting is not started again by itself. HTTP servers are retried
/// without limit: they may become reachable at any time.
const MAX_STARTS: u32 = 5;

/// A connection, and the TTL the server gave its list.
pub(crate) type OpenConnection = (Arc<Connection>, Option<Duration>);

/// The task that maintains the connection to one server, and the token that cancels it.
pub(crate) struct PooledConnection {
    token: CancellationToken,
    task: tokio::task::JoinHandle<()>,
    connection: Option<Arc<Connection>>,
}

/// The maintained connections, by server name.
pub(crate) type ConnectionPool = HashMap<String, PooledConnection>;

impl ServerService {
    /// From now on the connections of scanned servers stay open. For the desktop app; a command closes them.
    pub fn stay_connected(&self) {
        self.keep_connected.store(true, std::sync::atomic::Ordering::Relaxed);
    }

    /// Keeps the connection of a scan open, or retries a server that could not be scanned. Closes it unless connections
    /// are to stay open.
    pub(crate) async fn retain_connection(self: &Arc<Self>, name: &str, connection: Option<OpenConnection>) {
        if !self.keep_connected.load(std::sync::atomic::Ordering::Relaxed) {
            if let Some((connection, _)) = connection {
                close(connection).await;
            }
            return;
        }
        self.disconnect(name).await;
        let token = CancellationToken::new();
        let open = connection.as_ref().map(|(connection, _)| Arc::clone(connection));
        let maintain = maintain_connection(Arc::clone(self), name.to_owned(), connection, token.clone());
        let pooled = PooledConnection { token, task: tokio::spawn(maintain), connection: open };
        self.connection_pool().insert(name.to_owned(), pooled);
    }

    /// Closes the connection to a server and stops reconnecting.
    pub(crate) async fn disconnect(&self, name: &str) {
        let pooled = self.connection_pool().remove(name);
        if let Some(PooledConnection { token, task, connection }) = pooled {
            // Dropping the last reference to a connection closes it.
            drop(connection);
            token.cancel();
            let _ = task.await;
        }
    }

    /// Cancels the scan in progress, if any, and closes the connection.
    pub(crate) async fn stop(&self, name: &str) {
        self.cancel_scan(name);
        self.disconnect(name).await;
    }

    pub(crate) fn is_connected(&self, name: &str) -> bool {
        self.open_connection(name).is_some()
    }

    /// The open connection to a server.
    pub(crate) fn open_connection(&self, name: &str) -> Option<Arc<Connection>> {
        let pool = self.connection_pool();
        let pooled = pool.get(name).filter(|pooled| !pooled.task.is_finished())?;
        pooled.connection.clone()
    }

    /// The last lines the connected server wrote to standard error.
    pub(crate) fn connection_output(&self, name: &str) -> Option<Vec<String>> {
        let pool = self.connection_pool();
        pool.get(name)?.connection.as_ref().map(|connection| connection.stderr().lines())
    }

    pub(crate) fn connection_pool(&self) -> MutexGuard<'_, ConnectionPool> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that a connection was opened or lost, and updates the catalog's revision.
    fn set_connection(&self, name: &str, connection: Option<Arc<Connection>>) {
        if let Some(pooled) = self.connection_pool().get_mut(name) {
            pooled.connection = connection;
        }
        self.context.catalog.bump_revision();
    }
}

/// Closes a connection, or leaves that to the last call in progress on it.
async fn close(connection: Arc<Connection>) {
    if let Some(connection) = Arc::into_inner(connection) {
        connection.close().await;
    }
}

/// Watches a connection and reconnects with exponential backoff, until cancelled or given up.
async fn maintain_connection(
    servers: Arc<ServerService>,
    name: String,
    connection: Option<OpenConnection>,
    token: CancellationToken,
) {
    let work = async {
        let mut connection = connection;
        let (mut backoff, mut starts) = (INITIAL_BACKOFF, 0);
        loop {
            if let Some((open, ttl)) = connection.take() {
                let opened_at = Instant::now();
                watch_list(&servers, &name, &open, ttl).await;
                servers.set_connection(&name, None);
                close(open).await;
                if opened_at.elapsed() > STABLE_AFTER {
                    (backoff, starts) = (INITIAL_BACKOFF, 0);
                }
            }
            if starts == MAX_STARTS {
                return;
            }
            tokio::time::sleep(backoff).await;
            backoff = (backoff * 2).min(MAX_BACKOFF);
            match reconnect(&servers, &name).await {
                ReconnectResult::Connected { open, is_command: command } => {
                    servers.set_connection(&name, Some(Arc::clone(&open.0)));
                    connection = Some(open);
                    starts += u32::from(command);
                }
                ReconnectResult::Retry { is_command: command } => starts += u32::from(command),
                ReconnectResult::GiveUp => return,
            }
        }
    };
    tokio::select! {
        () = work => {}
        () = token.cancelled() => {}
    }
}

/// Scans the tools again on `list_changed` and when the list's TTL has expired. Returns when the connection is lost.
async fn watch_list(servers: &ServerService, name: &str, connection: &Connection, mut ttl: Option<Duration>) {
    let mut scanned_at = Instant::now();
    loop {
        let expired = async {
            match ttl {
                Some(ttl) => tokio::time::sleep(ttl.max(MIN_LIST_TTL)).await,
                None => std::future::pending().await,
            }
        };
        let is_lost = tokio::select! {
            changed = connection.wait_for_list_changed() => !changed,
            () = expired => false,
        };
        if is_lost {
            return;
        }
        tokio::time::sleep(COALESCE_WINDOW.max(MIN_SCAN_INTERVAL.saturating_sub(scanned_at.elapsed()))).await;
        scanned_at = Instant::now();
        let Ok(scan) = Scan::start(servers, name) else { continue };
        let listed = scan.run(servers.fetch_list(connection, |_| {})).await;
        drop(scan);
        let stored = match listed {
            Ok(Ok(listed)) => {
                ttl = listed.ttl;
                servers.store_list(name, listed).await
            }
            Ok(Err(failed)) => servers.store_scan_failure(name, failed).await,
            Err(_) => return,
        };
        if stored.is_err() {
            return;
        }
    }
}

/// The result of an attempt to reconnect. `command` is true if it started a process.
enum ReconnectResult {
    Connected { open: OpenConnection, is_command: bool },
    Retry { is_command: bool },
    GiveUp,
}

async fn reconnect(servers: &ServerService, name: &str) -> ReconnectResult {
    let Ok(row) = servers.scannable_server(name).await else { return ReconnectResult::GiveUp };
    let is_command = !matches!(row.source, Source::Http { .. });
    let Ok(scan) = Scan::start(servers, name) else { return ReconnectResult::Retry { is_command: false } };
    let result = scan.run(servers.fetch_tools(&row, |_| {})).await;
    drop(scan);
    match result {
        Ok(Ok(RefreshResult { list: listed, connection: Some(connection) })) => {
            let ttl = listed.ttl;
            match servers.store_list(name, listed).await {
                Ok(_) => ReconnectResult::Connected { open: (Arc::new(connection), ttl), is_command },
                Err(_) => ReconnectResult::GiveUp,
            }
        }
        // A document has no connection to keep.
        Ok(Ok(_)) | Err(_) => ReconnectResult::GiveUp,
        Ok(Err(failed)) => {
            let is_transient = failed.is_transient;
            let is_stored = servers.store_scan_failure(name, failed).await.is_ok();
            if is_transient && is_stored {
                ReconnectResult::Retry { is_command }
            } else {
                ReconnectResult::GiveUp
            }
        }
    }
}
