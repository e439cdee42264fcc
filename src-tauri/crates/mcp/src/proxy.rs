//! A lossless proxy between one client and one stdio server: lines pass as bytes, `tools/list` is corrected, `tools/call`
//! meets whoever decides.
//!
//! No rmcp and no parsed message: `frame` looks at a line one level deep, `from_client` and `from_server` say what
//! becomes of it, `to_server` and `to_client` move it, `stdio` begins and ends both. `served` is the seam to whoever knows the decisions; nothing here knows the store.

mod answer;
mod calls;
mod changes;
mod ends;
mod frame;
mod from_client;
mod from_server;
mod id;
mod lines;
mod list;
mod listing;
mod outbox;
mod run;
mod served;
mod session;
mod skim;
mod splice;
mod stdio;
mod to_client;
mod to_server;
mod waiting;

pub use calls::{CallLog, CallRecord, Judgement, Outcome};
pub use ends::{Input, Output, standard};
pub use run::{Ended, run};
pub use served::{
    Admission, AllowAdmitted, Approver, CallFacts, Decision, Everything, Page, Served, Verdict,
};
pub use session::{Said, Session};
pub use stdio::{Bounds, Ending, Left, farewell, pump};
