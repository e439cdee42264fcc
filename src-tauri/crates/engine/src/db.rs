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
}

impl Db {
    pub async fn open(folder: PathBuf) -> Result<Self, ApiError> {
        let store = blocking(move || Store::open(&folder)).await??;
        let read_only = store.read_only.as_deref().map(Arc::from);
        let path = Arc::new(store.path.clone());
        Ok(Self { store: Arc::new(Mutex::new(Some(store))), path, read_only })
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

    /// Writes in one transaction that either happens whole or not at all.
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, ApiError> {
        if let Some(why) = &self.read_only {
            return Err(read_only(why));
        }
        let write = move |connection: &mut Connection| {
            // Immediate: two writers queue at the door instead of failing half-way.
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let done = work(&transaction)?;
            transaction.commit()?;
            Ok(done)
        };
        self.with(write).await
    }

    /// A number that changes when another process has written.
    pub async fn foreign_version(&self) -> Result<i64, ApiError> {
        self.with(|connection| connection.pragma_query_value(None, "data_version", |row| row.get(0))).await
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
