//! Decisions about messages, shared by the stdio proxy ([`wrap`](crate::wrap)) and the [`gateway`](crate::gateway).
//!
//! Neither uses rmcp or typed messages: `jsonrpc` parses a message one level deep, the functions here say what may
//! pass and what changes in it, and everything else keeps its bytes. `policy` holds the traits that the host implements;
//! nothing here knows the store.

pub(crate) mod approval_token;
pub(crate) mod attribution;
pub(crate) mod call_gate;
pub(crate) mod call_log;
pub(crate) mod client_stats;
pub(crate) mod elicitation;
pub(crate) mod list_cache;
pub(crate) mod list_changed;
pub(crate) mod output;
pub(crate) mod policy;
pub(crate) mod request_kind;
pub(crate) mod server_response;
pub(crate) mod tool_call;
pub(crate) mod tool_list;

pub use call_log::{CallLog, CallRecord, LoggedArgument, LoggedOutcome, LoggedVerdict};
pub use client_stats::{ClientInfo, ClientSnapshot, ClientStats};
pub use elicitation::{ClientElicitor, Elicitation, ElicitationAnswer, ElicitorFactory};
pub use output::ProxyOutput;
pub use policy::{
    Admission, AllowAdmitted, AllowAll, Approver, CallInfo, ConnectionId, Decision, Page, PendingVerdict,
    ToolAnswer, ToolPolicy, Verdict,
};
