//! Approval of tool calls: the gate that decides each call, the queue of calls that wait for the user, and elicitation
//! through the client where no approver is running.

pub(crate) mod elicitation;
pub mod gate;
pub(crate) mod preferences;
pub(crate) mod queue;

use std::sync::Arc;

pub use hintsmith_core::approval::ApprovalMode;

use crate::context::Context;

/// Approvals of calls, and the approval modes that decide when they are needed.
pub struct ApprovalService {
    pub(crate) context: Arc<Context>,
}

/// Receives status messages, which must not go to the protocol stream.
pub type StatusReporter = Arc<dyn Fn(&str) + Send + Sync>;
