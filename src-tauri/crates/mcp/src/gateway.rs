//! MCP gateway: serves several servers as one to many clients, over Streamable HTTP (`http`) or stdio (`stdio`).
//!
//! Messages pass as bytes, without rmcp and without a typed message model, as in [`proxy`](crate::proxy), whose parts
//! read and write them. Each client has a [`session`] with its own connections to every server (`upstream`, reconnected
//! by `supervisor`), so a response, server request or notification can only reach the client it belongs to.
//! `from_client` and `from_server` handle the messages of either side; with several servers, `router` routes requests
//! by `names`. The gateway does not know the store, and no client request can start a program that is not configured.

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
pub(crate) use upstream::SseParser;

pub use context::{GatewayConfigError, GatewayContext, HeaderProvider, Remote, Server, Source, Timeouts};
pub use http::{BindError, HttpConfig, HttpLimits, HttpServer, Token, bind};
pub use metrics::{Counter, Metrics};
pub use status::ServerStatus;
pub use stdio::serve_stdio;
