//! Lossless proxy between one client and one stdio server: forwards lines byte for byte, corrects `tools/list` results
//! and asks an [`Approver`] about `tools/call`.
//!
//! It uses neither rmcp nor typed messages: `jsonrpc::frame` parses a line one level deep, `from_client` and
//! `from_server` decide what happens to it, `to_server` and `to_client` do the I/O, `stdio` starts and stops both.
//! `policy` holds the traits that the host implements; nothing here knows the store.

pub(crate) mod approval_token;
pub(crate) mod attribution;
pub(crate) mod call_log;
pub(crate) mod client_stats;
pub(crate) mod elicitation;
mod from_client;
mod from_server;
pub(crate) mod list_cache;
pub(crate) mod list_changed;
mod outbox;
mod pending_approvals;
mod pending_elicitations;
pub(crate) mod policy;
mod relay;
mod run;
mod session;
mod stdio_streams;
mod to_client;
mod to_server;
pub(crate) mod tool_call;
pub(crate) mod tool_list;

pub use call_log::{CallLog, CallRecord, LoggedArgument, LoggedOutcome, LoggedVerdict};
pub use client_stats::{ClientInfo, ClientSnapshot, ClientStats};
pub use elicitation::{ClientElicitor, Elicitation, ElicitationAnswer, ElicitorFactory};
pub use policy::{
    Admission, AllowAdmitted, AllowAll, Approver, CallInfo, ConnectionId, Decision, Page, ToolAnswer,
    ToolPolicy, Verdict,
};
pub use relay::{CloseReason, ProxyLimits, RelayExit, relay, send_pending_errors};
pub use run::{ProxyExit, run};
pub use session::{ProxyOutput, Session};
pub use stdio_streams::{StdinStream, StdoutStream, open_stdio};
