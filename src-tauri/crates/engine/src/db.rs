//! Carries work on the database to a thread where it may block.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, TransactionBehavior};

use crate::error::{ApiError, ErrorCode};
use crate::store::{Store, StoreError};

#[derive(Clone)]
pub struct Db {
    /// None once it was closed.
    store: Arc<Mutex<Option<Store>>>,
    path: Arc<PathBuf>,
    read_only: Option<Arc<str>>,
    written: Arc<Mutex<Written>>,
}

/// What this process has written, and what it has seen others write.
#[derive(Debug, Default)]
struct Written {
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

    /// Writes in one transaction that either happens whole or not at all. Whoever has the store open reads it again.
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, ApiError> {
        let written = Arc::clone(&self.written);
        let count = move |connection: &Connection| {
            let done = work(connection)?;
            connection.prepare_cached("UPDATE stamp SET writes = writes + 1")?.execute([])?;
            Ok(done)
        };
        self.transact(count, move || locked(&written).by_us += 1).await
    }

    /// The same for what no view of the catalog shows: nobody reads it again for that.
    pub async fn write_beside<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.transact(work, || ()).await
    }

    async fn transact<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
        committed: impl FnOnce() + Send + 'static,
    ) -> Result<T, ApiError> {
        if let Some(why) = &self.read_only {
            return Err(read_only(why));
        }
        let write = move |connection: &mut Connection| {
            // Immediate: two writers queue at the door instead of failing half-way.
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let done = work(&transaction)?;
            transaction.commit()?;
            // Before anybody else can use the connection: whoever looks next must find both or neither.
            committed();
            Ok(done)
        };
        self.with(write).await
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
        let (store, path) = (Arc::clone(&self.store), Arc::clone(&self.path));
        // Of a later format it may be another column that is missing, which is no damage.
        let explain = if self.read_only.is_none() { StoreError::of_our_format } else { StoreError::sqlite };
        let result = blocking(move || {
            let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
            store.as_mut().map(|store| work(&mut store.connection))
        });
        let result = result.await?.ok_or_else(closed)?;
        Ok(result.map_err(|error| explain(&path, error))?)
    }
}

fn locked(written: &Mutex<Written>) -> std::sync::MutexGuard<'_, Written> {
    written.lock().unwrap_or_else(PoisonError::into_inner)
}

fn closed() -> ApiError {
    ApiError::new(ErrorCode::Store, "the database was closed", "Start Hintsmith again.")
}

fn read_only(why: &str) -> ApiError {
    ApiError::new(ErrorCode::ReadOnly, format!("nothing can be saved: {why}"), "Your change was not made.")
}

pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    let joined = tokio::task::spawn_blocking(work).await;
    joined.map_err(|error| {
        ApiError::new(ErrorCode::Internal, format!("work on the database failed: {error}"), "")
    })
}
