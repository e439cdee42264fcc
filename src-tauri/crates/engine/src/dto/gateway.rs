//! The desktop app's gateway, and the clients of every proxy.

use hintsmith_core::server_policy::ChangedToolPolicy;

dto_types! {
    struct GatewayView {
        /// None while the gateway is off.
        pub running: Option<GatewayRunning>,
        /// Reason the gateway is not running, or offers no tools, although it is enabled.
        pub problem: Option<String>,
        pub settings: GatewaySettings,
        /// The last four characters of the token; none before the first token is generated.
        pub token_suffix: Option<String>,
        /// Command line that serves the same over stdio.
        pub command: String,
        pub clients: Vec<ConnectedClient>,
        pub servers: Vec<ServedServer>,
    }

    struct GatewayRunning { pub url: String, pub since: String }

    struct GatewaySettings {
        pub port: u16,
        pub environment: Option<String>,
        /// None: the active toolset, else every tool.
        pub toolset: Option<String>,
        pub changed: ChangedToolPolicy,
        /// Argument values are logged too.
        pub log_values: bool,
        /// Hintsmith asks for approval. Otherwise the client does, and Hintsmith only refuses blocked tools.
        pub asks: bool,
    }

    #[derive(Copy)]
    enum ProxyTransport { Stdio, Http }

    /// A client of any proxy on this machine that uses this store.
    struct ConnectedClient {
        /// Name the client reported.
        pub name: Option<String>,
        pub version: Option<String>,
        pub transport: ProxyTransport,
        /// The wrapped server, if the proxy is a `wrap`.
        pub server: Option<String>,
        pub since: String,
        pub last_call: Option<String>,
        pub calls: u32,
    }

    /// A server behind the desktop app's gateway.
    struct ServedServer {
        pub name: String,
        pub transport: ProxyTransport,
        pub state: ServedState,
        /// How the last connection ended, or why the server cannot be served.
        pub message: Option<String>,
        pub tools: u32,
        pub offered: u32,
    }
}

/// Upstream connection state of a server behind the gateway.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize, specta::Type)]
#[serde(tag = "is", rename_all = "camelCase")]
pub enum ServedState {
    /// Connects when a client needs it.
    Idle,
    Connecting,
    Ready {
        connections: u32,
    },
    /// Reconnects after this many seconds.
    Waiting {
        attempt: u32,
        seconds: u32,
    },
    SignIn,
    /// The server cannot be served.
    Excluded,
}

/// Default port of the gateway.
const DEFAULT_PORT: u16 = 7411;

impl Default for GatewaySettings {
    fn default() -> Self {
        Self {
            port: DEFAULT_PORT,
            environment: None,
            toolset: None,
            changed: ChangedToolPolicy::Careful,
            log_values: false,
            asks: true,
        }
    }
}
