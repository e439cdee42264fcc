//! Scanning a server: fetches its tools and stores them. A failed scan leaves the tools of the last successful one in
//! place.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use hintsmith_core::model::tool::Tool;
use hintsmith_core::sources::openapi::{OpenApiDocument, Operation};
use hintsmith_core::sources::saved_list;
use hintsmith_core::text::suggest::did_you_mean;
use hintsmith_mcp::connection::{Connection, ListProgress};
use hintsmith_mcp::limits::Limits;
use tokio_util::sync::CancellationToken;

use super::refresh_error::RefreshError;
use crate::api::servers::{ServerService, documents, source_code};
use crate::catalog::InferredList;
use crate::clock;
use crate::connection_target::{self, ApiTarget, ConnectionTarget, DocumentLocation, OpenApiTarget};
use crate::dto::{Era, ScanReport, ToolProblem, saturating_u32};
use crate::error::{ApiError, ErrorCode};
use crate::store::operations::OperationState;
use crate::store::overrides;
use crate::store::refreshes::RefreshDiff;
use crate::store::servers::{self, ScanMetadata, ServerRow};
use crate::store::tools::{self, NewTool};

/// A fetched list and the connection it came from, if any.
pub(crate) struct RefreshResult {
    pub list: FetchedList,
    pub connection: Option<Connection>,
}

/// A server's tools and what else the scan learned.
pub(crate) struct FetchedList {
    pub tools: Vec<Arc<str>>,
    pub metadata: ScanMetadata,
    /// Cache lifetime of the list (`ttlMs`), if the server declares one.
    pub ttl: Option<Duration>,
}

impl From<FetchedList> for RefreshResult {
    fn from(listed: FetchedList) -> Self {
        Self { list: listed, connection: None }
    }
}

impl ServerService {
    pub(crate) fn is_scanning(&self, server: &str) -> bool {
        self.scans().contains_key(server)
    }

    pub(crate) fn scans(&self) -> std::sync::MutexGuard<'_, HashMap<String, CancellationToken>> {
        self.scans.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
    /// A server that is enabled and whose source the user has consented to.
    pub(crate) async fn scannable_server(&self, name: &str) -> Result<ServerRow, ApiError> {
        let row = self.context.server_row(name).await?;
        if !row.enabled {
            let hint = format!("Enable the server with `hintsmith enable {name}`.");
            return Err(ApiError::new(ErrorCode::Invalid, format!("{name} is disabled"), hint));
        }
        if row.is_intact && row.consent == servers::NO_CONSENT {
            let hint = format!(
                "Its tools are recorded when a client starts the server through wrap. To let Hintsmith start the server, confirm its command with `hintsmith edit {name} -- COMMAND`."
            );
            let message = format!("the command of {name} is not confirmed");
            return Err(ApiError::new(ErrorCode::Consent, message, hint));
        }
        if !row.is_intact || row.source.consent_hash() != row.consent {
            let hint = "Edit the server to review and confirm the command.";
            return Err(ApiError::new(
                ErrorCode::Consent,
                format!("the command of {name} has changed"),
                hint,
            ));
        }
        Ok(row)
    }

    /// Connects to a server and fetches its tools.
    pub(crate) async fn fetch_tools(
        &self,
        row: &ServerRow,
        progress: impl Fn(ListProgress) + Send + Sync,
    ) -> Result<RefreshResult, RefreshError> {
        let target =
            connection_target::resolve_target(row, &self.context.options.program, &self.vault).await?;
        let limits = self.context.limits().await;
        match target {
            // The connection is kept for calls, so that the document is not read for each.
            ConnectionTarget::OpenApi(OpenApiTarget { document, operations, api: Some(api) }) => {
                let document = self.read_openapi(&row.name, document, &operations).await?;
                check_credentials(&document, &api)?;
                let list = list_operations(&document, &operations);
                let endpoint = self.open_api(&row.name, document, api, limits)?;
                let connection = Connection::open(&endpoint, limits).await?;
                Ok(RefreshResult { list, connection: Some(connection) })
            }
            ConnectionTarget::OpenApi(OpenApiTarget { document, operations, api: None }) => {
                let document = self.read_openapi(&row.name, document, &operations).await?;
                Ok(list_operations(&document, &operations).into())
            }
            target => fetch_tools(target, limits, progress).await,
        }
    }

    /// Fetches the tools over an open connection.
    pub(crate) async fn fetch_list(
        &self,
        connection: &Connection,
        progress: impl Fn(ListProgress) + Send + Sync,
    ) -> Result<FetchedList, RefreshError> {
        fetch_list(connection, self.context.limits().await.max_tool_bytes, progress).await
    }

    /// Stores a fetched list. A list that is identical to the stored one is neither parsed nor written.
    pub(crate) async fn store_list(&self, name: &str, listed: FetchedList) -> Result<ScanReport, ApiError> {
        let FetchedList { tools, metadata: reading, .. } = listed;
        let (server, tools) = (name.to_owned(), Arc::new(tools));
        let fetched = Arc::clone(&tools);
        if self.context.db.read(move |connection| tools::is_same_list(connection, &server, &fetched)).await? {
            let server = name.to_owned();
            let write = move |connection: &rusqlite::Connection| {
                servers::record_scan(connection, &server, &clock::now(), &reading)
            };
            self.context.update_store(write).await?;
            return self.scan_report(name, &[], RefreshDiff::default()).await;
        }
        let parse = move || -> Vec<Arc<Tool>> {
            Tool::parse_list(tools.iter().cloned()).into_iter().map(Arc::new).collect()
        };
        let parsed = crate::db::spawn_blocking(parse).await?;
        let list = random_list_id()?;
        let settings = self.context.server_row(name).await?.settings;
        let (server, stored, to_infer) = (name.to_owned(), parsed.clone(), parsed.clone());
        let write = move |connection: &rusqlite::Connection| {
            let new: Vec<NewTool> = stored.iter().map(|tool| NewTool::from(&**tool)).collect();
            let at = clock::now();
            let refreshed = tools::refresh(connection, &server, &new, list, &at)?;
            overrides::bind_to_definitions(connection, &server)?;
            servers::record_scan(connection, &server, &at, &reading)?;
            Ok(refreshed)
        };
        // The tools are inferred while they are written.
        let infer = async {
            let to_infer = crate::db::spawn_blocking(move || InferredList::new(to_infer, settings)).await?;
            self.context.catalog.cache_inferred_list(list, to_infer);
            Ok::<_, ApiError>(())
        };
        let (refreshed, to_infer) = tokio::join!(self.context.update_store(write), infer);
        to_infer?;
        let refreshed = refreshed?;
        self.scan_report(name, &parsed, refreshed).await
    }

    /// Stores why a scan failed, and returns the report.
    pub(crate) async fn store_scan_failure(
        &self,
        name: &str,
        failed: RefreshError,
    ) -> Result<ScanReport, ApiError> {
        let RefreshError { failure, challenge, .. } = failed;
        let (row_name, row_failure) = (name.to_owned(), failure.clone());
        let write = self.context.update_store(move |connection| {
            servers::record_failure(connection, &row_name, &row_failure, challenge.as_deref())
        });
        // In a store that cannot be written the failure is still reported.
        if write.await.is_err() {
            let message = format!("{name}: {}", failure.message);
            return Err(ApiError::new(ErrorCode::Server, message, failure.hint));
        }
        self.scan_report(name, &[], RefreshDiff::default()).await
    }

    /// The report of a scan. Does not load the catalog, which is built when it is next needed.
    async fn scan_report(
        &self,
        name: &str,
        tools: &[Arc<Tool>],
        refreshed: RefreshDiff,
    ) -> Result<ScanReport, ApiError> {
        let row = self.context.server_row(name).await?;
        let changes = if refreshed.is_empty() {
            Vec::new()
        } else {
            self.context.list_changes(name, tools, &refreshed).await?
        };
        let problems = row.problems.iter().cloned().chain(tools.iter().flat_map(|tool| tool_problems(tool)));
        Ok(ScanReport {
            added: saturating_u32(refreshed.added.len()),
            changed: saturating_u32(refreshed.changed.len()),
            removed: saturating_u32(refreshed.gone.len()),
            changes,
            problems: problems.collect(),
            server: self.view(&row),
        })
    }
}

/// Fetches the tools of a target.
pub(crate) async fn fetch_tools(
    target: ConnectionTarget,
    limits: Limits,
    progress: impl Fn(ListProgress) + Send + Sync,
) -> Result<RefreshResult, RefreshError> {
    match target {
        ConnectionTarget::Endpoint(endpoint) => {
            let tool_bytes = limits.max_tool_bytes;
            let connection = Connection::open(&endpoint, limits).await?;
            let listed = fetch_list(&connection, tool_bytes, progress).await?;
            Ok(RefreshResult { list: listed, connection: Some(connection) })
        }
        ConnectionTarget::OpenApi(OpenApiTarget { document, operations, .. }) => {
            let text = documents::read(document.clone()).await?;
            let parsed = documents::parse_openapi(&text, &document, &operations)?;
            Ok(list_operations(&parsed, &operations).into())
        }
        ConnectionTarget::SourceCode(folder) => {
            let read = crate::db::spawn_blocking(move || source_code::list_tools(&folder)).await?;
            let (tools, metadata) = read.map_err(|error| {
                RefreshError::new(
                    &format!("the folder could not be read: {error}"),
                    "Check that it exists and can be read.",
                )
            })?;
            Ok(FetchedList { tools, metadata, ttl: None }.into())
        }
        ConnectionTarget::SavedList(path) => {
            let list = saved_list::parse(&documents::read(DocumentLocation::Path(path)).await?).map_err(
                |error| RefreshError::new(&format!("the file {error}"), saved_list::EXPECTED_CONTENT),
            )?;
            let cut = list.incomplete.then(|| "more pages than the file contains".to_owned());
            let metadata = ScanMetadata { truncation: cut, ..ScanMetadata::default() };
            Ok(FetchedList { tools: list.tools, metadata, ttl: None }.into())
        }
    }
}

/// Fails if a credential is for a security scheme that the document does not have, and so would never be sent.
fn check_credentials(document: &OpenApiDocument, api: &ApiTarget) -> Result<(), RefreshError> {
    let schemes = || document.security_schemes.iter().map(|scheme| scheme.name.as_str());
    let unknown = api.credentials.iter().find(|(name, _)| !schemes().any(|scheme| scheme == name));
    let Some((name, _)) = unknown else { return Ok(()) };
    let known: Vec<&str> = schemes().collect();
    let hint = match (did_you_mean(name, schemes()), known.is_empty()) {
        (Some(suggestion), _) => suggestion,
        (None, true) => "The document has none, so remove the credential.".to_owned(),
        (None, false) => format!("It has {}.", known.join(", ")),
    };
    let message =
        format!("the document has no security scheme named {name}, so the credential would not be sent");
    Err(RefreshError::new(&message, &hint))
}

fn list_operations(document: &OpenApiDocument, terms: &[String]) -> FetchedList {
    let metadata = ScanMetadata {
        problems: document.problems.iter().map(ToolProblem::of_document).collect(),
        operations: if terms.is_empty() { Vec::new() } else { operation_states(&document.operations) },
        ..ScanMetadata::default()
    };
    let tools = document.tools.iter().map(|operation| Arc::clone(&operation.raw)).collect();
    FetchedList { tools, metadata, ttl: None }
}

fn operation_states(operations: &[Operation]) -> Vec<OperationState> {
    operations.iter().map(|operation| (Arc::clone(&operation.name), operation.is_chosen)).collect()
}

async fn fetch_list(
    connection: &Connection,
    tool_bytes: usize,
    progress: impl Fn(ListProgress) + Send + Sync,
) -> Result<FetchedList, RefreshError> {
    let listing = connection.list_tools(progress).await?;
    let metadata = ScanMetadata {
        protocol: Some(connection.protocol_version.clone()),
        era: Some(match connection.era {
            hintsmith_mcp::era::Era::Stateless => Era::Stateless,
            hintsmith_mcp::era::Era::Handshake => Era::Handshake,
        }),
        latency_ms: Some(u32::try_from(connection.latency.as_millis()).unwrap_or(u32::MAX)),
        truncation: listing.truncation,
        problems: listing.oversized.iter().map(|tool| oversized_tool_problem(tool, tool_bytes)).collect(),
        output: connection.stderr().lines(),
        operations: Vec::new(),
    };
    Ok(FetchedList { tools: listing.tools, metadata, ttl: listing.ttl })
}

fn random_list_id() -> Result<i64, ApiError> {
    let failed = |error: getrandom::Error| ApiError::new(ErrorCode::Internal, error.to_string(), "");
    getrandom::u64().map(u64::cast_signed).map_err(failed)
}

/// A problem for a tool that is too large to be stored.
fn oversized_tool_problem((tool, bytes): &(String, usize), limit: usize) -> ToolProblem {
    let message = format!("has {} KiB and was skipped; the limit is {} KiB", bytes >> 10, limit >> 10);
    ToolProblem { tool: tool.clone(), field: "tool".to_owned(), message }
}

pub(crate) fn tool_problems(tool: &Tool) -> impl Iterator<Item = ToolProblem> {
    tool.problems.iter().map(|problem| ToolProblem {
        tool: tool.name.clone(),
        field: problem.field.clone(),
        message: problem.message.clone(),
    })
}

/// A scan in progress. There is at most one per server; dropping it ends it.
pub(crate) struct Scan<'a> {
    servers: &'a ServerService,
    name: &'a str,
    token: CancellationToken,
}

impl<'a> Scan<'a> {
    pub(crate) fn start(servers: &'a ServerService, name: &'a str) -> Result<Self, ApiError> {
        let token = CancellationToken::new();
        let mut scans = servers.scans();
        if servers.context.is_stopping.load(Ordering::Relaxed) {
            return Err(ApiError::new(ErrorCode::Cancelled, "Hintsmith is shutting down", ""));
        }
        if scans.contains_key(name) {
            let hint = "Wait until the scan has finished, or cancel it.";
            return Err(ApiError::new(
                ErrorCode::Conflict,
                format!("a scan of {name} is already in progress"),
                hint,
            ));
        }
        scans.insert(name.to_owned(), token.clone());
        Ok(Self { servers, name, token })
    }

    /// Runs work until it is done or the scan is cancelled. Dropping the work ends the server's process.
    pub(crate) async fn run<T>(&self, work: impl Future<Output = T>) -> Result<T, ApiError> {
        tokio::select! {
            done = work => Ok(done),
            () = self.token.cancelled() => {
                Err(ApiError::new(ErrorCode::Cancelled, format!("the scan of {} was cancelled", self.name), ""))
            }
        }
    }
}

impl Drop for Scan<'_> {
    fn drop(&mut self) {
        self.servers.scans().remove(self.name);
        self.servers.scan_ended.notify_waiters();
    }
}
