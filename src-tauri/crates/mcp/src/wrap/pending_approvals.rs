//! Tool calls that wait for the approver's decision. The server has not received them.

use std::future::poll_fn;
use std::task::Poll;

use crate::jsonrpc::id::RequestId;
use crate::jsonrpc::single_line::append_line;
use crate::proxy::call_gate::{CallAction, CallTarget, MAX_WAITING_CALLS};
use crate::proxy::call_log::{LoggedOutcome, LoggedVerdict};
use crate::proxy::policy::{PendingVerdict, Verdict};
use crate::proxy::request_kind::RequestKind;
use crate::wrap::session::{PendingRequest, Session};

/// Limit in bytes for the messages of all waiting calls together, which are kept in memory.
const MAX_PENDING_BYTES: usize = 64 << 20;

/// A call that waits for a decision. Dropping it cancels the approval request.
pub struct PendingApproval {
    id: RequestId,
    tool: String,
    line: Vec<u8>,
    verdict: PendingVerdict,
}

impl PendingApproval {
    pub fn new(id: RequestId, tool: String, line: &[u8], verdict: PendingVerdict) -> Self {
        let mut stored_line = Vec::with_capacity(line.len() + 1);
        append_line(line.trim_ascii_end(), &mut stored_line);
        stored_line.push(b'\n');
        Self { id, tool, line: stored_line, verdict }
    }

    pub fn has_id(&self, id: &RequestId) -> bool {
        self.id == *id
    }
}

pub fn has_capacity(approvals: &[PendingApproval], line: &[u8]) -> bool {
    let bytes: usize = approvals.iter().map(|call| call.line.len()).sum();
    approvals.len() < MAX_WAITING_CALLS && bytes + line.len() <= MAX_PENDING_BYTES
}

/// Waits for the next verdict and returns the index of its call.
pub async fn next_verdict(approvals: &mut [PendingApproval]) -> (usize, Verdict) {
    poll_fn(|context| {
        for (place, call) in approvals.iter_mut().enumerate() {
            if let Poll::Ready(verdict) = call.verdict.as_mut().poll(context) {
                return Poll::Ready((place, verdict));
            }
        }
        Poll::Pending
    })
    .await
}

impl Session {
    /// Forwards or answers a call after its verdict.
    pub(super) fn apply_verdict(&self, call: PendingApproval, verdict: Verdict, out: &mut Vec<u8>) {
        let started = self.state().take_pending(&call.id).and_then(PendingRequest::into_started);
        let (policy, id) = (self.policy(), call.id.to_json());
        let target = CallTarget { id: &id, tool: &call.tool, exposed_name: &call.tool };
        match self.call_gate(&*policy).apply_late(target, verdict, started) {
            CallAction::Forward(started) => {
                self.state().insert_forwarded(call.id, RequestKind::Call(started));
                return out.extend_from_slice(&call.line);
            }
            CallAction::Reply(reply) => self.client_outbox.push(&reply.text),
            CallAction::Wait(..) => {}
        }
        self.request_ended.notify_one();
    }

    /// Cancels calls that the client no longer waits for.
    pub(super) fn cancel_calls(&self, approvals: Vec<PendingApproval>) {
        for call in approvals {
            if let Some(asked) = self.state().take_pending(&call.id) {
                self.record_call(asked.into_started(), LoggedVerdict::Undecided, LoggedOutcome::Cancelled);
            }
        }
        self.request_ended.notify_one();
    }
}
