//! The data folder: its default location, private folders, and lock files in it.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use crate::files::{TemporaryFile, restrict_to_owner};

/// The platform's data folder for Hintsmith.
pub fn default_data_folder() -> Option<PathBuf> {
    directories::ProjectDirs::from("dev", "Hintsmith", "Hintsmith").map(|dirs| dirs.data_dir().to_owned())
}

/// Creates a folder readable by its owner alone. The permissions of an existing one are restricted, where possible.
pub fn create_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    restrict_to_owner(folder);
    Ok(())
}

/// Creates a file that is locked from the moment it has its name until the process closes it, however it ends. An
/// unlocked file may be deleted by any process.
pub(crate) fn create_locked(path: &Path) -> std::io::Result<File> {
    let temporary = TemporaryFile::beside(path)?;
    temporary.file.try_lock()?;
    temporary.persist_open(path)
}

/// Returns whether a running process holds the lock.
pub(crate) fn is_locked(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}
