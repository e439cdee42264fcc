//! The encrypted secret file, used where no keychain is available: permissions, locking and atomic writes.

use std::fs::{File, TryLockError};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::encrypted_format::{self, DecryptError, EncryptedSecrets, KdfCost, Key, KeyParameters, Secrets};
use super::{Passphrase, SecretError, SecretId, SecretText};
use crate::files::{Access, private_options, write_atomically};

pub const FILE_NAME: &str = "secrets.vault";

/// A writer holds the lock while it derives one key (Argon2id); on a slow machine ten writers may be waiting.
const LOCK_TIMEOUT: Duration = Duration::from_secs(20);

pub struct SecretFile {
    path: PathBuf,
    passphrase: Option<Passphrase>,
    /// Argon2id cost for writing. A file that is read names its own.
    cost: KdfCost,
    key_cache: Mutex<KeyCache>,
}

/// The passphrase, which may be readable only once, and the last derived key, which is expensive.
#[derive(Default)]
struct KeyCache {
    passphrase: Option<SecretText>,
    key: Option<(KeyParameters, Key)>,
}

/// All methods block.
impl SecretFile {
    pub fn new(folder: &Path, passphrase: Option<Passphrase>, cost: KdfCost) -> Self {
        Self { path: folder.join(FILE_NAME), passphrase, cost, key_cache: Mutex::default() }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn has_passphrase(&self) -> bool {
        self.passphrase.is_some()
    }

    pub fn get(&self, id: &SecretId) -> Result<Option<SecretText>, SecretError> {
        Ok(self.read()?.remove(id))
    }

    pub fn set(&self, secrets: Vec<(SecretId, SecretText)>) -> Result<(), SecretError> {
        self.update(|kept| {
            kept.extend(secrets);
            true
        })
    }

    pub fn delete(&self, ids: &[SecretId]) -> Result<(), SecretError> {
        self.update(|kept| {
            let before = kept.len();
            kept.retain(|id, _| !ids.contains(id));
            kept.len() < before
        })
    }

    /// Reads, edits and writes under the lock. Writes nothing if `edit` returns false.
    fn update(&self, edit: impl FnOnce(&mut Secrets) -> bool) -> Result<(), SecretError> {
        let _lock = acquire_lock(&self.path.with_extension("lock"), LOCK_TIMEOUT)?;
        let mut secrets = self.read()?;
        if edit(&mut secrets) { self.write(&secrets) } else { Ok(()) }
    }

    fn read(&self) -> Result<Secrets, SecretError> {
        let Some(bytes) = read_private(&self.path)? else { return Ok(Secrets::new()) };
        let to_error = |problem| match problem {
            DecryptError::Damaged => SecretError::Damaged(self.path.clone()),
            DecryptError::NewerVersion(version) => {
                SecretError::NewerVersion { path: self.path.clone(), version }
            }
            DecryptError::WrongKey => SecretError::WrongPassphrase(self.path.clone()),
        };
        let encrypted = EncryptedSecrets::parse(&bytes).map_err(to_error)?;
        encrypted.decrypt(&self.key(encrypted.key_parameters)?).map_err(to_error)
    }

    fn write(&self, secrets: &Secrets) -> Result<(), SecretError> {
        let mut nonce = [0; 24];
        let mut parameters = KeyParameters { cost: self.cost, salt: [0; 16] };
        let random = |bytes: &mut [u8]| {
            getrandom::fill(bytes)
                .map_err(|error| SecretError::Internal(format!("no random numbers: {error}")))
        };
        random(&mut nonce)?;
        random(&mut parameters.salt)?;
        let bytes = encrypted_format::encrypt(secrets, &parameters, nonce, &self.key(parameters)?);
        // Left by a crash of an earlier version. No writer uses it: this runs under the lock.
        let _ = std::fs::remove_file(self.path.with_extension("new"));
        write_atomically(&self.path, &bytes, Access::Private).map_err(|error| self.io_error(error))
    }

    fn key(&self, parameters: KeyParameters) -> Result<Key, SecretError> {
        let mut cache = self.key_cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((cached_parameters, key)) = &cache.key
            && *cached_parameters == parameters
        {
            return Ok(key.clone());
        }
        let passphrase = match &cache.passphrase {
            Some(text) => text.clone(),
            None => self.passphrase.as_ref().ok_or(SecretError::NoPassphrase)?.read()?,
        };
        let key =
            parameters.derive_key(&passphrase).ok_or_else(|| SecretError::Damaged(self.path.clone()))?;
        *cache = KeyCache { passphrase: Some(passphrase), key: Some((parameters, key.clone())) };
        Ok(key)
    }

    fn io_error(&self, error: std::io::Error) -> SecretError {
        SecretError::File { path: self.path.clone(), error }
    }
}

/// Reads a file, which must be accessible by its owner alone. `None` if there is no file.
fn read_private(path: &Path) -> Result<Option<Vec<u8>>, SecretError> {
    let failed = |error| SecretError::File { path: path.to_owned(), error };
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = file.metadata().map_err(failed)?.permissions().mode() & 0o777;
        if mode & 0o077 != 0 {
            return Err(SecretError::Exposed { path: path.to_owned(), mode });
        }
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(failed)?;
    Ok(Some(bytes))
}

/// Waits for the lock, which is held until the file is dropped.
fn acquire_lock(path: &Path, timeout: Duration) -> Result<File, SecretError> {
    let failed = |error| SecretError::File { path: path.to_owned(), error };
    let file = private_options().create(true).truncate(false).open(path).map_err(failed)?;
    let deadline = Instant::now() + timeout;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if Instant::now() < deadline => {
                std::thread::sleep(Duration::from_millis(10));
            }
            Err(TryLockError::WouldBlock) => return Err(SecretError::Busy(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHEAP: KdfCost = KdfCost { memory: 8, passes: 1, lanes: 1 };

    fn file(folder: &Path, passphrase: &str) -> SecretFile {
        SecretFile::new(folder, Some(Passphrase::Literal(passphrase.into())), CHEAP)
    }

    fn id(name: &str) -> SecretId {
        SecretId::new("the-server", name)
    }

    fn set(file: &SecretFile, name: &str, text: &str) -> Result<(), SecretError> {
        file.set(vec![(id(name), text.into())])
    }

    fn get(file: &SecretFile, name: &str) -> Option<String> {
        file.get(&id(name)).unwrap().map(|text| text.expose().to_owned())
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_secret_is_stored_replaced_and_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let one = file(folder.path(), "p");
        assert_eq!(get(&one, "TOKEN"), None);
        one.delete(&[id("TOKEN")]).unwrap();
        assert!(!one.path().exists(), "forgetting nothing writes nothing");

        set(&one, "TOKEN", "a").unwrap();
        set(&one, "OTHER", "b").unwrap();
        set(&one, "TOKEN", "c").unwrap();
        let another = file(folder.path(), "p");
        assert_eq!((get(&another, "TOKEN"), get(&another, "OTHER")), (Some("c".into()), Some("b".into())));
        another.delete(&[id("TOKEN"), id("NONE")]).unwrap();
        assert_eq!((get(&one, "TOKEN"), get(&one, "OTHER")), (None, Some("b".into())));
        assert_eq!(names(folder.path()), ["secrets.lock", "secrets.vault"]);
    }

    #[test]
    fn neither_a_secret_nor_its_name_can_be_read_in_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = file(folder.path(), "p");
        set(&file, "GITHUB_TOKEN", "hunter2-hunter2").unwrap();
        let bytes = std::fs::read(file.path()).unwrap();
        for text in ["hunter2", "GITHUB_TOKEN", "the-server"] {
            assert!(!bytes.windows(text.len()).any(|window| window == text.as_bytes()), "{text}");
        }
        set(&file, "GITHUB_TOKEN", "hunter2-hunter2").unwrap();
        let again = std::fs::read(file.path()).unwrap();
        let same = bytes.iter().zip(&again).skip(32).filter(|(one, other)| one == other).count();
        assert!(same < 20, "salt, nonce and all that follows are new with each writing: {same} are not");
    }

    #[test]
    fn a_wrong_passphrase_or_a_damaged_file_is_an_error_and_the_file_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let right = file(folder.path(), "p");
        set(&right, "TOKEN", "a").unwrap();
        let intact = std::fs::read(right.path()).unwrap();
        let wrong = file(folder.path(), "q");
        for refused in
            [set(&wrong, "TOKEN", "b"), wrong.delete(&[id("TOKEN")]), wrong.get(&id("X")).map(drop)]
        {
            assert!(matches!(refused, Err(SecretError::WrongPassphrase(_))), "{refused:?}");
        }
        assert_eq!(std::fs::read(right.path()).unwrap(), intact);

        for at in 0..intact.len() {
            let mut bytes = intact.clone();
            bytes[at] ^= 0x20;
            std::fs::write(right.path(), &bytes).unwrap();
            for refused in [set(&right, "TOKEN", "b"), right.get(&id("TOKEN")).map(drop)] {
                assert!(matches!(refused, Err(SecretError::Damaged(_))), "byte {at}: {refused:?}");
            }
            assert_eq!(std::fs::read(right.path()).unwrap(), bytes, "byte {at}");
        }
        std::fs::write(right.path(), "").unwrap();
        assert!(
            matches!(right.get(&id("TOKEN")), Err(SecretError::Damaged(_))),
            "an empty file is no new file"
        );
    }

    #[cfg(unix)]
    #[test]
    fn the_file_is_accessible_by_its_owner_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let file = file(folder.path(), "p");
        set(&file, "TOKEN", "a").unwrap();
        for name in names(folder.path()) {
            let mode = std::fs::metadata(folder.path().join(&name)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{name}");
        }
        for mode in [0o644, 0o640, 0o604, 0o620, 0o601] {
            std::fs::set_permissions(file.path(), PermissionsExt::from_mode(mode)).unwrap();
            for refused in [set(&file, "TOKEN", "b"), file.get(&id("TOKEN")).map(drop)] {
                let error = refused.unwrap_err();
                assert!(matches!(error, SecretError::Exposed { .. }), "{error:?}");
                assert!(error.hint().contains("chmod 600 "), "{}", error.hint());
            }
        }
        std::fs::set_permissions(file.path(), PermissionsExt::from_mode(0o600)).unwrap();
        assert_eq!(get(&file, "TOKEN").as_deref(), Some("a"));
    }

    #[test]
    fn a_leftover_of_a_crash_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("secrets.new"), "half").unwrap();
        let file = file(folder.path(), "p");
        set(&file, "TOKEN", "a").unwrap();
        assert_eq!(get(&file, "TOKEN").as_deref(), Some("a"));
        assert_eq!(names(folder.path()), ["secrets.lock", "secrets.vault"]);
    }

    #[test]
    fn concurrent_writers_lose_nothing() {
        let folder = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let file = file(folder.path(), "p");
                scope.spawn(move || {
                    for n in 0..10 {
                        set(&file, &format!("{writer} {n}"), "x").unwrap();
                        assert_eq!(get(&file, &format!("{writer} {n}")).as_deref(), Some("x"));
                    }
                });
            }
        });
        assert_eq!(file(folder.path(), "p").read().unwrap().len(), 40);
    }

    #[test]
    fn a_lock_that_is_never_released_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let held = acquire_lock(&path, Duration::ZERO).unwrap();
        assert!(matches!(acquire_lock(&path, Duration::ZERO), Err(SecretError::Busy(_))));
        drop(held);
        acquire_lock(&path, Duration::ZERO).unwrap();
    }

    #[test]
    fn a_passphrase_file_is_read_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("passphrase");
        std::fs::write(&path, "p\n").unwrap();
        let file = SecretFile::new(folder.path(), Some(Passphrase::File(path.clone())), CHEAP);
        set(&file, "TOKEN", "a").unwrap();
        std::fs::remove_file(path).unwrap();
        set(&file, "TOKEN", "b").unwrap();
        assert_eq!(get(&file, "TOKEN").as_deref(), Some("b"));
    }
}
