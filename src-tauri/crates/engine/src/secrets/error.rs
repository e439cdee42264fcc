//! Errors of the secret stores, with hints. No message contains a secret.

use std::path::PathBuf;

use thiserror::Error;

use super::keychain::DISPLAY_NAME as KEYCHAIN;
use crate::error::{ApiError, ErrorCode};

#[derive(Debug, Error)]
pub(crate) enum SecretError {
    /// No store is available. A caller that does not need the secret may go on.
    #[error("no keychain answers ({0}) and no passphrase is set")]
    NoStore(String),
    #[error("no passphrase is set for the file of secrets")]
    NoPassphrase,
    #[error("{0:?} is no place for secrets")]
    UnknownStore(String),
    #[error("the passphrase in {} cannot be read: {error}", path.display())]
    PassphraseFile { path: PathBuf, error: std::io::Error },
    #[error("the passphrase in {} is empty", .0.display())]
    EmptyPassphrase(PathBuf),
    #[error("{} has more than {} KiB", path.display(), limit >> 10)]
    PassphraseFileTooLarge { path: PathBuf, limit: u64 },
    #[error("{KEYCHAIN} cannot be reached: {0}")]
    Unreachable(String),
    #[error("{KEYCHAIN} does not answer")]
    Timeout,
    #[error("{KEYCHAIN} is locked or refuses access: {0}")]
    Locked(String),
    #[error("{KEYCHAIN} failed: {0}")]
    Keychain(String),
    #[error("{KEYCHAIN} keeps no {what} longer than {longest}")]
    TooLong { what: String, longest: u32 },
    #[error("the passphrase does not open {}", .0.display())]
    WrongPassphrase(PathBuf),
    #[error("{} is damaged, or is no file of secrets", .0.display())]
    Damaged(PathBuf),
    #[error("{} was written by a newer Hintsmith (format {version})", path.display())]
    NewerVersion { path: PathBuf, version: u32 },
    #[error("{} can be read by other users (its mode is {mode:03o})", path.display())]
    Exposed { path: PathBuf, mode: u32 },
    #[error("{} is in use by another program that does not finish", .0.display())]
    Busy(PathBuf),
    #[error("{} cannot be read or written: {error}", path.display())]
    File { path: PathBuf, error: std::io::Error },
    #[error("secrets are read from the environment; none can be kept or forgotten there (this one is {0})")]
    ReadOnly(String),
    #[error("{0} is not text")]
    NotUtf8(String),
    #[error("the work on secrets ended early: {0}")]
    Internal(String),
}

impl SecretError {
    /// Returns whether no store is available, so that it is unknown whether a secret exists.
    pub fn is_store_unavailable(&self) -> bool {
        matches!(self, Self::NoStore(_) | Self::NoPassphrase)
    }

    /// What to do, as full sentences.
    pub fn hint(&self) -> String {
        let fixed = match self {
            Self::NoStore(_) => {
                "Unlock the keychain, or set HINTSMITH_PASSPHRASE (or HINTSMITH_PASSPHRASE_FILE) to keep secrets in an \
                 encrypted file."
            }
            Self::NoPassphrase => {
                "Set HINTSMITH_PASSPHRASE, or HINTSMITH_PASSPHRASE_FILE to a file that holds it."
            }
            Self::UnknownStore(_) => "Set HINTSMITH_SECRETS to auto, keychain, file or environment.",
            Self::PassphraseFile { .. } | Self::EmptyPassphrase(_) | Self::PassphraseFileTooLarge { .. } => {
                "HINTSMITH_PASSPHRASE_FILE must name a file whose only line is the passphrase."
            }
            Self::Unreachable(_) | Self::Timeout | Self::Locked(_) | Self::Keychain(_) => {
                "Unlock the keychain and try again, or keep secrets in an encrypted file: set HINTSMITH_SECRETS=file and \
                 HINTSMITH_PASSPHRASE."
            }
            Self::TooLong { .. } => {
                "Keep secrets in an encrypted file instead: set HINTSMITH_SECRETS=file and HINTSMITH_PASSPHRASE."
            }
            Self::WrongPassphrase(_) => {
                "The file was not touched. Give the passphrase it was written with, or move the file away to begin a new \
                 one."
            }
            Self::Damaged(_) => {
                "The file was not touched. Put a backup in its place, or move it away and enter the secrets again."
            }
            Self::NewerVersion { .. } => "The file was not touched. Use the newer Hintsmith.",
            Self::Exposed { path, .. } => {
                return format!(
                    "Run `chmod 600 {}`; if others may have read it, also replace the secrets in it.",
                    shlex::try_quote(&path.display().to_string()).unwrap_or_default()
                );
            }
            Self::Busy(_) => "Close the other program or try again in a moment.",
            Self::File { .. } => "What was kept before is still there.",
            Self::ReadOnly(_) => {
                "Set the variable where Hintsmith is started, or choose another place with HINTSMITH_SECRETS."
            }
            Self::NotUtf8(_) => "Put a text in UTF-8 there.",
            Self::Internal(_) => "",
        };
        fixed.to_owned()
    }
}

impl From<SecretError> for ApiError {
    fn from(error: SecretError) -> Self {
        Self::new(ErrorCode::Secrets, error.to_string(), error.hint())
    }
}
