//! Scanning a server: fetches its tools and stores them. A failed scan leaves the tools of the last successful one in
//! place.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use hintsmith_core::tool::Tool;
use hintsmith_core::{openapi, saved_list};
use hintsmith_mcp::connection::{self, Connection, ListProgress};
use hintsmith_mcp::failure::{ConnectionError, Failure as Why};
use hintsmith_mcp::fetch;
use hintsmith_mcp::limits::Limits;
use tokio_util::sync::CancellationToken;

use crate::catalog::InferredList;
use crate::connection_target::{self, ConnectionTarget, TargetLocation};
use crate::dto::{Era, Failure, ScanReport, ToolProblem, saturating_u32};
use crate::error::{ApiError, ErrorCode};
use crate::store::overrides;
use crate::store::servers::{self, Reading, ServerRow};
use crate::store::tools::{self, NewTool, Refreshed};
use crate::{Engine, clock};

/// Size limit for an OpenAPI document or a saved list.
const DOCUMENT_BYTES: usize = 64 << 20;

/// A fetched list and the connection it came from, if any.
pub(crate) struct RefreshResult {
    pub listed: FetchedList,
    pub connection: Option<Connection>,
}

/// A server's tools and what else the scan learned.
pub(crate) struct FetchedList {
    pub tools: Vec<Arc<str>>,
    pub reading: Reading,
    /// How long the list may be cached (`ttlMs`), if the server says so.
    pub fresh: Option<Duration>,
}

impl From<FetchedList> for RefreshResult {
    fn from(listed: FetchedList) -> Self {
        Self { listed, connection: None }
    }
}

impl Engine {
    pub(crate) fn is_scanning(&self, server: &str) -> bool {
        self.scans().contains_key(server)
    }

    pub(crate) fn scans(&self) -> std::sync::MutexGuard<'_, HashMap<String, CancellationToken>> {
        self.scans.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
    /// A server that is enabled and whose source the user has consented to.
    pub(crate) async fn readable(&self, name: &str) -> Result<ServerRow, ApiError> {
        let row = self.server_row(name).await?;
        if !row.enabled {
            let hint = format!("`hintsmith enable {name}` turns it on.");
            return Err(ApiError::new(ErrorCode::Invalid, format!("{name} is turned off"), hint));
        }
        if row.whole && row.consent == servers::NOBODY_AGREED {
            let hint = format!(
                "Its tools are learned when its client starts it. To start it here too, edit it and agree to its command: `hintsmith edit {name} -- COMMAND`."
            );
            let message = format!("nobody has agreed that {name} is started here");
            return Err(ApiError::new(ErrorCode::Consent, message, hint));
        }
        if !row.whole || row.source.consent_hash() != row.consent {
            let hint = "Edit the server to see and agree to the command.";
            return Err(ApiError::new(
                ErrorCode::Consent,
                format!("the command of {name} has changed"),
                hint,
            ));
        }
        Ok(row)
    }

    /// Connects to a server and fetches its tools.
    pub(crate) async fn read(
        &self,
        row: &ServerRow,
        progress: impl Fn(ListProgress) + Send + Sync,
    ) -> Result<RefreshResult, RefreshError> {
        let reach = connection_target::reach(row, &self.options.program, &self.vault).await?;
        read(reach, self.limits().await, progress).await
    }

    /// Fetches the tools over an open connection.
    pub(crate) async fn list(
        &self,
        connection: &Connection,
        progress: impl Fn(ListProgress) + Send + Sync,
    ) -> Result<FetchedList, RefreshError> {
        list(connection, self.limits().await.max_tool_bytes, progress).await
    }

    /// Stores a fetched list. A list that is identical to the stored one is neither parsed nor written.
    pub(crate) async fn keep(&self, name: &str, listed: FetchedList) -> Result<ScanReport, ApiError> {
        let FetchedList { tools, reading, .. } = listed;
        let (server, tools) = (name.to_owned(), Arc::new(tools));
        let read = Arc::clone(&tools);
        if self.db.read(move |connection| tools::same(connection, &server, &read)).await? {
            let server = name.to_owned();
            let write = move |connection: &rusqlite::Connection| {
                servers::set_read(connection, &server, &clock::now(), &reading)
            };
            self.update_store(write).await?;
            return self.report(name, &[], Refreshed::default()).await;
        }
        let parse = move || -> Vec<Arc<Tool>> {
            Tool::parse_list(tools.iter().cloned()).into_iter().map(Arc::new).collect()
        };
        let parsed = crate::db::blocking(parse).await?;
        let list = random()?;
        let settings = self.server_row(name).await?.settings;
        let (server, stored, guessed) = (name.to_owned(), parsed.clone(), parsed.clone());
        let write = move |connection: &rusqlite::Connection| {
            let new: Vec<NewTool> = stored.iter().map(|tool| NewTool::from(&**tool)).collect();
            let at = clock::now();
            let refreshed = tools::refresh(connection, &server, &new, list, &at)?;
            overrides::bind(connection, &server)?;
            servers::set_read(connection, &server, &at, &reading)?;
            Ok(refreshed)
        };
        // The tools are inferred while they are written.
        let guess = async {
            let guessed = crate::db::blocking(move || InferredList::new(guessed, settings)).await?;
            self.catalog.cache_inferred_list(list, guessed);
            Ok::<_, ApiError>(())
        };
        let (refreshed, guessed) = tokio::join!(self.update_store(write), guess);
        guessed?;
        let refreshed = refreshed?;
        self.report(name, &parsed, refreshed).await
    }

    /// Stores why a scan failed, and returns the report.
    pub(crate) async fn keep_failure(
        &self,
        name: &str,
        failed: RefreshError,
    ) -> Result<ScanReport, ApiError> {
        let RefreshError { failure, challenge, .. } = failed;
        let (row_name, row_failure) = (name.to_owned(), failure.clone());
        let written = self.update_store(move |connection| {
            servers::set_failed(connection, &row_name, &row_failure, challenge.as_deref())
        });
        // In a store that cannot be written the failure is still reported.
        if written.await.is_err() {
            let message = format!("{name}: {}", failure.message);
            return Err(ApiError::new(ErrorCode::Server, message, failure.hint));
        }
        self.report(name, &[], Refreshed::default()).await
    }

    /// The report of a scan. Does not load the catalog, which is built when it is next needed.
    async fn report(
        &self,
        name: &str,
        tools: &[Arc<Tool>],
        refreshed: Refreshed,
    ) -> Result<ScanReport, ApiError> {
        let row = self.server_row(name).await?;
        let changes =
            if refreshed.is_empty() { Vec::new() } else { self.told(name, tools, &refreshed).await? };
        let problems = row.remarks.iter().cloned().chain(tools.iter().flat_map(|tool| problems(tool)));
        Ok(ScanReport {
            added: saturating_u32(refreshed.added.len()),
            changed: saturating_u32(refreshed.changed.len()),
            gone: saturating_u32(refreshed.gone.len()),
            changes,
            problems: problems.collect(),
            server: self.server_view(&row),
        })
    }
}

/// Fetches the tools of a target.
pub(crate) async fn read(
    reach: ConnectionTarget,
    limits: Limits,
    progress: impl Fn(ListProgress) + Send + Sync,
) -> Result<RefreshResult, RefreshError> {
    match reach {
        ConnectionTarget::Connect(upstream) => {
            let tool_bytes = limits.max_tool_bytes;
            let connection = Connection::open(&upstream, limits).await?;
            let listed = list(&connection, tool_bytes, progress).await?;
            Ok(RefreshResult { listed, connection: Some(connection) })
        }
        ConnectionTarget::Document(place) => {
            let document = openapi::parse_document(&text_at(place).await?)
                .map_err(|error| RefreshError::new(&error, error.hint()))?;
            let remark = |problem: hintsmith_core::problem::Problem| ToolProblem {
                tool: String::new(),
                field: problem.field,
                message: problem.message,
            };
            let reading = Reading {
                remarks: document.problems.into_iter().map(remark).collect(),
                ..Reading::default()
            };
            let tools = document.tools.into_iter().map(|operation| operation.raw).collect();
            Ok(FetchedList { tools, reading, fresh: None }.into())
        }
        ConnectionTarget::List(path) => {
            let list = saved_list::parse(&text_at(TargetLocation::Path(path)).await?).map_err(|error| {
                RefreshError::new(&format!("the file {error}"), saved_list::EXPECTED_CONTENT)
            })?;
            let cut = list.incomplete.then(|| "more pages than the file holds".to_owned());
            let reading = Reading { cut, ..Reading::default() };
            Ok(FetchedList { tools: list.tools, reading, fresh: None }.into())
        }
    }
}

async fn list(
    connection: &Connection,
    tool_bytes: usize,
    progress: impl Fn(ListProgress) + Send + Sync,
) -> Result<FetchedList, RefreshError> {
    let listing = connection.list_tools(progress).await?;
    let reading = Reading {
        protocol: Some(connection.protocol_version.clone()),
        era: Some(match connection.era {
            connection::Era::Stateless => Era::Stateless,
            connection::Era::Handshake => Era::Handshake,
        }),
        latency_ms: Some(u32::try_from(connection.latency.as_millis()).unwrap_or(u32::MAX)),
        cut: listing.truncation,
        remarks: listing.oversized.iter().map(|tool| left_out(tool, tool_bytes)).collect(),
        output: connection.stderr().lines(),
    };
    Ok(FetchedList { tools: listing.tools, reading, fresh: listing.ttl })
}

fn random() -> Result<i64, ApiError> {
    let failed = |error: getrandom::Error| ApiError::new(ErrorCode::Internal, error.to_string(), "");
    getrandom::u64().map(u64::cast_signed).map_err(failed)
}

/// A problem for a tool that is too large to be stored.
fn left_out((tool, bytes): &(String, usize), limit: usize) -> ToolProblem {
    let message = format!("has {} KiB and was left out; {} KiB are taken at most", bytes >> 10, limit >> 10);
    ToolProblem { tool: tool.clone(), field: "tool".to_owned(), message }
}

async fn text_at(place: TargetLocation) -> Result<String, RefreshError> {
    match place {
        TargetLocation::Url(url) => {
            let text = fetch::fetch_text(url.expose(), DOCUMENT_BYTES).await;
            text.map_err(|error| {
                RefreshError::new(&error, "Check the address; the tools of the last good reading stay.")
            })
        }
        TargetLocation::Path(path) => {
            let shown = path.display().to_string();
            let failed = |error: std::io::Error| {
                RefreshError::new(
                    &format!("{shown} cannot be read: {error}"),
                    "Check that the file is there and is text.",
                )
            };
            if tokio::fs::metadata(&path).await.map_err(failed)?.len() > DOCUMENT_BYTES as u64 {
                let message = format!("{shown} has more than {} MiB", DOCUMENT_BYTES >> 20);
                return Err(RefreshError::new(&message, "Split the file."));
            }
            tokio::fs::read_to_string(&path).await.map_err(failed)
        }
    }
}

pub(crate) fn problems(tool: &Tool) -> impl Iterator<Item = ToolProblem> {
    tool.problems.iter().map(|problem| ToolProblem {
        tool: tool.name.clone(),
        field: problem.field.clone(),
        message: problem.message.clone(),
    })
}

/// A scan in progress. There is at most one per server; dropping it ends it.
pub(crate) struct Scan<'a> {
    engine: &'a Engine,
    name: &'a str,
    token: CancellationToken,
}

impl<'a> Scan<'a> {
    pub(crate) fn begin(engine: &'a Engine, name: &'a str) -> Result<Self, ApiError> {
        let token = CancellationToken::new();
        let mut scans = engine.scans();
        if engine.is_stopping.load(Ordering::Relaxed) {
            return Err(ApiError::new(ErrorCode::Cancelled, "the program is ending", ""));
        }
        if scans.contains_key(name) {
            let hint = "Wait until it is done, or cancel it.";
            return Err(ApiError::new(ErrorCode::Conflict, format!("{name} is being read already"), hint));
        }
        scans.insert(name.to_owned(), token.clone());
        Ok(Self { engine, name, token })
    }

    /// Runs work until it is done or the scan is cancelled. Dropping the work ends the server's process.
    pub(crate) async fn run<T>(&self, work: impl Future<Output = T>) -> Result<T, ApiError> {
        tokio::select! {
            done = work => Ok(done),
            () = self.token.cancelled() => {
                Err(ApiError::new(ErrorCode::Cancelled, format!("reading {} was cancelled", self.name), ""))
            }
        }
    }
}

impl Drop for Scan<'_> {
    fn drop(&mut self) {
        self.engine.scans().remove(self.name);
        self.engine.scan_ended.notify_waiters();
    }
}

/// Why a scan failed, for the user, and whether an automatic retry may help.
pub(crate) struct RefreshError {
    pub failure: Failure,
    /// The `WWW-Authenticate` challenge, if the server requires sign-in.
    pub challenge: Option<String>,
    pub passing: bool,
}

impl RefreshError {
    fn new(error: &impl ToString, hint: &str) -> Self {
        let failure = Failure { message: error.to_string(), hint: hint.to_owned(), output: Vec::new() };
        Self { failure, challenge: None, passing: false }
    }
}

impl From<ApiError> for RefreshError {
    fn from(error: ApiError) -> Self {
        Self::new(&error.message, &error.hint)
    }
}

impl From<ConnectionError> for RefreshError {
    fn from(error: ConnectionError) -> Self {
        let passing = matches!(
            error.failure,
            Why::Exited(_)
                | Why::TimedOut(_)
                | Why::Unreachable(_)
                | Why::ListFailed(_)
                | Why::HttpStatus(429 | 500..)
        );
        let challenge = match &error.failure {
            Why::SignInRequired { challenge } => Some(challenge.clone()),
            _ => None,
        };
        let silent = matches!(error.failure, Why::Exited(_)) && error.stderr.is_empty();
        let hint = if silent { "Run the command in a terminal to see why." } else { hint(&error.failure) };
        let (hint, message) = (hint.to_owned(), error.to_string());
        Self { failure: Failure { message, hint, output: error.stderr }, challenge, passing }
    }
}

/// What the user can do about a failure.
fn hint(failure: &Why) -> &'static str {
    match failure {
        Why::CommandNotFound(_) => "Install it, or give the full path of the program.",
        Why::SpawnFailed { .. } => "Check that the file is a program you may run.",
        Why::Exited(_) => "Its last output says why; run the command in a terminal to see all of it.",
        Why::NotMcpOutput(_) => {
            "Check that the command is an MCP server over stdio; some need an argument such as `stdio`."
        }
        Why::TimedOut(_) => {
            "Check that it is an MCP server and is not waiting for something else, then try again."
        }
        Why::InvalidAddress(_) => "Edit the server.",
        Why::Unreachable(_) => "Check the address and your network, then try again.",
        Why::HttpStatus(404) => "Check the path of the address; many servers answer at /mcp.",
        Why::HttpStatus(403) => {
            "You may not use this server; check the headers, or sign in as somebody who may."
        }
        Why::HttpStatus(429) => "It is asked too often; try again later.",
        Why::SessionLost => "Try again later; the tools of the last good reading stay.",
        Why::HttpStatus(_) => "Try again later; the server itself failed.",
        Why::SignInRequired { .. } => "Sign in, or give a token in the Authorization header.",
        Why::SignInFailed(_) => "Sign in again.",
        Why::NotMcpEndpoint(_) => "Check the address; many servers answer at /mcp.",
        Why::HandshakeRejected(_)
        | Why::WrongLifecycle(_)
        | Why::MalformedHandshake(_)
        | Why::UnsupportedVersion(_) => "Check that the server is up to date; its last output may say more.",
        Why::ListFailed(_) | Why::CallFailed(_) | Why::Cancelled => {
            "Try again; the tools of the last good reading stay."
        }
    }
}
