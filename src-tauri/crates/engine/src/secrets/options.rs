//! Configuration of the secret store, and the environment variables that set it.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use zeroize::Zeroizing;

use super::{SecretError, SecretText};
use crate::error::ApiError;

/// Size limit for a passphrase file in bytes: longer than any passphrase, shorter than a file named by mistake.
const MAX_PASSPHRASE_BYTES: u64 = 64 * 1024;

/// The secret store to use.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SecretStore {
    /// The keychain if it is available, otherwise the file if there is a passphrase. A variable takes precedence over
    /// both.
    #[default]
    Auto,
    /// The system keychain.
    Keychain,
    /// A file in the data folder, encrypted with a passphrase.
    File,
    /// Environment variables. Read-only.
    Environment,
}

#[derive(Debug, Clone)]
pub enum Passphrase {
    Literal(SecretText),
    /// The content of this file, without the line break at its end. Read once.
    File(PathBuf),
}

/// The secret store to use and its passphrase.
#[derive(Debug, Clone, Default)]
pub struct SecretsOptions {
    pub store: SecretStore,
    pub passphrase: Option<Passphrase>,
}

impl SecretsOptions {
    /// Reads HINTSMITH_SECRETS, HINTSMITH_PASSPHRASE and HINTSMITH_PASSPHRASE_FILE.
    pub fn from_environment() -> Result<Self, ApiError> {
        Ok(Self::from_variables(|name| std::env::var_os(name))?)
    }

    fn from_variables(variable: impl Fn(&str) -> Option<OsString>) -> Result<Self, SecretError> {
        let variable = |name| variable(name).filter(|value| !value.is_empty());
        let store = match variable("HINTSMITH_SECRETS") {
            None => SecretStore::Auto,
            Some(word) => match word.to_str() {
                Some("auto") => SecretStore::Auto,
                Some("keychain") => SecretStore::Keychain,
                Some("file") => SecretStore::File,
                Some("environment") => SecretStore::Environment,
                _ => return Err(SecretError::UnknownStore(word.display().to_string())),
            },
        };
        let literal = match variable("HINTSMITH_PASSPHRASE") {
            None => None,
            Some(value) => Some(
                SecretText::from_bytes(value.into_encoded_bytes())
                    .ok_or_else(|| SecretError::NotUtf8("the variable HINTSMITH_PASSPHRASE".to_owned()))?,
            ),
        };
        let in_file = || variable("HINTSMITH_PASSPHRASE_FILE").map(|path| Passphrase::File(path.into()));
        Ok(Self { store, passphrase: literal.map(Passphrase::Literal).or_else(in_file) })
    }
}

impl Passphrase {
    pub(super) fn read(&self) -> Result<SecretText, SecretError> {
        let path = match self {
            Self::Literal(text) => return Ok(text.clone()),
            Self::File(path) => path,
        };
        let failed = |error| SecretError::PassphraseFile { path: path.clone(), error };
        // Allocated at once: growing would leave copies of the passphrase in memory.
        let mut bytes = Zeroizing::new(Vec::with_capacity(MAX_PASSPHRASE_BYTES as usize + 1));
        let file = File::open(path).map_err(failed)?;
        file.take(MAX_PASSPHRASE_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 > MAX_PASSPHRASE_BYTES {
            return Err(SecretError::PassphraseFileTooLarge {
                path: path.clone(),
                limit: MAX_PASSPHRASE_BYTES,
            });
        }
        let line = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let text = SecretText::from_bytes(line.to_vec())
            .ok_or_else(|| SecretError::NotUtf8(format!("the passphrase in {}", path.display())))?;
        if text.expose().is_empty() {
            return Err(SecretError::EmptyPassphrase(path.clone()));
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(variables: &[(&str, &str)]) -> Result<SecretsOptions, SecretError> {
        SecretsOptions::from_variables(|wanted| {
            variables.iter().find(|(name, _)| *name == wanted).map(|(_, value)| value.into())
        })
    }

    #[test]
    fn a_variable_selects_the_store() {
        for (word, expected) in [
            ("", SecretStore::Auto),
            ("auto", SecretStore::Auto),
            ("keychain", SecretStore::Keychain),
            ("file", SecretStore::File),
            ("environment", SecretStore::Environment),
        ] {
            assert_eq!(options(&[("HINTSMITH_SECRETS", word)]).unwrap().store, expected);
        }
        assert_eq!(options(&[]).unwrap().store, SecretStore::Auto);
        let error = options(&[("HINTSMITH_SECRETS", "plain")]).unwrap_err();
        assert_eq!(error.to_string(), "\"plain\" is not a secret store");
    }

    #[test]
    fn a_passphrase_file_is_read_whole_or_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("passphrase");
        let longest = "x".repeat(MAX_PASSPHRASE_BYTES as usize);
        std::fs::write(&path, &longest).unwrap();
        let passphrase = Passphrase::File(path.clone());
        assert_eq!(passphrase.read().unwrap().expose(), longest);
        std::fs::write(&path, format!("{longest}x")).unwrap();
        let error = ApiError::from(passphrase.read().unwrap_err());
        assert_eq!(error.message, format!("{} is larger than 64 KiB", path.display()));
        assert!(error.hint.contains("HINTSMITH_PASSPHRASE_FILE"), "{}", error.hint);
    }

    #[test]
    fn variables_give_the_passphrase_or_name_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("passphrase");
        let shown = path.to_str().unwrap();
        for (variables, written, expected) in [
            (vec![("HINTSMITH_PASSPHRASE", "a b")], "", Some("a b")),
            (vec![("HINTSMITH_PASSPHRASE_FILE", shown)], "a b", Some("a b")),
            (vec![("HINTSMITH_PASSPHRASE_FILE", shown)], "a b\n", Some("a b")),
            (vec![("HINTSMITH_PASSPHRASE_FILE", shown)], " a b\r\n", Some(" a b")),
            (vec![("HINTSMITH_PASSPHRASE_FILE", shown)], "a\n\n", Some("a\n")),
            (vec![("HINTSMITH_PASSPHRASE", "a"), ("HINTSMITH_PASSPHRASE_FILE", shown)], "b", Some("a")),
            (vec![("HINTSMITH_PASSPHRASE", ""), ("HINTSMITH_PASSPHRASE_FILE", shown)], "b", Some("b")),
            (vec![("HINTSMITH_PASSPHRASE_FILE", shown)], "\n", None),
        ] {
            std::fs::write(&path, written).unwrap();
            let passphrase = options(&variables).unwrap().passphrase.unwrap().read();
            assert_eq!(passphrase.as_ref().ok().map(SecretText::expose), expected, "{written:?}");
        }
        std::fs::remove_file(&path).unwrap();
        let named = options(&[("HINTSMITH_PASSPHRASE_FILE", shown)]).unwrap().passphrase.unwrap();
        assert!(matches!(named.read(), Err(SecretError::PassphraseFile { .. })));
        assert!(options(&[]).unwrap().passphrase.is_none());
    }
}
