//! Tool calls that wait for the approver's decision. The server has not received them.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::Poll;

use crate::jsonrpc::id::Id;
use crate::jsonrpc::splice::pass;
use crate::proxy::call_log::{LoggedOutcome, LoggedVerdict};
use crate::proxy::from_client::ServerMessageAction;
use crate::proxy::policy::Verdict;
use crate::proxy::session::{Asked, Session};

/// Limit on calls that wait at the same time.
const CALLS: usize = 256;
/// Limit in bytes for the messages of all waiting calls together, which are kept in memory.
const BYTES: usize = 64 << 20;

pub type PendingDecision = Pin<Box<dyn Future<Output = Verdict> + Send>>;

/// A call that waits for a decision. Dropping it cancels the approval request.
pub struct PendingApprovals {
    id: Id,
    tool: String,
    line: Vec<u8>,
    decision: PendingDecision,
}

impl PendingApprovals {
    pub fn new(id: Id, tool: String, line: &[u8], decision: PendingDecision) -> Self {
        let mut kept = Vec::with_capacity(line.len() + 1);
        pass(line.trim_ascii_end(), &mut kept);
        kept.push(b'\n');
        Self { id, tool, line: kept, decision }
    }

    pub fn is_for(&self, id: &Id) -> bool {
        self.id == *id
    }
}

pub fn has_room(waiting: &[PendingApprovals], line: &[u8]) -> bool {
    let bytes: usize = waiting.iter().map(|call| call.line.len()).sum();
    waiting.len() < CALLS && bytes + line.len() <= BYTES
}

/// Waits for the next decision and returns the index of its call.
pub async fn decision(waiting: &mut [PendingApprovals]) -> (usize, Verdict) {
    poll_fn(|context| {
        for (place, call) in waiting.iter_mut().enumerate() {
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
    pub(super) fn decided(&self, call: PendingApprovals, verdict: Verdict, out: &mut Vec<u8>) {
        let started = match self.state().answered(&call.id) {
            Some(Asked::Waiting(started)) => started,
            _ => None,
        };
        let (verdict, started) = match verdict {
            Verdict::AllowFor(why) => (Verdict::Allow, started.map(|started| started.because(why))),
            verdict => (verdict, started),
        };
        let fate = match verdict {
            Verdict::Allow if self.admits(&call.tool) => {
                self.state().pending.insert(call.id, Asked::Call(started));
                return out.extend_from_slice(&call.line);
            }
            Verdict::Allow | Verdict::AllowFor(_) => self.unknown(&call.id, &call.tool, started),
            Verdict::Deny(why) => self.denied(&call.id, why, started),
            Verdict::Done(result) => self.done_here(&call.id, &result, started),
            Verdict::Asked(result) => self.asked_back(&call.id, &result, started),
        };
        if let ServerMessageAction::Answered(answer) = fate {
            self.to_client.push(&answer);
        }
        self.idle.notify_one();
    }

    /// Cancels calls that the client no longer waits for.
    pub(super) fn withdrawn(&self, waiting: Vec<PendingApprovals>) {
        for call in waiting {
            if let Some(asked) = self.state().answered(&call.id) {
                self.record(asked, LoggedVerdict::Undecided, LoggedOutcome::Cancelled);
            }
        }
        self.idle.notify_one();
    }
}
