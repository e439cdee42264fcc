//! Approval through the client: an `elicitation/create` request on the stream of the call in the handshake protocol, an
//! `input_required` result in 2026-07-28.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, interval, sleep_until};

use crate::gateway::outbound::{OutboundKind, OutboundQueue};
use crate::gateway::session::Session;
use crate::gateway::session::incoming_request::IncomingRequest;
use crate::proxy::approval_token::{InputRequiredElicitor, RetriedCall, ServerInput};
use crate::proxy::elicitation::{
    ClientElicitor, ELICITATION_CREATE, Elicitation, ElicitationAnswer, has_form_elicitation,
    request_capabilities,
};
use crate::proxy::tool_call::ToolCall;

/// Interval for detecting that the client of a pending elicitation has disconnected.
const DISCONNECT_POLL_INTERVAL: Duration = Duration::from_millis(100);
const CLIENT_GONE: &str = "the client disconnected before its user answered";

impl Session {
    /// Returns the means to ask a call's client for approval, or `None` if it does not support elicitation.
    pub(in crate::gateway) fn client_elicitor(
        self: &Arc<Self>,
        call: &ToolCall,
        request: IncomingRequest,
        retried: Option<&RetriedCall>,
    ) -> Option<Arc<dyn ClientElicitor>> {
        if !self.is_stateless() {
            let initialize_params = self
                .state()
                .initialize_params
                .clone()
                .filter(|initialize_params| initialize_params.supports_elicitation());
            let asks = || RequestElicitor { session: Arc::clone(self), reply: Arc::clone(request.reply) };
            return initialize_params.map(|_| Arc::new(asks()) as Arc<dyn ClientElicitor>);
        }
        request_capabilities(call.params).filter(|capabilities| has_form_elicitation(capabilities.get()))?;
        Some(Arc::new(InputRequiredElicitor {
            tokens: Arc::clone(&self.context.approval_tokens),
            retried: retried.cloned(),
            server_input: ServerInput::from_call(call),
            // A session shared by several clients is not one client's connection.
            has_session: !self.state().requests.is_shared,
        }))
    }
}

/// Asks a handshake-protocol client on the stream of its call.
struct RequestElicitor {
    session: Arc<Session>,
    reply: Arc<OutboundQueue>,
}

impl ClientElicitor for RequestElicitor {
    fn has_session(&self) -> bool {
        true
    }

    fn elicit(&self, question: Elicitation) -> Pin<Box<dyn Future<Output = ElicitationAnswer> + Send>> {
        let (session, reply) = (Arc::clone(&self.session), Arc::clone(&self.reply));
        Box::pin(async move {
            let until = Instant::now() + question.timeout;
            let Some(mut pending) = session.register_request_to_client(usize::MAX, &reply) else {
                return ElicitationAnswer::deny("too many requests to the client are pending");
            };
            let message = pending.message(ELICITATION_CREATE, &question.params().to_string());
            if !reply.push(message, OutboundKind::Other) {
                return ElicitationAnswer::deny(CLIENT_GONE);
            }
            let mut ticks = interval(DISCONNECT_POLL_INTERVAL);
            loop {
                tokio::select! {
                    biased;
                    text = &mut pending.answer => return match text {
                        Ok(text) => question.parse_response(&text),
                        Err(_) => ElicitationAnswer::deny(CLIENT_GONE),
                    },
                    () = sleep_until(until) => return ElicitationAnswer::timed_out(question.timeout),
                    _ = ticks.tick() => if reply.is_closed() {
                        return ElicitationAnswer::deny(CLIENT_GONE);
                    },
                }
            }
        })
    }
}
