//! Where the database lives when nobody says otherwise.

use std::path::PathBuf;

/// The platform's data folder for Hintsmith.
pub fn default_data_folder() -> Option<PathBuf> {
    directories::ProjectDirs::from("dev", "Hintsmith", "Hintsmith").map(|dirs| dirs.data_dir().to_owned())
}
