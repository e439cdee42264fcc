//! Calls waiting for an approval decision. They have not been sent to the server.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::gateway::from_client::IncomingRequest;
use crate::gateway::outbound::{OutboundKind, OutboundQueue};
use crate::gateway::pending::RequestKind;
use crate::gateway::session::Session;
use crate::jsonrpc::frame::Frame;
use crate::jsonrpc::response;
use crate::proxy::call_log::{LoggedOutcome, LoggedVerdict, StartedCall};
use crate::proxy::policy::{Admission, Verdict};
use crate::proxy::tool_call::ToolCall;

/// Maximum number of waiting calls per client.
const MAX_WAITING_CALLS: usize = 256;

type DecisionFuture = Pin<Box<dyn Future<Output = Verdict> + Send>>;

/// Bytes of a client's requests held while they wait. Requests are held in full, so limiting their number is not
/// enough.
#[derive(Debug, Default)]
pub struct ByteBudget(Arc<AtomicUsize>);

/// A part of the budget, returned on drop.
#[derive(Debug)]
pub struct Reservation {
    used: Arc<AtomicUsize>,
    bytes: usize,
}

impl ByteBudget {
    pub fn reserve(&self, bytes: usize, limit: usize) -> Option<Reservation> {
        let add = |used: usize| used.checked_add(bytes).filter(|sum| *sum <= limit);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add).ok()?;
        Some(Reservation { used: Arc::clone(&self.0), bytes })
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.used.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// A call as received.
struct PendingApproval {
    /// The tool's server; `None` for an own tool.
    server_index: Option<usize>,
    tool: String,
    text: String,
    reply: Arc<OutboundQueue>,
}

impl Session {
    pub(super) fn wait_for_decision(
        self: &Arc<Self>,
        decision: DecisionFuture,
        server_index: Option<usize>,
        tool: &str,
        started: Option<StartedCall>,
        request: IncomingRequest,
    ) {
        let has_room = self.state().requests.local_count() < MAX_WAITING_CALLS;
        let Some(reserved) = self.reserve_bytes(request.text).filter(|_| has_room) else {
            let why = "too many calls wait for approval".to_owned();
            request.refuse(response::CALL_DENIED, &why);
            return self.record_call(started, LoggedVerdict::Denied(why), LoggedOutcome::Error);
        };
        let withdrawn = self.stop.child_token();
        let id = {
            let mut state = self.state();
            let id = state.requests.request_key(request.id);
            state.requests.insert_local(id.clone(), withdrawn.clone(), request.reply);
            id
        };
        let call = PendingApproval {
            server_index,
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
                    session.finish_local(&id);
                    session.record_call(started, LoggedVerdict::Undecided, LoggedOutcome::Cancelled);
                    call.reply.push(Vec::new(), OutboundKind::Cancelled);
                }
                verdict = decision => {
                    session.finish_local(&id);
                    session.apply_decision(&call, verdict, started);
                }
            }
        });
    }

    /// Reserves the bytes of a waiting request.
    pub(super) fn reserve_bytes(&self, text: &str) -> Option<Reservation> {
        self.waiting_bytes.reserve(text.len(), self.context.limits.max_bytes)
    }

    /// Applies the verdict. Admission is checked again, because the tool may have been withheld in the meantime.
    fn apply_decision(
        self: &Arc<Self>,
        call: &PendingApproval,
        verdict: Verdict,
        started: Option<StartedCall>,
    ) {
        // The same text was parsed before.
        let Some(message) = Frame::parse(&call.text) else { return };
        let (Some(id), Ok(named)) = (message.id, ToolCall::from_request(&message)) else { return };
        let request = IncomingRequest { text: &call.text, message: &message, id, reply: &call.reply };
        let admitted = call.server_index.filter(|server_index| {
            self.policy(*server_index).admit_call(&call.tool, self.connection_id()) == Admission::Admitted
        });
        let (verdict, started) = match verdict {
            Verdict::AllowBecause(why) => (Verdict::Allow, started.map(|started| started.with_reason(why))),
            verdict => (verdict, started),
        };
        match (verdict, admitted) {
            (Verdict::Allow, Some(server_index)) => {
                let renamed = (*call.tool != *named.tool).then_some((named.raw_name, call.tool.as_str()));
                self.forward(server_index, request, RequestKind::Call(started), renamed);
            }
            (Verdict::Allow | Verdict::AllowBecause(_), _) => {
                self.record_call(started, LoggedVerdict::Unknown, LoggedOutcome::Error);
                self.refuse_unknown_tool(&named.tool, request);
            }
            (Verdict::Deny(why), _) => {
                request.refuse(response::CALL_DENIED, &why);
                self.record_call(started, LoggedVerdict::Denied(why), LoggedOutcome::Error);
            }
            (Verdict::Answer(result), _) => self.reply_local_result(&result, started, request),
            (Verdict::InputRequired(result), _) => self.reply_with_elicitation(&result, started, request),
        }
    }
}
