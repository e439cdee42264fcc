//! Calls waiting for an approval decision. They have not been sent to the server.

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

/// Maximum number of waiting calls per client.
const CALLS: usize = 256;

type Decision = Pin<Box<dyn Future<Output = Verdict> + Send>>;

/// Bytes of a client's requests held while they wait. Requests are held in full, so limiting their number is not
/// enough.
#[derive(Debug, Default)]
pub struct ByteBudget(Arc<AtomicUsize>);

/// A part of the budget, returned on drop.
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

/// A call as received.
struct PendingApproval {
    /// The tool's server; `None` for an own tool.
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

    /// Reserves the bytes of a waiting request.
    pub(super) fn reserve(&self, text: &str) -> Option<Reserved> {
        self.waiting.reserve(text.len(), self.context.limits.bytes)
    }

    /// Applies the verdict. Admission is checked again, because the tool may have been withheld in the meantime.
    fn decided(self: &Arc<Self>, call: &PendingApproval, verdict: Verdict, started: Option<StartedCall>) {
        // The same text was parsed before.
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
