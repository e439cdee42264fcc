//! The call log: written to the store, to a JSON Lines file, or both.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use hintsmith_mcp::proxy::{CallLog, CallRecord};
use tokio::sync::mpsc;

use crate::api::calls::{call_view, json_line};
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
    json_lines: Option<File>,
}

impl CallLogOptions {
    pub fn open(&self) -> Result<(CallLog, CallLogWriter), ApiError> {
        let lines = self.json_lines.as_deref().map(open_for_append).transpose()?;
        let (log, records) = CallLog::new(QUEUE_CAPACITY);
        Ok((log.with_values(self.log_values), CallLogWriter { records, json_lines: lines }))
    }
}

fn open_for_append(path: &Path) -> Result<File, ApiError> {
    files::private_options().append(true).create(true).open(path).map_err(|error| {
        let message = format!("{} cannot be written: {error}", path.display());
        ApiError::new(ErrorCode::File, message, "Name another file for the log of calls.")
    })
}

impl CallLogWriter {
    /// Runs until the proxy has ended. `server` is used for records that name no server.
    pub async fn run(mut self, server: &str, store: Option<&Db>) {
        let mut batch = Vec::new();
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
            // A call that cannot be logged has still happened, so errors are ignored.
            match store {
                Some(db) => {
                    let write = move |connection: &rusqlite::Connection| {
                        calls::add(connection, &rows)?;
                        Ok(rows)
                    };
                    if let Ok(rows) = db.write_unversioned(write).await {
                        self.write_json_lines(rows);
                    }
                }
                None => self.write_json_lines(rows),
            }
        }
    }

    fn write_json_lines(&mut self, rows: Vec<CallRow>) {
        let Some(file) = &mut self.json_lines else { return };
        let mut text = String::new();
        for row in rows {
            text.push_str(&json_line(call_view(row)));
        }
        let _ = file.write_all(text.as_bytes());
    }
}
