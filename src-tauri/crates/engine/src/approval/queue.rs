//! Calls that wait for a person, between the process that asks and the one that answers: files beside the store that only
//! their owner can read, gone as soon as they are answered.
//!
//! A question is one file, named by a secret number; its answer is another that can be made only once, and that says again
//! what it is an answer to. Whoever asks looks for it until its time is over, and takes it for nothing else than this call.
//! Locks, which the system takes back however a process ends, tell who is still there.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::dto::{ApprovalAnswer, ApprovalView};
use crate::files::{self, write_transient};
use crate::folder;

const FOLDER: &str = "approvals";
/// Where those are known who can answer.
const ANSWERING: &str = "answering";
/// How soon an answer is seen.
pub const PERIOD: Duration = Duration::from_millis(100);

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApprovalRequest {
    pub view: ApprovalView,
    /// The definition of the tool that is meant.
    pub fingerprint: String,
    /// Milliseconds of the clock.
    pub until: u64,
}

#[derive(Debug, Serialize, Deserialize)]
struct ApprovalResponse {
    answer: ApprovalAnswer,
    /// What it is an answer to.
    to: String,
}

impl ApprovalRequest {
    /// Everything that an answer is about.
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

/// A question that is open until this is dropped.
pub struct PendingApproval {
    question: ApprovalRequest,
    place: RequestFiles,
    _held: File,
}

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

    /// The answer, if it is there and about this very call.
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

/// Every question that is open, the oldest first.
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

/// Answers a question; false where it is not open any more.
pub fn answer(data: &Path, nonce: &str, answer: ApprovalAnswer) -> bool {
    let Some(question) = open(data).into_iter().find(|question| question.view.nonce == nonce) else {
        return false;
    };
    let place = RequestFiles::of(&data.join(FOLDER), nonce);
    let text = serde_json::to_vec(&ApprovalResponse { answer, to: question.digest() }).unwrap_or_default();
    // Only the first can make the file; half an answer is none yet to whoever looks for it.
    let made = files::private().create_new(true).open(&place.answer);
    made.and_then(|mut file| file.write_all(&text)).is_ok()
}

/// Says that somebody is there who can answer, until it is dropped.
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

/// Whether anybody is there who can answer.
pub fn is_answered(data: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(data.join(FOLDER).join(ANSWERING)) else { return false };
    let mut is_answered = false;
    // A file that is just being made is not locked yet and has another name.
    let is_lock = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "lock");
    for path in entries.flatten().map(|entry| entry.path()).filter(is_lock) {
        match folder::is_held(&path) {
            true => is_answered = true,
            // Its process was killed.
            false => drop(std::fs::remove_file(path)),
        }
    }
    is_answered
}

fn read(place: &RequestFiles) -> Option<ApprovalRequest> {
    serde_json::from_slice(&std::fs::read(&place.question).ok()?).ok()
}

/// Milliseconds of the clock.
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
        // The second who answers is too late, whatever they say.
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
        // An answer of before, and one to other arguments under the same number.
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
        // As a process leaves it that was killed.
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
