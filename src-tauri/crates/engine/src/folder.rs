//! The folder of the database, and where it is when nobody says otherwise.

use std::path::{Path, PathBuf};

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
