//! Calls that wait for somebody's decision. The server has not heard of them.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::gateway::from_client::Request;
use crate::gateway::outbound::{OutboundKind, OutboundQueue};
use crate::gateway::pending::RequestKind;
use crate::gateway::session::Session;
use crate::jsonrpc::frame::Frame;
use crate::jsonrpc::response;
use crate::proxy::call_log::{LoggedOutcome, LoggedVerdict, StartedCall};
use crate::proxy::policy::{Admission, Verdict};
use crate::proxy::tool_call::ToolCall;

/// More calls of one client do not wait at once.
const CALLS: usize = 256;

type Decision = Pin<Box<dyn Future<Output = Verdict> + Send>>;

/// How much of a client's requests is kept here while it waits for something. Each is kept as a whole, so counting them
/// is not enough.
#[derive(Debug, Default)]
pub struct ByteBudget(Arc<AtomicUsize>);

/// A part of the budget, given back when this is dropped.
#[derive(Debug)]
pub struct Reserved {
    used: Arc<AtomicUsize>,
    bytes: usize,
}

impl ByteBudget {
    pub fn reserve(&self, bytes: usize, limit: usize) -> Option<Reserved> {
        let add = |used: usize| used.checked_add(bytes).filter(|sum| *sum <= limit);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add).ok()?;
        Some(Reserved { used: Arc::clone(&self.0), bytes })
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        self.used.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// A call as it came.
struct PendingApproval {
    /// Whose tool it is; nothing where it is ours.
    place: Option<usize>,
    tool: String,
    text: String,
    reply: Arc<OutboundQueue>,
}

impl Session {
    pub(super) fn wait_for(
        self: &Arc<Self>,
        decision: Decision,
        place: Option<usize>,
        tool: &str,
        started: Option<StartedCall>,
        request: Request,
    ) {
        let has_room = self.state().requests.here() < CALLS;
        let Some(reserved) = self.reserve(request.text).filter(|_| has_room) else {
            let why = "too many calls wait for approval".to_owned();
            request.refused(response::DENIED, &why);
            return self.record(started, LoggedVerdict::Denied(why), LoggedOutcome::Error);
        };
        let withdrawn = self.stop.child_token();
        let id = {
            let mut state = self.state();
            let id = state.requests.key(request.id);
            state.requests.begin_here(id.clone(), withdrawn.clone(), request.reply);
            id
        };
        let call = PendingApproval {
            place,
            tool: tool.to_owned(),
            text: request.text.to_owned(),
            reply: Arc::clone(request.reply),
        };
        let session = Arc::clone(self);
        self.tasks.spawn(async move {
            let _reserved = reserved;
            tokio::select! {
                biased;
                () = withdrawn.cancelled() => {
                    session.done(&id);
                    session.record(started, LoggedVerdict::Undecided, LoggedOutcome::Cancelled);
                    call.reply.push(Vec::new(), OutboundKind::Withdrawn);
                }
                verdict = decision => {
                    session.done(&id);
                    session.decided(&call, verdict, started);
                }
            }
        });
    }

    /// Room for a request that waits here.
    pub(super) fn reserve(&self, text: &str) -> Option<Reserved> {
        self.waiting.reserve(text.len(), self.context.limits.bytes)
    }

    /// What the call may do is asked again: it may have been withheld meanwhile.
    fn decided(self: &Arc<Self>, call: &PendingApproval, verdict: Verdict, started: Option<StartedCall>) {
        // It was read when it came, and it is the same text.
        let Some(message) = Frame::parse(&call.text) else { return };
        let (Some(id), Ok(named)) = (message.id, ToolCall::of(&message)) else { return };
        let request = Request { text: &call.text, message: &message, id, reply: &call.reply };
        let admitted = call
            .place
            .filter(|place| self.served(*place).calls(&call.tool, self.connection()) == Admission::Passes);
        let (verdict, started) = match verdict {
            Verdict::AllowFor(why) => (Verdict::Allow, started.map(|started| started.because(why))),
            verdict => (verdict, started),
        };
        match (verdict, admitted) {
            (Verdict::Allow, Some(place)) => {
                let renamed = (*call.tool != *named.tool).then_some((named.name, call.tool.as_str()));
                self.forward(place, request, RequestKind::Call(started), renamed);
            }
            (Verdict::Allow | Verdict::AllowFor(_), _) => {
                self.record(started, LoggedVerdict::Unknown, LoggedOutcome::Error);
                self.unknown(&named.tool, request);
            }
            (Verdict::Deny(why), _) => {
                request.refused(response::DENIED, &why);
                self.record(started, LoggedVerdict::Denied(why), LoggedOutcome::Error);
            }
            (Verdict::Done(result), _) => self.done_here(&result, started, request),
            (Verdict::Asked(result), _) => self.asked_back(&result, started, request),
        }
    }
}
