//! MCP gateway: serves several servers as one to many clients, over Streamable HTTP (`http`) or stdio (`stdio`).
//!
//! Messages pass as bytes, without rmcp and without a typed message model, as in [`proxy`](crate::proxy), whose parts
//! read and write them. Each client has a [`session`] with its own connections to every server (`upstream`, reconnected
//! by `supervisor`), so a response, server request or notification can only reach the client it belongs to.
//! `from_client` and `from_server` handle the messages of either side; with several servers, `router` routes requests
//! by `names`. The gateway does not know the store, and no client request can start a program that is not configured.

mod byte_budget;
mod context;
mod handshake;
mod header_params;
mod http;
mod initialize_params;
mod input_required;
mod list_kind;
mod listener;
mod metrics;
mod names;
mod outbound;
mod pending;
mod request_template;
mod session;
mod stateless;
mod status;
mod stdio;
mod subscription;
mod tasks;
mod upstream;

pub(crate) use outbound::{OutboundKind, OutboundQueue};

pub use context::{GatewayConfigError, GatewayContext, HeaderProvider, Remote, Server, Source, Timeouts};
pub use http::{BindError, HttpConfig, HttpLimits, HttpServer, Token, bind, parse_address};
pub use metrics::{Counter, Metrics};
pub use status::ServerStatus;
pub use stdio::serve_stdio;
