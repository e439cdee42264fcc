//! The destination of a written file: its current content, ownership and replacement.

use std::path::{Path, PathBuf};

use hintsmith_core::export::hintsmith_json::HintsmithDocument;
use hintsmith_core::model::fingerprint::to_hex;
use sha2::{Digest, Sha256};

use crate::error::{ApiError, ErrorCode};
use crate::files::{self, Access, copy_beside, write_atomically};

/// Maximum size in bytes of a file that is compared, merged or copied before it is replaced.
const MAX_FILE_BYTES: u64 = 128 << 20;

/// The current content of a path before it is written.
pub struct ExistingFile {
    pub path: PathBuf,
    /// None if the file does not exist or is not text.
    pub text: Option<String>,
    /// The file exists and is not UTF-8 text.
    pub is_binary: bool,
}

impl ExistingFile {
    pub fn read(path: &Path) -> Result<Self, ApiError> {
        let path = absolute_path(path)?;
        match files::read_text(&path, MAX_FILE_BYTES) {
            Ok(text) => Ok(Self { path, text: Some(text), is_binary: false }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                Ok(Self { path, text: None, is_binary: false })
            }
            Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                Ok(Self { path, text: None, is_binary: true })
            }
            Err(error) => Err(write_error(&path, &error)),
        }
    }

    pub fn exists(&self) -> bool {
        self.is_binary || self.text.is_some()
    }

    /// SHA-256 of the current text.
    pub fn digest(&self) -> Option<String> {
        self.text.as_deref().map(sha256_hex)
    }

    /// Returns whether the file may be replaced without confirmation: it does not exist, is empty, is a
    /// `hintsmith.json`, or matches one of the digests of the last export.
    pub fn is_ours(&self, last_digests: Option<&str>) -> bool {
        match &self.text {
            None => !self.is_binary,
            Some(text) => {
                let wrote = |text: &str| {
                    last_digests.is_some_and(|last_digests| {
                        last_digests.split(' ').any(|one| one == sha256_hex(text))
                    })
                };
                text.trim().is_empty() || HintsmithDocument::parse(text).is_ok() || wrote(text)
            }
        }
    }

    /// Copies the file next to itself before it is replaced. No earlier copy is overwritten.
    pub fn back_up(&self) -> Result<Option<PathBuf>, ApiError> {
        let Some(text) = &self.text else { return Ok(None) };
        let copy = copy_beside(&self.path, text.as_bytes(), "before-hintsmith");
        copy.map(Some).map_err(|error| write_error(&self.path, &error))
    }
}

/// The absolute path of a file to be written. A symlink is refused: its target may belong to anyone, and replacing the
/// link would detach it from the target.
pub fn absolute_path(path: &Path) -> Result<PathBuf, ApiError> {
    let path = std::path::absolute(path).map_err(|error| write_error(path, &error))?;
    if path.symlink_metadata().is_ok_and(|there| there.is_symlink()) {
        let hint = "Choose the file that the link points to.";
        return Err(ApiError::new(ErrorCode::File, format!("{} is a symbolic link", path.display()), hint));
    }
    Ok(path)
}

pub fn sha256_hex(text: &str) -> String {
    to_hex(&Sha256::digest(text))
}

/// Replaces a file that the user named, keeping its permissions.
pub fn replace_file(path: &Path, text: &str) -> Result<(), ApiError> {
    write_atomically(path, text.as_bytes(), Access::Preserve).map_err(|error| write_error(path, &error))
}

pub fn write_error(path: &Path, error: &dyn std::fmt::Display) -> ApiError {
    let hint = "Choose a file in an existing folder with write permission.";
    ApiError::new(ErrorCode::File, format!("{} cannot be written: {error}", path.display()), hint)
}
