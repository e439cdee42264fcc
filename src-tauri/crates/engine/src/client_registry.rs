//! Registry of the proxies on this machine that use this store. Each proxy reports its clients, and the version of the
//! store it applies, in a file in the data folder.
//!
//! A file lock shows that a proxy is running. The system releases it however a process ends, so nothing has to be
//! written while nothing happens.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::dto::ConnectedClient;
use crate::files::write_transient;
use crate::folder;

const FOLDER: &str = "proxies";

/// A registered proxy, until it is dropped.
pub struct ClientRegistration {
    lock: PathBuf,
    said: PathBuf,
    last: Mutex<ProcessReport>,
    _held: File,
}

/// The report of a proxy, as it is written.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct ProcessReport {
    clients: Vec<ConnectedClient>,
    /// The version of the store that calls are decided by; `None` until the proxy has read the store.
    applied: Option<i64>,
    /// The process ids of the proxy and, over stdio, of the client that started it.
    #[serde(default)]
    processes: Vec<u32>,
}

impl ClientRegistration {
    /// Registers a proxy. `client` is the process id of the client that started it over stdio.
    pub fn new(data: &Path, client: Option<u32>) -> std::io::Result<Self> {
        let place = data.join(FOLDER);
        folder::make(&place)?;
        // A process may run several proxies.
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let stem = format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let (lock, said) = (place.join(format!("{stem}.lock")), place.join(format!("{stem}.json")));
        let held = folder::held(&lock)?;
        let processes = std::iter::once(std::process::id()).chain(client).collect();
        let report = ProcessReport { processes, ..ProcessReport::default() };
        let presence = Self { lock, said, last: Mutex::new(report.clone()), _held: held };
        presence.write(&report)?;
        Ok(presence)
    }

    pub fn report_clients(&self, clients: Vec<ConnectedClient>) {
        self.report(|report| report.clients = clients);
    }

    /// Reports the version of the store that calls are decided by from now on.
    pub fn report_applied(&self, version: Option<i64>) {
        self.report(|report| report.applied = version);
    }

    fn report(&self, change: impl FnOnce(&mut ProcessReport)) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let mut next = last.clone();
        change(&mut next);
        // If the write fails, the next change tries again.
        if next != *last && self.write(&next).is_ok() {
            *last = next;
        }
    }

    fn write(&self, report: &ProcessReport) -> std::io::Result<()> {
        write_transient(&self.said, &serde_json::to_vec(report)?)
    }
}

impl Drop for ClientRegistration {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.said);
        let _ = std::fs::remove_file(&self.lock);
    }
}

/// The clients of all running proxies, longest connected first.
pub fn clients(data: &Path) -> Vec<ConnectedClient> {
    let mut clients: Vec<_> = reports(data).into_iter().flat_map(|report| report.clients).collect();
    clients.sort_by(|a, b| (&a.since, &a.name).cmp(&(&b.since, &b.name)));
    clients
}

/// The process ids of all proxies and of the clients that started them.
pub fn served_processes(data: &Path) -> Vec<u32> {
    reports(data).into_iter().flat_map(|report| report.processes).collect()
}

/// The number of running proxies that do not apply this version of the store yet.
pub fn behind(data: &Path, version: i64) -> usize {
    reports(data).iter().filter(|report| report.applied.is_none_or(|applied| applied < version)).count()
}

/// The reports of all running proxies. Deletes the files of those that have ended.
fn reports(data: &Path) -> Vec<ProcessReport> {
    let Ok(entries) = std::fs::read_dir(data.join(FOLDER)) else { return Vec::new() };
    let mut reports = Vec::new();
    for lock in entries.flatten().map(|entry| entry.path()) {
        if lock.extension().is_none_or(|extension| extension != "lock") {
            continue;
        }
        let said = lock.with_extension("json");
        if folder::is_held(&lock) {
            let text = std::fs::read(&said).unwrap_or_default();
            reports.push(serde_json::from_slice(&text).unwrap_or_default());
        } else {
            let _ = std::fs::remove_file(&said);
            let _ = std::fs::remove_file(&lock);
        }
    }
    reports
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dto::Way;

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
        let first = ClientRegistration::new(folder.path(), None).unwrap();
        let second = ClientRegistration::new(folder.path(), None).unwrap();
        first.report_clients(vec![client("b")]);
        second.report_clients(vec![client("a"), client("c")]);
        assert_eq!(names(folder.path()), ["a", "b", "c"]);
        assert_eq!(behind(folder.path(), 7), 2, "neither has read the store yet");
        first.report_applied(Some(7));
        second.report_applied(Some(6));
        assert_eq!((behind(folder.path(), 6), behind(folder.path(), 7)), (0, 1));
        drop(second);
        assert_eq!(behind(folder.path(), 7), 0, "a proxy that has ended decides nothing");
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
        std::fs::write(
            place.join("1-0.json"),
            serde_json::to_vec(&ProcessReport { clients: vec![client("gone")], ..ProcessReport::default() })
                .unwrap(),
        )
        .unwrap();
        assert_eq!(names(folder.path()), [""; 0]);
        assert_eq!(std::fs::read_dir(&place).unwrap().count(), 0);
    }
}
