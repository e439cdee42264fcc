//! Reading a server's tools into the store. A failure leaves the tools of the last good reading in place.

use std::collections::HashMap;
use std::sync::Arc;

use hintsmith_core::fingerprint::Fingerprint;
use hintsmith_core::tool::Tool;
use hintsmith_mcp::connection::{self, Connection, ConnectionError, Listing, Progress};
use tokio_util::sync::CancellationToken;

use crate::api::view::{Failure, ScanReport, ServerKey, ToolProblem, count};
use crate::error::{ApiError, ErrorCode};
use crate::store::{servers, tools};
use crate::{Engine, clock};

impl Engine {
    /// Connects to a server, reads its tools and stores them. A server that cannot be read is reported, not an error.
    pub async fn scan_server(
        &self,
        input: ServerKey,
        progress: impl Fn(Progress) + Send + Sync,
    ) -> Result<ScanReport, ApiError> {
        let name = input.server;
        let catalog = self.current().await?;
        let row = catalog.server(&name).ok_or_else(|| ApiError::no_server(&name))?;
        if row.source.consent() != row.consent {
            let hint = "Remove the server and add it again to see and agree to the command.";
            return Err(ApiError::new(
                ErrorCode::Consent,
                format!("the command of {name} has changed"),
                hint,
            ));
        }
        let command = row.source.command(&self.options.program);
        let scan = Scan::begin(self, &name)?;
        let reading = async {
            let connection = Connection::open(&command, self.options.limits).await?;
            let listing = connection.list_tools(progress).await;
            let protocol = connection.protocol.clone();
            connection.close().await;
            Ok::<_, ConnectionError>((listing?, protocol))
        };
        // Dropping the reading kills the server's process.
        let outcome = tokio::select! {
            outcome = reading => Some(outcome),
            () = scan.token.cancelled() => None,
        };
        drop(scan);
        match outcome {
            None => Err(ApiError::new(ErrorCode::Cancelled, format!("reading {name} was cancelled"), "")),
            Some(Ok((listing, protocol))) => self.keep(&name, listing, protocol).await,
            Some(Err(error)) => self.keep_failure(&name, error).await,
        }
    }

    /// Stops a reading that is under way.
    pub fn cancel_scan(&self, server: &str) {
        if let Some(token) = self.scans().get(server) {
            token.cancel();
        }
    }

    pub(crate) fn is_scanning(&self, server: &str) -> bool {
        self.scans().contains_key(server)
    }

    pub(crate) fn scans(&self) -> std::sync::MutexGuard<'_, HashMap<String, CancellationToken>> {
        self.scans.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    async fn keep(&self, name: &str, listing: Listing, protocol: String) -> Result<ScanReport, ApiError> {
        let before = self.fingerprints(name).await?;
        let raws = listing.tools;
        let row_name = name.to_owned();
        let write = move |connection: &rusqlite::Connection| {
            tools::replace(connection, &row_name, &raws)?;
            servers::set_read(connection, &row_name, &clock::now(), &protocol)
        };
        self.change(write).await?;
        let after = self.fingerprints(name).await?;
        let changed =
            |(tool, print): &(&String, &Fingerprint)| before.get(*tool).is_some_and(|old| old != *print);
        let mut report = self.report(name).await?;
        report.added = count(after.keys().filter(|tool| !before.contains_key(*tool)).count());
        report.gone = count(before.keys().filter(|tool| !after.contains_key(*tool)).count());
        report.changed = count(after.iter().filter(changed).count());
        report.cut = listing.cut;
        Ok(report)
    }

    async fn keep_failure(&self, name: &str, error: ConnectionError) -> Result<ScanReport, ApiError> {
        let failure =
            Failure { hint: hint(&error.failure), message: error.to_string(), output: error.output };
        let (row_name, row_failure) = (name.to_owned(), failure.clone());
        let written =
            self.change(move |connection| servers::set_failed(connection, &row_name, &row_failure)).await;
        // In a store that cannot be written the failure is still worth telling.
        if written.is_err() {
            return Err(ApiError::new(
                ErrorCode::Server,
                format!("{name}: {}", failure.message),
                failure.hint,
            ));
        }
        self.report(name).await
    }

    async fn report(&self, name: &str) -> Result<ScanReport, ApiError> {
        let catalog = self.current().await?;
        let row = catalog.server(name).ok_or_else(|| ApiError::no_server(name))?;
        let tools = catalog.entries.iter().filter(|entry| &*entry.server == name);
        let problems = tools.flat_map(|entry| problems(&entry.tool)).collect();
        let server = self.server_view(row, &catalog);
        Ok(ScanReport { server, added: 0, changed: 0, gone: 0, problems, cut: None })
    }

    async fn fingerprints(&self, name: &str) -> Result<HashMap<String, Fingerprint>, ApiError> {
        let catalog = self.current().await?;
        let tools = catalog
            .entries
            .iter()
            .filter(|entry| &*entry.server == name)
            .map(|entry| Arc::clone(&entry.tool));
        Ok(tools.map(|tool| (tool.name.clone(), tool.fingerprint.clone())).collect())
    }
}

pub(super) fn problems(tool: &Tool) -> impl Iterator<Item = ToolProblem> {
    tool.problems.iter().map(|problem| ToolProblem {
        tool: tool.name.clone(),
        field: problem.field.clone(),
        message: problem.message.clone(),
    })
}

/// One reading under way; there is at most one per server, and its end is always noticed.
struct Scan<'a> {
    engine: &'a Engine,
    name: &'a str,
    token: CancellationToken,
}

impl<'a> Scan<'a> {
    fn begin(engine: &'a Engine, name: &'a str) -> Result<Self, ApiError> {
        let token = CancellationToken::new();
        let mut scans = engine.scans();
        if scans.contains_key(name) {
            let hint = "Wait until it is done, or cancel it.";
            return Err(ApiError::new(ErrorCode::Conflict, format!("{name} is being read already"), hint));
        }
        scans.insert(name.to_owned(), token.clone());
        Ok(Self { engine, name, token })
    }
}

impl Drop for Scan<'_> {
    fn drop(&mut self) {
        self.engine.scans().remove(self.name);
        self.engine.scan_ended.notify_waiters();
    }
}

/// What a person can do about it.
fn hint(failure: &connection::Failure) -> String {
    match failure {
        connection::Failure::NotFound(_) => "Install it, or give the full path of the program.",
        connection::Failure::NotStarted { .. } => "Check that the file is a program you may run.",
        connection::Failure::Ended { .. } => "Its last output says why; run the command in a terminal to see all of it.",
        connection::Failure::NotMcp(_) => {
            "Check that the command is an MCP server over stdio; some need an argument such as `stdio`."
        }
        connection::Failure::Silent(_) => {
            "Check that the command is an MCP server over stdio and is not waiting for something else, then try again."
        }
        connection::Failure::Handshake(_) => "Check that the server is up to date; its last output may say more.",
        connection::Failure::List(_) => "Try again; the tools of the last good reading stay.",
    }
    .to_owned()
}
