//! Clients of a proxy, published for the desktop app and the command line.

use std::convert::Infallible;
use std::time::{Duration, SystemTime};

use hintsmith_mcp::proxy::ClientSnapshot;

use crate::client_registry::{self, ClientRegistration};
use crate::dto::{ConnectedClient, Way};
use crate::{Engine, clock};

/// Interval at which the clients of a proxy are published.
const PERIOD: Duration = Duration::from_secs(1);

impl Engine {
    /// Clients of every proxy on this machine that uses this store.
    pub fn clients(&self) -> Vec<ConnectedClient> {
        client_registry::clients(&self.options.data)
    }

    /// Registers this process as a proxy. Returns none if the data folder is not writable; other processes do not see
    /// the proxy then.
    pub(in crate::api) fn presence(&self, way: Way) -> Option<ClientRegistration> {
        let client = if way == Way::Stdio { parent() } else { None };
        ClientRegistration::new(&self.options.data, client).ok()
    }

    /// Publishes the clients of a proxy for as long as it runs.
    pub(in crate::api) async fn announce(
        &self,
        presence: Option<&ClientRegistration>,
        clients: impl Fn() -> Vec<ConnectedClient>,
    ) -> Infallible {
        let mut ticks = tokio::time::interval(PERIOD);
        loop {
            ticks.tick().await;
            if let Some(presence) = presence {
                presence.report_clients(clients());
            }
        }
    }
}

/// Id of the parent process.
#[cfg(unix)]
fn parent() -> Option<u32> {
    Some(std::os::unix::process::parent_id())
}

#[cfg(not(unix))]
fn parent() -> Option<u32> {
    None
}

pub fn seen(visitor: ClientSnapshot, way: Way, wraps: Option<&str>) -> ConnectedClient {
    let ClientSnapshot { client, connected_at: since, calls, last_call } = visitor;
    let (name, version) = match client {
        Some(client) => (Some(client.name), client.version),
        None => (None, None),
    };
    ConnectedClient {
        name,
        version,
        way,
        wraps: wraps.map(str::to_owned),
        since: shown(since),
        last_call: last_call.map(shown),
        calls: u32::try_from(calls).unwrap_or(u32::MAX),
    }
}

fn shown(at: SystemTime) -> String {
    jiff::Timestamp::try_from(at).map_or_else(|_| clock::now(), clock::shown)
}
