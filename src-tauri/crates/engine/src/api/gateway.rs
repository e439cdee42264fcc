//! `gateway`: several servers behind one MCP endpoint for many clients, with the store's policy applied.

mod embedded;
mod file;
mod token;
mod upstreams;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use hintsmith_mcp::gateway::{self, GatewayContext, HttpConfig, HttpServer, Server};
use hintsmith_mcp::proxy::{self, ProxyOutput};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::agents::{self, AgentScope};
use super::proxy_host::clients::seen;
use super::proxy_host::{
    CallLogOptions, ListReceiver, ProxiedServer, ProxyOptions, StatusReporter, finish_storing,
};
use crate::Engine;
use crate::approval::gate::{ApprovalGate, CurrentPolicies};
use crate::dto::{Through, Way};
use crate::error::{ApiError, ErrorCode};

pub(crate) use embedded::EmbeddedGateway;
pub(super) use file::shown;
pub use file::{FileGateway, gateway_with_file};
pub use token::{StoredToken, Token};

/// Servers and policy of a gateway.
#[derive(Debug, Clone, Default)]
pub struct GatewayInput {
    /// Empty: every enabled server.
    pub servers: Vec<String>,
    pub view: ProxyOptions,
    /// Names tools `SERVER_TOOL`. None: only if there are several servers.
    pub prefix: Option<bool>,
    pub logging: CallLogOptions,
}

/// Transport that clients connect through.
#[derive(Debug, Clone)]
pub enum Listen {
    /// stdin and stdout of this process, for the client that started it.
    Stdio,
    Http(HttpListen),
}

#[derive(Debug, Clone)]
pub struct HttpListen {
    /// `127.0.0.1:PORT`; port 0 selects a free one.
    pub address: String,
    /// Allows binding to an address other machines can reach.
    pub everywhere: bool,
    /// Accepted `Host` values besides the address itself.
    pub hosts: Vec<String>,
    /// Accepted `Origin` values.
    pub origins: Vec<String>,
    pub token: Token,
    /// File the token was read from. The gateway follows it, so a token replaced there is replaced here.
    pub token_file: Option<PathBuf>,
    pub health: bool,
    pub metrics: bool,
}

impl HttpListen {
    /// Loopback only, protected by the stored token.
    pub fn at(address: String, kept: StoredToken) -> Self {
        Self {
            address,
            everywhere: false,
            hosts: Vec::new(),
            origins: Vec::new(),
            token: kept.token,
            token_file: Some(kept.path),
            health: false,
            metrics: false,
        }
    }
}

/// Called once clients can connect, with the address if the transport is HTTP.
pub type Ready = Box<dyn FnOnce(Option<SocketAddr>, &Arc<GatewayContext>) + Send>;

impl Engine {
    /// Serves until `stop` resolves or, over stdio, the client disconnects.
    pub async fn gateway(
        self: &Arc<Self>,
        input: GatewayInput,
        entrance: Listen,
        stop: impl Future<Output = ()>,
        talk: StatusReporter,
        ready: Ready,
    ) -> Result<(), ApiError> {
        let way = entrance.way();
        let Prepared { offer, behind, aside } = self.prepared(&input, way, &talk).await?;
        let presence = self.presence(way);
        let clients = || offer.clients().into_iter().map(|visitor| seen(visitor, way, None)).collect();
        let ended = tokio::select! {
            ended = served(Arc::clone(&offer), entrance, stop, ready) => ended,
            never = self.follow(behind, presence.as_ref(), &talk) => match never {},
            never = self.announce(presence.as_ref(), clients) => match never {},
        };
        // The tasks end once every sender is dropped; they still store the last tools and calls.
        drop(offer);
        for task in aside {
            finish_storing(task, &talk).await;
        }
        ended
    }

    async fn prepared(
        self: &Arc<Self>,
        input: &GatewayInput,
        way: Way,
        talk: &StatusReporter,
    ) -> Result<Prepared, ApiError> {
        let (mut servers, mut behind, mut lists) = (Vec::new(), Vec::new(), Vec::new());
        let now = CurrentPolicies::default();
        let names = self.offered(input, talk).await?;
        let place = AgentScope {
            door: if way == Way::Stdio {
                agents::AgentTransport::Stdio
            } else {
                agents::AgentTransport::Http
            },
            environment: input.view.environment.clone(),
            toolset: input.view.toolset.clone(),
            servers: Some(names.iter().map(|(name, _)| name.clone()).collect()),
            changed: input.view.changed,
        };
        // A single server lists the agent tools among its own; several servers have them in a list of their own.
        let is_alone = names.len() == 1 && input.prefix != Some(true);
        for (name, source) in names {
            let agent = is_alone.then(|| place.clone());
            let (one, served, list) = self.behind(&name, &input.view, agent, &now).await?;
            servers.push(Server { name: name.clone(), source, policy: served });
            behind.push(one);
            lists.push((name, list));
        }
        let (log, writing) = input.logging.begin()?;
        let approver = ApprovalGate::new(self, &now, input.view.asking, Through::Gateway, talk);
        let mut offer =
            offer(servers, talk)?.with_call_log(log).with_limits(self.limits().await).with_approver(approver);
        if let Some(prefix) = input.prefix {
            offer = offer.with_prefix(prefix);
        }
        if !is_alone {
            let (one, own, _) = self.behind("", &input.view, Some(place), &now).await?;
            offer = offer.with_own_tools(own);
            behind.push(one);
        }
        let aside = self.aside(lists, writing, talk);
        Ok(Prepared { offer: Arc::new(offer), behind, aside })
    }

    /// Spawns the background tasks: learning the servers' tools, and writing the call log.
    fn aside(
        self: &Arc<Self>,
        lists: Vec<(String, ListReceiver)>,
        writing: super::proxy_host::CallLogWriter,
        talk: &StatusReporter,
    ) -> Vec<JoinHandle<()>> {
        let learning = lists.into_iter().map(|(server, lists)| {
            let (engine, talk) = (Arc::clone(self), Arc::clone(talk));
            tokio::spawn(async move { engine.learn(&server, None, lists, &talk).await })
        });
        let mut aside: Vec<_> = learning.collect();
        let engine = Arc::clone(self);
        aside.push(tokio::spawn(async move { writing.run("hintsmith", Some(&engine.db)).await }));
        aside
    }

    /// Resolves the upstream of each server. A server that cannot be served is skipped, unless it was requested by
    /// name.
    async fn offered(
        &self,
        input: &GatewayInput,
        talk: &StatusReporter,
    ) -> Result<Vec<(String, gateway::Source)>, ApiError> {
        let names = if input.servers.is_empty() {
            let rows = self.server_rows().await?;
            rows.into_iter().filter(|row| row.enabled).map(|row| row.name).collect()
        } else {
            input.servers.clone()
        };
        let mut offered = Vec::new();
        for name in names {
            match self.reached(&name).await {
                Ok(source) => offered.push((name, source)),
                Err(error) if input.servers.is_empty() => {
                    talk(&format!("{name} is left out: {}", error.message));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(offered)
    }
}

struct Prepared {
    offer: Arc<GatewayContext>,
    behind: Vec<ProxiedServer>,
    aside: Vec<JoinHandle<()>>,
}

impl Listen {
    fn way(&self) -> Way {
        match self {
            Self::Stdio => Way::Stdio,
            Self::Http(_) => Way::Http,
        }
    }
}

fn offer(servers: Vec<Server>, talk: &StatusReporter) -> Result<GatewayContext, ApiError> {
    let offer = GatewayContext::new(servers).map_err(|error| {
        let hint = "`hintsmith servers` lists the servers there are; `hintsmith add` adds one.";
        ApiError::new(ErrorCode::Invalid, error.to_string(), hint)
    })?;
    let talk = Arc::clone(talk);
    Ok(offer.with_output_handler(move |server, words| {
        let words = match words {
            ProxyOutput::StrayLine(line) => String::from_utf8_lossy(line),
            ProxyOutput::Warning(words) => words.into(),
        };
        talk(&if server.is_empty() { words.into_owned() } else { format!("{server}: {words}") });
    }))
}

/// Accepts clients on the chosen transport until `stop` resolves.
async fn served(
    offer: Arc<GatewayContext>,
    entrance: Listen,
    stop: impl Future<Output = ()>,
    ready: Ready,
) -> Result<(), ApiError> {
    let token = CancellationToken::new();
    let told = async {
        stop.await;
        token.cancel();
        std::future::pending().await
    };
    let serving = async {
        match entrance {
            Listen::Stdio => {
                ready(None, &offer);
                gateway::serve_stdio(&offer, proxy::open_stdio(), &token).await;
                Ok(())
            }
            Listen::Http(door) => through(door, offer, &token, ready).await,
        }
    };
    tokio::select! { ended = serving => ended, never = told => never }
}

async fn through(
    door: HttpListen,
    offer: Arc<GatewayContext>,
    stop: &CancellationToken,
    ready: Ready,
) -> Result<(), ApiError> {
    let failed = |error: &dyn std::fmt::Display| {
        let hint = "Choose 127.0.0.1 and a free port, or say that every network may ask.";
        ApiError::new(ErrorCode::Invalid, error.to_string(), hint)
    };
    let listener = gateway::bind(&door.address, door.everywhere).await.map_err(|error| failed(&error))?;
    let address = listener.local_addr().map_err(|error| failed(&error))?;
    let (sender, tokens) = watch::channel(vec![door.token]);
    let following = token::follow(door.token_file, sender);
    let settings = HttpConfig {
        hosts: door.hosts,
        origins: door.origins,
        has_health: door.health,
        has_metrics: door.metrics,
        ..HttpConfig::new(tokens)
    };
    ready(Some(address), &offer);
    let door = Arc::new(HttpServer::new(offer, settings));
    tokio::select! {
        ended = door.serve(listener, stop) => ended.map_err(|error| failed(&error)),
        never = following => match never {},
    }
}
