//! What a gateway offers to everybody: its servers, what is decided about their tools, and who is asked and told.

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

/// One server behind the gateway.
pub struct Server {
    /// What its tools are prefixed with, and what people call it.
    pub name: String,
    pub source: Source,
    pub served: watch::Receiver<Arc<dyn ToolPolicy>>,
}

/// How it is reached.
#[derive(Clone)]
pub enum Source {
    Command(Command),
    Http(Remote),
}

/// A server that speaks Streamable HTTP.
#[derive(Clone)]
pub struct Remote {
    pub url: String,
    /// What is sent with every request, asked for each time because tokens are renewed. Nothing of a client's own
    /// headers is ever among them.
    pub headers: Option<Headers>,
}

/// `true` where the server has refused what was given last: then only something new helps.
pub type Headers =
    Arc<dyn Fn(bool) -> Pin<Box<dyn Future<Output = Vec<(String, String)>> + Send>> + Send + Sync>;

pub(super) type Talk = Arc<dyn Fn(&str, ProxyOutput) + Send + Sync>;

/// How long one waits, and how much is kept.
#[derive(Debug, Clone, Copy)]
pub struct Timeouts {
    /// For a server to be reached and to answer the handshake.
    pub connect: Duration,
    /// Of several servers, the slow ones come later: a client waits no longer than this for all of them.
    pub greeting: Duration,
    /// For a request that the gateway makes by itself, such as a page of a list.
    pub request: Duration,
    /// For a server to answer a request of a client, or to report progress on it. Long, because nobody can tell a server
    /// that thinks from one that hangs, and clients have shorter times of their own; it is there so that nothing waits for
    /// ever.
    pub call: Duration,
    /// For a client to read what it is sent.
    pub reading: Duration,
    /// For a server to end once its input is closed.
    pub farewell: Duration,
    /// Before a lost server is tried again; doubled each time up to the second.
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
    /// Tools are named `SERVER_TOOL`. Without it they keep their names, and those that two servers use are served by
    /// neither.
    has_prefix: bool,
    /// Tools of ours, beside those of several servers. One server alone shows them in its own list.
    pub(super) own: Option<watch::Receiver<Arc<dyn ToolPolicy>>>,
    pub(super) approver: Arc<dyn Approver>,
    pub(super) log: Option<CallLog>,
    /// Questions to clients that have no session.
    pub(super) tickets: Arc<ApprovalTokens>,
    talk: Option<Talk>,
    pub(super) patience: Timeouts,
    pub(super) limits: Limits,
    /// What each server listed last, whoever asked: it is looked up by its bytes.
    lists: Vec<Mutex<ListCache>>,
    /// One for all sessions: they share its connections, and nothing else.
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
    /// Several servers get their names as prefixes; one alone has none.
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

    /// Where it goes what is said beside the protocol, with the name of the server it is about (or nothing).
    pub fn talk(self, talk: impl Fn(&str, ProxyOutput) + Send + Sync + 'static) -> Self {
        Self { talk: Some(Arc::new(talk)), ..self }
    }

    pub fn patience(self, patience: Timeouts) -> Self {
        Self { patience, ..self }
    }

    /// How long and how much, as for any other connection: what is said here is also how long a server is waited for.
    pub fn limits(self, limits: Limits) -> Self {
        let patience = Timeouts { connect: limits.connect, request: limits.request, ..self.patience };
        Self { limits, patience, ..self }
    }

    /// The one server whose messages pass without any name changed; nothing when names are joined.
    pub(super) fn is_single(&self) -> bool {
        self.servers.len() == 1 && !self.has_prefix
    }

    /// The name under which clients see a tool or a prompt of a server.
    pub(super) fn outward(&self, place: usize, name: &str) -> String {
        match self.has_prefix {
            true => format!("{}_{name}", self.servers[place].name),
            false => name.to_owned(),
        }
    }

    /// What addresses are asked with. A redirect to another origin is not followed.
    pub(super) fn web(&self) -> Result<reqwest::Client, String> {
        if let Some(client) = self.web.get() {
            return Ok(client.clone());
        }
        let client = crate::http::client().map_err(|error| format!("no address can be asked: {error}"))?;
        Ok(self.web.get_or_init(|| client).clone())
    }

    pub(super) fn list(&self, place: usize) -> MutexGuard<'_, ListCache> {
        // It is whole between any two statements, so a panic elsewhere does not spoil it.
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
