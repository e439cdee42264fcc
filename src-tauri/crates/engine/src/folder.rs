//! The folder of the database, and where it is when nobody says otherwise.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use crate::files::{TemporaryFile, close_to_others};

/// The platform's data folder for Hintsmith.
pub fn default_data_folder() -> Option<PathBuf> {
    directories::ProjectDirs::from("dev", "Hintsmith", "Hintsmith").map(|dirs| dirs.data_dir().to_owned())
}

/// Makes the folder for its owner alone. One that is there already is closed to others, where that is possible.
pub fn make(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    close_to_others(folder);
    Ok(())
}

/// A file that is locked from the moment it is there until the process lets go of it, however it ends: whoever finds it
/// unlocked may sweep it.
pub(crate) fn held(path: &Path) -> std::io::Result<File> {
    let temporary = TemporaryFile::beside(path)?;
    temporary.file.try_lock()?;
    temporary.persist_open(path)
}

/// Whether somebody holds it.
pub(crate) fn is_held(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}
