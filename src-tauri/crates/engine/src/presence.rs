//! The clients of every proxy on this machine that uses this store, each proxy saying it of itself in a file beside it.
//!
//! Whether a proxy is still there is told by a lock, which the system takes back however a process ends: nothing has to be
//! written while nothing happens.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::api::view::ConnectedClient;
use crate::folder;

const FOLDER: &str = "proxies";

/// One proxy that is there until this is dropped.
pub struct Presence {
    lock: PathBuf,
    said: PathBuf,
    last: Vec<ConnectedClient>,
    _held: File,
}

impl Presence {
    pub fn new(data: &Path) -> std::io::Result<Self> {
        let place = data.join(FOLDER);
        folder::make(&place)?;
        // A process may be several proxies.
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let stem = format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let (lock, said) = (place.join(format!("{stem}.lock")), place.join(format!("{stem}.json")));
        let held = folder::held(&lock)?;
        let presence = Self { lock, said, last: Vec::new(), _held: held };
        presence.write()?;
        Ok(presence)
    }

    /// Says who its clients are now.
    pub fn say(&mut self, clients: Vec<ConnectedClient>) {
        if self.last != clients {
            self.last = clients;
            // What cannot be said is not shown; nothing else rests on it.
            let _ = self.write();
        }
    }

    /// Beside it first, then moved into place: whoever reads meanwhile finds a whole file.
    fn write(&self) -> std::io::Result<()> {
        let beside = self.said.with_extension("tmp");
        let mut file = folder::private().create(true).truncate(true).open(&beside)?;
        file.write_all(&serde_json::to_vec(&self.last)?)?;
        std::fs::rename(beside, &self.said)
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.said);
        let _ = std::fs::remove_file(&self.lock);
    }
}

/// The clients of every proxy that is there, whoever was there first before the others.
pub fn clients(data: &Path) -> Vec<ConnectedClient> {
    let Ok(entries) = std::fs::read_dir(data.join(FOLDER)) else { return Vec::new() };
    let mut clients = Vec::new();
    for lock in entries.flatten().map(|entry| entry.path()) {
        if lock.extension().is_none_or(|extension| extension != "lock") {
            continue;
        }
        let said = lock.with_extension("json");
        if folder::is_held(&lock) {
            let text = std::fs::read(&said).unwrap_or_default();
            clients.extend(serde_json::from_slice::<Vec<ConnectedClient>>(&text).unwrap_or_default());
        } else {
            let _ = std::fs::remove_file(&said);
            let _ = std::fs::remove_file(&lock);
        }
    }
    clients.sort_by(|a, b| (&a.since, &a.name).cmp(&(&b.since, &b.name)));
    clients
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::view::Way;

    fn client(name: &str) -> ConnectedClient {
        ConnectedClient {
            name: Some(name.to_owned()),
            version: None,
            way: Way::Stdio,
            wraps: None,
            since: "2026-01-01T00:00:00Z".to_owned(),
            last_call: None,
            calls: 1,
        }
    }

    fn names(data: &Path) -> Vec<String> {
        clients(data).into_iter().filter_map(|client| client.name).collect()
    }

    #[test]
    fn every_proxy_is_seen_while_it_is_there() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(names(folder.path()), [""; 0]);
        let mut first = Presence::new(folder.path()).unwrap();
        let mut second = Presence::new(folder.path()).unwrap();
        first.say(vec![client("b")]);
        second.say(vec![client("a"), client("c")]);
        assert_eq!(names(folder.path()), ["a", "b", "c"]);
        drop(second);
        assert_eq!(names(folder.path()), ["b"]);
        drop(first);
        assert_eq!(names(folder.path()), [""; 0]);
    }

    #[test]
    fn what_a_process_left_that_was_killed_is_swept() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join(FOLDER);
        std::fs::create_dir(&place).unwrap();
        std::fs::write(place.join("1-0.lock"), "").unwrap();
        std::fs::write(place.join("1-0.json"), serde_json::to_vec(&[client("gone")]).unwrap()).unwrap();
        assert_eq!(names(folder.path()), [""; 0]);
        assert_eq!(std::fs::read_dir(&place).unwrap().count(), 0);
    }
}
