//! The system keychain. All access goes through one dedicated thread, so that a daemon that hangs blocks neither a
//! caller nor the exit of the program.

use std::sync::mpsc;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use keyring_core::{CredentialStore, Error, Result};
use tokio::sync::oneshot;

use super::{SecretError, SecretId, SecretText};

const SERVICE: &str = "dev.hintsmith";

/// The keychain's name for users.
pub const DISPLAY_NAME: &str = if cfg!(target_os = "macos") {
    "the macOS Keychain"
} else if cfg!(windows) {
    "the Windows Credential Manager"
} else {
    "the keychain of this desktop (Secret Service)"
};

/// Timeout for connecting to the keychain.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Timeout for an operation. Long, because the user may be typing the password that unlocks the keychain.
const OPERATION_TIMEOUT: Duration = Duration::from_secs(120);

type OpenStore = dyn Fn() -> Result<Arc<CredentialStore>> + Send + Sync;
type Job = Box<dyn FnOnce(&mut KeychainWorker) + Send>;

pub struct Keychain {
    open_store: Arc<OpenStore>,
    worker: OnceLock<mpsc::Sender<Job>>,
    connect_timeout: Duration,
    operation_timeout: Duration,
}

impl Keychain {
    pub fn system() -> Self {
        Self::new(system_store)
    }

    fn new(open_store: impl Fn() -> Result<Arc<CredentialStore>> + Send + Sync + 'static) -> Self {
        Self {
            open_store: Arc::new(open_store),
            worker: OnceLock::new(),
            connect_timeout: CONNECT_TIMEOUT,
            operation_timeout: OPERATION_TIMEOUT,
        }
    }

    /// Connects to the keychain. Reads, writes and unlocks nothing.
    pub async fn connect(&self) -> std::result::Result<(), SecretError> {
        let reached = self.run(self.connect_timeout, |_| Ok(())).await;
        reached.map_err(|error| match error {
            SecretError::Keychain(why) | SecretError::Locked(why) => SecretError::Unreachable(why),
            other => other,
        })
    }

    pub async fn get(&self, id: SecretId) -> std::result::Result<Option<SecretText>, SecretError> {
        let account = account_name(&id);
        let found = self.run(self.operation_timeout, move |store| {
            match store.build(SERVICE, &account, None)?.get_secret() {
                Ok(bytes) => Ok(Some(SecretText::from_bytes(bytes))),
                Err(Error::NoEntry) => Ok(None),
                Err(error) => Err(error),
            }
        });
        match found.await? {
            None => Ok(None),
            Some(Some(text)) => Ok(Some(text)),
            Some(None) => Err(SecretError::NotUtf8(format!("the keychain entry {}", account_name(&id)))),
        }
    }

    pub async fn set(&self, secrets: Vec<(SecretId, SecretText)>) -> std::result::Result<(), SecretError> {
        let set = move |store: &CredentialStore| {
            secrets.iter().try_for_each(|(id, text)| {
                store.build(SERVICE, &account_name(id), None)?.set_secret(text.expose().as_bytes())
            })
        };
        self.run(self.operation_timeout, set).await
    }

    pub async fn delete(&self, ids: Vec<SecretId>) -> std::result::Result<(), SecretError> {
        let delete = move |store: &CredentialStore| {
            ids.iter().try_for_each(|id| {
                match store.build(SERVICE, &account_name(id), None)?.delete_credential() {
                    Err(Error::NoEntry) => Ok(()),
                    result => result,
                }
            })
        };
        self.run(self.operation_timeout, delete).await
    }

    async fn run<T: Send + 'static>(
        &self,
        time_limit: Duration,
        work: impl Fn(&CredentialStore) -> Result<T> + Send + 'static,
    ) -> std::result::Result<T, SecretError> {
        let (sender, receiver) = oneshot::channel();
        let job: Job = Box::new(move |link| {
            // A caller that timed out was told that nothing was done.
            if !sender.is_closed() {
                drop(sender.send(link.run(work)));
            }
        });
        let worker = self.worker.get_or_init(|| KeychainWorker::spawn(Arc::clone(&self.open_store)));
        let ended = || SecretError::Internal("the keychain thread ended".to_owned());
        worker.send(job).map_err(|_| ended())?;
        let receiver = tokio::time::timeout(time_limit, receiver).await.map_err(|_| SecretError::Timeout)?;
        receiver.map_err(|_| ended())?.map_err(to_secret_error)
    }
}

/// The state of the keychain thread: the store, once it is open.
struct KeychainWorker {
    open_store: Arc<OpenStore>,
    store: Option<Arc<CredentialStore>>,
}

impl KeychainWorker {
    fn spawn(open_store: Arc<OpenStore>) -> mpsc::Sender<Job> {
        let (jobs, queue) = mpsc::channel::<Job>();
        std::thread::spawn(move || {
            let mut worker = Self { open_store, store: None };
            queue.into_iter().for_each(|job| job(&mut worker));
        });
        jobs
    }

    fn run<T>(&mut self, work: impl Fn(&CredentialStore) -> Result<T>) -> Result<T> {
        if let Some(store) = self.store.take() {
            match work(&*store) {
                // The daemon may have been restarted. Every operation can be repeated.
                Err(Error::PlatformFailure(_)) => {}
                result => {
                    self.store = Some(store);
                    return result;
                }
            }
        }
        let store = self.store.insert((self.open_store)()?);
        work(&**store)
    }
}

/// The account name of a secret. Server names contain no slash, so no two secrets share one.
fn account_name(id: &SecretId) -> String {
    format!("{}/{}", id.server, id.name)
}

fn to_secret_error(error: Error) -> SecretError {
    match error {
        Error::NoStorageAccess(why) => SecretError::Locked(why.to_string()),
        Error::PlatformFailure(why) => SecretError::Keychain(why.to_string()),
        Error::TooLong(what, longest) => SecretError::TooLong { what, longest },
        other => SecretError::Keychain(other.to_string()),
    }
}

#[cfg(target_os = "macos")]
fn system_store() -> Result<Arc<CredentialStore>> {
    Ok(apple_native_keyring_store::keychain::Store::new()?)
}

#[cfg(windows)]
fn system_store() -> Result<Arc<CredentialStore>> {
    Ok(windows_native_keyring_store::Store::new()?)
}

// Not the kernel keyring (keyutils), which loses everything when the machine restarts.
#[cfg(all(unix, not(target_os = "macos")))]
fn system_store() -> Result<Arc<CredentialStore>> {
    Ok(dbus_secret_service_keyring_store::Store::new()?)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicBool, Ordering};

    use keyring_core::mock;

    use super::*;

    fn platform_failure() -> Error {
        Error::PlatformFailure("nobody is there".into())
    }

    impl Keychain {
        pub fn in_memory() -> Self {
            let store = mock::Store::new().unwrap();
            Self::new(move || Ok(store.clone()))
        }

        pub fn absent() -> Self {
            Self::new(|| Err(platform_failure()))
        }

        pub fn absent_once() -> Self {
            let tried = AtomicBool::new(false);
            let store = mock::Store::new().unwrap();
            Self::new(move || {
                if tried.swap(true, Ordering::Relaxed) { Ok(store.clone()) } else { Err(platform_failure()) }
            })
        }
    }

    fn id(name: &str) -> SecretId {
        SecretId::new("s", name)
    }

    async fn get(keychain: &Keychain, name: &str) -> Option<String> {
        keychain.get(id(name)).await.unwrap().map(|text| text.expose().to_owned())
    }

    const REMAINING_SECRET: &str = "é\n hunter3-hunter3";

    /// Stores two secrets, replaces one and deletes it.
    async fn round_trip(keychain: &Keychain, fresh: &Keychain) {
        assert_eq!(get(keychain, "TOKEN").await, None);
        keychain
            .set(vec![(id("TOKEN"), "a".into()), (id("argument 3"), REMAINING_SECRET.into())])
            .await
            .unwrap();
        keychain.set(vec![(id("TOKEN"), "hunter2-hunter2".into())]).await.unwrap();
        assert_eq!(get(fresh, "TOKEN").await.as_deref(), Some("hunter2-hunter2"));
        assert_eq!(get(fresh, "argument 3").await.as_deref(), Some(REMAINING_SECRET));
        keychain.delete(vec![id("TOKEN"), id("NONE")]).await.unwrap();
        assert_eq!(get(fresh, "TOKEN").await, None);
        assert_eq!(get(fresh, "argument 3").await.as_deref(), Some(REMAINING_SECRET));
    }

    #[tokio::test]
    async fn a_secret_is_stored_replaced_and_deleted() {
        let keychain = Keychain::in_memory();
        round_trip(&keychain, &keychain).await;
    }

    #[tokio::test]
    async fn a_missing_keychain_is_unreachable() {
        let error = Keychain::absent().connect().await.unwrap_err();
        assert!(matches!(&error, SecretError::Unreachable(why) if why == "nobody is there"), "{error:?}");
    }

    #[tokio::test]
    async fn an_operation_that_timed_out_is_not_executed_later() {
        let (release, hanging) = mpsc::channel::<()>();
        let hanging = Mutex::new(hanging);
        let store = mock::Store::new().unwrap();
        let opened = store.clone();
        let mut keychain = Keychain::new(move || {
            hanging.lock().unwrap().recv().ok();
            Ok(opened.clone())
        });
        keychain.connect_timeout = Duration::from_millis(20);
        keychain.operation_timeout = Duration::from_millis(20);
        assert!(matches!(keychain.connect().await, Err(SecretError::Timeout)));
        let kept = keychain.set(vec![(id("TOKEN"), "late".into())]).await;
        assert!(matches!(kept, Err(SecretError::Timeout)), "{kept:?}");

        drop(release);
        keychain.operation_timeout = OPERATION_TIMEOUT;
        assert_eq!(get(&keychain, "TOKEN").await, None, "what was given up did not happen later");
    }

    #[tokio::test]
    async fn a_restarted_daemon_is_reconnected() {
        let stores = Arc::new(Mutex::new(Vec::new()));
        let opened = Arc::clone(&stores);
        let keychain = Keychain::new(move || {
            let store = mock::Store::new()?;
            opened.lock().unwrap().push(store.clone());
            Ok(store)
        });
        keychain.set(vec![(id("TOKEN"), "a".into())]).await.unwrap();
        let first = stores.lock().unwrap()[0].inner.lock().unwrap().borrow()[0].clone();
        first.set_error(platform_failure());
        assert_eq!(get(&keychain, "TOKEN").await, None, "a new store was asked");
        assert_eq!(stores.lock().unwrap().len(), 2);
    }

    #[tokio::test]
    async fn a_locked_keychain_is_distinguished_from_a_failure() {
        for (error, expected) in [
            (Error::NoStorageAccess("locked".into()), "is locked or denies access: locked"),
            (Error::TooLong("secret".into(), 2560), "does not accept a secret longer than 2560"),
            (Error::BadStoreFormat("x".into()), "failed: Store data is malformed: x"),
        ] {
            assert_eq!(to_secret_error(error).to_string(), format!("{DISPLAY_NAME} {expected}"));
        }
    }

    /// Runs with a Secret Service of its own: starts a D-Bus session and a keyring daemon with an empty home, and runs
    /// this test again inside it. Needs the Debian packages `dbus` (or `dbus-daemon`) and `gnome-keyring`.
    #[cfg(target_os = "linux")]
    #[test]
    fn the_secret_service_stores_a_secret_encrypted_and_deletes_it() {
        use std::process::Command;

        const INSIDE: &str = "HINTSMITH_TEST_INSIDE_SESSION";
        const NAME: &str =
            "secrets::keychain::tests::the_secret_service_stores_a_secret_encrypted_and_deletes_it";
        const DONE: &str = "the round trip was made";

        if std::env::var_os(INSIDE).is_some() {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
            runtime.block_on(async {
                let keychain = Keychain::system();
                keychain.connect().await.unwrap();
                round_trip(&keychain, &Keychain::system()).await;
            });
            println!("{DONE}");
            return;
        }

        let home = tempfile::tempdir().unwrap();
        let unlock_and_run =
            r#"printf %s "$0" | gnome-keyring-daemon --unlock --components=secrets && exec "$@""#;
        let mut session = Command::new("dbus-run-session");
        session.args(["--", "sh", "-c", unlock_and_run, "password of the keyring"]);
        session.arg(std::env::current_exe().unwrap()).args(["--exact", NAME, "--nocapture"]);
        for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "GNOME_KEYRING_CONTROL", "DISPLAY"]
        {
            session.env_remove(name);
        }
        session.env(INSIDE, "1").env("HOME", home.path()).env("XDG_RUNTIME_DIR", home.path());
        let output = session.output().expect("dbus-run-session is there (Debian: dbus-daemon)");
        let output_text =
            format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success() && output_text.contains(DONE), "{output_text}");

        let keyring = std::fs::read(home.path().join(".local/share/keyrings/login.keyring")).unwrap();
        let contains = |text: &str| keyring.windows(text.len()).any(|window| window == text.as_bytes());
        assert!(contains("username"), "the daemon wrote the secret that stays to its own file");
        assert!(!contains(REMAINING_SECRET) && !contains("hunter3"));
    }
}
