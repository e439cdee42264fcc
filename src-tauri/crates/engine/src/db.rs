//! Carries work on the database to a thread where it may block.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::{ApiError, ErrorCode};
use crate::store::{Store, StoreError};

#[derive(Clone)]
pub struct Db {
    store: Arc<Mutex<Store>>,
    path: Arc<PathBuf>,
    read_only: Option<Arc<str>>,
}

impl Db {
    pub async fn open(folder: PathBuf) -> Result<Self, ApiError> {
        let store = blocking(move || Store::open(&folder)).await??;
        let read_only = store.read_only.as_deref().map(Arc::from);
        let path = Arc::new(store.path.clone());
        Ok(Self { store: Arc::new(Mutex::new(store)), path, read_only })
    }

    pub fn read_only(&self) -> Option<&str> {
        self.read_only.as_deref()
    }

    /// Reads in one transaction.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&rusqlite::Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (store, path) = (Arc::clone(&self.store), Arc::clone(&self.path));
        let result = blocking(move || {
            let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
            let transaction = store.connection.transaction()?;
            work(&transaction)
        });
        Ok(result.await?.map_err(|error| StoreError::sqlite(&path, error))?)
    }

    /// Writes in one transaction that either happens whole or not at all.
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&rusqlite::Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, ApiError> {
        if let Some(why) = &self.read_only {
            return Err(read_only(why));
        }
        let (store, path) = (Arc::clone(&self.store), Arc::clone(&self.path));
        let result = blocking(move || {
            let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
            // Immediate: two writers queue at the door instead of failing half-way.
            let immediate = rusqlite::TransactionBehavior::Immediate;
            let transaction = store.connection.transaction_with_behavior(immediate)?;
            let done = work(&transaction)?;
            transaction.commit()?;
            Ok(done)
        });
        Ok(result.await?.map_err(|error| StoreError::sqlite(&path, error))?)
    }

    /// A number that changes when another process has written.
    pub async fn foreign_version(&self) -> Result<i64, ApiError> {
        let (store, path) = (Arc::clone(&self.store), Arc::clone(&self.path));
        let result = blocking(move || {
            let store = store.lock().unwrap_or_else(PoisonError::into_inner);
            store.connection.pragma_query_value(None, "data_version", |row| row.get(0))
        });
        Ok(result.await?.map_err(|error| StoreError::sqlite(&path, error))?)
    }
}

fn read_only(why: &str) -> ApiError {
    ApiError::new(ErrorCode::ReadOnly, format!("nothing can be saved: {why}"), "Your change was not made.")
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, ApiError> {
    let joined = tokio::task::spawn_blocking(work).await;
    joined.map_err(|error| {
        ApiError::new(ErrorCode::Internal, format!("work on the database failed: {error}"), "")
    })
}
