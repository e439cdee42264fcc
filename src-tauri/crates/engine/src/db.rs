//! Asynchronous access to the SQLite store: runs each query on a blocking thread.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::future::BoxFuture;
use rusqlite::{Connection, TransactionBehavior};

use crate::error::{ApiError, ErrorCode};
use crate::store::{Store, StoreError};

/// A handle to the open store. Queries are serialised by a mutex.
#[derive(Clone)]
pub struct Db {
    /// `None` once closed.
    store: Arc<Mutex<Option<Store>>>,
    path: Arc<PathBuf>,
    read_only: Option<Arc<str>>,
    write_state: Arc<Mutex<WriteState>>,
}

/// Counts of writes, to distinguish this process's writes from those of others.
#[derive(Debug, Default)]
struct WriteState {
    /// Versioned writes by this process.
    own_writes: i64,
    /// SQLite's `data_version`, which also counts unversioned writes such as calls, and the number of versioned writes
    /// by other processes when it was read.
    foreign: Option<(i64, i64)>,
}

impl Db {
    pub async fn open(data_folder: PathBuf) -> Result<Self, ApiError> {
        let store = spawn_blocking(move || Store::open(&data_folder)).await??;
        let read_only = store.read_only.as_deref().map(Arc::from);
        let path = Arc::new(store.path.clone());
        Ok(Self { store: Arc::new(Mutex::new(Some(store))), path, read_only, write_state: Arc::default() })
    }

    pub fn read_only(&self) -> Option<&str> {
        self.read_only.as_deref()
    }

    /// Reads in one transaction.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.run(move |connection| work(&*connection.transaction()?)).await
    }

    /// Writes in one atomic transaction and increments the store's version, so that every process that has the store
    /// open reloads its catalog.
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.write_if(move |connection| work(connection).map(|value| (value, Completion::Commit))).await
    }

    /// Writes without incrementing the version, for data that the catalog does not include (calls, runs).
    pub async fn write_unversioned<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.write_if(move |connection| work(connection).map(|value| (value, Completion::CommitUnversioned)))
            .await
    }

    /// Like [`Self::write`]; `work` decides how its transaction ends.
    pub async fn write_if<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<(T, Completion)> + Send + 'static,
    ) -> Result<T, ApiError> {
        let result = ResultSlot::default();
        let slot = result.clone();
        let work = move |connection: &Connection| {
            let (value, completion) = work(connection)?;
            slot.put(value);
            Ok(completion)
        };
        self.transact(Box::new(work)).await?;
        result.take()
    }

    fn transact(&self, work: Box<TransactionWork>) -> BoxFuture<'_, Result<(), ApiError>> {
        Box::pin(async move {
            if let Some(why) = &self.read_only {
                return Err(read_only_error(why));
            }
            let write_state = Arc::clone(&self.write_state);
            let write = move |connection: &mut Connection| {
                // Immediate, so that concurrent writers wait here instead of failing half-way.
                let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
                let completion = work(&transaction)?;
                if completion == Completion::RollBack {
                    return transaction.rollback();
                }
                let is_versioned = completion == Completion::Commit;
                if is_versioned {
                    transaction.prepare_cached("UPDATE write_counter SET writes = writes + 1")?.execute([])?;
                }
                transaction.commit()?;
                // Before the connection is released: the next reader must see both the commit and the count, or
                // neither.
                if is_versioned {
                    lock(&write_state).own_writes += 1;
                }
                Ok(())
            };
            self.run_boxed(Box::new(write)).await
        })
    }

    /// A number that changes when another process has made a versioned write.
    pub async fn foreign_version(&self) -> Result<i64, ApiError> {
        let write_state = Arc::clone(&self.write_state);
        let query = move |connection: &mut Connection| {
            let data_version: i64 = connection.pragma_query_value(None, "data_version", |row| row.get(0))?;
            if let Some((seen, others)) = lock(&write_state).foreign
                && seen == data_version
            {
                return Ok(others);
            }
            let writes = connection
                .prepare_cached("SELECT writes FROM write_counter")?
                .query_row([], |row| row.get(0));
            let mut write_state = lock(&write_state);
            // A store of another format, opened read-only, may have no such table.
            let others = writes.map_or(data_version, |writes: i64| writes - write_state.own_writes);
            write_state.foreign = Some((data_version, others));
            Ok(others)
        };
        self.run(query).await
    }

    /// Returns whether this process has made a versioned write.
    pub fn has_written(&self) -> bool {
        lock(&self.write_state).own_writes > 0
    }

    /// The number of versioned writes to the store, by any process.
    pub async fn version(&self) -> Result<i64, ApiError> {
        self.run(|connection| {
            let writes = connection
                .prepare_cached("SELECT writes FROM write_counter")?
                .query_row([], |row| row.get(0));
            // A store of another format, opened read-only, may have no such table.
            writes.or_else(|_| connection.pragma_query_value(None, "data_version", |row| row.get(0)))
        })
        .await
    }

    /// Runs work that needs the connection outside a transaction.
    pub async fn run_outside_transaction<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let store = Arc::clone(&self.store);
        let result = spawn_blocking(move || {
            let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
            store.as_mut().map(|store| work(&store.connection))
        });
        Ok(result.await?.ok_or_else(closed_error)??)
    }

    /// Closes the file. Later operations fail.
    pub async fn close(&self) -> Result<(), ApiError> {
        let store = Arc::clone(&self.store);
        spawn_blocking(move || drop(store.lock().unwrap_or_else(PoisonError::into_inner).take())).await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, ApiError> {
        let result = ResultSlot::default();
        let slot = result.clone();
        let work = move |connection: &mut Connection| work(connection).map(|value| slot.put(value));
        self.run_boxed(Box::new(work)).await?;
        result.take()
    }

    fn run_boxed(&self, work: Box<ConnectionWork>) -> BoxFuture<'_, Result<(), ApiError>> {
        Box::pin(async move {
            let (store, path) = (Arc::clone(&self.store), Arc::clone(&self.path));
            // In a newer format a missing column is no damage.
            let explain = if self.read_only.is_none() {
                StoreError::from_current_format
            } else {
                StoreError::from_sqlite
            };
            let result = spawn_blocking(move || {
                let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
                store.as_mut().map(|store| work(&mut store.connection))
            });
            let result = result.await?.ok_or_else(closed_error)?;
            Ok(result.map_err(|error| explain(&path, error))?)
        })
    }
}

/// How a transaction ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completion {
    /// Increments the version, so that every process reloads its catalog.
    Commit,
    CommitUnversioned,
    RollBack,
}

/// Work inside a transaction that leaves its result in a [`ResultSlot`]. Boxed, so that only the part that depends on
/// the result's type is compiled for each query; the transaction, its errors and tokio's task are compiled once.
type TransactionWork = dyn FnOnce(&Connection) -> rusqlite::Result<Completion> + Send;
/// The same outside a transaction.
type ConnectionWork = dyn FnOnce(&mut Connection) -> rusqlite::Result<()> + Send;

/// The result of work on another thread.
struct ResultSlot<T>(Arc<Mutex<Option<T>>>);

impl<T> Default for ResultSlot<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T> Clone for ResultSlot<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> ResultSlot<T> {
    fn put(&self, value: T) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
    }

    fn take(self) -> Result<T, ApiError> {
        let value = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        value.ok_or_else(|| internal_error("no result"))
    }
}

fn lock(write_state: &Mutex<WriteState>) -> std::sync::MutexGuard<'_, WriteState> {
    write_state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn closed_error() -> ApiError {
    ApiError::new(ErrorCode::Store, "the store is closed", "Restart Hintsmith.")
}

fn read_only_error(why: &str) -> ApiError {
    ApiError::new(
        ErrorCode::ReadOnly,
        format!("changes cannot be saved: {why}"),
        "Make the file writable, or update Hintsmith. Nothing was changed.",
    )
}

/// Runs work on a blocking thread and returns its result.
pub(crate) async fn spawn_blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    let result = ResultSlot::default();
    let slot = result.clone();
    spawn_boxed(Box::new(move || slot.put(work()))).await?;
    result.take()
}

fn spawn_boxed(work: Box<dyn FnOnce() + Send>) -> BoxFuture<'static, Result<(), ApiError>> {
    Box::pin(async move {
        tokio::task::spawn_blocking(work).await.map_err(|error| internal_error(&error.to_string()))
    })
}

fn internal_error(why: &str) -> ApiError {
    ApiError::new(ErrorCode::Internal, format!("a store operation failed: {why}"), "")
}
