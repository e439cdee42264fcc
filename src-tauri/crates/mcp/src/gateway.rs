//! Several servers as one, to many clients, over Streamable HTTP or stdio. Nothing is lost on the way.
//!
//! No rmcp and no parsed message: as in [`proxy`](crate::proxy), whose parts read and write the messages here, bytes
//! pass. Each client has a [`session`] with connections of its own to every server (`upstream`, kept up by `supervisor`), so an
//! answer, a question of a server or a notification can only reach the client it belongs to. `from_client` and
//! `from_server` say what becomes of a message; with several servers `router` routes by `names`. `http` is the way in
//! over HTTP, `stdio` the one over a pipe. Nothing here knows the store, and nothing that comes through the door can
//! start a program that was not offered.

mod aggregate;
mod bridge;
mod context;
mod elicitation;
mod from_client;
mod from_server;
mod handshake;
mod header_params;
mod http;
mod list_changed;
mod listener;
mod metrics;
mod names;
mod outbound;
mod pending;
mod pending_approvals;
mod request_template;
mod request_timeout;
mod router;
mod session;
mod stateless;
mod status;
mod stdio;
mod supervisor;
mod tasks;
mod upstream;

pub(crate) use outbound::{OutboundKind, OutboundQueue};
pub(crate) use upstream::Events;

pub use context::{GatewayConfigError, GatewayContext, Headers, Remote, Server, Source, Timeouts};
pub use http::{BindError, HttpConfig, HttpLimits, HttpServer, Token, bind};
pub use metrics::{Counter, Metrics};
pub use status::ServerState;
pub use stdio::serve_stdio;
