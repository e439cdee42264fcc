//! A lossless proxy between one client and one stdio server: lines pass as bytes, `tools/list` is corrected, `tools/call`
//! meets whoever decides.
//!
//! No rmcp and no parsed message: `frame` looks at a line one level deep, `from_client` and `from_server` say what
//! becomes of it, `to_server` and `to_client` move it, `stdio` begins and ends both. `policy` is the seam to whoever knows the decisions; nothing here knows the store.

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
mod run;
mod session;
mod stdio;
mod stdio_streams;
mod to_client;
mod to_server;
pub(crate) mod tool_call;
pub(crate) mod tool_list;

pub use call_log::{CallLog, CallRecord, LoggedArgument, LoggedOutcome, LoggedVerdict};
pub use client_stats::{Client, ClientSnapshot, ClientStats};
pub use elicitation::{ClientElicitor, Elicitation, ElicitationAnswer, ElicitorFactory};
pub use policy::{
    Admission, AllowAdmitted, AllowAll, Approver, CallFacts, ConnectionId, Decision, Page, ToolAnswer,
    ToolPolicy, Verdict,
};
pub use run::{ProxyExit, run};
pub use session::{ProxyOutput, Session};
pub use stdio::{Left, ProxyEnd, ProxyLimits, farewell, pump};
pub use stdio_streams::{Input, Output, standard};
