//! Lossless proxy between one client and one stdio server: forwards lines byte for byte, corrects `tools/list` results
//! and asks an [`Approver`](crate::proxy::Approver) about `tools/call`.
//!
//! `from_client` and `from_server` decide with the parts of [`proxy`](crate::proxy) what happens to a line, `to_server`
//! and `to_client` do the I/O, `relay` runs both directions, `run` starts and stops the server.

mod from_client;
mod from_server;
mod outbox;
mod pending_approvals;
mod pending_elicitations;
mod pipe;
mod relay;
mod run;
mod session;
mod stdio_streams;
mod to_client;
mod to_server;

pub use pipe::CloseReason;
pub use relay::{ProxyLimits, RelayExit, relay, send_pending_errors};
pub use run::{ProxyExit, run};
pub use session::Session;
pub use stdio_streams::{StdinStream, StdoutStream, open_stdio};
