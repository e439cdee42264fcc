//! Approval of tool calls: the gate that decides each call, the queue of calls that wait for the user, and elicitation
//! through the client where no approver is running.

pub(crate) mod elicitation;
pub mod gate;
pub(crate) mod queue;

pub use hintsmith_core::approval::ApprovalMode;
