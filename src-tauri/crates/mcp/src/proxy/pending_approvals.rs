//! Tool calls that wait for the approver's decision. The server has not received them.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::Poll;

use crate::jsonrpc::id::RequestId;
use crate::jsonrpc::splice::append_line;
use crate::proxy::call_log::{LoggedOutcome, LoggedVerdict};
use crate::proxy::from_client::ClientMessageAction;
use crate::proxy::policy::Verdict;
use crate::proxy::session::{PendingRequest, Session};

/// Limit on calls that wait at the same time.
const MAX_PENDING_CALLS: usize = 256;
/// Limit in bytes for the messages of all waiting calls together, which are kept in memory.
const MAX_PENDING_BYTES: usize = 64 << 20;

pub type PendingDecision = Pin<Box<dyn Future<Output = Verdict> + Send>>;

/// A call that waits for a decision. Dropping it cancels the approval request.
pub struct PendingApproval {
    id: RequestId,
    tool: String,
    line: Vec<u8>,
    decision: PendingDecision,
}

impl PendingApproval {
    pub fn new(id: RequestId, tool: String, line: &[u8], decision: PendingDecision) -> Self {
        let mut kept = Vec::with_capacity(line.len() + 1);
        append_line(line.trim_ascii_end(), &mut kept);
        kept.push(b'\n');
        Self { id, tool, line: kept, decision }
    }

    pub fn has_id(&self, id: &RequestId) -> bool {
        self.id == *id
    }
}

pub fn has_capacity(approvals: &[PendingApproval], line: &[u8]) -> bool {
    let bytes: usize = approvals.iter().map(|call| call.line.len()).sum();
    approvals.len() < MAX_PENDING_CALLS && bytes + line.len() <= MAX_PENDING_BYTES
}

/// Waits for the next decision and returns the index of its call.
pub async fn next_decision(approvals: &mut [PendingApproval]) -> (usize, Verdict) {
    poll_fn(|context| {
        for (place, call) in approvals.iter_mut().enumerate() {
            if let Poll::Ready(verdict) = call.decision.as_mut().poll(context) {
                return Poll::Ready((place, verdict));
            }
        }
        Poll::Pending
    })
    .await
}

impl Session {
    /// Forwards or answers a call after its decision. Admission is checked again, because the tool may have been
    /// withheld meanwhile.
    pub(super) fn apply_decision(&self, call: PendingApproval, verdict: Verdict, out: &mut Vec<u8>) {
        let started = match self.state().take_pending(&call.id) {
            Some(PendingRequest::AwaitingApproval(started)) => started,
            _ => None,
        };
        let (verdict, started) = match verdict {
            Verdict::AllowBecause(why) => (Verdict::Allow, started.map(|started| started.with_reason(why))),
            verdict => (verdict, started),
        };
        let action = match verdict {
            Verdict::Allow if self.is_admitted(&call.tool) => {
                self.state().pending.insert(call.id, PendingRequest::Call(started));
                return out.extend_from_slice(&call.line);
            }
            Verdict::Allow | Verdict::AllowBecause(_) => {
                self.reject_unknown_tool(&call.id, &call.tool, started)
            }
            Verdict::Deny(why) => self.deny_call(&call.id, why, started),
            Verdict::Answer(result) => self.answer_call(&call.id, &result, started),
            Verdict::InputRequired(result) => self.request_input(&call.id, &result, started),
        };
        if let ClientMessageAction::Reply(answer) = action {
            self.client_outbox.push(&answer);
        }
        self.request_ended.notify_one();
    }

    /// Cancels calls that the client no longer waits for.
    pub(super) fn cancel_calls(&self, approvals: Vec<PendingApproval>) {
        for call in approvals {
            if let Some(asked) = self.state().take_pending(&call.id) {
                self.record_call(asked, LoggedVerdict::Undecided, LoggedOutcome::Cancelled);
            }
        }
        self.request_ended.notify_one();
    }
}
