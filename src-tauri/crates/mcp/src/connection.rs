//! A connection to one server: the handshake of either era, and its tools, each as raw as it came.

use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

use hintsmith_core::json::{self, Members};
use rmcp::model::{
    ClientCapabilities, ClientConfig, ClientRequest, Implementation, ListToolsRequest,
    PaginatedRequestParams, ProtocolVersion,
};
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, ClientServiceExt, PeerRequestOptions, RunningService,
    ServiceError,
};
use rmcp::{ClientHandler, RoleClient};
use serde_json::value::RawValue;
use thiserror::Error;
use tokio::time::{Instant, timeout};

use crate::limits::Limits;
use crate::process::{Command, Output, Process};
use crate::tap::Tap;
use crate::transport::TappedLines;

/// How long a server may take to end by itself once its input is closed.
const FAREWELL: Duration = Duration::from_secs(2);

/// An open connection. Dropping it kills the server's process.
pub struct Connection {
    service: RunningService<RoleClient, Client>,
    tap: Arc<Tap>,
    process: Process,
    limits: Limits,
    /// The negotiated protocol version.
    pub protocol: String,
}

/// What a server answered when asked for its tools.
#[derive(Debug)]
pub struct Listing {
    /// One raw JSON text per tool, in the server's order.
    pub tools: Vec<Arc<str>>,
    pub pages: usize,
    /// Why the list ends before the server's does.
    pub cut: Option<String>,
}

/// How far a listing has come.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    pub tools: usize,
    pub pages: usize,
}

/// Why a server could not be read, with what it wrote to standard error.
#[derive(Debug, Error)]
#[error("{failure}")]
pub struct ConnectionError {
    pub failure: Failure,
    pub output: Vec<String>,
}

#[derive(Debug, Error)]
pub enum Failure {
    #[error("the command {0} was not found")]
    NotFound(String),
    #[error("the command {program} could not be started: {error}")]
    NotStarted { program: String, error: std::io::Error },
    #[error("the command ended {} before it answered", ending(.status))]
    Ended { status: Option<ExitStatus> },
    #[error("the command printed text that is not MCP, and nothing else: {}", first_line(.0))]
    NotMcp(Vec<String>),
    #[error("the server did not answer within {} seconds", .0.as_secs())]
    Silent(Duration),
    #[error("the server refused the handshake: {0}")]
    Handshake(String),
    #[error("the server did not list its tools: {0}")]
    List(String),
}

fn ending(status: &Option<ExitStatus>) -> String {
    match status.map(|status| (status.code(), status)) {
        Some((Some(code), _)) => format!("with code {code}"),
        Some((None, status)) => format!("by {status}"),
        None => "its connection".to_owned(),
    }
}

fn first_line(lines: &[String]) -> String {
    lines.first().map(|line| format!("{:?}", hintsmith_core::text::shortened(line, 80))).unwrap_or_default()
}

impl Connection {
    /// Starts the command and agrees on a protocol version, the newest that both sides speak.
    pub async fn open(command: &Command, limits: Limits) -> Result<Self, ConnectionError> {
        let (mut process, stdout, stdin) = Process::start(command).map_err(|error| ConnectionError {
            failure: match error.kind() {
                std::io::ErrorKind::NotFound => Failure::NotFound(command.program.clone()),
                _ => Failure::NotStarted { program: command.program.clone(), error },
            },
            output: Vec::new(),
        })?;
        let tap = Arc::new(Tap::default());
        let transport = TappedLines::new(stdout, stdin, limits.bytes, Arc::clone(&tap));
        let lifecycle = ClientLifecycleMode::Auto {
            preferred_versions: vec![ProtocolVersion::LATEST],
            legacy_version: Some(ProtocolVersion::LATEST_WITH_INITIALIZE),
        };
        let failure = match timeout(limits.connect, Client.serve_with_lifecycle(transport, lifecycle)).await {
            Ok(Ok(service)) => {
                let protocol =
                    service.peer_info().map(|info| info.protocol_version.to_string()).unwrap_or_default();
                return Ok(Self { service, tap, process, limits, protocol });
            }
            Err(_) => Failure::Silent(limits.connect),
            Ok(Err(error)) => handshake_failure(error, &mut process).await,
        };
        let stray = tap.stray_lines();
        let failure = match failure {
            Failure::Silent(_) | Failure::Ended { .. } if !stray.is_empty() => Failure::NotMcp(stray),
            other => other,
        };
        Err(ConnectionError { failure, output: process.output.lines() })
    }

    /// Reads all pages. Over a limit, what was read is kept and the cut is said; an error loses the list.
    pub async fn list_tools(&self, progress: impl Fn(Progress)) -> Result<Listing, ConnectionError> {
        let deadline = Instant::now() + self.limits.list;
        let mut listing = Listing { tools: Vec::new(), pages: 0, cut: None };
        let mut bytes = 0;
        let mut cursor: Option<String> = None;
        loop {
            let page = self.page(cursor.take(), deadline).await;
            let (tools, next) = page.map_err(|failure| self.error(failure))?;
            listing.pages += 1;
            for tool in tools {
                bytes += tool.len();
                if listing.tools.len() == self.limits.tools {
                    listing.cut = Some(format!("more than {} tools", self.limits.tools));
                } else if bytes > self.limits.bytes {
                    listing.cut = Some(format!("more than {} MiB", self.limits.bytes >> 20));
                }
                if listing.cut.is_some() {
                    return Ok(listing);
                }
                listing.tools.push(tool);
            }
            progress(Progress { tools: listing.tools.len(), pages: listing.pages });
            cursor = match next {
                None => return Ok(listing),
                // An empty cursor is a cursor, and one that repeats may be right: only the limits end the list.
                Some(_) if listing.pages == self.limits.pages => {
                    listing.cut = Some(format!("more than {} pages", self.limits.pages));
                    return Ok(listing);
                }
                next => next,
            };
        }
    }

    async fn page(
        &self,
        cursor: Option<String>,
        deadline: Instant,
    ) -> Result<(Vec<Arc<str>>, Option<String>), Failure> {
        let patience = self.limits.request.min(deadline.saturating_duration_since(Instant::now()));
        let params = cursor.map(|cursor| PaginatedRequestParams::default().with_cursor(Some(cursor)));
        let request = ListToolsRequest { params, ..ListToolsRequest::default() };
        let handle = self
            .service
            .send_request_with_option(
                ClientRequest::ListToolsRequest(request),
                PeerRequestOptions::with_timeout(patience),
            )
            .await
            .map_err(list_failure)?;
        let id = handle.id.clone();
        handle.await_response().await.map_err(list_failure)?;
        let result = self.tap.take(&id).ok_or_else(|| Failure::List("the answer was lost".to_owned()))?;
        read_page(&result).map_err(Failure::List)
    }

    /// Closes the server's input, lets it end, and ends what is left.
    pub async fn close(mut self) {
        let _ = self.service.cancel().await;
        self.process.end(FAREWELL).await;
    }

    /// The last lines the server wrote to standard error.
    pub fn output(&self) -> Output {
        self.process.output.clone()
    }

    fn error(&self, failure: Failure) -> ConnectionError {
        ConnectionError { failure, output: self.process.output.lines() }
    }
}

fn read_page(result: &RawValue) -> Result<(Vec<Arc<str>>, Option<String>), String> {
    let members =
        Members::parse(result.get()).map_err(|_| format!("the result is {}", json::kind(result)))?;
    let tools = members.get("tools").ok_or("the result has no tools")?;
    let tools: Vec<&RawValue> = serde_json::from_str(tools.get())
        .map_err(|_| format!("\"tools\" is {}, not a list", json::kind(tools)))?;
    let cursor = match members.get("nextCursor") {
        None => None,
        Some(raw) if raw.get() == "null" => None,
        Some(raw) => Some(
            serde_json::from_str::<String>(raw.get())
                .map_err(|_| format!("\"nextCursor\" is {}, not a string", json::kind(raw)))?,
        ),
    };
    Ok((tools.into_iter().map(|tool| Arc::from(tool.get())).collect(), cursor))
}

async fn handshake_failure(error: ClientInitializeError, process: &mut Process) -> Failure {
    match error {
        // A server that ends during the handshake has usually said why on standard error; wait for its last words.
        ClientInitializeError::ConnectionClosed(_) | ClientInitializeError::TransportError { .. } => {
            Failure::Ended { status: process.end(FAREWELL).await }
        }
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => {
            Box::pin(handshake_failure(*fallback, process)).await
        }
        other => Failure::Handshake(other.to_string()),
    }
}

fn list_failure(error: ServiceError) -> Failure {
    match error {
        ServiceError::McpError(error) => Failure::List(error.message.into_owned()),
        ServiceError::Timeout { timeout } => Failure::Silent(timeout),
        ServiceError::TransportClosed => Failure::List("it closed the connection".to_owned()),
        other => Failure::List(other.to_string()),
    }
}

/// Our side of the handshake: a client that offers nothing and asks for tools.
#[derive(Debug, Clone, Copy)]
struct Client;

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let mut info = ClientConfig::default();
        info.capabilities = ClientCapabilities::default();
        info.client_info = Implementation::new("hintsmith", env!("CARGO_PKG_VERSION"));
        info
    }
}
