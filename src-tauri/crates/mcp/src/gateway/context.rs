//! Gateway configuration shared by all sessions: servers, tool policies, approver, call log, timeouts and limits.

use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use crate::api_server::ApiServer;
use crate::gateway::metrics::Metrics;
use crate::gateway::status::{GatewayStatus, ServerStatus, UpstreamStatus};
use crate::limits::Limits;
use crate::process::Command;
use crate::proxy::approval_token::ApprovalTokens;
use crate::proxy::list_cache::ListCache;
use crate::proxy::{AllowAdmitted, Approver, CallLog, ClientSnapshot, ProxyOutput, ToolPolicy};

/// A server behind the gateway.
pub struct Server {
    /// Prefix of its tools, and its display name.
    pub name: String,
    pub source: Source,
    pub policy: watch::Receiver<Arc<dyn ToolPolicy>>,
}

/// Transport and address of a server.
#[derive(Clone)]
pub enum Source {
    Command(Command),
    Http(Remote),
    /// An API described by an OpenAPI document, called from this process.
    Api(Arc<ApiServer>),
}

/// A server reached over Streamable HTTP.
#[derive(Clone)]
pub struct Remote {
    pub url: String,
    /// Headers for every request, requested each time because tokens are renewed. Client headers are never forwarded.
    pub headers: Option<HeaderProvider>,
}

/// Returns the headers for a request. The argument is true if the server rejected the previous ones, so that only
/// renewed credentials can succeed.
pub type HeaderProvider =
    Arc<dyn Fn(bool) -> Pin<Box<dyn Future<Output = Vec<(String, String)>> + Send>> + Send + Sync>;

pub(super) type OutputHandler = Arc<dyn Fn(&str, ProxyOutput) + Send + Sync>;

/// Timeouts and reconnect backoff of a gateway.
#[derive(Debug, Clone, Copy)]
pub struct Timeouts {
    /// To connect to a server and complete its handshake.
    pub connect: Duration,
    /// For all handshakes together when there are several servers; slower servers join later.
    pub handshake: Duration,
    /// For requests that the gateway sends itself, such as a page of a list.
    pub request: Duration,
    /// For a server to answer a client's request or report progress on it. Long, because a slow server cannot be
    /// distinguished from a hanging one and clients have shorter timeouts of their own; it only ensures that no request
    /// waits forever.
    pub call: Duration,
    /// For a client to read what was sent to it.
    pub client_read: Duration,
    /// For a server process to exit after its stdin is closed.
    pub shutdown_grace: Duration,
    /// Initial and maximum delay between reconnect attempts; doubled after each attempt.
    pub backoff: (Duration, Duration),
}

impl Default for Timeouts {
    fn default() -> Self {
        let limits = Limits::default();
        Self {
            connect: limits.connect_timeout,
            handshake: Duration::from_secs(10),
            request: limits.request_timeout,
            call: Duration::from_secs(30 * 60),
            client_read: Duration::from_secs(30),
            shutdown_grace: Duration::from_secs(2),
            backoff: (Duration::from_millis(500), Duration::from_secs(30)),
        }
    }
}

pub struct GatewayContext {
    pub(super) servers: Vec<Server>,
    /// Exposes tools as `SERVER_TOOL`. Without it names are unchanged, and names that several servers use are served by
    /// none.
    has_prefix: bool,
    /// Own tools, listed beside those of several servers. With a single server, its policy lists them.
    pub(super) own_tools: Option<watch::Receiver<Arc<dyn ToolPolicy>>>,
    pub(super) approver: Arc<dyn Approver>,
    pub(super) call_log: Option<CallLog>,
    /// Approval tokens for stateless clients.
    pub(super) approval_tokens: Arc<ApprovalTokens>,
    output_handler: Option<OutputHandler>,
    pub(super) timeouts: Timeouts,
    pub(super) limits: Limits,
    /// Last list of each server, shared by all sessions and looked up by its bytes.
    list_caches: Vec<Mutex<ListCache>>,
    /// HTTP client of all sessions; they share its connection pool and nothing else.
    http_client: OnceLock<reqwest::Client>,
    pub metrics: Metrics,
    pub(super) status: GatewayStatus,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum GatewayConfigError {
    #[error("there are no servers to serve")]
    NoServers,
    #[error("\"{0}\" is not a valid server name: use at most 64 letters, digits, '-', '_' and '.'")]
    InvalidName(String),
    #[error("two servers have the name \"{0}\"")]
    DuplicateName(String),
}

impl GatewayContext {
    /// Server names are used as prefixes if there are several servers.
    pub fn new(servers: Vec<Server>) -> Result<Self, GatewayConfigError> {
        let mut seen = Vec::new();
        for server in &servers {
            let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
            if !(1..=64).contains(&server.name.len()) || !server.name.bytes().all(is_plain) {
                return Err(GatewayConfigError::InvalidName(server.name.clone()));
            }
            let folded = server.name.to_ascii_lowercase();
            if seen.contains(&folded) {
                return Err(GatewayConfigError::DuplicateName(server.name.clone()));
            }
            seen.push(folded);
        }
        if servers.is_empty() {
            return Err(GatewayConfigError::NoServers);
        }
        let has_prefix = servers.len() > 1;
        let status = GatewayStatus::new(servers.len());
        let lists = servers.iter().map(|_| Mutex::default()).collect();
        Ok(Self {
            list_caches: lists,
            servers,
            has_prefix,
            own_tools: None,
            approver: Arc::new(AllowAdmitted),
            call_log: None,
            approval_tokens: Arc::default(),
            output_handler: None,
            timeouts: Timeouts::default(),
            limits: Limits::default(),
            http_client: OnceLock::new(),
            metrics: Metrics::default(),
            status,
        })
    }

    pub fn with_prefix(self, has_prefix: bool) -> Self {
        Self { has_prefix, ..self }
    }

    pub fn with_own_tools(self, own_tools: watch::Receiver<Arc<dyn ToolPolicy>>) -> Self {
        Self { own_tools: Some(own_tools), ..self }
    }

    pub fn with_approver(self, approver: Arc<dyn Approver>) -> Self {
        Self { approver, ..self }
    }

    pub fn with_call_log(self, call_log: CallLog) -> Self {
        Self { call_log: Some(call_log), ..self }
    }

    /// Sets the handler for output outside the protocol. It receives the name of the server concerned, or an empty
    /// string.
    pub fn with_output_handler(
        self,
        output_handler: impl Fn(&str, ProxyOutput) + Send + Sync + 'static,
    ) -> Self {
        Self { output_handler: Some(Arc::new(output_handler)), ..self }
    }

    pub fn with_timeouts(self, timeouts: Timeouts) -> Self {
        Self { timeouts, ..self }
    }

    /// Sets the limits. Their connect and request timeouts also replace those of `timeouts`.
    pub fn with_limits(self, limits: Limits) -> Self {
        let timeouts =
            Timeouts { connect: limits.connect_timeout, request: limits.request_timeout, ..self.timeouts };
        Self { limits, timeouts, ..self }
    }

    /// True if a single server is served without a prefix, so that no name is rewritten.
    pub(super) fn is_single(&self) -> bool {
        self.servers.len() == 1 && !self.has_prefix
    }

    /// The name under which clients see a server's tool or prompt.
    pub(super) fn exposed_name(&self, server_index: usize, name: &str) -> String {
        match self.has_prefix {
            true => format!("{}_{name}", self.servers[server_index].name),
            false => name.to_owned(),
        }
    }

    /// HTTP client for remote servers. Redirects to another origin are not followed.
    pub(super) fn http_client(&self) -> Result<reqwest::Client, String> {
        if let Some(client) = self.http_client.get() {
            return Ok(client.clone());
        }
        let client = crate::http::build_client()
            .map_err(|error| format!("the HTTP client could not be created: {error}"))?;
        Ok(self.http_client.get_or_init(|| client).clone())
    }

    pub(super) fn list_cache(&self, server_index: usize) -> MutexGuard<'_, ListCache> {
        // The cache is consistent between any two statements, so a panic elsewhere does not corrupt it.
        self.list_caches[server_index].lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn emit(&self, server_index: usize, output: ProxyOutput) {
        if let Some(handler) = &self.output_handler {
            handler(self.servers.get(server_index).map_or("", |server| &server.name), output);
        }
    }

    /// The connected clients.
    pub fn clients(&self) -> Vec<ClientSnapshot> {
        self.status.sessions().iter().flat_map(|session| session.clients()).collect()
    }

    pub fn server_statuses(&self) -> Vec<ServerStatus> {
        let sessions = self.status.sessions();
        let errors = self.status.last_errors();
        let now = Instant::now();
        let state = |(server_index, errors): (usize, Option<String>)| {
            let mut state = ServerStatus {
                name: self.servers[server_index].name.clone(),
                ready: 0,
                connecting: 0,
                next_attempt: None,
                last_error: errors,
            };
            for status in sessions.iter().filter_map(|session| session.upstream_status(server_index)) {
                match status {
                    UpstreamStatus::Ready => state.ready += 1,
                    UpstreamStatus::Connecting => state.connecting += 1,
                    UpstreamStatus::Backoff { attempt, until } => {
                        let next = (attempt, until.saturating_duration_since(now));
                        let sooner = state.next_attempt.is_none_or(|(_, known)| next.1 < known);
                        state.next_attempt = if sooner { Some(next) } else { state.next_attempt };
                    }
                }
            }
            state
        };
        errors.into_iter().enumerate().map(state).collect()
    }

    /// Reconnects a server in all sessions, including those in backoff.
    pub fn reconnect_server(&self, name: &str) {
        if let Some(server_index) = self.servers.iter().position(|server| server.name == name) {
            self.status.request_reconnect(server_index);
        }
    }

    pub(super) fn report(&self, server_index: usize, message: &str) {
        self.emit(server_index, ProxyOutput::Warning(message));
    }
}

impl fmt::Debug for GatewayContext {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let names = self.servers.iter().map(|server| &server.name);
        formatter.debug_list().entries(names).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proxy::AllowAll;

    #[test]
    fn limits_set_the_connect_and_request_timeouts() {
        let (_states, policy) = watch::channel(Arc::new(AllowAll) as Arc<dyn ToolPolicy>);
        let source = Source::Http(Remote { url: "http://127.0.0.1/".to_owned(), headers: None });
        let server = Server { name: "s".to_owned(), source, policy };
        let (connect, request) = (Duration::from_secs(1), Duration::from_secs(2));
        let timeouts = Timeouts { call: Duration::from_secs(3), ..Timeouts::default() };
        let context = GatewayContext::new(vec![server]).unwrap().with_timeouts(timeouts);
        let context = context.with_limits(Limits {
            connect_timeout: connect,
            request_timeout: request,
            ..Limits::default()
        });
        assert_eq!((context.timeouts.connect, context.timeouts.request), (connect, request));
        assert_eq!(context.timeouts.call, timeouts.call);
    }
}
