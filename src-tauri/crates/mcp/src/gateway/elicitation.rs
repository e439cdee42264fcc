//! Approval through the client: an `elicitation/create` request on the stream of the call in the handshake protocol, an
//! `input_required` result in 2026-07-28.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::{Instant, interval, sleep_until};

use crate::gateway::from_client::Request;
use crate::gateway::outbound::{OutboundKind, OutboundQueue};
use crate::gateway::pending::{REQUESTS, ServerRequest};
use crate::gateway::session::Session;
use crate::jsonrpc::response;
use crate::proxy::approval_token::{ClientState, ElicitationResult, RetriedCall};
use crate::proxy::call_log::{ASKED, LoggedOutcome, LoggedVerdict, StartedCall};
use crate::proxy::elicitation::{ClientElicitor, Elicitation, ElicitationAnswer, METHOD, elicits, stated};
use crate::proxy::tool_call::ToolCall;

/// Interval for detecting that the client of a pending elicitation has disconnected.
const PERIOD: Duration = Duration::from_millis(100);
const GONE: &str = "the client went away before its user answered";

impl Session {
    /// Returns the means to ask a call's client for approval, or `None` if it does not support elicitation.
    pub(super) fn asks(
        self: &Arc<Self>,
        call: &ToolCall,
        request: Request,
        returned: Option<&RetriedCall>,
    ) -> Option<Arc<dyn ClientElicitor>> {
        if !self.is_stateless() {
            let bridge = self.state().bridge.clone().filter(|bridge| bridge.elicits());
            let asks = || ByRequest { session: Arc::clone(self), reply: Arc::clone(request.reply) };
            return bridge.map(|_| Arc::new(asks()) as Arc<dyn ClientElicitor>);
        }
        stated(call.params).filter(|capabilities| elicits(capabilities.get()))?;
        Some(Arc::new(ElicitationResult {
            tickets: Arc::clone(&self.context.tickets),
            returned: returned.cloned(),
            theirs: ClientState::of(call),
            // A session shared by several clients is not one client's connection.
            has_session: !self.state().requests.is_shared,
        }))
    }

    /// Answers the call with an elicitation. The client retries the call with the answer, which is logged as a call of
    /// its own.
    pub(super) fn asked_back(&self, result: &str, started: Option<StartedCall>, request: Request) {
        request.reply.push(response::result(request.id.get(), result).into_bytes(), OutboundKind::Result);
        let started = started.map(|started| started.because(ASKED.into()));
        self.record(started, LoggedVerdict::Undecided, LoggedOutcome::Ok);
    }

    /// Registers a request of the gateway to the client, numbered like those of servers. `None` if too many are
    /// pending.
    fn question(&self) -> Option<(u64, oneshot::Receiver<String>)> {
        let (sender, receiver) = oneshot::channel();
        let mut state = self.state();
        if state.requests.questions.len() >= REQUESTS {
            return None;
        }
        let number = state.requests.number();
        let question = ServerRequest { place: usize::MAX, id: Box::default(), by_us: Some(sender) };
        state.requests.questions.insert(number, question);
        Some((number, receiver))
    }
}

/// Asks a handshake-protocol client on the stream of its call.
struct ByRequest {
    session: Arc<Session>,
    reply: Arc<OutboundQueue>,
}

impl ClientElicitor for ByRequest {
    fn has_session(&self) -> bool {
        true
    }

    fn ask(&self, question: Elicitation) -> Pin<Box<dyn Future<Output = ElicitationAnswer> + Send>> {
        let (session, reply) = (Arc::clone(&self.session), Arc::clone(&self.reply));
        Box::pin(async move {
            let until = Instant::now() + question.patience;
            let Some((number, mut answer)) = session.question() else {
                return ElicitationAnswer::no("too many questions to the client are open");
            };
            let _asked = PendingElicitation { session, reply: Arc::clone(&reply), number };
            let params = question.params();
            let text = format!(r#"{{"jsonrpc":"2.0","id":{number},"method":"{METHOD}","params":{params}}}"#);
            if !reply.push(text.into_bytes(), OutboundKind::Other) {
                return ElicitationAnswer::no(GONE);
            }
            let mut ticks = interval(PERIOD);
            loop {
                tokio::select! {
                    biased;
                    text = &mut answer => return match text {
                        Ok(text) => question.heard_in(&text),
                        Err(_) => ElicitationAnswer::no(GONE),
                    },
                    () = sleep_until(until) => return ElicitationAnswer::late(question.patience),
                    _ = ticks.tick() => if reply.is_closed() {
                        return ElicitationAnswer::no(GONE);
                    },
                }
            }
        })
    }
}

/// An elicitation that is cancelled if dropped before it is answered.
struct PendingElicitation {
    session: Arc<Session>,
    reply: Arc<OutboundQueue>,
    number: u64,
}

impl Drop for PendingElicitation {
    fn drop(&mut self) {
        if self.session.state().requests.questions.remove(&self.number).is_some() {
            let text = format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{}}}}}"#,
                self.number
            );
            self.reply.push(text.into_bytes(), OutboundKind::Other);
        }
    }
}
