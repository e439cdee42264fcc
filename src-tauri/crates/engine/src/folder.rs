//! The folder of the database, and where it is when nobody says otherwise.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// The platform's data folder for Hintsmith.
pub fn default_data_folder() -> Option<PathBuf> {
    directories::ProjectDirs::from("dev", "Hintsmith", "Hintsmith").map(|dirs| dirs.data_dir().to_owned())
}

/// Makes the folder, for its owner alone.
pub fn make(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Options for writing a file that only its owner can read, from its first byte on.
pub(crate) fn private() -> std::fs::OpenOptions {
    let mut options = std::fs::OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// A file that is locked from the moment it is there until the process lets go of it, however it ends: whoever finds it
/// unlocked may sweep it.
pub(crate) fn held(path: &Path) -> std::io::Result<File> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let beside = path.with_extension(format!("{}-{number}.new", std::process::id()));
    let file = private().create(true).truncate(true).open(&beside)?;
    file.try_lock()?;
    std::fs::rename(beside, path)?;
    Ok(file)
}

/// Whether somebody holds it.
pub(crate) fn is_held(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}
