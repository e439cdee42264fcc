//! `gateway`: several servers behind one MCP endpoint for many clients, with the store's policy applied.

mod embedded;
mod file;
mod token_file;
mod upstreams;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use hintsmith_mcp::gateway::{self, BindError, GatewayContext, HttpConfig, HttpServer, Server};
use hintsmith_mcp::proxy::ProxyOutput;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::agents::{self, AgentScope};
use super::proxy_host::ProxyService;
use super::proxy_host::clients::connected_client;
use super::proxy_host::{
    CallLogOptions, ListReceiver, ProxiedServer, ProxyOptions, StatusReporter, finish_storing,
};
use crate::approval::gate::{ApprovalGate, CurrentPolicies};
use crate::dto::{CallOrigin, ProxyTransport};
use crate::error::{ApiError, ErrorCode};

pub use embedded::GatewayService;
pub use file::{FileGateway, run_gateway_from_file};
pub use token_file::{MAX_TOKEN_FILE_BYTES, StoredToken, Token};

/// Servers and policy of a gateway.
#[derive(Debug, Clone, Default)]
pub struct GatewayInput {
    /// Empty: every enabled server.
    pub servers: Vec<String>,
    pub options: ProxyOptions,
    /// Names tools `SERVER_TOOL`. None: only if there are several servers.
    pub prefix: Option<bool>,
    pub call_log: CallLogOptions,
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
    pub allow_public: bool,
    /// Accepted `Host` values besides the address itself.
    pub allowed_hosts: Vec<String>,
    /// Accepted `Origin` values.
    pub allowed_origins: Vec<String>,
    pub token: Token,
    /// File the token was read from. The gateway follows it, so a token replaced there is replaced here.
    pub token_file: Option<PathBuf>,
    pub has_health: bool,
    pub has_metrics: bool,
}

impl HttpListen {
    /// Loopback only, protected by the stored token.
    pub fn loopback(address: String, stored: StoredToken) -> Self {
        Self {
            address,
            allow_public: false,
            allowed_hosts: Vec::new(),
            allowed_origins: Vec::new(),
            token: stored.token,
            token_file: Some(stored.path),
            has_health: false,
            has_metrics: false,
        }
    }
}

/// Called once clients can connect, with the address if the transport is HTTP.
pub type ReadyCallback = Box<dyn FnOnce(Option<SocketAddr>, &Arc<GatewayContext>) + Send>;

impl ProxyService {
    /// Serves until `stop` resolves or, over stdio, the client disconnects.
    pub async fn run_gateway(
        self: &Arc<Self>,
        input: GatewayInput,
        listen: Listen,
        stop: impl Future<Output = ()>,
        status: StatusReporter,
        ready: ReadyCallback,
    ) -> Result<(), ApiError> {
        let way = listen.transport();
        let PreparedGateway { context, servers, tasks } = self.prepare_gateway(&input, way, &status).await?;
        let registration = self.register_proxy(way);
        let clients =
            || context.clients().into_iter().map(|client| connected_client(client, way, None)).collect();
        let ended = tokio::select! {
            ended = serve(Arc::clone(&context), listen, stop, ready) => ended,
            never = self.follow_policy_changes(servers, registration.as_ref(), &status) => match never {},
            never = self.publish_clients(registration.as_ref(), clients) => match never {},
        };
        // The tasks end once every sender is dropped; they still store the last tools and calls.
        drop(context);
        for task in tasks {
            finish_storing(task, &status).await;
        }
        ended
    }

    async fn prepare_gateway(
        self: &Arc<Self>,
        input: &GatewayInput,
        transport: ProxyTransport,
        status: &StatusReporter,
    ) -> Result<PreparedGateway, ApiError> {
        let (mut servers, mut behind, mut lists) = (Vec::new(), Vec::new(), Vec::new());
        let now = CurrentPolicies::default();
        let names = self.resolve_upstreams(input, status).await?;
        let scope = AgentScope {
            transport: if transport == ProxyTransport::Stdio {
                agents::AgentTransport::Stdio
            } else {
                agents::AgentTransport::Http
            },
            environment: input.options.environment.clone(),
            toolset: input.options.toolset.clone(),
            servers: Some(names.iter().map(|(name, _)| name.clone()).collect()),
            changed: input.options.changed,
        };
        // A single server lists the agent tools among its own; several servers have them in a list of their own.
        let is_alone = names.len() == 1 && input.prefix != Some(true);
        for (name, source) in names {
            let agent = is_alone.then(|| scope.clone());
            let (one, served, list) = self.host_server(&name, &input.options, agent, &now).await?;
            servers.push(Server { name: name.clone(), source, policy: served });
            behind.push(one);
            lists.push((name, list));
        }
        let (log, writer) = input.call_log.open()?;
        let approver = ApprovalGate::with_store(
            &self.approvals,
            &now,
            input.options.approval,
            CallOrigin::Gateway,
            status,
        );
        let mut context = build_context(servers, status)?
            .with_call_log(log)
            .with_limits(self.context.limits().await)
            .with_approver(approver);
        if let Some(prefix) = input.prefix {
            context = context.with_prefix(prefix);
        }
        if !is_alone {
            let (one, own, _) = self.host_server("", &input.options, Some(scope), &now).await?;
            context = context.with_own_tools(own);
            behind.push(one);
        }
        let tasks = self.spawn_background_tasks(lists, writer, status);
        Ok(PreparedGateway { context: Arc::new(context), servers: behind, tasks })
    }

    /// Spawns the background tasks: learning the servers' tools, and writing the call log.
    fn spawn_background_tasks(
        self: &Arc<Self>,
        lists: Vec<(String, ListReceiver)>,
        writer: super::proxy_host::CallLogWriter,
        status: &StatusReporter,
    ) -> Vec<JoinHandle<()>> {
        let learning = lists.into_iter().map(|(server, lists)| {
            let (service, status) = (Arc::clone(self), Arc::clone(status));
            tokio::spawn(async move { service.learn_tools(&server, None, lists, &status).await })
        });
        let mut tasks: Vec<_> = learning.collect();
        let (service, status) = (Arc::clone(self), Arc::clone(status));
        tasks.push(tokio::spawn(
            async move { writer.run("hintsmith", Some(&service.context.db), &status).await },
        ));
        tasks
    }

    /// Resolves the upstream of each server. A server that cannot be served is skipped, unless it was requested by
    /// name.
    async fn resolve_upstreams(
        &self,
        input: &GatewayInput,
        status: &StatusReporter,
    ) -> Result<Vec<(String, gateway::Source)>, ApiError> {
        let names = if input.servers.is_empty() {
            let rows = self.context.server_rows().await?;
            rows.into_iter().filter(|row| row.enabled).map(|row| row.name).collect()
        } else {
            input.servers.clone()
        };
        let mut offered = Vec::new();
        for name in names {
            match self.resolve_upstream(&name).await {
                Ok(source) => offered.push((name, source)),
                Err(error) if input.servers.is_empty() => {
                    status(&format!("{name} is not served: {}", error.message));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(offered)
    }
}

struct PreparedGateway {
    context: Arc<GatewayContext>,
    servers: Vec<ProxiedServer>,
    tasks: Vec<JoinHandle<()>>,
}

impl Listen {
    fn transport(&self) -> ProxyTransport {
        match self {
            Self::Stdio => ProxyTransport::Stdio,
            Self::Http(_) => ProxyTransport::Http,
        }
    }
}

fn build_context(servers: Vec<Server>, status: &StatusReporter) -> Result<GatewayContext, ApiError> {
    let context = GatewayContext::new(servers).map_err(|error| {
        let hint = "`hintsmith servers` lists the servers. Add one with `hintsmith add`.";
        ApiError::new(ErrorCode::Invalid, error.to_string(), hint)
    })?;
    let status = Arc::clone(status);
    Ok(context.with_output_handler(move |server, words| {
        let words = match words {
            ProxyOutput::StrayLine(line) => String::from_utf8_lossy(line),
            ProxyOutput::Warning(words) => words.into(),
        };
        status(&if server.is_empty() { words.into_owned() } else { format!("{server}: {words}") });
    }))
}

/// Accepts clients on the chosen transport until `stop` resolves.
async fn serve(
    context: Arc<GatewayContext>,
    listen: Listen,
    stop: impl Future<Output = ()>,
    ready: ReadyCallback,
) -> Result<(), ApiError> {
    let token = CancellationToken::new();
    let stop_requested = async {
        stop.await;
        token.cancel();
        std::future::pending().await
    };
    let serving = async {
        match listen {
            Listen::Stdio => {
                ready(None, &context);
                gateway::serve_stdio(&context, hintsmith_mcp::wrap::open_stdio(), &token).await;
                Ok(())
            }
            Listen::Http(http) => serve_http(http, context, &token, ready).await,
        }
    };
    tokio::select! { ended = serving => ended, never = stop_requested => never }
}

/// Fails if the gateway must not listen on an address, before anything is stored or started for it.
pub fn check_listen_address(address: &str, allow_public: bool) -> Result<(), ApiError> {
    gateway::parse_address(address, allow_public).map(drop).map_err(bind_error)
}

fn bind_error(error: BindError) -> ApiError {
    let hint = match &error {
        BindError::InvalidAddress(_) => "Use an IP address and a port, for example 127.0.0.1:7411.",
        BindError::AllInterfaces(_) => "Use 127.0.0.1, or pass --open-to-every-network.",
        BindError::Listen { error, .. } if error.kind() == std::io::ErrorKind::AddrInUse => {
            "Choose another port, or quit the program that uses this one."
        }
        BindError::Listen { .. } => "Choose 127.0.0.1 and a port above 1023.",
    };
    ApiError::new(ErrorCode::Invalid, error.to_string(), hint)
}

async fn serve_http(
    config: HttpListen,
    context: Arc<GatewayContext>,
    stop: &CancellationToken,
    ready: ReadyCallback,
) -> Result<(), ApiError> {
    let socket_error = |error: std::io::Error| {
        ApiError::new(
            ErrorCode::Internal,
            format!("the HTTP server failed: {error}"),
            "Start the gateway again.",
        )
    };
    let listener = gateway::bind(&config.address, config.allow_public).await.map_err(bind_error)?;
    let address = listener.local_addr().map_err(socket_error)?;
    let (sender, tokens) = watch::channel(vec![config.token]);
    let following = token_file::watch_token_file(config.token_file, sender);
    let settings = HttpConfig {
        hosts: config.allowed_hosts,
        origins: config.allowed_origins,
        has_health: config.has_health,
        has_metrics: config.has_metrics,
        ..HttpConfig::new(tokens)
    };
    ready(Some(address), &context);
    let config = Arc::new(HttpServer::new(context, settings));
    tokio::select! {
        ended = config.serve(listener, stop) => ended.map_err(socket_error),
        never = following => match never {},
    }
}
