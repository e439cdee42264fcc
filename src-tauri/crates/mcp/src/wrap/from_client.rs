//! Handling of client messages: forward, answer, or hold until a decision.
//!
//! The client may be an agent that tries to bypass the proxy, so a line is forwarded only if the server is certain to
//! read it as we do. Anything that is not JSON or is ambiguous is answered here.

use std::borrow::Cow;
use std::sync::Arc;

use hintsmith_core::text::json::Members;

use crate::jsonrpc::envelope::Envelope;
use crate::jsonrpc::frame::{Frame, MessageKind, Method, ParsedLine};
use crate::jsonrpc::id::RequestId;
use crate::jsonrpc::response;
use crate::jsonrpc::single_line::append_line;
use crate::proxy::approval_token::{InputRequiredElicitor, RetriedCall, ServerInput};
use crate::proxy::call_gate::{CallAction, CallTarget, RequestChecks, UNREADABLE_RETRY, check_request};
use crate::proxy::call_log::{LoggedOutcome, LoggedVerdict};
use crate::proxy::elicitation::{self, ClientElicitor, ElicitorFactory};
use crate::proxy::policy::{Admission, CallInfo};
use crate::proxy::request_kind::RequestKind;
use crate::proxy::tool_call::{InvalidCall, MISSING_NAME, ToolCall};
use crate::wrap::pending_approvals::{self, PendingApproval};
use crate::wrap::pending_elicitations::RequestElicitor;
use crate::wrap::session::{MAX_PENDING_REQUESTS, PendingRequest, Session};

enum ClientMessageAction {
    Forward,
    /// Forward this text instead.
    Replace(String),
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
                ClientMessageAction::Replace(text) => {
                    append_line(text.trim_ascii_end().as_bytes(), out);
                    out.push(b'\n');
                }
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
                    "Parse error: the line is not JSON",
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
            let why = "Invalid Request: the batch contains an item that is not a message";
            return self
                .client_outbox
                .push(&format!("[{}]", response::error("null", response::INVALID_REQUEST, why)));
        };
        let (mut forwarded, mut answers, mut is_unchanged) = (Vec::new(), Vec::new(), true);
        for (item, message) in items.iter().zip(&messages) {
            match self.handle_client_message(item.as_bytes(), message, approvals) {
                ClientMessageAction::Forward => forwarded.push(Cow::Borrowed(*item)),
                ClientMessageAction::Replace(text) => {
                    is_unchanged = false;
                    forwarded.push(Cow::Owned(text));
                }
                ClientMessageAction::Reply(answer) => answers.push(answer),
                ClientMessageAction::Consume => {}
            }
        }
        if is_unchanged && forwarded.len() == items.len() {
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
        self.warn(&format!("rejected a message of the client: {reason}"));
        refuse(message, response::INVALID_REQUEST, &format!("Invalid Request: {reason}"))
    }

    fn handle_client_request(
        &self,
        line: &[u8],
        message: &Frame,
        approvals: &mut Vec<PendingApproval>,
    ) -> ClientMessageAction {
        let Some(id) = message.id.map(RequestId::from_raw) else { return ClientMessageAction::Consume };
        let checks = || {
            let state = self.state();
            RequestChecks {
                is_closing: state.is_closing,
                is_duplicate: state.pending.contains_key(&id),
                is_full: state.pending.len() >= MAX_PENDING_REQUESTS,
            }
        };
        if let Some(refusal) = check_request(message, checks) {
            return ClientMessageAction::Reply(refusal.response(message));
        }
        self.client_stats.record_client(message);
        if message.method() == "tools/call" {
            return self.handle_tool_call(line, id, message, approvals);
        }
        let kind = RequestKind::classify(message);
        if let RequestKind::Initialize = kind {
            let capabilities = message.params.and_then(|params| Members::parse(params.get()).ok());
            let capabilities = capabilities.and_then(|members| members.get("capabilities"));
            self.state().has_form_elicitation =
                capabilities.is_some_and(|raw| elicitation::has_form_elicitation(raw.get()));
        }
        self.state().insert_forwarded(id, kind);
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
        let retried =
            call.request_state.and_then(|_| RetriedCall::from_call(&String::from_utf8_lossy(line), &call));
        let Some(retried) = retried else {
            return self.decide_call(line, id, message, &call, None, approvals);
        };
        // The server must not see our token and its answer.
        let message = Frame::parse(&retried.server_text).unwrap_or_default();
        match ToolCall::from_request(&message) {
            Ok(call) => {
                let line = retried.server_text.as_bytes();
                match self.decide_call(line, id, &message, &call, Some(&retried), approvals) {
                    ClientMessageAction::Forward => ClientMessageAction::Replace(retried.server_text.clone()),
                    action => action,
                }
            }
            Err(_) => refuse(&message, response::INTERNAL_ERROR, UNREADABLE_RETRY),
        }
    }

    /// Decides about a call as the server would receive it.
    fn decide_call(
        &self,
        line: &[u8],
        id: RequestId,
        message: &Frame,
        call: &ToolCall,
        retried: Option<&RetriedCall>,
        approvals: &mut Vec<PendingApproval>,
    ) -> ClientMessageAction {
        let tool = &*call.tool;
        let started = self.start_call(tool, call.arguments);
        let client = self.client_stats.client_name();
        let info = CallInfo {
            server: None,
            connection: self.client_stats.connection_id,
            session: self.client_stats.connection_id,
            client: client.as_deref(),
            tool,
            arguments: call.arguments,
            params: call.params,
            elicitor: ElicitorFactory(&|| self.client_elicitor(call, retried)),
        };
        let policy = self.policy();
        let gate = self.call_gate(&*policy);
        let is_unlisted = policy.admit_call(tool, self.client_stats.connection_id) == Admission::Unlisted;
        let target = CallTarget { id: message.id.map_or("null", |id| id.get()), tool, exposed_name: tool };
        match gate.decide(target, &info, started) {
            CallAction::Forward(started) => {
                self.state().insert_forwarded(id, RequestKind::Call(started));
                ClientMessageAction::Forward
            }
            CallAction::Reply(reply) => {
                if is_unlisted {
                    self.warn(&format!("the client has to list the tools before it calls {tool:?}"));
                }
                ClientMessageAction::Reply(reply.text)
            }
            CallAction::Wait(_, started) if !pending_approvals::has_capacity(approvals, line) => {
                ClientMessageAction::Reply(gate.deny_waiting(target, started).text)
            }
            CallAction::Wait(verdict, started) => {
                self.state().pending.insert(id.clone(), PendingRequest::AwaitingApproval(started));
                approvals.push(PendingApproval::new(id, tool.to_owned(), line, verdict));
                ClientMessageAction::Consume
            }
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
                self.warn("dropped a call without an id");
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
        self.record_call(started, LoggedVerdict::Allowed, LoggedOutcome::Cancelled);
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
        let why = format!("dropped a message of the client that is larger than {} MiB", limit >> 20);
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
