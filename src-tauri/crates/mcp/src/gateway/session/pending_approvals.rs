//! Calls waiting for an approval decision. They have not been sent to the server.

use crate::gateway::byte_budget::Reservation;
use std::sync::Arc;

use crate::gateway::outbound::{OutboundKind, OutboundQueue};
use crate::gateway::session::Session;
use crate::gateway::session::incoming_request::IncomingRequest;
use crate::jsonrpc::frame::Frame;
use crate::proxy::call_gate::{CallTarget, MAX_WAITING_CALLS};
use crate::proxy::call_log::{LoggedOutcome, LoggedVerdict, StartedCall};
use crate::proxy::policy::{PendingVerdict, Verdict};
use crate::proxy::tool_call::ToolCall;

/// A call as received.
struct PendingApproval {
    /// The tool's server; `None` for an own tool.
    server_index: Option<usize>,
    tool: String,
    text: String,
    reply: Arc<OutboundQueue>,
}

impl Session {
    pub(in crate::gateway) fn wait_for_verdict(
        self: &Arc<Self>,
        verdict: PendingVerdict,
        server_index: Option<usize>,
        (tool, named): (&str, &ToolCall),
        started: Option<StartedCall>,
        request: IncomingRequest,
    ) {
        let has_room = self.state().requests.local_count() < MAX_WAITING_CALLS;
        let Some(reserved) = self.reserve_bytes(request.text).filter(|_| has_room) else {
            let target = CallTarget { id: request.id.get(), tool, exposed_name: &named.tool };
            return request.answer(self.call_gate(None).deny_waiting(target, started));
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
                verdict = verdict => {
                    session.finish_local(&id);
                    session.apply_verdict(&call, verdict, started);
                }
            }
        });
    }

    /// Reserves the bytes of a waiting request.
    pub(in crate::gateway) fn reserve_bytes(&self, text: &str) -> Option<Reservation> {
        self.waiting_bytes.reserve(text.len(), self.context.limits.max_bytes)
    }

    fn apply_verdict(
        self: &Arc<Self>,
        call: &PendingApproval,
        verdict: Verdict,
        started: Option<StartedCall>,
    ) {
        // The same text was parsed before.
        let Some(message) = Frame::parse(&call.text) else { return };
        let (Some(id), Ok(named)) = (message.id, ToolCall::from_request(&message)) else { return };
        let request = IncomingRequest { text: &call.text, message: &message, id, reply: &call.reply };
        let policy = call.server_index.map(|server_index| self.policy(server_index));
        let target = CallTarget { id: id.get(), tool: &call.tool, exposed_name: &named.tool };
        let action = self.call_gate(policy.as_deref()).apply_late(target, verdict, started);
        self.perform(action, call.server_index, (&call.tool, &named), request);
    }
}
