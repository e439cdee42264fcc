//! Who the clients of a proxy are, said where the window and the command line find it.

use std::convert::Infallible;
use std::time::{Duration, SystemTime};

use hintsmith_mcp::proxy::ClientSnapshot;

use crate::client_registry::{self, ClientRegistration};
use crate::dto::{ConnectedClient, Way};
use crate::{Engine, clock};

/// How soon a client is seen to come or go, at most.
const PERIOD: Duration = Duration::from_secs(1);

impl Engine {
    /// The clients of every proxy on this machine that uses this store.
    pub fn clients(&self) -> Vec<ConnectedClient> {
        client_registry::clients(&self.options.data)
    }

    /// Makes a proxy known to the other processes. In a folder that cannot be written, nobody is told.
    pub(in crate::api) fn presence(&self, way: Way) -> Option<ClientRegistration> {
        let client = if way == Way::Stdio { parent() } else { None };
        ClientRegistration::new(&self.options.data, client).ok()
    }

    /// Says who the clients of a proxy are as long as it runs.
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

/// The process that started this one.
#[cfg(unix)]
fn parent() -> Option<u32> {
    Some(std::os::unix::process::parent_id())
}

#[cfg(not(unix))]
fn parent() -> Option<u32> {
    None
}

pub fn seen(visitor: ClientSnapshot, way: Way, wraps: Option<&str>) -> ConnectedClient {
    let ClientSnapshot { client, since, calls, last_call } = visitor;
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
