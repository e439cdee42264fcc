//! One window per store: the first instance holds a lock in the data folder, later ones bring it to the front and
//! exit.
//!
//! Per data folder and not per program, because two stores may be open at once; by files and not by D-Bus or
//! similar, because that works the same on every platform.

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use hintsmith_engine::{data_folder, files};

/// Locked by the first instance; the system releases the lock however the process ends.
const LOCK_FILE: &str = "window.lock";
/// Created by a later instance to request that the first window is brought to the front.
const ACTIVATION_FILE: &str = "window.call";

/// The role of this process among the instances for a store.
pub enum InstanceRole {
    /// Unknown: the folder is not writable, or its file system does not support locks.
    Unknown,
    Primary(InstanceLock),
    /// Another instance holds the lock and was asked to show its window.
    Secondary,
}

/// Ownership of a store's lock.
pub struct InstanceLock {
    _lock: File,
    activation_file: PathBuf,
}

/// Time for which a later instance waits for the first to take its request (it polls every 200 ms). An instance that is
/// just exiting never takes it, and releases the lock instead.
const ACTIVATION_TIMEOUT: Duration = Duration::from_secs(3);
const POLL_INTERVAL: Duration = Duration::from_millis(50);

impl InstanceRole {
    pub fn claim(data: &Path) -> Self {
        let _ = data_folder::create_private(data);
        let open = files::private_options().create(true).truncate(false).open(data.join(LOCK_FILE));
        let Ok(lock) = open else { return Self::Unknown };
        files::restrict_to_owner(&data.join(LOCK_FILE));
        let call = data.join(ACTIVATION_FILE);
        let deadline = Instant::now() + ACTIVATION_TIMEOUT;
        let mut has_requested = false;
        loop {
            match lock.try_lock() {
                Ok(()) => {
                    let _ = std::fs::remove_file(&call);
                    return Self::Primary(InstanceLock { _lock: lock, activation_file: call });
                }
                Err(TryLockError::WouldBlock) if !has_requested => {
                    match files::private_options().create_new(true).open(&call) {
                        Err(error) if error.kind() != ErrorKind::AlreadyExists => return Self::Unknown,
                        _ => {}
                    }
                    has_requested = true;
                }
                Err(TryLockError::WouldBlock) if call.exists() && Instant::now() < deadline => {
                    std::thread::sleep(POLL_INTERVAL);
                }
                Err(TryLockError::WouldBlock) => return Self::Secondary,
                Err(TryLockError::Error(_)) => return Self::Unknown,
            }
        }
    }
}

impl InstanceLock {
    /// Takes an activation request: true if there was one since the last call.
    pub fn take_activation_request(&mut self) -> bool {
        std::fs::remove_file(&self.activation_file).is_ok()
    }
}
