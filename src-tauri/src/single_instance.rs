//! One window per store: the first holds a lock in the data folder, a second one calls it to the front and ends.
//!
//! By folder and not by program, because two stores may well be open at once; by files and not by a bus, because that
//! works the same on every system.

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use hintsmith_engine::{files, folder};

/// Held by the first window for as long as it is there, however it ends.
const LOCK: &str = "window.lock";
/// Written by whoever wants the first window in front.
const CALL: &str = "window.call";

/// What this program is to the store's window.
pub enum InstanceLock {
    /// Nobody can tell: the folder cannot be written, or knows no locks.
    Alone,
    First(Sole),
    /// Another window is there and was called.
    Second,
}

/// The right to be the window of a store.
pub struct Sole {
    _lock: File,
    call: PathBuf,
}

/// How long the first window is given to answer a call, and how often that is looked at. It looks twice a second; one
/// that is just ending never answers, and then its place is free.
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
    /// Whether somebody has called since the last time.
    pub fn is_called(&mut self) -> bool {
        std::fs::remove_file(&self.call).is_ok()
    }
}
