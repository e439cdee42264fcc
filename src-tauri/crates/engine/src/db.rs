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
    written: Arc<Mutex<WriteState>>,
}

/// Counts of writes, to distinguish this process's writes from those of others.
#[derive(Debug, Default)]
struct WriteState {
    /// Versioned writes by this process.
    by_us: i64,
    /// SQLite's `data_version`, which also counts unversioned writes such as calls, and the number of versioned writes
    /// by other processes when it was read.
    others: Option<(i64, i64)>,
}

impl Db {
    pub async fn open(folder: PathBuf) -> Result<Self, ApiError> {
        let store = blocking(move || Store::open(&folder)).await??;
        let read_only = store.read_only.as_deref().map(Arc::from);
        let path = Arc::new(store.path.clone());
        Ok(Self { store: Arc::new(Mutex::new(Some(store))), path, read_only, written: Arc::default() })
    }

    pub fn read_only(&self) -> Option<&str> {
        self.read_only.as_deref()
    }

    /// Reads in one transaction.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.with(move |connection| work(&*connection.transaction()?)).await
    }

    /// Writes in one atomic transaction and increments the store's version, so that every process that has the store
    /// open reloads its catalog.
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (work, result) = keep_result(work);
        self.transact(work, true).await?;
        result.take()
    }

    /// Writes without incrementing the version, for data that the catalog does not include (calls, runs).
    pub async fn write_beside<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (work, result) = keep_result(work);
        self.transact(work, false).await?;
        result.take()
    }

    fn transact(&self, work: Box<Work>, is_shown: bool) -> BoxFuture<'_, Result<(), ApiError>> {
        Box::pin(async move {
            if let Some(why) = &self.read_only {
                return Err(read_only(why));
            }
            let written = Arc::clone(&self.written);
            let write = move |connection: &mut Connection| {
                // Immediate, so that concurrent writers wait here instead of failing half-way.
                let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
                work(&transaction)?;
                if is_shown {
                    transaction.prepare_cached("UPDATE stamp SET writes = writes + 1")?.execute([])?;
                }
                transaction.commit()?;
                // Before the connection is released: the next reader must see both the commit and the count, or
                // neither.
                if is_shown {
                    locked(&written).by_us += 1;
                }
                Ok(())
            };
            self.with_connection(Box::new(write)).await
        })
    }

    /// A number that changes when another process has made a versioned write.
    pub async fn foreign_version(&self) -> Result<i64, ApiError> {
        let written = Arc::clone(&self.written);
        let look = move |connection: &mut Connection| {
            let any: i64 = connection.pragma_query_value(None, "data_version", |row| row.get(0))?;
            if let Some((seen, others)) = locked(&written).others
                && seen == any
            {
                return Ok(others);
            }
            let all = connection.prepare_cached("SELECT writes FROM stamp")?.query_row([], |row| row.get(0));
            let mut written = locked(&written);
            // A store of another format, opened read-only, may have no such table.
            let others = all.map_or(any, |all: i64| all - written.by_us);
            written.others = Some((any, others));
            Ok(others)
        };
        self.with(look).await
    }

    /// Returns whether this process has made a versioned write.
    pub fn has_written(&self) -> bool {
        locked(&self.written).by_us > 0
    }

    /// The number of versioned writes to the store, by any process.
    pub async fn version(&self) -> Result<i64, ApiError> {
        self.with(|connection| {
            let writes =
                connection.prepare_cached("SELECT writes FROM stamp")?.query_row([], |row| row.get(0));
            // A store of another format, opened read-only, may have no such table.
            writes.or_else(|_| connection.pragma_query_value(None, "data_version", |row| row.get(0)))
        })
        .await
    }

    /// Runs work that needs the connection outside a transaction.
    pub async fn outside<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let store = Arc::clone(&self.store);
        let result = blocking(move || {
            let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
            store.as_mut().map(|store| work(&store.connection))
        });
        Ok(result.await?.ok_or_else(closed)??)
    }

    /// Closes the file. Later operations fail.
    pub async fn close(&self) -> Result<(), ApiError> {
        let store = Arc::clone(&self.store);
        blocking(move || drop(store.lock().unwrap_or_else(PoisonError::into_inner).take())).await
    }

    async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, ApiError> {
        let result = ResultSlot::default();
        let slot = result.clone();
        let work = move |connection: &mut Connection| work(connection).map(|value| slot.put(value));
        self.with_connection(Box::new(work)).await?;
        result.take()
    }

    fn with_connection(&self, work: Box<OutsideWork>) -> BoxFuture<'_, Result<(), ApiError>> {
        Box::pin(async move {
            let (store, path) = (Arc::clone(&self.store), Arc::clone(&self.path));
            // In a newer format a missing column is no damage.
            let explain =
                if self.read_only.is_none() { StoreError::of_our_format } else { StoreError::sqlite };
            let result = blocking(move || {
                let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
                store.as_mut().map(|store| work(&mut store.connection))
            });
            let result = result.await?.ok_or_else(closed)?;
            Ok(result.map_err(|error| explain(&path, error))?)
        })
    }
}

/// Work inside a transaction that leaves its result in a [`ResultSlot`]. Boxed, so that only the part that depends on
/// the result's type is compiled for each query; the transaction, its errors and tokio's task are compiled once.
type Work = dyn FnOnce(&Connection) -> rusqlite::Result<()> + Send;
/// The same outside a transaction.
type OutsideWork = dyn FnOnce(&mut Connection) -> rusqlite::Result<()> + Send;

/// Splits work into its type-erased form and the slot that receives its result.
fn keep_result<T: Send + 'static>(
    work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
) -> (Box<Work>, ResultSlot<T>) {
    let result = ResultSlot::default();
    let slot = result.clone();
    (Box::new(move |connection| work(connection).map(|value| slot.put(value))), result)
}

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
        value.ok_or_else(|| failed("it left no result"))
    }
}

fn locked(written: &Mutex<WriteState>) -> std::sync::MutexGuard<'_, WriteState> {
    written.lock().unwrap_or_else(PoisonError::into_inner)
}

fn closed() -> ApiError {
    ApiError::new(ErrorCode::Store, "the database was closed", "Start Hintsmith again.")
}

fn read_only(why: &str) -> ApiError {
    ApiError::new(ErrorCode::ReadOnly, format!("nothing can be saved: {why}"), "Your change was not made.")
}

/// Runs work on a blocking thread and returns its result.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    let result = ResultSlot::default();
    let slot = result.clone();
    run_blocking(Box::new(move || slot.put(work()))).await?;
    result.take()
}

fn run_blocking(work: Box<dyn FnOnce() + Send>) -> BoxFuture<'static, Result<(), ApiError>> {
    Box::pin(
        async move { tokio::task::spawn_blocking(work).await.map_err(|error| failed(&error.to_string())) },
    )
}

fn failed(why: &str) -> ApiError {
    ApiError::new(ErrorCode::Internal, format!("work on the database failed: {why}"), "")
}
