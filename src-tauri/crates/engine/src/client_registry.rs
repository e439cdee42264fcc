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

use crate::data_folder;
use crate::dto::ConnectedClient;
use crate::files::write_transient;

const REGISTRY_FOLDER: &str = "proxies";

/// A registered proxy, until it is dropped.
pub struct ClientRegistration {
    lock: PathBuf,
    report_path: PathBuf,
    last_report: Mutex<ProcessReport>,
    _lock: File,
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
    pub fn new(data_folder: &Path, client_pid: Option<u32>) -> std::io::Result<Self> {
        let folder = data_folder.join(REGISTRY_FOLDER);
        data_folder::create_private(&folder)?;
        // A process may run several proxies.
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let stem = format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let (lock, report_path) = (folder.join(format!("{stem}.lock")), folder.join(format!("{stem}.json")));
        let lock_file = data_folder::create_locked(&lock)?;
        let processes = std::iter::once(std::process::id()).chain(client_pid).collect();
        let report = ProcessReport { processes, ..ProcessReport::default() };
        let registration =
            Self { lock, report_path, last_report: Mutex::new(report.clone()), _lock: lock_file };
        registration.write(&report)?;
        Ok(registration)
    }

    pub fn report_clients(&self, clients: Vec<ConnectedClient>) {
        self.report(|report| report.clients = clients);
    }

    /// Reports the version of the store that calls are decided by from now on.
    pub fn report_applied(&self, version: Option<i64>) {
        self.report(|report| report.applied = version);
    }

    fn report(&self, change: impl FnOnce(&mut ProcessReport)) {
        let mut last = self.last_report.lock().unwrap_or_else(PoisonError::into_inner);
        let mut next = last.clone();
        change(&mut next);
        // If the write fails, the next change tries again.
        if next != *last && self.write(&next).is_ok() {
            *last = next;
        }
    }

    fn write(&self, report: &ProcessReport) -> std::io::Result<()> {
        write_transient(&self.report_path, &serde_json::to_vec(report)?)
    }
}

impl Drop for ClientRegistration {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.report_path);
        let _ = std::fs::remove_file(&self.lock);
    }
}

/// The clients of all running proxies, longest connected first.
pub fn clients(data_folder: &Path) -> Vec<ConnectedClient> {
    let mut clients: Vec<_> =
        read_reports(data_folder).into_iter().flat_map(|report| report.clients).collect();
    clients.sort_by(|a, b| (&a.since, &a.name).cmp(&(&b.since, &b.name)));
    clients
}

/// The process ids of all proxies and of the clients that started them.
pub fn served_processes(data_folder: &Path) -> Vec<u32> {
    read_reports(data_folder).into_iter().flat_map(|report| report.processes).collect()
}

/// The number of running proxies that do not apply this version of the store yet.
pub fn count_outdated(data_folder: &Path, version: i64) -> usize {
    read_reports(data_folder)
        .iter()
        .filter(|report| report.applied.is_none_or(|applied| applied < version))
        .count()
}

/// The reports of all running proxies. Deletes the files of those that have ended.
fn read_reports(data_folder: &Path) -> Vec<ProcessReport> {
    let Ok(entries) = std::fs::read_dir(data_folder.join(REGISTRY_FOLDER)) else { return Vec::new() };
    let mut reports = Vec::new();
    for lock in entries.flatten().map(|entry| entry.path()) {
        if lock.extension().is_none_or(|extension| extension != "lock") {
            continue;
        }
        let report_path = lock.with_extension("json");
        if data_folder::is_locked(&lock) {
            let text = std::fs::read(&report_path).unwrap_or_default();
            reports.push(serde_json::from_slice(&text).unwrap_or_default());
        } else {
            let _ = std::fs::remove_file(&report_path);
            let _ = std::fs::remove_file(&lock);
        }
    }
    reports
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dto::ProxyTransport;

    fn client(name: &str) -> ConnectedClient {
        ConnectedClient {
            name: Some(name.to_owned()),
            version: None,
            transport: ProxyTransport::Stdio,
            server: None,
            since: "2026-01-01T00:00:00Z".to_owned(),
            last_call: None,
            calls: 1,
        }
    }

    fn names(data_folder: &Path) -> Vec<String> {
        clients(data_folder).into_iter().filter_map(|client| client.name).collect()
    }

    #[test]
    fn proxies_are_listed_while_they_run() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(names(folder.path()), [""; 0]);
        let first = ClientRegistration::new(folder.path(), None).unwrap();
        let second = ClientRegistration::new(folder.path(), None).unwrap();
        first.report_clients(vec![client("b")]);
        second.report_clients(vec![client("a"), client("c")]);
        assert_eq!(names(folder.path()), ["a", "b", "c"]);
        assert_eq!(count_outdated(folder.path(), 7), 2, "neither has read the store yet");
        first.report_applied(Some(7));
        second.report_applied(Some(6));
        assert_eq!((count_outdated(folder.path(), 6), count_outdated(folder.path(), 7)), (0, 1));
        drop(second);
        assert_eq!(count_outdated(folder.path(), 7), 0, "a proxy that has ended decides nothing");
        assert_eq!(names(folder.path()), ["b"]);
        drop(first);
        assert_eq!(names(folder.path()), [""; 0]);
    }

    #[test]
    fn files_of_a_killed_process_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let registry = folder.path().join(REGISTRY_FOLDER);
        std::fs::create_dir(&registry).unwrap();
        std::fs::write(registry.join("1-0.lock"), "").unwrap();
        std::fs::write(
            registry.join("1-0.json"),
            serde_json::to_vec(&ProcessReport { clients: vec![client("gone")], ..ProcessReport::default() })
                .unwrap(),
        )
        .unwrap();
        assert_eq!(names(folder.path()), [""; 0]);
        assert_eq!(std::fs::read_dir(&registry).unwrap().count(), 0);
    }
}
