//! A client connection to one server: handshake, tool list, calls and change notifications.

mod call;
mod listing;

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use hintsmith_core::secret_text::SecretText;
use reqwest::header::{HeaderName, HeaderValue};
use rmcp::RoleClient;
use rmcp::handler::client::progress::ProgressDispatcher;
use rmcp::model::{CallToolRequestParams, JsonObject, ProtocolVersion, SubscriptionFilter};
use rmcp::service::{ClientInitializeError, ClientLifecycleMode, ClientServiceExt, Peer, RunningService};
use rmcp::transport::auth::AuthClient;
use rmcp::transport::streamable_http_client::{
    StreamableHttpClient, StreamableHttpClientTransport, StreamableHttpClientTransportConfig,
};
use serde_json::Value;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout};

use crate::client::Client;
use crate::failure::{ConnectionError, Failure};
use crate::http::{self, TappedHttp};
use crate::limits::Limits;
use crate::process::{Command, Output, Process};
use crate::sign_in;
use crate::tap::Tap;
use crate::transport::TappedLines;
use crate::upstream::{Address, Upstream};

pub use call::CallProgress;
pub use listing::{Listing, Progress};

/// Time a server gets to exit after its standard input is closed.
const FAREWELL: Duration = Duration::from_secs(2);

/// Interval at which a waiting caller checks whether the transport is closed.
const LOST: Duration = Duration::from_millis(500);
/// Delay before a subscription that ended or was rejected is requested again.
const RESUBSCRIBE: Duration = Duration::from_secs(5);

/// An open connection. Dropping it kills the server's process group.
pub struct Connection {
    service: RunningService<RoleClient, Client>,
    tap: Arc<Tap>,
    /// `None` for servers reached over HTTP.
    process: Option<Process>,
    limits: Limits,
    changed: Arc<Notify>,
    progress: ProgressDispatcher,
    /// The `tools/list_changed` subscription of the stateless protocol; before it, servers notify without one.
    subscription: OnceLock<AbortOnDrop>,
    /// The negotiated protocol version.
    pub protocol: String,
    pub era: Era,
    /// Time from the first request to the end of the handshake.
    pub latency: Duration,
}

/// The two connection lifecycles of MCP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Era {
    /// 2026-07-28 and later: every request is self-contained and `server/discover` identifies the server.
    Stateless,
    /// Up to 2025-11-25: `initialize` opens a session.
    Handshake,
}

impl Connection {
    /// Connects to the server and negotiates the newest protocol version both sides support.
    pub async fn open(upstream: &Upstream, limits: Limits) -> Result<Self, ConnectionError> {
        Self::open_as(Client::default(), upstream, limits).await
    }

    /// Like [`Self::open`], with a client that handles requests from the server.
    pub async fn open_as(
        client: Client,
        upstream: &Upstream,
        limits: Limits,
    ) -> Result<Self, ConnectionError> {
        let preferred_versions = vec![ProtocolVersion::LATEST];
        let newest_first = ClientLifecycleMode::Auto {
            preferred_versions: preferred_versions.clone(),
            legacy_version: Some(ProtocolVersion::LATEST_WITH_INITIALIZE),
        };
        let mut opened = Self::open_with(client.clone(), upstream, limits, newest_first).await;
        if let Err(ConnectionError { failure: Failure::Misunderstood(Era::Stateless), .. }) = opened {
            let newest = ClientLifecycleMode::Discover { preferred_versions };
            opened = Self::open_with(client.clone(), upstream, limits, newest).await;
        }
        if let Err(ConnectionError { failure: Failure::Misunderstood(Era::Handshake), .. }) = opened {
            opened = Self::open_with(client, upstream, limits, ClientLifecycleMode::Initialize).await;
        }
        opened
    }

    async fn open_with(
        client: Client,
        upstream: &Upstream,
        limits: Limits,
        lifecycle: ClientLifecycleMode,
    ) -> Result<Self, ConnectionError> {
        match upstream {
            Upstream::Command(command) => Self::start(client, command, limits, lifecycle).await,
            Upstream::Http(address) => {
                let opened = timeout(limits.connect, Self::reach(client, address, limits, lifecycle)).await;
                let failure = |failure| ConnectionError { failure, output: Vec::new() };
                opened.unwrap_or(Err(Failure::Silent(limits.connect))).map_err(failure)
            }
        }
    }

    async fn start(
        client: Client,
        command: &Command,
        limits: Limits,
        lifecycle: ClientLifecycleMode,
    ) -> Result<Self, ConnectionError> {
        let (mut process, stdout, stdin) = Process::start(command).map_err(|error| ConnectionError {
            failure: match error.kind() {
                std::io::ErrorKind::NotFound => Failure::NotFound(command.program.clone()),
                _ => Failure::NotStarted { program: command.program.clone(), error },
            },
            output: Vec::new(),
        })?;
        let tap = Arc::new(Tap::default());
        let transport = TappedLines::new(stdout, stdin, limits.bytes, Arc::clone(&tap));
        let begun = Instant::now();
        let failure =
            match timeout(limits.connect, client.clone().serve_with_lifecycle(transport, lifecycle)).await {
                Ok(Ok(service)) => match known_version(&service) {
                    Ok(()) => return Ok(Self::opened(service, client, tap, Some(process), limits, begun)),
                    Err(failure) => failure,
                },
                Err(_) => Failure::Silent(limits.connect),
                Ok(Err(error)) => match Failure::of_handshake(&error) {
                    // A server that exits during the handshake usually printed the reason to standard error, so
                    // read that to its end.
                    Failure::Ended(_) => Failure::Ended(process.end(FAREWELL).await),
                    // The server will be started again; the old process may hold an exclusive resource, so wait
                    // until it is gone.
                    Failure::Misunderstood(era) => {
                        process.ended(FAREWELL).await;
                        Failure::Misunderstood(era)
                    }
                    other => other,
                },
            };
        let stray = tap.stray_lines();
        let failure = match failure {
            Failure::Silent(_) | Failure::Ended(_) if !stray.is_empty() => Failure::NotMcp(stray),
            other => other,
        };
        Err(ConnectionError { failure, output: process.output.lines() })
    }

    async fn reach(
        client: Client,
        address: &Address,
        limits: Limits,
        lifecycle: ClientLifecycleMode,
    ) -> Result<Self, Failure> {
        let web = http::client().map_err(|error| Failure::NotReached(error.to_string()))?;
        let tap = Arc::new(Tap::default());
        let tapped = TappedHttp::new(web, limits.bytes, Arc::clone(&tap));
        let mut config = StreamableHttpClientTransportConfig::with_uri(address.url.expose());
        config.custom_headers = headers(&address.headers)?;
        config.max_sse_event_size = limits.bytes;
        match &address.credentials {
            None => {
                Self::speak(
                    client,
                    StreamableHttpClientTransport::with_client(tapped, config),
                    tap,
                    limits,
                    lifecycle,
                )
                .await
            }
            Some(credentials) => {
                let manager =
                    sign_in::signed_in(address.url.expose(), Arc::clone(credentials), &address.client)
                        .await
                        .map_err(|error| Failure::SignIn(error.to_string()))?;
                let tapped = AuthClient::new(tapped, manager);
                Self::speak(
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

    async fn speak<C>(
        client: Client,
        transport: StreamableHttpClientTransport<C>,
        tap: Arc<Tap>,
        limits: Limits,
        lifecycle: ClientLifecycleMode,
    ) -> Result<Self, Failure>
    where
        C: StreamableHttpClient + Send + Sync,
    {
        let begun = Instant::now();
        let service = client.clone().serve_with_lifecycle(transport, lifecycle).await;
        let service =
            service.map_err(|error: ClientInitializeError| match Failure::of_handshake(&error) {
                Failure::Ended(_) => Failure::NotMcpThere("it closed the connection".to_owned()),
                other => other,
            })?;
        known_version(&service)?;
        Ok(Self::opened(service, client, tap, None, limits, begun))
    }

    fn opened(
        service: RunningService<RoleClient, Client>,
        client: Client,
        tap: Arc<Tap>,
        process: Option<Process>,
        limits: Limits,
        begun: Instant,
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
            changed: client.changed,
            progress: client.progress,
            subscription: OnceLock::new(),
            protocol,
            era,
            latency: begun.elapsed(),
        }
    }

    /// Waits for `tools/list_changed`: returns `true` on a notification and `false` when the connection is closed.
    /// A notification between two calls is not missed.
    pub async fn changed(&self) -> bool {
        if self.era == Era::Stateless {
            self.subscription.get_or_init(|| {
                AbortOnDrop(tokio::spawn(subscribe(self.service.peer().clone(), Arc::clone(&self.changed))))
            });
        }
        let lost = async {
            let mut ticks = tokio::time::interval(LOST);
            while !self.service.is_closed() && !self.service.peer().is_transport_closed() {
                ticks.tick().await;
            }
        };
        tokio::select! {
            () = self.changed.notified() => true,
            () = lost => false,
        }
    }

    /// Calls a tool and returns its result as rmcp parsed it.
    pub async fn call(&self, tool: &str, arguments: JsonObject) -> Result<Value, ConnectionError> {
        let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let result =
            self.service.call_tool(params).await.map_err(|error| self.error(Failure::of_call(error)))?;
        Ok(serde_json::to_value(result).unwrap_or_default())
    }

    /// Closes the server's standard input, waits for it to exit, and kills what is left of its process group.
    pub async fn close(mut self) {
        let _ = timeout(FAREWELL, self.service.cancel()).await;
        if let Some(process) = &mut self.process {
            process.end(FAREWELL).await;
        }
    }

    /// The last lines that the server wrote to standard error.
    pub fn output(&self) -> Output {
        self.process.as_ref().map(|process| process.output.clone()).unwrap_or_default()
    }

    fn error(&self, failure: Failure) -> ConnectionError {
        ConnectionError { failure, output: self.output().lines() }
    }
}

/// Forwards `tools/list_changed` from a subscription. Returns at once for a server that does not declare the
/// capability.
async fn subscribe(peer: Peer<RoleClient>, changed: Arc<Notify>) {
    let tells = peer.peer_info().and_then(|info| info.capabilities.tools.as_ref()?.list_changed);
    while tells == Some(true) {
        let filter = SubscriptionFilter::builder().tools_list_changed().build();
        if let Ok(mut subscription) = peer.listen(filter).await {
            while let Ok(Some(_)) = subscription.next().await {
                changed.notify_one();
            }
        }
        // The stream ended or was rejected. A closed connection is detected in `wait_for_list_changed`.
        tokio::time::sleep(RESUBSCRIBE).await;
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
fn known_version(service: &RunningService<RoleClient, Client>) -> Result<(), Failure> {
    match service.peer_info().map(|info| info.protocol_version.clone()) {
        Some(version) if !ProtocolVersion::KNOWN_VERSIONS.contains(&version) => {
            Err(Failure::Version(version.to_string()))
        }
        _ => Ok(()),
    }
}

fn headers(written: &[(String, SecretText)]) -> Result<HashMap<HeaderName, HeaderValue>, Failure> {
    let mut headers = HashMap::new();
    for (name, value) in written {
        let refused = |why: &str| Failure::Address(format!("the header {name:?} {why}"));
        let header = HeaderName::try_from(name).map_err(|_| refused("is no header's name"))?;
        if http::RESERVED_HEADERS.contains(&header.as_str()) {
            return Err(refused("belongs to the protocol"));
        }
        let mut value =
            HeaderValue::try_from(value.expose()).map_err(|_| refused("has a value that cannot be sent"))?;
        value.set_sensitive(true);
        headers.insert(header, value);
    }
    Ok(headers)
}
