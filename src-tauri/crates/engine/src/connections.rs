//! Connections that stay open, so that `tools/list` changes are noticed, and reconnecting when one is lost.

use std::collections::HashMap;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;

use hintsmith_core::source::Source;
use hintsmith_mcp::connection::Connection;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::Engine;
use crate::refresh::{RefreshResult, Scan};

/// `list_changed` notifications within this time cause one scan.
const COALESCE: Duration = Duration::from_millis(300);
/// Minimum time between two scans of a server that keeps changing.
const SHORTEST_PAUSE: Duration = Duration::from_secs(2);

/// Lower bound for the `ttlMs` of a list, so that a server cannot force constant scans.
const SHORTEST_FRESH: Duration = Duration::from_secs(60);

/// Exponential backoff before reconnecting: first delay and maximum.
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(300);

/// A connection that lasted this long resets the backoff and the start count.
const STEADY: Duration = Duration::from_secs(60);

/// A command that was started this often without lasting is not started again by itself. HTTP servers are retried
/// without limit: they may become reachable at any time.
const MOST_STARTS: u32 = 5;

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

impl Engine {
    /// From now on the connections of scanned servers stay open. For the desktop app; a command closes them.
    pub fn stay_connected(&self) {
        self.keep_connected.store(true, std::sync::atomic::Ordering::Relaxed);
    }

    /// Keeps the connection of a scan open, or retries a server that could not be scanned. Closes it unless connections
    /// are to stay open.
    pub(crate) async fn hold(self: &Arc<Self>, name: &str, connection: Option<OpenConnection>) {
        if !self.keep_connected.load(std::sync::atomic::Ordering::Relaxed) {
            if let Some((connection, _)) = connection {
                close(connection).await;
            }
            return;
        }
        self.let_go(name).await;
        let token = CancellationToken::new();
        let open = connection.as_ref().map(|(connection, _)| Arc::clone(connection));
        let keeping = keep(Arc::clone(self), name.to_owned(), connection, token.clone());
        let keeper = PooledConnection { token, task: tokio::spawn(keeping), connection: open };
        self.keepers().insert(name.to_owned(), keeper);
    }

    /// Closes the connection to a server and stops reconnecting.
    pub(crate) async fn let_go(&self, name: &str) {
        let keeper = self.keepers().remove(name);
        if let Some(PooledConnection { token, task, connection }) = keeper {
            // Dropping the last reference to a connection closes it.
            drop(connection);
            token.cancel();
            let _ = task.await;
        }
    }

    /// Cancels the scan in progress, if any, and closes the connection.
    pub(crate) async fn stop_server(&self, name: &str) {
        self.cancel_scan(name);
        self.let_go(name).await;
    }

    pub(crate) fn is_live(&self, name: &str) -> bool {
        self.live_connection(name).is_some()
    }

    /// The open connection to a server.
    pub(crate) fn live_connection(&self, name: &str) -> Option<Arc<Connection>> {
        let keepers = self.keepers();
        let keeper = keepers.get(name).filter(|keeper| !keeper.task.is_finished())?;
        keeper.connection.clone()
    }

    /// The last lines the connected server wrote to standard error.
    pub(crate) fn live_output(&self, name: &str) -> Option<Vec<String>> {
        let keepers = self.keepers();
        keepers.get(name)?.connection.as_ref().map(|connection| connection.stderr().lines())
    }

    pub(crate) fn keepers(&self) -> MutexGuard<'_, ConnectionPool> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that a connection was opened or lost, and updates the catalog's revision.
    fn connected(&self, name: &str, connection: Option<Arc<Connection>>) {
        if let Some(keeper) = self.keepers().get_mut(name) {
            keeper.connection = connection;
        }
        self.catalog.bump_revision();
    }
}

/// Closes a connection, or leaves that to the last call in progress on it.
async fn close(connection: Arc<Connection>) {
    if let Some(connection) = Arc::into_inner(connection) {
        connection.close().await;
    }
}

/// Watches a connection and reconnects with exponential backoff, until cancelled or given up.
async fn keep(
    engine: Arc<Engine>,
    name: String,
    connection: Option<OpenConnection>,
    token: CancellationToken,
) {
    let work = async {
        let mut connection = connection;
        let (mut wait, mut starts) = (FIRST_WAIT, 0);
        loop {
            if let Some((open, fresh)) = connection.take() {
                let begun = Instant::now();
                follow(&engine, &name, &open, fresh).await;
                engine.connected(&name, None);
                close(open).await;
                if begun.elapsed() > STEADY {
                    (wait, starts) = (FIRST_WAIT, 0);
                }
            }
            if starts == MOST_STARTS {
                return;
            }
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(LONGEST_WAIT);
            match come_back(&engine, &name).await {
                Reconnected::Connected { open, command } => {
                    engine.connected(&name, Some(Arc::clone(&open.0)));
                    connection = Some(open);
                    starts += u32::from(command);
                }
                Reconnected::Later { command } => starts += u32::from(command),
                Reconnected::Never => return,
            }
        }
    };
    tokio::select! {
        () = work => {}
        () = token.cancelled() => {}
    }
}

/// Scans the tools again on `list_changed` and when the list's TTL has expired. Returns when the connection is lost.
async fn follow(engine: &Engine, name: &str, connection: &Connection, mut fresh: Option<Duration>) {
    let mut read = Instant::now();
    loop {
        let stale = async {
            match fresh {
                Some(fresh) => tokio::time::sleep(fresh.max(SHORTEST_FRESH)).await,
                None => std::future::pending().await,
            }
        };
        let lost = tokio::select! {
            changed = connection.wait_for_list_changed() => !changed,
            () = stale => false,
        };
        if lost {
            return;
        }
        tokio::time::sleep(COALESCE.max(SHORTEST_PAUSE.saturating_sub(read.elapsed()))).await;
        read = Instant::now();
        let Ok(scan) = Scan::begin(engine, name) else { continue };
        let listed = scan.run(engine.list(connection, |_| {})).await;
        drop(scan);
        let kept = match listed {
            Ok(Ok(listed)) => {
                fresh = listed.fresh;
                engine.keep(name, listed).await
            }
            Ok(Err(failed)) => engine.keep_failure(name, failed).await,
            Err(_) => return,
        };
        if kept.is_err() {
            return;
        }
    }
}

/// The result of an attempt to reconnect. `command` is true if it started a process.
enum Reconnected {
    Connected { open: OpenConnection, command: bool },
    Later { command: bool },
    Never,
}

async fn come_back(engine: &Engine, name: &str) -> Reconnected {
    let Ok(row) = engine.readable(name).await else { return Reconnected::Never };
    let command = !matches!(row.source, Source::Http { .. });
    let Ok(scan) = Scan::begin(engine, name) else { return Reconnected::Later { command: false } };
    let read = scan.run(engine.read(&row, |_| {})).await;
    drop(scan);
    match read {
        Ok(Ok(RefreshResult { listed, connection: Some(connection) })) => {
            let fresh = listed.fresh;
            match engine.keep(name, listed).await {
                Ok(_) => Reconnected::Connected { open: (Arc::new(connection), fresh), command },
                Err(_) => Reconnected::Never,
            }
        }
        // A document has no connection to keep.
        Ok(Ok(_)) | Err(_) => Reconnected::Never,
        Ok(Err(failed)) => {
            let again = failed.passing;
            let known = engine.keep_failure(name, failed).await.is_ok();
            if again && known { Reconnected::Later { command } } else { Reconnected::Never }
        }
    }
}
