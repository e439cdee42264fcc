//! A lossless proxy between one client and one stdio server: lines pass as bytes, `tools/list` is corrected, `tools/call`
//! meets whoever decides.
//!
//! No rmcp and no parsed message: `frame` looks at a line one level deep, `from_client` and `from_server` say what
//! becomes of it, `to_server` and `to_client` move it, `stdio` begins and ends both. `served` is the seam to whoever knows the decisions; nothing here knows the store.

pub(crate) mod answer;
pub(crate) mod attribution;
pub(crate) mod call;
pub(crate) mod calls;
pub(crate) mod changes;
pub(crate) mod elicit;
mod ends;
pub(crate) mod frame;
mod from_client;
mod from_server;
pub(crate) mod id;
pub(crate) mod lines;
pub(crate) mod list;
pub(crate) mod listing;
mod outbox;
mod questions;
pub(crate) mod remembered;
mod run;
pub(crate) mod served;
mod session;
pub(crate) mod skim;
pub(crate) mod splice;
mod stdio;
pub(crate) mod ticket;
mod to_client;
mod to_server;
pub(crate) mod visit;
mod waiting;

pub use calls::{Argument, CallLog, CallRecord, Judgement, Outcome};
pub use elicit::{Asks, AsksClient, Elicitation, Heard};
pub use ends::{Input, Output, standard};
pub use run::{Ended, run};
pub use served::{
    Admission, AllowAdmitted, Answering, Approver, CallFacts, ConnectionId, Decision, Everything, Page,
    Served, Verdict,
};
pub use session::{Said, Session};
pub use stdio::{Bounds, Ending, Left, farewell, pump};
pub use visit::{Client, Visit, Visitor};
