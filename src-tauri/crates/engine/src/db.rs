//! Carries work on the database to a thread where it may block.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::future::BoxFuture;
use rusqlite::{Connection, TransactionBehavior};

use crate::error::{ApiError, ErrorCode};
use crate::store::{Store, StoreError};

#[derive(Clone)]
pub struct Db {
    /// None once it was closed.
    store: Arc<Mutex<Option<Store>>>,
    path: Arc<PathBuf>,
    read_only: Option<Arc<str>>,
    written: Arc<Mutex<WriteState>>,
}

/// What this process has written, and what it has seen others write.
#[derive(Debug, Default)]
struct WriteState {
    by_us: i64,
    /// SQLite's own count of what others wrote, calls included, and ours without them.
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

    /// Writes in one transaction that either happens whole or not at all. Every process that has the store open reads
    /// the catalog again.
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (work, result) = keep_result(work);
        self.transact(work, true).await?;
        result.take()
    }

    /// The same for what no view of the catalog shows: no process reads it again for that.
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
                // Immediate: two writers queue here instead of failing half-way.
                let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
                work(&transaction)?;
                if is_shown {
                    transaction.prepare_cached("UPDATE stamp SET writes = writes + 1")?.execute([])?;
                }
                transaction.commit()?;
                // Before anybody else can use the connection: the next reader must find both or neither.
                if is_shown {
                    locked(&written).by_us += 1;
                }
                Ok(())
            };
            self.with_connection(Box::new(write)).await
        })
    }

    /// A number that changes when another process has written something that views show.
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
            // A store of another format, opened for reading, has no such count.
            let others = all.map_or(any, |all: i64| all - written.by_us);
            written.others = Some((any, others));
            Ok(others)
        };
        self.with(look).await
    }

    /// Whether this process has changed anything that views and policies show.
    pub fn has_written(&self) -> bool {
        locked(&self.written).by_us > 0
    }

    /// Counts the changes of the store, by whichever process, that views and policies show.
    pub async fn version(&self) -> Result<i64, ApiError> {
        self.with(|connection| {
            let writes =
                connection.prepare_cached("SELECT writes FROM stamp")?.query_row([], |row| row.get(0));
            // A store of another format, opened for reading, has no such count.
            writes.or_else(|_| connection.pragma_query_value(None, "data_version", |row| row.get(0)))
        })
        .await
    }

    /// Work that needs the connection outside of a transaction.
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

    /// Lets go of the file. Everything asked of it later fails.
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
            // Of a later format it may be another column that is missing, which is no damage.
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

/// Work on a connection that leaves its result in a [`ResultSlot`]. Boxed: only the little that depends on the result's type is
/// compiled for each query, and the transaction, its errors and tokio's task once for all of them.
type Work = dyn FnOnce(&Connection) -> rusqlite::Result<()> + Send;
/// The same outside of a transaction.
type OutsideWork = dyn FnOnce(&mut Connection) -> rusqlite::Result<()> + Send;

fn keep_result<T: Send + 'static>(
    work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
) -> (Box<Work>, ResultSlot<T>) {
    let result = ResultSlot::default();
    let slot = result.clone();
    (Box::new(move |connection| work(connection).map(|value| slot.put(value))), result)
}

/// Where work on another thread leaves its result.
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

/// Carries work to a thread where it may block, and waits for its result.
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
