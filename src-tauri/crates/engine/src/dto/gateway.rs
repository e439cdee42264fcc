//! The gateway of the window, and the clients of every proxy.

use hintsmith_core::serve::Changed;

views! {
    struct GatewayView {
        /// Nothing while it is off.
        pub running: Option<GatewayRunning>,
        /// Why it is not running though it was switched on.
        pub failed: Option<String>,
        pub settings: GatewaySettings,
        /// The last four characters of the token; nothing before one was made.
        pub token_ends: Option<String>,
        /// What a client runs to be served over stdio.
        pub command: String,
        pub clients: Vec<ConnectedClient>,
        pub servers: Vec<ServedServer>,
    }

    struct GatewayRunning { pub url: String, pub since: String }

    struct GatewaySettings {
        pub port: u16,
        pub environment: Option<String>,
        /// None: the one that is equipped, or else every tool.
        pub toolset: Option<String>,
        pub changed: Changed,
        /// The values of arguments are written down as well.
        pub values: bool,
        /// Calls are asked about here. Else their clients ask, and only what is blocked is refused.
        pub asks: bool,
    }

    #[derive(Copy)]
    enum Way { Stdio, Http }

    /// A client of any proxy on this machine that uses this store.
    struct ConnectedClient {
        /// As it calls itself.
        pub name: Option<String>,
        pub version: Option<String>,
        pub way: Way,
        /// The server it stands in front of, where it is a `wrap`.
        pub wraps: Option<String>,
        pub since: String,
        pub last_call: Option<String>,
        pub calls: u32,
    }

    /// A server as the gateway of the window serves it.
    struct ServedServer {
        pub name: String,
        pub way: Way,
        pub state: ServedState,
        /// How its last connection ended.
        pub words: Option<String>,
        pub tools: u32,
        pub offered: u32,
    }
}

/// How a server is reached for the clients of the gateway.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize, specta::Type)]
#[serde(tag = "is", rename_all = "camelCase")]
pub enum ServedState {
    /// It is connected to when a client comes.
    Idle,
    Connecting,
    Ready {
        connections: u32,
    },
    /// It is tried again in so many seconds.
    Waiting {
        attempt: u32,
        seconds: u32,
    },
    SignIn,
    /// It cannot be served.
    LeftOut,
}

/// The port it takes unless a person chooses another.
const PORT: u16 = 7411;

impl Default for GatewaySettings {
    fn default() -> Self {
        Self {
            port: PORT,
            environment: None,
            toolset: None,
            changed: Changed::Careful,
            values: false,
            asks: true,
        }
    }
}
