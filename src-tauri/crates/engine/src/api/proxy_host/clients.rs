//! Clients of a proxy, published for the desktop app and the command line.

use std::convert::Infallible;
use std::time::{Duration, SystemTime};

use hintsmith_mcp::proxy::ClientSnapshot;

use crate::api::proxy_host::ProxyService;
use crate::client_registry::{self, ClientRegistration};
use crate::clock;
use crate::dto::{ConnectedClient, ProxyTransport};

/// Interval at which the clients of a proxy are published.
const PUBLISH_INTERVAL: Duration = Duration::from_secs(1);

impl ProxyService {
    /// Clients of every proxy on this machine that uses this store.
    pub fn connected_clients(&self) -> Vec<ConnectedClient> {
        client_registry::clients(&self.context.options.data_folder)
    }

    /// Registers this process as a proxy. Returns none if the data folder is not writable; other processes do not see
    /// the proxy then.
    pub(in crate::api) fn register_proxy(&self, transport: ProxyTransport) -> Option<ClientRegistration> {
        let client = if transport == ProxyTransport::Stdio { parent_process_id() } else { None };
        ClientRegistration::new(&self.context.options.data_folder, client).ok()
    }

    /// Publishes the clients of a proxy for as long as it runs.
    pub(in crate::api) async fn publish_clients(
        &self,
        registration: Option<&ClientRegistration>,
        clients: impl Fn() -> Vec<ConnectedClient>,
    ) -> Infallible {
        let mut ticks = tokio::time::interval(PUBLISH_INTERVAL);
        loop {
            ticks.tick().await;
            if let Some(registration) = registration {
                registration.report_clients(clients());
            }
        }
    }
}

/// Id of the parent process.
#[cfg(unix)]
fn parent_process_id() -> Option<u32> {
    Some(std::os::unix::process::parent_id())
}

#[cfg(not(unix))]
fn parent_process_id() -> Option<u32> {
    None
}

pub fn connected_client(
    snapshot: ClientSnapshot,
    transport: ProxyTransport,
    wrapped_server: Option<&str>,
) -> ConnectedClient {
    let ClientSnapshot { client, connected_at: since, calls, last_call } = snapshot;
    let (name, version) = match client {
        Some(client) => (Some(client.name), client.version),
        None => (None, None),
    };
    ConnectedClient {
        name,
        version,
        transport,
        server: wrapped_server.map(str::to_owned),
        since: format_time(since),
        last_call: last_call.map(format_time),
        calls: u32::try_from(calls).unwrap_or(u32::MAX),
    }
}

fn format_time(at: SystemTime) -> String {
    jiff::Timestamp::try_from(at).map_or_else(|_| clock::now(), clock::format)
}
