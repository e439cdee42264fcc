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

use crate::dto::{ApprovalAnswer, ApprovalView};
use crate::files::{self, write_transient};
use crate::folder;

/// Folder of the requests, in the data folder.
const FOLDER: &str = "approvals";
/// Subfolder with one lock file for each process that can answer.
const ANSWERING: &str = "answering";
/// How often an asking process polls for its answer.
pub const PERIOD: Duration = Duration::from_millis(100);

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
        hintsmith_core::fingerprint::hex(&hash.finalize())
    }

    fn left(&self) -> Duration {
        Duration::from_millis(self.until.saturating_sub(now()))
    }
}

/// A request that is pending until this is dropped, which deletes its files.
pub struct PendingApproval {
    question: ApprovalRequest,
    place: RequestFiles,
    _held: File,
}

/// The files of one request.
struct RequestFiles {
    lock: PathBuf,
    question: PathBuf,
    answer: PathBuf,
}

impl RequestFiles {
    fn of(folder: &Path, nonce: &str) -> Self {
        let file = |extension: &str| folder.join(format!("{nonce}.{extension}"));
        Self { lock: file("lock"), question: file("json"), answer: file("answer") }
    }

    fn remove(&self) {
        for path in [&self.question, &self.answer, &self.lock] {
            let _ = std::fs::remove_file(path);
        }
    }
}

impl PendingApproval {
    pub fn new(data: &Path, question: ApprovalRequest) -> std::io::Result<Self> {
        let folder = data.join(FOLDER);
        folder::make(&folder)?;
        let place = RequestFiles::of(&folder, &question.view.nonce);
        write_transient(&place.question, &serde_json::to_vec(&question)?)?;
        let held = folder::held(&place.lock)?;
        Ok(Self { question, place, _held: held })
    }

    /// The answer, if there is one. An answer to a different request counts as a denial.
    pub fn answer(&self) -> Option<ApprovalAnswer> {
        let text = std::fs::read(&self.place.answer).ok()?;
        let ApprovalResponse { answer, to } = serde_json::from_slice(&text).ok()?;
        Some(if to == self.question.digest() { answer } else { ApprovalAnswer::Deny })
    }

    pub fn is_over(&self) -> bool {
        self.question.left().is_zero()
    }
}

impl Drop for PendingApproval {
    fn drop(&mut self) {
        self.place.remove();
    }
}

/// All pending requests, oldest first. Deletes the files of processes that have ended.
pub fn open(data: &Path) -> Vec<ApprovalRequest> {
    let folder = data.join(FOLDER);
    let Ok(entries) = std::fs::read_dir(&folder) else { return Vec::new() };
    let mut questions = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        let Some(nonce) = path.file_stem().and_then(|stem| stem.to_str()) else { continue };
        if path.extension().is_none_or(|extension| extension != "lock") {
            continue;
        }
        let place = RequestFiles::of(&folder, nonce);
        if !folder::is_held(&place.lock) {
            place.remove();
            continue;
        }
        let Some(mut question) = read(&place) else { continue };
        if question.view.nonce == nonce && !place.answer.exists() && !question.left().is_zero() {
            question.view.seconds_left = u32::try_from(question.left().as_secs()).unwrap_or(u32::MAX);
            questions.push(question);
        }
    }
    questions.sort_by_key(|question| question.until);
    questions
}

/// Answers a request. Returns false if it is no longer pending.
pub fn answer(data: &Path, nonce: &str, answer: ApprovalAnswer) -> bool {
    let Some(question) = open(data).into_iter().find(|question| question.view.nonce == nonce) else {
        return false;
    };
    let place = RequestFiles::of(&data.join(FOLDER), nonce);
    let text = serde_json::to_vec(&ApprovalResponse { answer, to: question.digest() }).unwrap_or_default();
    // Only the first answer can create the file. One that is still being written does not parse, so the reader polls
    // again.
    let made = files::private().create_new(true).open(&place.answer);
    made.and_then(|mut file| file.write_all(&text)).is_ok()
}

/// Announces a process that can answer requests, until it is dropped.
pub struct Answering {
    path: PathBuf,
    _held: File,
}

impl Answering {
    pub fn new(data: &Path) -> std::io::Result<Self> {
        let folder = data.join(FOLDER).join(ANSWERING);
        folder::make(&data.join(FOLDER))?;
        folder::make(&folder)?;
        let path = folder.join(format!("{}.lock", std::process::id()));
        Ok(Self { _held: folder::held(&path)?, path })
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Returns whether any process can answer. Deletes the lock files of processes that have ended.
pub fn is_answered(data: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(data.join(FOLDER).join(ANSWERING)) else { return false };
    let mut is_answered = false;
    // A lock file is created under a temporary name and renamed once it is locked, so other names are skipped.
    let is_lock = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "lock");
    for path in entries.flatten().map(|entry| entry.path()).filter(is_lock) {
        match folder::is_held(&path) {
            true => is_answered = true,
            // The process was killed.
            false => drop(std::fs::remove_file(path)),
        }
    }
    is_answered
}

fn read(place: &RequestFiles) -> Option<ApprovalRequest> {
    serde_json::from_slice(&std::fs::read(&place.question).ok()?).ok()
}

/// Milliseconds since the Unix epoch.
pub fn now() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dto::Through;
    use hintsmith_core::resolve::Behaviour;

    fn question(nonce: &str, arguments: &str, patience: u64) -> ApprovalRequest {
        let view = ApprovalView {
            id: 1,
            nonce: nonce.to_owned(),
            server: "s".to_owned(),
            tool: "t".to_owned(),
            title: "T".to_owned(),
            client: None,
            through: Through::Gateway,
            arguments: Some(arguments.to_owned()),
            badges: Vec::new(),
            behaviour: Behaviour::Destructive,
            because: String::new(),
            sentences: Vec::new(),
            asked_at: String::new(),
            seconds_left: 0,
            seconds_in_all: 0,
        };
        ApprovalRequest { view, fingerprint: "f".to_owned(), until: now() + patience }
    }

    #[test]
    fn a_question_is_answered_once_and_is_gone_afterwards() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path();
        let asked = PendingApproval::new(data, question("a", "{}", 60_000)).unwrap();
        assert_eq!((open(data).len(), asked.answer()), (1, None));
        assert!(answer(data, "a", ApprovalAnswer::Once));
        // Only the first answer counts, whatever the second one is.
        assert!(!answer(data, "a", ApprovalAnswer::Deny));
        assert_eq!((open(data).len(), asked.answer()), (0, Some(ApprovalAnswer::Once)));
        drop(asked);
        assert!(!answer(data, "a", ApprovalAnswer::Once));
        assert_eq!(std::fs::read_dir(data.join(FOLDER)).unwrap().count(), 0);
    }

    #[test]
    fn an_answer_to_something_else_is_a_no() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path();
        // An old answer under a new nonce, and one to other arguments under the same nonce.
        let before = PendingApproval::new(data, question("a", r#"{"id":1}"#, 60_000)).unwrap();
        assert!(answer(data, "a", ApprovalAnswer::Once));
        let old = std::fs::read(data.join(FOLDER).join("a.answer")).unwrap();
        drop(before);
        for (nonce, arguments) in [("b", r#"{"id":1}"#), ("a", r#"{"id":2}"#)] {
            let asked = PendingApproval::new(data, question(nonce, arguments, 60_000)).unwrap();
            std::fs::write(data.join(FOLDER).join(format!("{nonce}.answer")), &old).unwrap();
            assert_eq!(asked.answer(), Some(ApprovalAnswer::Deny), "{nonce} {arguments}");
        }
    }

    #[test]
    fn what_ran_out_or_whose_process_is_gone_cannot_be_answered() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path();
        let late = PendingApproval::new(data, question("late", "{}", 0)).unwrap();
        assert!(late.is_over() && open(data).is_empty() && !answer(data, "late", ApprovalAnswer::Once));
        // The files that a killed process leaves behind.
        let gone = data.join(FOLDER);
        std::fs::write(gone.join("gone.lock"), "").unwrap();
        std::fs::write(gone.join("gone.json"), serde_json::to_vec(&question("gone", "{}", 60_000)).unwrap())
            .unwrap();
        assert!(!answer(data, "gone", ApprovalAnswer::Once));
        assert!(!gone.join("gone.json").exists());
    }

    #[test]
    fn whether_somebody_can_answer_is_known() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!is_answered(folder.path()));
        let there = Answering::new(folder.path()).unwrap();
        assert!(is_answered(folder.path()));
        drop(there);
        assert!(!is_answered(folder.path()));
    }
}
