//! Handling of client messages: forward, answer, or hold until a decision.
//!
//! The client may be an agent that tries to bypass the proxy, so a line is forwarded only if the server is certain to
//! read it as we do. Anything that is not JSON or is ambiguous is answered here.

use std::sync::Arc;

use hintsmith_core::text::json::Members;

use crate::jsonrpc::envelope::Envelope;
use crate::jsonrpc::frame::{Frame, MessageKind, Method, ParsedLine};
use crate::jsonrpc::id::RequestId;
use crate::jsonrpc::response;
use crate::jsonrpc::splice::append_line;
use crate::proxy::approval_token::{InputRequiredElicitor, RetriedCall, ServerInput};
use crate::proxy::call_log::{self, LoggedOutcome, LoggedVerdict, StartedCall};
use crate::proxy::elicitation::{self, ClientElicitor, ElicitorFactory};
use crate::proxy::list_changed;
use crate::proxy::pending_approvals::{self, PendingApproval, PendingDecision};
use crate::proxy::pending_elicitations::RequestElicitor;
use crate::proxy::policy::{CallInfo, Decision, Verdict};
use crate::proxy::session::{MAX_PENDING_REQUESTS, PendingRequest, Session};
use crate::proxy::tool_call::{InvalidCall, MISSING_NAME, ToolCall};
use crate::proxy::tool_list;

/// Limit in bytes for a request id, which is stored until the response arrives. Real ids are far shorter.
const MAX_ID_BYTES: usize = 4096;

pub(super) enum ClientMessageAction {
    Forward,
    Reply(String),
    /// Neither forwarded nor answered: a rejected notification, or a call that waits for a decision.
    Consume,
}

impl Session {
    /// Handles one line from the client and appends what the server receives of it to `out`.
    pub(super) fn handle_client_line(
        &self,
        line: &[u8],
        out: &mut Vec<u8>,
        approvals: &mut Vec<PendingApproval>,
    ) {
        let text = std::str::from_utf8(line).unwrap_or_default();
        match ParsedLine::parse(text) {
            ParsedLine::Single(message) => match self.handle_client_message(line, &message, approvals) {
                ClientMessageAction::Forward => append_line(line, out),
                ClientMessageAction::Reply(answer) => self.client_outbox.push(&answer),
                ClientMessageAction::Consume => {}
            },
            ParsedLine::Batch(items) if items.is_empty() => append_line(line, out),
            ParsedLine::Batch(items) => {
                let texts: Vec<&str> = items.iter().map(|item| item.get()).collect();
                self.handle_client_batch(line, &texts, out, approvals);
            }
            ParsedLine::NotJson => {
                let envelope = Envelope::scan(line);
                let id = envelope
                    .id
                    .filter(|_| envelope.has_method && !envelope.is_ambiguous)
                    .unwrap_or_else(|| "null".to_owned());
                self.client_outbox.push(&response::error(
                    &id,
                    response::PARSE_ERROR,
                    "Parse error: this line is not JSON",
                ));
            }
        }
    }

    /// Removes refused messages from a batch and answers them as a batch; the rest is forwarded as a batch.
    fn handle_client_batch(
        &self,
        line: &[u8],
        items: &[&str],
        out: &mut Vec<u8>,
        approvals: &mut Vec<PendingApproval>,
    ) {
        let messages: Option<Vec<Frame>> = items.iter().map(|item| Frame::parse(item)).collect();
        let Some(messages) = messages else {
            let why = "Invalid Request: a batch holds something that is not a message";
            return self
                .client_outbox
                .push(&format!("[{}]", response::error("null", response::INVALID_REQUEST, why)));
        };
        let (mut forwarded, mut answers) = (Vec::new(), Vec::new());
        for (item, message) in items.iter().zip(&messages) {
            match self.handle_client_message(item.as_bytes(), message, approvals) {
                ClientMessageAction::Forward => forwarded.push(*item),
                ClientMessageAction::Reply(answer) => answers.push(answer),
                ClientMessageAction::Consume => {}
            }
        }
        if forwarded.len() == items.len() {
            append_line(line, out);
        } else if !forwarded.is_empty() {
            append_line(format!("[{}]\n", forwarded.join(",")).as_bytes(), out);
        }
        if !answers.is_empty() {
            self.client_outbox.push(&format!("[{}]", answers.join(",")));
        }
    }

    fn handle_client_message(
        &self,
        line: &[u8],
        message: &Frame,
        approvals: &mut Vec<PendingApproval>,
    ) -> ClientMessageAction {
        if let Some(why) = &message.ambiguity {
            return self.reject_ambiguous(message, why);
        }
        match message.kind() {
            MessageKind::Request => self.handle_client_request(line, message, approvals),
            MessageKind::Notification => self.handle_client_notification(message, approvals),
            MessageKind::Response if self.elicitations.take_response(message, line) => {
                ClientMessageAction::Consume
            }
            MessageKind::Response | MessageKind::Other => ClientMessageAction::Forward,
        }
    }

    /// Refuses an ambiguous message and reports it to the user, because it may be an attempt to bypass the proxy.
    fn reject_ambiguous(&self, message: &Frame, reason: &str) -> ClientMessageAction {
        self.warn(&format!("a message of the client was not passed on: {reason}"));
        refuse(message, response::INVALID_REQUEST, &format!("Invalid Request: {reason}"))
    }

    fn handle_client_request(
        &self,
        line: &[u8],
        message: &Frame,
        approvals: &mut Vec<PendingApproval>,
    ) -> ClientMessageAction {
        let Some(id) = message.id else { return ClientMessageAction::Consume };
        if id.get().len() > MAX_ID_BYTES {
            return ClientMessageAction::Reply(response::error(
                "null",
                response::INVALID_REQUEST,
                "Invalid Request: the id is too long",
            ));
        }
        let id = RequestId::from_raw(id);
        if message.method == Some(Method::Unreadable) {
            return refuse(message, response::INVALID_REQUEST, "Invalid Request: the method cannot be read");
        }
        let state = self.state();
        let refusal = match () {
            () if state.is_closing => Some((response::INTERNAL_ERROR, "the connection is being closed")),
            () if state.pending.contains_key(&id) => {
                Some((response::INVALID_REQUEST, "Invalid Request: a request with this id is under way"))
            }
            () if state.pending.len() >= MAX_PENDING_REQUESTS => {
                Some((response::INTERNAL_ERROR, "too many requests are under way"))
            }
            () => None,
        };
        drop(state);
        if let Some((code, why)) = refusal {
            return refuse(message, code, why);
        }
        self.client_stats.record_client(message);
        let request = match message.method() {
            "tools/call" => return self.handle_tool_call(line, id, message, approvals),
            "tools/list" => {
                self.state().pending_lists += 1;
                PendingRequest::List { is_first_page: tool_list::is_first_page(message.params) }
            }
            "initialize" => {
                let capabilities = message.params.and_then(|params| Members::parse(params.get()).ok());
                let capabilities = capabilities.and_then(|members| members.get("capabilities"));
                self.state().has_form_elicitation =
                    capabilities.is_some_and(|raw| elicitation::has_form_elicitation(raw.get()));
                PendingRequest::Initialize
            }
            "server/discover" => PendingRequest::Discover,
            "subscriptions/listen" => PendingRequest::Listen {
                has_tools_list_changed: list_changed::has_tools_list_changed(message.params),
            },
            _ => PendingRequest::Other,
        };
        self.state().pending.insert(id, request);
        ClientMessageAction::Forward
    }

    fn handle_tool_call(
        &self,
        line: &[u8],
        id: RequestId,
        message: &Frame,
        approvals: &mut Vec<PendingApproval>,
    ) -> ClientMessageAction {
        let call = match ToolCall::from_request(message) {
            Ok(call) => call,
            Err(InvalidCall::MissingName) => return refuse(message, response::INVALID_PARAMS, MISSING_NAME),
            Err(InvalidCall::Ambiguous(why)) => return self.reject_ambiguous(message, &why),
        };
        let ToolCall { tool, arguments, params, .. } = &call;
        let (tool, arguments, params) = (&**tool, *arguments, *params);
        let started = self.start_call(tool, arguments);
        let answer = self.policy.borrow().handle_call(tool, arguments, self.client_stats.connection_id);
        if let Some(answer) = answer {
            let done = Box::pin(async { Verdict::Answer(answer.await) });
            return self.hold_call(line, id, tool, done, started, approvals);
        }
        if !self.is_admitted(tool) {
            return self.reject_unknown_tool(&id, tool, started);
        }
        let client = self.client_stats.client_name();
        let (connection, session, client) =
            (self.client_stats.connection_id, self.client_stats.connection_id, client.as_deref());
        // The server must not see our token and its answer.
        let retried =
            call.request_state.and_then(|_| RetriedCall::from_call(&String::from_utf8_lossy(line), &call));
        let elicitor = ElicitorFactory(&|| self.client_elicitor(&call, retried.as_ref()));
        let facts = CallInfo { server: None, connection, session, client, tool, arguments, params, elicitor };
        let decision = self.approver.decide(&facts);
        if let Some(retried) = &retried {
            let decision = match decision {
                Decision::Ready(verdict) => Box::pin(std::future::ready(verdict)),
                Decision::Pending(decision) => decision,
            };
            return self.hold_call(retried.server_text.as_bytes(), id, tool, decision, started, approvals);
        }
        match decision {
            Decision::Ready(Verdict::Allow) => {
                self.state().pending.insert(id, PendingRequest::Call(started));
                ClientMessageAction::Forward
            }
            Decision::Ready(Verdict::AllowBecause(why)) => {
                let started = started.map(|started| started.with_reason(why));
                self.state().pending.insert(id, PendingRequest::Call(started));
                ClientMessageAction::Forward
            }
            Decision::Ready(Verdict::Deny(why)) => self.deny_call(&id, why, started),
            Decision::Ready(Verdict::Answer(result)) => self.answer_call(&id, &result, started),
            Decision::Ready(Verdict::InputRequired(result)) => self.request_input(&id, &result, started),
            Decision::Pending(decision) => self.hold_call(line, id, tool, decision, started, approvals),
        }
    }

    /// Returns the elicitor for a call: by its result since protocol 2026-07-28, by `elicitation/create` before.
    fn client_elicitor(
        &self,
        call: &ToolCall,
        retried: Option<&RetriedCall>,
    ) -> Option<Arc<dyn ClientElicitor>> {
        if let Some(capabilities) = elicitation::request_capabilities(call.params) {
            let (tickets, retried) = (Arc::clone(&self.approval_tokens), retried.cloned());
            let elicitor = InputRequiredElicitor {
                tokens: tickets,
                retried,
                server_input: ServerInput::from_call(call),
                has_session: true,
            };
            return elicitation::has_form_elicitation(capabilities.get())
                .then(|| Arc::new(elicitor) as Arc<dyn ClientElicitor>);
        }
        self.state()
            .has_form_elicitation
            .then(|| Arc::new(RequestElicitor(Arc::clone(&self.elicitations))) as Arc<dyn ClientElicitor>)
    }

    /// Holds a call until its decision, or denies it when too many calls wait.
    fn hold_call(
        &self,
        line: &[u8],
        id: RequestId,
        tool: &str,
        decision: PendingDecision,
        started: Option<StartedCall>,
        approvals: &mut Vec<PendingApproval>,
    ) -> ClientMessageAction {
        if !pending_approvals::has_capacity(approvals, line) {
            return self.deny_call(&id, "too many calls wait for approval".to_owned(), started);
        }
        self.state().pending.insert(id.clone(), PendingRequest::AwaitingApproval(started));
        approvals.push(PendingApproval::new(id, tool.to_owned(), line, decision));
        ClientMessageAction::Consume
    }

    /// Answers a call with a result from the proxy.
    pub(super) fn answer_call(
        &self,
        id: &RequestId,
        result: &str,
        started: Option<StartedCall>,
    ) -> ClientMessageAction {
        self.record_call(
            PendingRequest::Call(started),
            LoggedVerdict::Allowed,
            call_log::classify_result(Some(result)),
        );
        ClientMessageAction::Reply(response::result(&id.to_json(), result))
    }

    /// Answers a call with an elicitation. The client retries the call, which is then logged again.
    pub(super) fn request_input(
        &self,
        id: &RequestId,
        result: &str,
        started: Option<StartedCall>,
    ) -> ClientMessageAction {
        let started = started.map(|started| started.with_reason(call_log::REASON_CLIENT_ASKED.into()));
        self.record_call(PendingRequest::Call(started), LoggedVerdict::Undecided, LoggedOutcome::Ok);
        ClientMessageAction::Reply(response::result(&id.to_json(), result))
    }

    pub(super) fn reject_unknown_tool(
        &self,
        id: &RequestId,
        tool: &str,
        started: Option<StartedCall>,
    ) -> ClientMessageAction {
        self.record_call(PendingRequest::Call(started), LoggedVerdict::Unknown, LoggedOutcome::Error);
        ClientMessageAction::Reply(response::unknown_tool(&id.to_json(), tool))
    }

    pub(super) fn deny_call(
        &self,
        id: &RequestId,
        reason: String,
        started: Option<StartedCall>,
    ) -> ClientMessageAction {
        let answer = response::error(&id.to_json(), response::CALL_DENIED, &reason);
        self.record_call(PendingRequest::Call(started), LoggedVerdict::Denied(reason), LoggedOutcome::Error);
        ClientMessageAction::Reply(answer)
    }

    fn handle_client_notification(
        &self,
        message: &Frame,
        approvals: &mut Vec<PendingApproval>,
    ) -> ClientMessageAction {
        match message.method() {
            "notifications/initialized" => self.state().is_initialized = true,
            "notifications/cancelled" => return self.handle_cancelled(message, approvals),
            // It has no response, but a server may still execute it.
            "tools/call" => {
                self.warn("a call without an id was not passed on");
                return ClientMessageAction::Consume;
            }
            _ if message.method == Some(Method::Unreadable) => return ClientMessageAction::Consume,
            _ => {}
        }
        ClientMessageAction::Forward
    }

    fn handle_cancelled(&self, message: &Frame, approvals: &mut Vec<PendingApproval>) -> ClientMessageAction {
        let Some(id) = message.cancelled_request_id() else { return ClientMessageAction::Forward };
        if let Some(index) = approvals.iter().position(|call| call.has_id(&id)) {
            // The server never received this call, so it does not get the notification either.
            self.cancel_calls(vec![approvals.swap_remove(index)]);
            return ClientMessageAction::Consume;
        }
        let started = self.state().cancel(&id);
        self.record_call(PendingRequest::Call(started), LoggedVerdict::Allowed, LoggedOutcome::Cancelled);
        self.request_ended.notify_one();
        ClientMessageAction::Forward
    }

    /// Answers a client line over the length limit. Fails if the peer that waits for it cannot be determined.
    pub(super) fn handle_oversized_client_line(
        &self,
        envelope: &Envelope,
        limit: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), String> {
        let why =
            format!("the client sent a message of more than {} MiB, which was not passed on", limit >> 20);
        match &envelope.id {
            _ if envelope.is_batch || envelope.is_ambiguous => return Err(why),
            Some(id) if envelope.has_method => {
                self.client_outbox.push(&response::error(id, response::INVALID_REQUEST, &why))
            }
            Some(id) if envelope.has_result_or_error && self.elicitations.discard_response(id) => {}
            Some(id) if envelope.has_result_or_error => {
                out.extend_from_slice(response::error(id, response::INTERNAL_ERROR, &why).as_bytes());
                out.push(b'\n');
            }
            None if envelope.has_method => self.warn(&why),
            _ => return Err(why),
        }
        Ok(())
    }
}

/// Builds an error response; a notification gets none.
fn refuse(message: &Frame, code: i32, reason: &str) -> ClientMessageAction {
    match message.kind() {
        MessageKind::Notification => ClientMessageAction::Consume,
        _ => ClientMessageAction::Reply(response::error(
            message.id.map_or("null", |id| id.get()),
            code,
            reason,
        )),
    }
}
