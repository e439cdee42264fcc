//! The call log: written to the store, to a JSON Lines file, or both. A failure of one does not affect the other.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use hintsmith_mcp::proxy::{CallLog, CallRecord};
use tokio::sync::mpsc;

use crate::api::calls::{call_view, json_line};
use crate::approval::StatusReporter;
use crate::db::Db;
use crate::error::{ApiError, ErrorCode};
use crate::files;
use crate::store::calls::{self, CallRow};

/// Capacity of the queue of calls to be written.
const QUEUE_CAPACITY: usize = 8_192;
/// Maximum delay before queued calls are written.
const BATCH_WINDOW: Duration = Duration::from_millis(500);

/// Options of the call log.
#[derive(Debug, Clone, Default)]
pub struct CallLogOptions {
    /// Logs argument values too, which may be secrets.
    pub log_values: bool,
    /// JSON Lines file that every call is appended to.
    pub json_lines: Option<PathBuf>,
}

/// Receives the calls of a proxy and writes them.
pub struct CallLogWriter {
    records: mpsc::Receiver<CallRecord>,
    json_lines: Option<JsonLinesFile>,
}

struct JsonLinesFile {
    path: PathBuf,
    file: File,
}

impl CallLogOptions {
    pub fn open(&self) -> Result<(CallLog, CallLogWriter), ApiError> {
        let lines = self.json_lines.as_deref().map(open_for_append).transpose()?;
        let (log, records) = CallLog::new(QUEUE_CAPACITY);
        Ok((log.with_values(self.log_values), CallLogWriter { records, json_lines: lines }))
    }
}

fn open_for_append(path: &Path) -> Result<JsonLinesFile, ApiError> {
    let file = files::private_options().append(true).create(true).open(path).map_err(|error| {
        let message = format!("{} cannot be written: {error}", path.display());
        ApiError::new(ErrorCode::File, message, "Choose another file for the call log.")
    })?;
    Ok(JsonLinesFile { path: path.to_owned(), file })
}

impl CallLogWriter {
    /// Runs until the proxy has ended. `server` is used for records that name no server.
    pub async fn run(mut self, server: &str, store: Option<&Db>, status: &StatusReporter) {
        let mut batch = Vec::new();
        let (mut file_failure, mut store_failure) = (FailureReport::default(), FailureReport::default());
        while self.records.recv_many(&mut batch, QUEUE_CAPACITY).await > 0 {
            // Batched, because a transaction costs more than all its rows.
            let moment = tokio::time::sleep(BATCH_WINDOW);
            tokio::pin!(moment);
            while batch.len() < QUEUE_CAPACITY {
                tokio::select! {
                    more = self.records.recv_many(&mut batch, QUEUE_CAPACITY) => if more == 0 { break },
                    () = &mut moment => break,
                }
            }
            let rows: Vec<CallRow> =
                batch.drain(..).map(|record| CallRow::from_record(server, record)).collect();
            // A call that cannot be logged has still happened, so the proxy goes on.
            if let Some(lines) = &mut self.json_lines
                && let Err(error) = lines.append(&rows)
            {
                let message = format!("calls are missing from {}: {error}", lines.path.display());
                file_failure.report(status, &message);
            }
            if let Some(db) = store
                && let Err(error) =
                    db.write_unversioned(move |connection| calls::add(connection, &rows)).await
            {
                let message = format!("calls are missing from the call log of the store: {}", error.message);
                store_failure.report(status, &message);
            }
        }
    }
}

impl JsonLinesFile {
    fn append(&mut self, rows: &[CallRow]) -> std::io::Result<()> {
        let text: String = rows.iter().map(|row| json_line(call_view(row.clone()))).collect();
        self.file.write_all(text.as_bytes())
    }
}

/// Reports the first failure only: the same one would follow with every batch.
#[derive(Default)]
struct FailureReport {
    is_reported: bool,
}

impl FailureReport {
    fn report(&mut self, status: &StatusReporter, message: &str) {
        if !std::mem::replace(&mut self.is_reported, true) {
            status(message);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use hintsmith_mcp::proxy::{LoggedOutcome, LoggedVerdict};

    use super::*;
    use crate::dto::CallsOnly;

    fn record(tool: &str) -> CallRecord {
        CallRecord {
            server: None,
            client: None,
            tool: tool.to_owned(),
            arguments: Vec::new(),
            effective_hints: None,
            verdict: LoggedVerdict::Allowed,
            reason: None,
            duration: Duration::ZERO,
            outcome: LoggedOutcome::Ok,
        }
    }

    /// Logs two batches and returns what was reported.
    async fn log_two_batches(store: &Db, json_lines: JsonLinesFile) -> Vec<String> {
        let reported = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&reported);
        let status: StatusReporter =
            Arc::new(move |message: &str| sink.lock().unwrap().push(message.to_owned()));
        let (sender, records) = mpsc::channel(QUEUE_CAPACITY);
        for _ in 0..QUEUE_CAPACITY {
            sender.try_send(record("read")).unwrap();
        }
        let writer = CallLogWriter { records, json_lines: Some(json_lines) };
        let last = async move {
            // Accepted once the first batch was taken.
            sender.send(record("last")).await.unwrap();
        };
        tokio::join!(writer.run("notes", Some(store), &status), last);
        let reported = reported.lock().unwrap();
        reported.clone()
    }

    #[tokio::test]
    async fn a_store_that_cannot_be_written_is_reported_once_and_the_file_gets_every_call() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("calls.jsonl");
        let db = Db::open(folder.path().to_owned()).await.unwrap();
        db.close().await.unwrap();
        let reported = log_two_batches(&db, open_for_append(&path).unwrap()).await;
        let lines = std::fs::read_to_string(&path).unwrap();
        assert_eq!(lines.lines().count(), QUEUE_CAPACITY + 1);
        assert!(lines.lines().last().unwrap().contains("\"tool\":\"last\""));
        assert_eq!(reported.len(), 1, "{reported:?}");
        assert!(
            reported[0].starts_with("calls are missing from the call log of the store: "),
            "{reported:?}"
        );
    }

    #[tokio::test]
    async fn a_file_that_cannot_be_written_is_reported_once_and_the_store_gets_every_call() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("calls.jsonl");
        std::fs::write(&path, "").unwrap();
        // Opened for reading, so that every write fails.
        let json_lines = JsonLinesFile { file: File::open(&path).unwrap(), path };
        let db = Db::open(folder.path().to_owned()).await.unwrap();
        let reported = log_two_batches(&db, json_lines).await;
        let stored = db.read(|connection| calls::count(connection, CallsOnly::All)).await.unwrap();
        assert_eq!(stored as usize, QUEUE_CAPACITY + 1);
        assert_eq!(reported.len(), 1, "{reported:?}");
        assert!(reported[0].contains("calls.jsonl"), "{reported:?}");
    }
}
