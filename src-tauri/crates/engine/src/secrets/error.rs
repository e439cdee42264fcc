//! Errors of the secret stores, with hints. No message contains a secret.

use std::path::PathBuf;

use thiserror::Error;

use super::keychain::DISPLAY_NAME as KEYCHAIN;
use crate::error::{ApiError, ErrorCode};

#[derive(Debug, Error)]
pub(crate) enum SecretError {
    /// No store is available. A caller that does not need the secret may go on.
    #[error("no keychain is available ({0}) and no passphrase is set")]
    NoStore(String),
    #[error("no passphrase is set for the encrypted secret file")]
    NoPassphrase,
    #[error("{0:?} is not a secret store")]
    UnknownStore(String),
    #[error("the passphrase in {} cannot be read: {error}", path.display())]
    PassphraseFile { path: PathBuf, error: std::io::Error },
    #[error("the passphrase in {} is empty", .0.display())]
    EmptyPassphrase(PathBuf),
    #[error("{} is larger than {} KiB", path.display(), limit >> 10)]
    PassphraseFileTooLarge { path: PathBuf, limit: u64 },
    #[error("{KEYCHAIN} cannot be reached: {0}")]
    Unreachable(String),
    #[error("{KEYCHAIN} does not respond")]
    Timeout,
    #[error("{KEYCHAIN} is locked or denies access: {0}")]
    Locked(String),
    #[error("{KEYCHAIN} failed: {0}")]
    Keychain(String),
    #[error("{KEYCHAIN} does not accept a {what} longer than {longest}")]
    TooLong { what: String, longest: u32 },
    #[error("the passphrase of {} is wrong", .0.display())]
    WrongPassphrase(PathBuf),
    #[error("{} is damaged, or is not a secret file", .0.display())]
    Damaged(PathBuf),
    #[error("{} was written by a newer Hintsmith (format {version})", path.display())]
    NewerVersion { path: PathBuf, version: u32 },
    #[error("{} can be read by other users (its mode is {mode:03o})", path.display())]
    Exposed { path: PathBuf, mode: u32 },
    #[error("{} is locked by another program", .0.display())]
    Busy(PathBuf),
    #[error("{} cannot be read or written: {error}", path.display())]
    File { path: PathBuf, error: std::io::Error },
    #[error("secrets come from environment variables and cannot be stored or deleted (variable {0})")]
    ReadOnly(String),
    #[error("{0} is not text")]
    NotUtf8(String),
    #[error("access to secrets was interrupted: {0}")]
    Internal(String),
}

impl SecretError {
    /// Returns whether no store is available, so that it is unknown whether a secret exists.
    pub fn is_store_unavailable(&self) -> bool {
        matches!(self, Self::NoStore(_) | Self::NoPassphrase)
    }

    /// Hint for the user, in full sentences.
    pub fn hint(&self) -> String {
        let fixed = match self {
            Self::NoStore(_) => {
                "Unlock the keychain, or set HINTSMITH_PASSPHRASE (or HINTSMITH_PASSPHRASE_FILE) to keep secrets in an \
                 encrypted file."
            }
            Self::NoPassphrase => {
                "Set HINTSMITH_PASSPHRASE, or HINTSMITH_PASSPHRASE_FILE to a file that contains the passphrase."
            }
            Self::UnknownStore(_) => "Set HINTSMITH_SECRETS to auto, keychain, file or environment.",
            Self::PassphraseFile { .. } | Self::EmptyPassphrase(_) | Self::PassphraseFileTooLarge { .. } => {
                "Set HINTSMITH_PASSPHRASE_FILE to a file that contains only the passphrase."
            }
            Self::Unreachable(_) | Self::Timeout | Self::Locked(_) | Self::Keychain(_) => {
                "Unlock the keychain and try again, or keep secrets in an encrypted file: set HINTSMITH_SECRETS=file and \
                 HINTSMITH_PASSPHRASE."
            }
            Self::TooLong { .. } => {
                "Keep secrets in an encrypted file instead: set HINTSMITH_SECRETS=file and HINTSMITH_PASSPHRASE."
            }
            Self::WrongPassphrase(_) => {
                "Set the passphrase that the file was written with, or move the file away to start a new one. The file was \
                 not changed."
            }
            Self::Damaged(_) => {
                "Replace the file with a backup, or move it away and enter the secrets again. The file was not changed."
            }
            Self::NewerVersion { .. } => "Update Hintsmith. The file was not changed.",
            Self::Exposed { path, .. } => {
                return format!(
                    "Run `chmod 600 {}`. If others may have read the file, also replace the secrets in it.",
                    shlex::try_quote(&path.display().to_string()).unwrap_or_default()
                );
            }
            Self::Busy(_) => "Close the other program or try again in a moment.",
            Self::File { .. } => {
                "Check the permissions of the file and the free disk space. Stored secrets were not changed."
            }
            Self::ReadOnly(_) => {
                "Set the variable where Hintsmith is started, or choose another store with HINTSMITH_SECRETS."
            }
            Self::NotUtf8(_) => "Use UTF-8 text.",
            Self::Internal(_) => "Try again.",
        };
        fixed.to_owned()
    }
}

impl From<SecretError> for ApiError {
    fn from(error: SecretError) -> Self {
        Self::new(ErrorCode::Secrets, error.to_string(), error.hint())
    }
}
