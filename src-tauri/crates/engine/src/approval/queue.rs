//! The queue of approval requests, shared by the process that asks and the process that answers: files in the data
//! folder that only their owner can read, deleted once they are answered.
//!
//! A request is one file named by a random nonce. The answer is another file that can be created only once and repeats
//! the digest of the request. The asking process polls for it until the timeout and accepts it for this call alone.
//! File locks, which the system releases however a process ends, show which processes are alive.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::data_folder;
use crate::dto::{ApprovalAnswer, ApprovalView};
use crate::files::{self, write_transient};

/// Folder of the requests, in the data folder.
const APPROVALS_FOLDER: &str = "approvals";
/// Subfolder with one lock file for each process that can answer.
const APPROVERS_FOLDER: &str = "answering";
/// Interval at which a process polls for the answer to its request.
pub const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// A call that waits for approval, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApprovalRequest {
    pub view: ApprovalView,
    /// The fingerprint of the tool definition that would be called.
    pub fingerprint: String,
    /// Deadline in milliseconds since the Unix epoch.
    pub until: u64,
}

#[derive(Debug, Serialize, Deserialize)]
struct ApprovalResponse {
    answer: ApprovalAnswer,
    /// The digest of the request that is answered.
    to: String,
}

impl ApprovalRequest {
    /// Covers everything an answer is bound to: nonce, server, tool, definition and arguments.
    fn digest(&self) -> String {
        let ApprovalView { nonce, server, tool, arguments, .. } = &self.view;
        let mut hash = Sha256::new();
        for part in [nonce, server, tool, &self.fingerprint, arguments.as_deref().unwrap_or("-")] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
        hintsmith_core::model::fingerprint::to_hex(&hash.finalize())
    }

    fn time_left(&self) -> Duration {
        Duration::from_millis(self.until.saturating_sub(now_millis()))
    }
}

/// A request that is pending until this is dropped, which deletes its files.
pub struct PendingApproval {
    request: ApprovalRequest,
    paths: RequestFiles,
    _lock: File,
}

/// The files of one request.
struct RequestFiles {
    lock: PathBuf,
    request: PathBuf,
    answer: PathBuf,
}

impl RequestFiles {
    fn new(folder: &Path, nonce: &str) -> Self {
        let file = |extension: &str| folder.join(format!("{nonce}.{extension}"));
        Self { lock: file("lock"), request: file("json"), answer: file("answer") }
    }

    fn remove(&self) {
        for path in [&self.request, &self.answer, &self.lock] {
            let _ = std::fs::remove_file(path);
        }
    }
}

impl PendingApproval {
    pub fn new(data_folder: &Path, question: ApprovalRequest) -> std::io::Result<Self> {
        let folder = data_folder.join(APPROVALS_FOLDER);
        data_folder::create_private(&folder)?;
        let paths = RequestFiles::new(&folder, &question.view.nonce);
        write_transient(&paths.request, &serde_json::to_vec(&question)?)?;
        let lock = data_folder::create_locked(&paths.lock)?;
        Ok(Self { request: question, paths, _lock: lock })
    }

    /// The answer, if there is one. An answer to a different request counts as a denial.
    pub fn poll_answer(&self) -> Option<ApprovalAnswer> {
        let text = std::fs::read(&self.paths.answer).ok()?;
        let ApprovalResponse { answer, to } = serde_json::from_slice(&text).ok()?;
        Some(if to == self.request.digest() { answer } else { ApprovalAnswer::Deny })
    }

    pub fn is_expired(&self) -> bool {
        self.request.time_left().is_zero()
    }
}

impl Drop for PendingApproval {
    fn drop(&mut self) {
        self.paths.remove();
    }
}

/// All pending requests, oldest first. Deletes the files of processes that have ended.
pub fn list_pending(data_folder: &Path) -> Vec<ApprovalRequest> {
    let folder = data_folder.join(APPROVALS_FOLDER);
    let Ok(entries) = std::fs::read_dir(&folder) else { return Vec::new() };
    let mut requests = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        let Some(nonce) = path.file_stem().and_then(|stem| stem.to_str()) else { continue };
        if path.extension().is_none_or(|extension| extension != "lock") {
            continue;
        }
        let paths = RequestFiles::new(&folder, nonce);
        if !data_folder::is_locked(&paths.lock) {
            paths.remove();
            continue;
        }
        let Some(mut request) = read_request(&paths) else { continue };
        if request.view.nonce == nonce && !paths.answer.exists() && !request.time_left().is_zero() {
            request.view.seconds_left = u32::try_from(request.time_left().as_secs()).unwrap_or(u32::MAX);
            requests.push(request);
        }
    }
    requests.sort_by_key(|request| request.until);
    requests
}

/// Answers a request. Returns false if it is no longer pending.
pub fn submit_answer(data_folder: &Path, nonce: &str, answer: ApprovalAnswer) -> bool {
    let Some(request) = list_pending(data_folder).into_iter().find(|request| request.view.nonce == nonce)
    else {
        return false;
    };
    let paths = RequestFiles::new(&data_folder.join(APPROVALS_FOLDER), nonce);
    let text = serde_json::to_vec(&ApprovalResponse { answer, to: request.digest() }).unwrap_or_default();
    // Only the first answer can create the file. One that is still being written does not parse, so the reader polls
    // again.
    let created = files::private_options().create_new(true).open(&paths.answer);
    created.and_then(|mut file| file.write_all(&text)).is_ok()
}

/// Announces a process that can answer requests, until it is dropped.
pub struct ApproverRegistration {
    path: PathBuf,
    _lock: File,
}

impl ApproverRegistration {
    pub fn new(data_folder: &Path) -> std::io::Result<Self> {
        let folder = data_folder.join(APPROVALS_FOLDER).join(APPROVERS_FOLDER);
        data_folder::create_private(&data_folder.join(APPROVALS_FOLDER))?;
        data_folder::create_private(&folder)?;
        let path = folder.join(format!("{}.lock", std::process::id()));
        Ok(Self { _lock: data_folder::create_locked(&path)?, path })
    }
}

impl Drop for ApproverRegistration {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Returns whether any process can answer. Deletes the lock files of processes that have ended.
pub fn has_approver(data_folder: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(data_folder.join(APPROVALS_FOLDER).join(APPROVERS_FOLDER)) else {
        return false;
    };
    let mut is_answered = false;
    // A lock file is created under a temporary name and renamed once it is locked, so other names are skipped.
    let is_lock = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "lock");
    for path in entries.flatten().map(|entry| entry.path()).filter(is_lock) {
        match data_folder::is_locked(&path) {
            true => is_answered = true,
            // The process was killed.
            false => drop(std::fs::remove_file(path)),
        }
    }
    is_answered
}

fn read_request(paths: &RequestFiles) -> Option<ApprovalRequest> {
    serde_json::from_slice(&std::fs::read(&paths.request).ok()?).ok()
}

/// Milliseconds since the Unix epoch.
pub fn now_millis() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dto::CallOrigin;
    use hintsmith_core::resolve::Behaviour;

    fn request(nonce: &str, arguments: &str, timeout_ms: u64) -> ApprovalRequest {
        let view = ApprovalView {
            id: 1,
            nonce: nonce.to_owned(),
            server: "s".to_owned(),
            tool: "t".to_owned(),
            title: "T".to_owned(),
            client: None,
            origin: CallOrigin::Gateway,
            arguments: Some(arguments.to_owned()),
            badges: Vec::new(),
            behaviour: Behaviour::Destructive,
            because: String::new(),
            sentences: Vec::new(),
            offers_session: false,
            asked_at: String::new(),
            seconds_left: 0,
            seconds_in_all: 0,
        };
        ApprovalRequest { view, fingerprint: "f".to_owned(), until: now_millis() + timeout_ms }
    }

    #[test]
    fn a_request_is_answered_once_and_removed() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path();
        let pending = PendingApproval::new(data, request("a", "{}", 60_000)).unwrap();
        assert_eq!((list_pending(data).len(), pending.poll_answer()), (1, None));
        assert!(submit_answer(data, "a", ApprovalAnswer::Once));
        // Only the first answer counts, whatever the second one is.
        assert!(!submit_answer(data, "a", ApprovalAnswer::Deny));
        assert_eq!((list_pending(data).len(), pending.poll_answer()), (0, Some(ApprovalAnswer::Once)));
        drop(pending);
        assert!(!submit_answer(data, "a", ApprovalAnswer::Once));
        assert_eq!(std::fs::read_dir(data.join(APPROVALS_FOLDER)).unwrap().count(), 0);
    }

    #[test]
    fn an_answer_to_a_different_request_denies() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path();
        // An old answer under a new nonce, and one to other arguments under the same nonce.
        let before = PendingApproval::new(data, request("a", r#"{"id":1}"#, 60_000)).unwrap();
        assert!(submit_answer(data, "a", ApprovalAnswer::Once));
        let old = std::fs::read(data.join(APPROVALS_FOLDER).join("a.answer")).unwrap();
        drop(before);
        for (nonce, arguments) in [("b", r#"{"id":1}"#), ("a", r#"{"id":2}"#)] {
            let pending = PendingApproval::new(data, request(nonce, arguments, 60_000)).unwrap();
            std::fs::write(data.join(APPROVALS_FOLDER).join(format!("{nonce}.answer")), &old).unwrap();
            assert_eq!(pending.poll_answer(), Some(ApprovalAnswer::Deny), "{nonce} {arguments}");
        }
    }

    #[test]
    fn expired_and_orphaned_requests_cannot_be_answered() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path();
        let late = PendingApproval::new(data, request("late", "{}", 0)).unwrap();
        assert!(
            late.is_expired()
                && list_pending(data).is_empty()
                && !submit_answer(data, "late", ApprovalAnswer::Once)
        );
        // The files that a killed process leaves behind.
        let gone = data.join(APPROVALS_FOLDER);
        std::fs::write(gone.join("gone.lock"), "").unwrap();
        std::fs::write(gone.join("gone.json"), serde_json::to_vec(&request("gone", "{}", 60_000)).unwrap())
            .unwrap();
        assert!(!submit_answer(data, "gone", ApprovalAnswer::Once));
        assert!(!gone.join("gone.json").exists());
    }

    #[test]
    fn approvers_are_registered_while_they_run() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!has_approver(folder.path()));
        let there = ApproverRegistration::new(folder.path()).unwrap();
        assert!(has_approver(folder.path()));
        drop(there);
        assert!(!has_approver(folder.path()));
    }
}
