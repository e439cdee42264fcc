//! The call log: written to the store, to a JSON Lines file, or both.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use hintsmith_mcp::proxy::{CallLog, CallRecord};
use tokio::sync::mpsc;

use crate::api::calls::{line, view};
use crate::db::Db;
use crate::error::{ApiError, ErrorCode};
use crate::files;
use crate::store::calls::{self, CallRow};

/// Capacity of the queue of calls to be written.
const CALLS: usize = 8_192;
/// Maximum delay before queued calls are written.
const MOMENT: Duration = Duration::from_millis(500);

/// Options of the call log.
#[derive(Debug, Clone, Default)]
pub struct CallLogOptions {
    /// Logs argument values too, which may be secrets.
    pub values: bool,
    /// JSON Lines file that every call is appended to.
    pub lines: Option<PathBuf>,
}

/// Receives the calls of a proxy and writes them.
pub struct CallLogWriter {
    records: mpsc::Receiver<CallRecord>,
    lines: Option<File>,
}

impl CallLogOptions {
    pub fn begin(&self) -> Result<(CallLog, CallLogWriter), ApiError> {
        let lines = self.lines.as_deref().map(appended).transpose()?;
        let (log, records) = CallLog::new(CALLS);
        Ok((log.with_values(self.values), CallLogWriter { records, lines }))
    }
}

fn appended(path: &Path) -> Result<File, ApiError> {
    files::private().append(true).create(true).open(path).map_err(|error| {
        let message = format!("{} cannot be written: {error}", path.display());
        ApiError::new(ErrorCode::File, message, "Name another file for the log of calls.")
    })
}

impl CallLogWriter {
    /// Runs until the proxy has ended. `server` is used for records that name no server.
    pub async fn run(mut self, server: &str, store: Option<&Db>) {
        let mut batch = Vec::new();
        while self.records.recv_many(&mut batch, CALLS).await > 0 {
            // Batched, because a transaction costs more than all its rows.
            let moment = tokio::time::sleep(MOMENT);
            tokio::pin!(moment);
            while batch.len() < CALLS {
                tokio::select! {
                    more = self.records.recv_many(&mut batch, CALLS) => if more == 0 { break },
                    () = &mut moment => break,
                }
            }
            let rows: Vec<CallRow> = batch.drain(..).map(|record| CallRow::of(server, record)).collect();
            // A call that cannot be logged has still happened, so errors are ignored.
            match store {
                Some(db) => {
                    let write = move |connection: &rusqlite::Connection| {
                        calls::add(connection, &rows)?;
                        Ok(rows)
                    };
                    if let Ok(rows) = db.write_beside(write).await {
                        self.write_lines(rows);
                    }
                }
                None => self.write_lines(rows),
            }
        }
    }

    fn write_lines(&mut self, rows: Vec<CallRow>) {
        let Some(file) = &mut self.lines else { return };
        let mut text = String::new();
        for row in rows {
            text.push_str(&line(view(row)));
        }
        let _ = file.write_all(text.as_bytes());
    }
}
