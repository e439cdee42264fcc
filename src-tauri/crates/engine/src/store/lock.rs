//! The lock on the store's file. Every process that has the store open holds it shared; replacing the file needs it
//! exclusively, because SQLite finds a write-ahead log by name, and two database files must never share one.

use std::fs::{File, TryLockError};
use std::path::Path;

use super::{FILE_NAME, StoreError};
use crate::files;

const LOCK_FILE_NAME: &str = "hintsmith.lock";

/// Held until dropped. The system releases it when the process ends, however it ends.
#[derive(Debug)]
pub struct Lock(#[expect(dead_code, reason = "held, not read")] File);

impl Lock {
    /// Waits while the file is being replaced. `None` in a folder that cannot be written: nothing is replaced there.
    pub fn shared(data_folder: &Path) -> Result<Option<Self>, StoreError> {
        let Ok(file) = open_lock_file(data_folder) else { return Ok(None) };
        match file.lock_shared() {
            Ok(()) => Ok(Some(Self(file))),
            // A file system without locks, such as some network shares.
            Err(_) => Ok(None),
        }
    }

    /// Fails if another process has the store open. A file system without locks is not protected.
    pub fn exclusive(data_folder: &Path) -> Result<Self, StoreError> {
        let path = data_folder.join(FILE_NAME);
        let file = open_lock_file(data_folder)
            .map_err(|error| StoreError::Folder { path: data_folder.to_owned(), error })?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse(path)),
            Err(TryLockError::Error(_)) => Ok(Self(file)),
        }
    }
}

fn open_lock_file(data_folder: &Path) -> std::io::Result<File> {
    let path = data_folder.join(LOCK_FILE_NAME);
    let file = files::private_options().create(true).truncate(false).read(true).open(&path)?;
    files::restrict_to_owner(&path);
    Ok(file)
}
