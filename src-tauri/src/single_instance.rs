//! One window per store: the first instance holds a lock in the data folder, later ones bring it to the front and
//! exit.
//!
//! Per data folder and not per program, because two stores may be open at once; by files and not by D-Bus or
//! similar, because that works the same on every platform.

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use hintsmith_engine::{files, folder};

/// Locked by the first instance; the system releases the lock however the process ends.
const LOCK: &str = "window.lock";
/// Created by a later instance to request that the first window is brought to the front.
const CALL: &str = "window.call";

/// The role of this process among the instances for a store.
pub enum InstanceLock {
    /// Unknown: the folder is not writable, or its file system does not support locks.
    Alone,
    First(Sole),
    /// Another instance holds the lock and was asked to show its window.
    Second,
}

/// Ownership of a store's lock.
pub struct Sole {
    _lock: File,
    call: PathBuf,
}

/// How long a later instance waits for the first to take its request (it polls every 200 ms). An instance that is
/// just exiting never takes it, and releases the lock instead.
const PATIENCE: Duration = Duration::from_secs(3);
const GLANCE: Duration = Duration::from_millis(50);

impl InstanceLock {
    pub fn claim(data: &Path) -> Self {
        let _ = folder::make(data);
        let open = files::private().create(true).truncate(false).open(data.join(LOCK));
        let Ok(lock) = open else { return Self::Alone };
        files::close_to_others(&data.join(LOCK));
        let call = data.join(CALL);
        let deadline = Instant::now() + PATIENCE;
        let mut called = false;
        loop {
            match lock.try_lock() {
                Ok(()) => {
                    let _ = std::fs::remove_file(&call);
                    return Self::First(Sole { _lock: lock, call });
                }
                Err(TryLockError::WouldBlock) if !called => {
                    match files::private().create_new(true).open(&call) {
                        Err(error) if error.kind() != ErrorKind::AlreadyExists => return Self::Alone,
                        _ => {}
                    }
                    called = true;
                }
                Err(TryLockError::WouldBlock) if call.exists() && Instant::now() < deadline => {
                    std::thread::sleep(GLANCE);
                }
                Err(TryLockError::WouldBlock) => return Self::Second,
                Err(TryLockError::Error(_)) => return Self::Alone,
            }
        }
    }
}

impl Sole {
    /// Takes an activation request: true if there was one since the last call.
    pub fn is_called(&mut self) -> bool {
        std::fs::remove_file(&self.call).is_ok()
    }
}
