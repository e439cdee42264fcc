//! The vault for servers' secrets. This module chooses the secret store; the submodules implement the stores.
//!
//! Secrets are never written in plain text. If no store is available, storing one fails with an explanation.

mod encrypted_format;
mod environment;
mod error;
mod file;
mod keychain;
mod options;

use std::path::Path;
use std::sync::Arc;

use tokio::sync::OnceCell;

use environment::Environment;
use file::SecretFile;
use keychain::Keychain;

pub(crate) use error::SecretError;
pub use hintsmith_core::sources::secret_text::SecretText;
pub use options::{Passphrase, SecretStore, SecretsOptions};

/// Identifies a secret by its server and its name there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SecretId {
    pub server: String,
    pub name: String,
}

impl SecretId {
    pub fn new(server: impl Into<String>, name: impl Into<String>) -> Self {
        Self { server: server.into(), name: name.into() }
    }
}

/// The secret store in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SecretLocation {
    Keychain,
    File,
    Environment,
    Unavailable,
}

/// The secret store in use, as described to users.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SecretStorage {
    pub location: SecretLocation,
    /// Secrets can be stored.
    pub is_writable: bool,
    pub description: String,
}

/// Stores secrets. Creating a vault touches nothing: the secret store is chosen on first use.
pub(crate) struct Vault {
    store: SecretStore,
    environment: Environment,
    keychain: Keychain,
    file: Arc<SecretFile>,
    /// Kept once chosen, so that the secrets of one run do not end up in two stores. A failure is not kept.
    location: OnceCell<SecretLocation>,
}

impl Vault {
    /// A vault whose encrypted file, if one is used, is in this folder.
    pub fn new(options: SecretsOptions, folder: &Path) -> Self {
        Self::with_backends(options, folder, Keychain::system(), Environment::from_process())
    }

    fn with_backends(
        options: SecretsOptions,
        folder: &Path,
        keychain: Keychain,
        environment: Environment,
    ) -> Self {
        let SecretsOptions { store, passphrase } = options;
        let file = Arc::new(SecretFile::new(folder, passphrase, encrypted_format::KdfCost::DEFAULT));
        Self { store, environment, keychain, file, location: OnceCell::new() }
    }

    /// Returns a secret, or `None` if it is not stored. [`SecretError::NoStore`] means that this cannot be known.
    pub async fn get(&self, id: &SecretId) -> Result<Option<SecretText>, SecretError> {
        if matches!(self.store, SecretStore::Auto | SecretStore::Environment)
            && let Some(text) = self.environment.get(id)?
        {
            return Ok(Some(text));
        }
        match self.location().await? {
            SecretLocation::Keychain => self.keychain.get(id.clone()).await,
            SecretLocation::File => {
                let id = id.clone();
                self.run_on_file(move |file| file.get(&id)).await
            }
            SecretLocation::Environment | SecretLocation::Unavailable => Ok(None),
        }
    }

    /// Stores a secret, replacing one of the same name.
    pub async fn set(&self, id: SecretId, text: SecretText) -> Result<(), SecretError> {
        self.store_secrets(vec![(id, text)]).await
    }

    /// Stores all secrets of a server, as `core::source` cuts them out of a source. Atomic in the file; a keychain that
    /// fails half-way has stored the first ones.
    pub async fn set_all(
        &self,
        server: &str,
        secrets: impl IntoIterator<Item = (String, SecretText)>,
    ) -> Result<(), SecretError> {
        let named = secrets.into_iter().map(|(name, text)| (SecretId::new(server, name), text));
        self.store_secrets(named.collect()).await
    }

    /// Deletes a secret. One that does not exist counts as deleted.
    pub async fn delete(&self, id: SecretId) -> Result<(), SecretError> {
        self.delete_secrets(vec![id]).await
    }

    /// Deletes secrets of a server by name: a keychain cannot list them.
    pub async fn delete_all(
        &self,
        server: &str,
        names: impl IntoIterator<Item = impl Into<String>>,
    ) -> Result<(), SecretError> {
        self.delete_secrets(names.into_iter().map(|name| SecretId::new(server, name)).collect()).await
    }

    /// Describes the secret store in use, and whether it is writable.
    pub async fn describe(&self) -> SecretStorage {
        let (location, is_writable, description) = match self.location().await {
            Ok(SecretLocation::Keychain) => {
                (SecretLocation::Keychain, true, format!("Secrets are stored in {}.", keychain::DISPLAY_NAME))
            }
            Ok(SecretLocation::File) => {
                let path = self.file.path().display();
                (
                    SecretLocation::File,
                    true,
                    format!("Secrets are stored in {path}, encrypted with your passphrase."),
                )
            }
            Ok(SecretLocation::Environment | SecretLocation::Unavailable) => {
                let description = "Secrets are read from variables named HINTSMITH_SECRET_SERVER_NAME and cannot be stored.";
                (SecretLocation::Environment, false, description.to_owned())
            }
            Err(error) => (
                SecretLocation::Unavailable,
                false,
                format!("Secrets cannot be stored: {error}. {}", error.hint()),
            ),
        };
        SecretStorage { location, is_writable, description }
    }

    async fn store_secrets(&self, secrets: Vec<(SecretId, SecretText)>) -> Result<(), SecretError> {
        let Some((first, _)) = secrets.first() else { return Ok(()) };
        match self.location().await? {
            SecretLocation::Keychain => self.keychain.set(secrets).await,
            SecretLocation::File => self.run_on_file(move |file| file.set(secrets)).await,
            SecretLocation::Environment | SecretLocation::Unavailable => {
                Err(SecretError::ReadOnly(environment::variable_name(first)))
            }
        }
    }

    async fn delete_secrets(&self, ids: Vec<SecretId>) -> Result<(), SecretError> {
        let Some(first) = ids.first() else { return Ok(()) };
        match self.location().await? {
            SecretLocation::Keychain => self.keychain.delete(ids).await,
            SecretLocation::File => self.run_on_file(move |file| file.delete(&ids)).await,
            SecretLocation::Environment | SecretLocation::Unavailable => {
                Err(SecretError::ReadOnly(environment::variable_name(first)))
            }
        }
    }

    async fn location(&self) -> Result<SecretLocation, SecretError> {
        let choose = || async {
            match self.store {
                SecretStore::Environment => Ok(SecretLocation::Environment),
                SecretStore::File if self.file.has_passphrase() => Ok(SecretLocation::File),
                SecretStore::File => Err(SecretError::NoPassphrase),
                SecretStore::Keychain => self.keychain.connect().await.map(|()| SecretLocation::Keychain),
                SecretStore::Auto => match self.keychain.connect().await {
                    Ok(()) => Ok(SecretLocation::Keychain),
                    Err(_) if self.file.has_passphrase() => Ok(SecretLocation::File),
                    Err(why) => Err(SecretError::NoStore(why.to_string())),
                },
            }
        };
        self.location.get_or_try_init(choose).await.copied()
    }

    async fn run_on_file<T: Send + 'static>(
        &self,
        work: impl FnOnce(&SecretFile) -> Result<T, SecretError> + Send + 'static,
    ) -> Result<T, SecretError> {
        let file = Arc::clone(&self.file);
        let joined = tokio::task::spawn_blocking(move || work(&file)).await;
        joined.unwrap_or_else(|error| Err(SecretError::Internal(error.to_string())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(store: SecretStore, passphrase: Option<&str>) -> SecretsOptions {
        SecretsOptions { store, passphrase: passphrase.map(|text| Passphrase::Literal(text.into())) }
    }

    fn id() -> SecretId {
        SecretId::new("git-hub", "TOKEN")
    }

    fn expose(text: Option<SecretText>) -> Option<String> {
        text.map(|text| text.expose().to_owned())
    }

    #[tokio::test]
    async fn the_configured_or_first_available_store_is_used() {
        use SecretStore::{Auto, Environment as Variables, File, Keychain as Chain};
        for (store, keychain, passphrase, expected) in [
            (Auto, true, None, SecretLocation::Keychain),
            (Auto, true, Some("p"), SecretLocation::Keychain),
            (Auto, false, Some("p"), SecretLocation::File),
            (Auto, false, None, SecretLocation::Unavailable),
            (Chain, true, Some("p"), SecretLocation::Keychain),
            (Chain, false, Some("p"), SecretLocation::Unavailable),
            (File, true, Some("p"), SecretLocation::File),
            (File, true, None, SecretLocation::Unavailable),
            (Variables, true, Some("p"), SecretLocation::Environment),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let keychain = if keychain { Keychain::in_memory() } else { Keychain::absent() };
            let options = options(store, passphrase);
            let vault = Vault::with_backends(options, folder.path(), keychain, Environment::from_pairs(&[]));
            let storage = vault.describe().await;
            assert_eq!(storage.location, expected, "{store:?} {passphrase:?}");
            let stored = vault.set(id(), "s3cret".into()).await;
            assert_eq!(stored.is_ok(), storage.is_writable, "{storage:?} {stored:?}");
            if storage.is_writable {
                assert_eq!(expose(vault.get(&id()).await.unwrap()).as_deref(), Some("s3cret"));
                vault.delete_all("git-hub", ["TOKEN", "OTHER"]).await.unwrap();
                assert_eq!(expose(vault.get(&id()).await.unwrap()), None);
            }
        }
    }

    #[tokio::test]
    async fn without_a_store_nothing_is_written_and_the_error_says_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let options = options(SecretStore::Auto, None);
        let vault =
            Vault::with_backends(options, folder.path(), Keychain::absent(), Environment::from_pairs(&[]));
        let error = crate::ApiError::from(vault.set(id(), "s3cret".into()).await.unwrap_err());
        assert_eq!(error.code, crate::ErrorCode::Secrets);
        assert!(error.message.starts_with("no keychain is available"), "{error:?}");
        assert!(error.message.ends_with("and no passphrase is set"), "{error:?}");
        assert!(error.hint.contains("Unlock the keychain") && error.hint.contains("HINTSMITH_PASSPHRASE"));
        assert!(matches!(vault.get(&id()).await, Err(SecretError::NoStore(_))));
        vault.delete_all("git-hub", [""; 0]).await.expect("nothing to forget needs no store");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[tokio::test]
    async fn a_variable_is_read_before_the_store_and_never_written() {
        let folder = tempfile::tempdir().unwrap();
        let environment = || Environment::from_pairs(&[("HINTSMITH_SECRET_GIT_HUB_TOKEN", "from outside")]);
        let auto = options(SecretStore::Auto, None);
        let vault = Vault::with_backends(auto, folder.path(), Keychain::in_memory(), environment());
        vault.set(id(), "kept".into()).await.unwrap();
        assert_eq!(expose(vault.get(&id()).await.unwrap()).as_deref(), Some("from outside"));

        let only = options(SecretStore::Environment, None);
        let vault = Vault::with_backends(only, folder.path(), Keychain::in_memory(), environment());
        assert_eq!(expose(vault.get(&id()).await.unwrap()).as_deref(), Some("from outside"));
        assert_eq!(expose(vault.get(&SecretId::new("git-hub", "OTHER")).await.unwrap()), None);
        for refused in [vault.set(id(), "x".into()).await, vault.delete(id()).await] {
            let message = refused.unwrap_err().to_string();
            assert!(message.contains("HINTSMITH_SECRET_GIT_HUB_TOKEN"), "{message}");
        }
    }

    #[tokio::test]
    async fn a_keychain_that_becomes_available_later_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let keychain = Keychain::absent_once();
        let auto = options(SecretStore::Auto, None);
        let vault = Vault::with_backends(auto, folder.path(), keychain, Environment::from_pairs(&[]));
        assert_eq!(vault.describe().await.location, SecretLocation::Unavailable);
        assert_eq!(vault.describe().await.location, SecretLocation::Keychain);
    }

    #[tokio::test]
    async fn all_secrets_of_a_server_are_stored_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let auto = options(SecretStore::File, Some("p"));
        let vault =
            Vault::with_backends(auto, folder.path(), Keychain::absent(), Environment::from_pairs(&[]));
        let secrets = [("A", "1"), ("B", "2")].map(|(name, text)| (name.to_owned(), text.into()));
        vault.set_all("s", secrets).await.unwrap();
        for (name, text) in [("A", "1"), ("B", "2")] {
            assert_eq!(expose(vault.get(&SecretId::new("s", name)).await.unwrap()).as_deref(), Some(text));
        }
    }
}
