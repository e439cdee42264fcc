//! Gateway configuration shared by all sessions: servers, tool policies, approver, call log, timeouts and limits.

use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use crate::gateway::metrics::Metrics;
use crate::gateway::status::Status;
use crate::limits::Limits;
use crate::process::Command;
use crate::proxy::approval_token::ApprovalTokens;
use crate::proxy::list_cache::ListCache;
use crate::proxy::{AllowAdmitted, Approver, CallLog, ProxyOutput, ToolPolicy};

/// A server behind the gateway.
pub struct Server {
    /// Prefix of its tools, and its display name.
    pub name: String,
    pub source: Source,
    pub served: watch::Receiver<Arc<dyn ToolPolicy>>,
}

/// Transport and address of a server.
#[derive(Clone)]
pub enum Source {
    Command(Command),
    Http(Remote),
}

/// A server reached over Streamable HTTP.
#[derive(Clone)]
pub struct Remote {
    pub url: String,
    /// Headers for every request, requested each time because tokens are renewed. Client headers are never forwarded.
    pub headers: Option<Headers>,
}

/// Returns the headers for a request. The argument is true if the server rejected the previous ones, so that only
/// renewed credentials can succeed.
pub type Headers =
    Arc<dyn Fn(bool) -> Pin<Box<dyn Future<Output = Vec<(String, String)>> + Send>> + Send + Sync>;

pub(super) type Talk = Arc<dyn Fn(&str, ProxyOutput) + Send + Sync>;

/// Timeouts and reconnect backoff of a gateway.
#[derive(Debug, Clone, Copy)]
pub struct Timeouts {
    /// To connect to a server and complete its handshake.
    pub connect: Duration,
    /// For all handshakes together when there are several servers; slower servers join later.
    pub greeting: Duration,
    /// For requests that the gateway sends itself, such as a page of a list.
    pub request: Duration,
    /// For a server to answer a client's request or report progress on it. Long, because a slow server cannot be
    /// distinguished from a hanging one and clients have shorter timeouts of their own; it only ensures that no request
    /// waits forever.
    pub call: Duration,
    /// For a client to read what was sent to it.
    pub reading: Duration,
    /// For a server process to exit after its stdin is closed.
    pub farewell: Duration,
    /// Initial and maximum delay between reconnect attempts; doubled after each attempt.
    pub again: (Duration, Duration),
}

impl Default for Timeouts {
    fn default() -> Self {
        let limits = Limits::default();
        Self {
            connect: limits.connect,
            greeting: Duration::from_secs(10),
            request: limits.request,
            call: Duration::from_secs(30 * 60),
            reading: Duration::from_secs(30),
            farewell: Duration::from_secs(2),
            again: (Duration::from_millis(500), Duration::from_secs(30)),
        }
    }
}

pub struct GatewayContext {
    pub(super) servers: Vec<Server>,
    /// Exposes tools as `SERVER_TOOL`. Without it names are unchanged, and names that several servers use are served by
    /// none.
    has_prefix: bool,
    /// Own tools, listed beside those of several servers. With a single server, its policy lists them.
    pub(super) own: Option<watch::Receiver<Arc<dyn ToolPolicy>>>,
    pub(super) approver: Arc<dyn Approver>,
    pub(super) log: Option<CallLog>,
    /// Approval tokens for stateless clients.
    pub(super) tickets: Arc<ApprovalTokens>,
    talk: Option<Talk>,
    pub(super) patience: Timeouts,
    pub(super) limits: Limits,
    /// Last list of each server, shared by all sessions and looked up by its bytes.
    lists: Vec<Mutex<ListCache>>,
    /// HTTP client of all sessions; they share its connection pool and nothing else.
    web: OnceLock<reqwest::Client>,
    pub counts: Metrics,
    pub(super) status: Status,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum GatewayConfigError {
    #[error("there is no server to serve")]
    Empty,
    #[error("\"{0}\" cannot be the name of a server: letters, digits, '-', '_' and '.' only, at most 64")]
    Name(String),
    #[error("two servers are called \"{0}\"")]
    Twice(String),
}

impl GatewayContext {
    /// Server names are used as prefixes if there are several servers.
    pub fn new(servers: Vec<Server>) -> Result<Self, GatewayConfigError> {
        let mut seen = Vec::new();
        for server in &servers {
            let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
            if !(1..=64).contains(&server.name.len()) || !server.name.bytes().all(is_plain) {
                return Err(GatewayConfigError::Name(server.name.clone()));
            }
            let folded = server.name.to_ascii_lowercase();
            if seen.contains(&folded) {
                return Err(GatewayConfigError::Twice(server.name.clone()));
            }
            seen.push(folded);
        }
        if servers.is_empty() {
            return Err(GatewayConfigError::Empty);
        }
        let has_prefix = servers.len() > 1;
        let status = Status::new(servers.len());
        let lists = servers.iter().map(|_| Mutex::default()).collect();
        Ok(Self {
            lists,
            servers,
            has_prefix,
            own: None,
            approver: Arc::new(AllowAdmitted),
            log: None,
            tickets: Arc::default(),
            talk: None,
            patience: Timeouts::default(),
            limits: Limits::default(),
            web: OnceLock::new(),
            counts: Metrics::default(),
            status,
        })
    }

    pub fn prefix(self, has_prefix: bool) -> Self {
        Self { has_prefix, ..self }
    }

    pub fn own(self, own: watch::Receiver<Arc<dyn ToolPolicy>>) -> Self {
        Self { own: Some(own), ..self }
    }

    pub fn approver(self, approver: Arc<dyn Approver>) -> Self {
        Self { approver, ..self }
    }

    pub fn log(self, log: CallLog) -> Self {
        Self { log: Some(log), ..self }
    }

    /// Sets the handler for output outside the protocol. It receives the name of the server concerned, or an empty
    /// string.
    pub fn talk(self, talk: impl Fn(&str, ProxyOutput) + Send + Sync + 'static) -> Self {
        Self { talk: Some(Arc::new(talk)), ..self }
    }

    pub fn patience(self, patience: Timeouts) -> Self {
        Self { patience, ..self }
    }

    /// Sets the limits. Their connect and request timeouts also replace those of `timeouts`.
    pub fn limits(self, limits: Limits) -> Self {
        let patience = Timeouts { connect: limits.connect, request: limits.request, ..self.patience };
        Self { limits, patience, ..self }
    }

    /// True if a single server is served without a prefix, so that no name is rewritten.
    pub(super) fn is_single(&self) -> bool {
        self.servers.len() == 1 && !self.has_prefix
    }

    /// The name under which clients see a server's tool or prompt.
    pub(super) fn outward(&self, place: usize, name: &str) -> String {
        match self.has_prefix {
            true => format!("{}_{name}", self.servers[place].name),
            false => name.to_owned(),
        }
    }

    /// HTTP client for remote servers. Redirects to another origin are not followed.
    pub(super) fn web(&self) -> Result<reqwest::Client, String> {
        if let Some(client) = self.web.get() {
            return Ok(client.clone());
        }
        let client = crate::http::client().map_err(|error| format!("no address can be asked: {error}"))?;
        Ok(self.web.get_or_init(|| client).clone())
    }

    pub(super) fn list(&self, place: usize) -> MutexGuard<'_, ListCache> {
        // The cache is consistent between any two statements, so a panic elsewhere does not corrupt it.
        self.lists[place].lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn say(&self, place: usize, said: ProxyOutput) {
        if let Some(talk) = &self.talk {
            talk(self.servers.get(place).map_or("", |server| &server.name), said);
        }
    }

    pub(super) fn words(&self, place: usize, words: &str) {
        self.say(place, ProxyOutput::Words(words));
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
    fn a_limit_that_was_set_is_how_long_a_server_is_waited_for() {
        let (_states, served) = watch::channel(Arc::new(AllowAll) as Arc<dyn ToolPolicy>);
        let source = Source::Http(Remote { url: "http://127.0.0.1/".to_owned(), headers: None });
        let server = Server { name: "s".to_owned(), source, served };
        let (connect, request) = (Duration::from_secs(1), Duration::from_secs(2));
        let patience = Timeouts { call: Duration::from_secs(3), ..Timeouts::default() };
        let offer = GatewayContext::new(vec![server]).unwrap().patience(patience);
        let offer = offer.limits(Limits { connect, request, ..Limits::default() });
        assert_eq!((offer.patience.connect, offer.patience.request), (connect, request));
        assert_eq!(offer.patience.call, patience.call);
    }
}
