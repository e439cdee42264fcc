//! A client connection to one server: handshake, tool list, calls and change notifications.

mod call;
mod tool_list;

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use hintsmith_core::sources::secret_text::SecretText;
use reqwest::header::{HeaderName, HeaderValue};
use rmcp::RoleClient;
use rmcp::handler::client::progress::ProgressDispatcher;
use rmcp::model::{CallToolRequestParams, JsonObject, ProtocolVersion, SubscriptionFilter};
use rmcp::service::{ClientInitializeError, ClientLifecycleMode, ClientServiceExt, Peer, RunningService};
use rmcp::transport::IntoTransport;
use rmcp::transport::auth::AuthClient;
use rmcp::transport::streamable_http_client::{
    StreamableHttpClientTransport, StreamableHttpClientTransportConfig,
};
use serde_json::Value;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout};

use crate::client::McpClient;
use crate::endpoint::{Endpoint, HttpEndpoint};
use crate::era::Era;
use crate::error::{ConnectionError, Failure};
use crate::http::{self, TappedHttp};
use crate::limits::Limits;
use crate::process::{Command, Process, StderrTail};
use crate::sign_in;
use crate::stdio::TappedStdio;
use crate::tap::Tap;

pub use call::CallProgress;
pub use tool_list::{ListProgress, ToolList};

/// Time a server gets to exit after its standard input is closed.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(2);

/// Interval at which a waiting caller checks whether the transport is closed.
const CLOSED_POLL_INTERVAL: Duration = Duration::from_millis(500);
/// Delay before a subscription that ended or was rejected is requested again.
const RESUBSCRIBE_DELAY: Duration = Duration::from_secs(5);

/// An open connection. Dropping it kills the server's process group.
pub struct Connection {
    service: RunningService<RoleClient, McpClient>,
    tap: Arc<Tap>,
    /// `None` for servers reached over HTTP.
    process: Option<Process>,
    limits: Limits,
    tools_changed: Arc<Notify>,
    progress: ProgressDispatcher,
    /// The `tools/list_changed` subscription of the stateless protocol; before it, servers notify without one.
    subscription: OnceLock<AbortOnDrop>,
    /// The negotiated protocol version.
    pub protocol_version: String,
    pub era: Era,
    /// Time from the first request to the end of the handshake.
    pub latency: Duration,
}

impl Connection {
    /// Connects to the server and negotiates the newest protocol version both sides support.
    pub async fn open(endpoint: &Endpoint, limits: Limits) -> Result<Self, ConnectionError> {
        Self::open_with_client(McpClient::default(), endpoint, limits).await
    }

    /// Like [`Self::open`], with a client that handles requests from the server.
    pub async fn open_with_client(
        client: McpClient,
        endpoint: &Endpoint,
        limits: Limits,
    ) -> Result<Self, ConnectionError> {
        let preferred_versions = vec![ProtocolVersion::LATEST];
        let newest_first = ClientLifecycleMode::Auto {
            preferred_versions: preferred_versions.clone(),
            legacy_version: Some(ProtocolVersion::LATEST_WITH_INITIALIZE),
        };
        let mut result = Self::open_with_lifecycle(client.clone(), endpoint, limits, newest_first).await;
        if let Err(ConnectionError { failure: Failure::WrongLifecycle(Era::Stateless), .. }) = result {
            let newest = ClientLifecycleMode::Discover { preferred_versions };
            result = Self::open_with_lifecycle(client.clone(), endpoint, limits, newest).await;
        }
        if let Err(ConnectionError { failure: Failure::WrongLifecycle(Era::Handshake), .. }) = result {
            result =
                Self::open_with_lifecycle(client, endpoint, limits, ClientLifecycleMode::Initialize).await;
        }
        result
    }

    async fn open_with_lifecycle(
        client: McpClient,
        endpoint: &Endpoint,
        limits: Limits,
        lifecycle: ClientLifecycleMode,
    ) -> Result<Self, ConnectionError> {
        match endpoint {
            Endpoint::Command(command) => Self::open_stdio(client, command, limits, lifecycle).await,
            Endpoint::Http(address) => {
                let result =
                    timeout(limits.connect_timeout, Self::open_http(client, address, limits, lifecycle))
                        .await;
                let failure = |failure| ConnectionError { failure, stderr: Vec::new() };
                result.unwrap_or(Err(Failure::TimedOut(limits.connect_timeout))).map_err(failure)
            }
            Endpoint::Api(server) => {
                let (output, input) = tokio::io::split(server.connect());
                let tap = Arc::new(Tap::default());
                let transport = TappedStdio::new(output, input, limits.max_bytes, Arc::clone(&tap));
                let result = Self::handshake(client, transport, tap, limits, lifecycle).await;
                result.map_err(|failure| ConnectionError { failure, stderr: Vec::new() })
            }
        }
    }

    async fn open_stdio(
        client: McpClient,
        command: &Command,
        limits: Limits,
        lifecycle: ClientLifecycleMode,
    ) -> Result<Self, ConnectionError> {
        let (mut process, stdout, stdin) = Process::spawn(command).map_err(|error| ConnectionError {
            failure: match error.kind() {
                std::io::ErrorKind::NotFound => Failure::CommandNotFound(command.program.clone()),
                _ => Failure::SpawnFailed { program: command.program.clone(), error },
            },
            stderr: Vec::new(),
        })?;
        let tap = Arc::new(Tap::default());
        let transport = TappedStdio::new(stdout, stdin, limits.max_bytes, Arc::clone(&tap));
        let started_at = Instant::now();
        let failure =
            match timeout(limits.connect_timeout, client.clone().serve_with_lifecycle(transport, lifecycle))
                .await
            {
                Ok(Ok(service)) => match check_protocol_version(&service) {
                    Ok(()) => {
                        return Ok(Self::from_service(
                            service,
                            client,
                            tap,
                            Some(process),
                            limits,
                            started_at,
                        ));
                    }
                    Err(failure) => failure,
                },
                Err(_) => Failure::TimedOut(limits.connect_timeout),
                Ok(Err(error)) => match Failure::from_handshake_error(&error) {
                    // A server that exits during the handshake usually printed the reason to standard error, so
                    // read that to its end.
                    Failure::Exited(_) => Failure::Exited(process.shutdown(SHUTDOWN_GRACE).await),
                    // The server will be started again; the old process may hold an exclusive resource, so wait
                    // until it is gone.
                    Failure::WrongLifecycle(era) => {
                        process.shutdown_and_reap(SHUTDOWN_GRACE).await;
                        Failure::WrongLifecycle(era)
                    }
                    other => other,
                },
            };
        let stray = tap.stray_lines();
        let failure = match failure {
            Failure::TimedOut(_) | Failure::Exited(_) if !stray.is_empty() => Failure::NotMcpOutput(stray),
            other => other,
        };
        Err(ConnectionError { failure, stderr: process.stderr.lines() })
    }

    async fn open_http(
        client: McpClient,
        address: &HttpEndpoint,
        limits: Limits,
        lifecycle: ClientLifecycleMode,
    ) -> Result<Self, Failure> {
        let http_client = http::build_client().map_err(|error| Failure::Unreachable(error.to_string()))?;
        let tap = Arc::new(Tap::default());
        let tapped = TappedHttp::new(http_client, limits.max_bytes, Arc::clone(&tap));
        let mut config = StreamableHttpClientTransportConfig::with_uri(address.url.expose());
        config.custom_headers = parse_headers(&address.headers)?;
        config.max_sse_event_size = limits.max_bytes;
        match &address.credentials {
            None => {
                Self::handshake(
                    client,
                    StreamableHttpClientTransport::with_client(tapped, config),
                    tap,
                    limits,
                    lifecycle,
                )
                .await
            }
            Some(credentials) => {
                let manager = sign_in::load_manager(
                    address.url.expose(),
                    Arc::clone(credentials),
                    &address.oauth_client,
                )
                .await
                .map_err(|error| Failure::SignInFailed(error.to_string()))?;
                let tapped = AuthClient::new(tapped, manager);
                Self::handshake(
                    client,
                    StreamableHttpClientTransport::with_client(tapped, config),
                    tap,
                    limits,
                    lifecycle,
                )
                .await
            }
        }
    }

    async fn handshake<T, E, A>(
        client: McpClient,
        transport: T,
        tap: Arc<Tap>,
        limits: Limits,
        lifecycle: ClientLifecycleMode,
    ) -> Result<Self, Failure>
    where
        T: IntoTransport<RoleClient, E, A>,
        E: std::error::Error + Send + Sync + 'static,
    {
        let started_at = Instant::now();
        let service = client.clone().serve_with_lifecycle(transport, lifecycle).await;
        let service =
            service.map_err(|error: ClientInitializeError| match Failure::from_handshake_error(&error) {
                Failure::Exited(_) => Failure::NotMcpEndpoint("the server closed the connection".to_owned()),
                other => other,
            })?;
        check_protocol_version(&service)?;
        Ok(Self::from_service(service, client, tap, None, limits, started_at))
    }

    fn from_service(
        service: RunningService<RoleClient, McpClient>,
        client: McpClient,
        tap: Arc<Tap>,
        process: Option<Process>,
        limits: Limits,
        started_at: Instant,
    ) -> Self {
        let version = service.peer_info().map(|info| info.protocol_version.clone());
        let era = match &version {
            Some(version) if *version > ProtocolVersion::LATEST_WITH_INITIALIZE => Era::Stateless,
            _ => Era::Handshake,
        };
        let protocol = version.map(|version| version.to_string()).unwrap_or_default();
        Self {
            service,
            tap,
            process,
            limits,
            tools_changed: client.tools_changed,
            progress: client.progress,
            subscription: OnceLock::new(),
            protocol_version: protocol,
            era,
            latency: started_at.elapsed(),
        }
    }

    /// Waits for `tools/list_changed`: returns `true` on a notification and `false` when the connection is closed.
    /// A notification between two calls is not missed.
    pub async fn wait_for_list_changed(&self) -> bool {
        if self.era == Era::Stateless {
            self.subscription.get_or_init(|| {
                AbortOnDrop(tokio::spawn(subscribe(
                    self.service.peer().clone(),
                    Arc::clone(&self.tools_changed),
                )))
            });
        }
        let closed = async {
            let mut ticks = tokio::time::interval(CLOSED_POLL_INTERVAL);
            while !self.service.is_closed() && !self.service.peer().is_transport_closed() {
                ticks.tick().await;
            }
        };
        tokio::select! {
            () = self.tools_changed.notified() => true,
            () = closed => false,
        }
    }

    /// Calls a tool and returns its result as rmcp parsed it.
    pub async fn call(&self, tool: &str, arguments: JsonObject) -> Result<Value, ConnectionError> {
        let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let result = self
            .service
            .call_tool(params)
            .await
            .map_err(|error| self.connection_error(Failure::from_call_error(error)))?;
        Ok(serde_json::to_value(result).unwrap_or_default())
    }

    /// Closes the server's standard input, waits for it to exit, and kills what is left of its process group.
    pub async fn close(mut self) {
        let _ = timeout(SHUTDOWN_GRACE, self.service.cancel()).await;
        if let Some(process) = &mut self.process {
            process.shutdown(SHUTDOWN_GRACE).await;
        }
    }

    /// The last lines that the server wrote to standard error.
    pub fn stderr(&self) -> StderrTail {
        self.process.as_ref().map(|process| process.stderr.clone()).unwrap_or_default()
    }

    fn connection_error(&self, failure: Failure) -> ConnectionError {
        ConnectionError { failure, stderr: self.stderr().lines() }
    }
}

/// Forwards `tools/list_changed` from a subscription. Returns at once for a server that does not declare the
/// capability.
async fn subscribe(peer: Peer<RoleClient>, changed: Arc<Notify>) {
    let is_announced = peer.peer_info().and_then(|info| info.capabilities.tools.as_ref()?.list_changed);
    while is_announced == Some(true) {
        let filter = SubscriptionFilter::builder().tools_list_changed().build();
        if let Ok(mut subscription) = peer.listen(filter).await {
            while let Ok(Some(_)) = subscription.next().await {
                changed.notify_one();
            }
        }
        // The stream ended or was rejected. A closed connection is detected in `wait_for_list_changed`.
        tokio::time::sleep(RESUBSCRIBE_DELAY).await;
    }
}

struct AbortOnDrop(tokio::task::JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Rejects a protocol version that this client does not implement: the specification says to disconnect, rmcp would
/// stay connected.
fn check_protocol_version(service: &RunningService<RoleClient, McpClient>) -> Result<(), Failure> {
    match service.peer_info().map(|info| info.protocol_version.clone()) {
        Some(version) if !ProtocolVersion::KNOWN_VERSIONS.contains(&version) => {
            Err(Failure::UnsupportedVersion(version.to_string()))
        }
        _ => Ok(()),
    }
}

fn parse_headers(configured: &[(String, SecretText)]) -> Result<HashMap<HeaderName, HeaderValue>, Failure> {
    let mut headers = HashMap::new();
    for (name, value) in configured {
        let invalid = |why: &str| Failure::InvalidAddress(format!("the header {name:?} {why}"));
        let header = HeaderName::try_from(name).map_err(|_| invalid("is not a valid header name"))?;
        if http::RESERVED_HEADERS.contains(&header.as_str()) {
            return Err(invalid("is reserved for the protocol"));
        }
        let mut value = HeaderValue::try_from(value.expose()).map_err(|_| invalid("has an invalid value"))?;
        value.set_sensitive(true);
        headers.insert(header, value);
    }
    Ok(headers)
}
