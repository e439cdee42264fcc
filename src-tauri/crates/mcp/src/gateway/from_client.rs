//! Messages from the client: requests are forwarded under gateway ids, calls are checked first, and responses go to the
//! server that made the request.
//!
//! The client may be an agent that tries to bypass the policy, so a message is forwarded only if the gateway reads it
//! exactly as the server will. Ambiguous messages are refused.

mod notifications;
mod progress_token;

use std::sync::Arc;

use progress_token::progress_token;
use serde_json::value::RawValue;

use crate::connection::Era;
use crate::gateway::bridge::RetryableRequest;
use crate::gateway::outbound::{OutboundKind, OutboundQueue};
use crate::gateway::pending::{ClientRequest, ProgressToken, RequestKind, RequestOrigin, UpstreamRequest};
use crate::gateway::session::{Phase, Session};
use crate::jsonrpc::frame::{Frame, MessageKind, Method};
use crate::jsonrpc::id::RequestId;
use crate::jsonrpc::response;
use crate::jsonrpc::splice::{Splices, append_line};
use crate::proxy::approval_token::RetriedCall;
use crate::proxy::call_log::{self, LoggedOutcome, LoggedVerdict, StartedCall};
use crate::proxy::elicitation::ElicitorFactory;
use crate::proxy::policy::{Admission, CallInfo, Decision, Verdict};
use crate::proxy::tool_call::{InvalidCall, MISSING_NAME, ToolCall};
use crate::proxy::tool_list;

/// Maximum length of a request id in bytes; ids are kept until the request is answered.
const MAX_ID_BYTES: usize = 4096;

/// A client's request, and the queue for its response.
#[derive(Clone, Copy)]
pub struct IncomingRequest<'a> {
    pub text: &'a str,
    pub message: &'a Frame<'a>,
    /// The id as the client wrote it.
    pub id: &'a RawValue,
    pub reply: &'a Arc<OutboundQueue>,
}

impl Session {
    /// Handles one message. Returns true if a response will be pushed to `reply`.
    pub fn handle_client_message(
        self: &Arc<Self>,
        text: &str,
        message: &Frame,
        reply: &Arc<OutboundQueue>,
    ) -> bool {
        let expects_response = matches!(message.kind(), MessageKind::Request);
        if let Some(why) = &message.ambiguity {
            self.context.report(usize::MAX, &format!("a message of a client was not passed on: {why}"));
            let id = message.id.map_or("null", RawValue::get);
            self.send_error(reply, id, response::INVALID_REQUEST, &format!("Invalid Request: {why}"));
            return true;
        }
        match (message.kind(), message.id) {
            (MessageKind::Request, Some(id)) => {
                self.handle_client_request(IncomingRequest { text, message, id, reply })
            }
            (MessageKind::Notification, _) => self.handle_client_notification(text, message),
            (MessageKind::Response, Some(id)) => self.handle_client_response(text, id),
            _ => {
                self.send_error(
                    reply,
                    "null",
                    response::INVALID_REQUEST,
                    "Invalid Request: this is no message",
                );
                return true;
            }
        }
        expects_response
    }

    fn handle_client_request(self: &Arc<Self>, request: IncomingRequest) {
        self.context.metrics.requests.increment();
        if request.id.get().len() > MAX_ID_BYTES {
            let why = "Invalid Request: the id is too long";
            return self.send_error(request.reply, "null", response::INVALID_REQUEST, why);
        }
        let method = request.message.method();
        let refusal = {
            let state = self.state();
            match state.phase {
                _ if request.message.method == Some(Method::Unreadable) => {
                    Some((response::INVALID_REQUEST, "Invalid Request: the method cannot be read"))
                }
                Phase::Closing => Some((response::INTERNAL_ERROR, "the connection is being closed")),
                Phase::New | Phase::Handshaking if method != "initialize" => {
                    Some((response::INVALID_REQUEST, "Invalid Request: the connection is not initialized"))
                }
                Phase::Open | Phase::Handshaking if method == "initialize" && state.era == Era::Handshake => {
                    Some((
                        response::INVALID_REQUEST,
                        "Invalid Request: the connection is initialized already",
                    ))
                }
                _ if state.requests.contains_id(&RequestId::from_raw(request.id)) => {
                    Some((response::INVALID_REQUEST, "Invalid Request: a request with this id is under way"))
                }
                _ if state.requests.is_full() => {
                    Some((response::INTERNAL_ERROR, "too many requests are under way"))
                }
                _ => None,
            }
        };
        match (refusal, method) {
            (Some((code, why)), _) => request.refuse(code, why),
            (None, method) if self.is_stateless() => self.handle_stateless_request(method, request),
            (None, "initialize") => self.start_handshake(request),
            (None, _) if !self.context.is_single() => self.route(request),
            (None, "tools/call") => self.handle_call(0, request),
            (None, "tools/list") => {
                let first = tool_list::is_first_page(request.message.params);
                self.forward(0, request, RequestKind::List { is_first_page: first }, None);
            }
            (None, _) => self.forward(0, request, RequestKind::Other, None),
        }
    }

    /// Handles a `tools/call` for this server.
    pub fn handle_call(self: &Arc<Self>, server_index: usize, request: IncomingRequest) {
        let call = match ToolCall::from_request(request.message) {
            Ok(call) => call,
            Err(InvalidCall::MissingName) => return request.refuse(response::INVALID_PARAMS, MISSING_NAME),
            Err(InvalidCall::Ambiguous(why)) => {
                self.context.report(server_index, &format!("a call of a client was not passed on: {why}"));
                return request.refuse(response::INVALID_REQUEST, &format!("Invalid Request: {why}"));
            }
        };
        self.admit_call(server_index, &call.tool, &call, request);
    }

    /// Handles a call of the server's tool `tool`: local tools, withheld tools, header parameters, then approval.
    pub fn admit_call(
        self: &Arc<Self>,
        server_index: usize,
        tool: &str,
        call: &ToolCall,
        request: IncomingRequest,
    ) {
        let started = self.start_call(Some(server_index), tool, call, request);
        if let Some(answering) =
            self.policy(server_index).handle_call(tool, call.arguments, self.connection_id())
        {
            let done = Box::pin(async { Verdict::Answer(answering.await) });
            return self.wait_for_decision(done, Some(server_index), tool, started, request);
        }
        if self.policy(server_index).admit_call(tool, self.connection_id()) != Admission::Admitted {
            self.record_call(started, LoggedVerdict::Unknown, LoggedOutcome::Error);
            return self.refuse_unknown_tool(&call.tool, request);
        }
        if self.needs_header_params(server_index) {
            return self.call_after_header_params(server_index, tool, request);
        }
        // The server must not see the client's answer to the gateway's elicitation.
        let Some(retried) = RetriedCall::from_call(request.text, call) else {
            return self.approve_call(server_index, tool, call, request, None, started);
        };
        let message = Frame::parse(&retried.server_text).unwrap_or_default();
        let (Some(id), Ok(call)) = (message.id, ToolCall::from_request(&message)) else {
            return request.refuse(response::INTERNAL_ERROR, "the call cannot be read without our question");
        };
        let request =
            IncomingRequest { text: &retried.server_text, message: &message, id, reply: request.reply };
        self.approve_call(server_index, tool, &call, request, Some(&retried), started);
    }

    /// Asks the approver about a call, which may be a retry with the answer to an elicitation.
    fn approve_call(
        self: &Arc<Self>,
        server_index: usize,
        tool: &str,
        call: &ToolCall,
        request: IncomingRequest,
        retried: Option<&RetriedCall>,
        started: Option<StartedCall>,
    ) {
        let server = Some(self.context.servers[server_index].name.as_str());
        let (session, client) = self.client_identity(request.message);
        let (client, arguments, params) = (client.as_deref(), call.arguments, call.params);
        let asks = ElicitorFactory(&|| self.client_elicitor(call, request, retried));
        let connection = self.connection_id();
        let facts = CallInfo { server, connection, session, client, tool, arguments, params, elicitor: asks };
        let renamed = (*tool != *call.tool).then_some((call.raw_name, tool));
        match self.context.approver.decide(&facts) {
            Decision::Ready(Verdict::Allow) => {
                self.forward(server_index, request, RequestKind::Call(started), renamed)
            }
            Decision::Ready(Verdict::AllowBecause(why)) => {
                let started = started.map(|started| started.with_reason(why));
                self.forward(server_index, request, RequestKind::Call(started), renamed);
            }
            Decision::Ready(Verdict::Deny(why)) => {
                request.refuse(response::CALL_DENIED, &why);
                self.record_call(started, LoggedVerdict::Denied(why), LoggedOutcome::Error);
            }
            Decision::Ready(Verdict::Answer(result)) => self.reply_local_result(&result, started, request),
            Decision::Ready(Verdict::InputRequired(result)) => {
                self.reply_with_elicitation(&result, started, request)
            }
            Decision::Pending(decision) => {
                self.wait_for_decision(decision, Some(server_index), tool, started, request)
            }
        }
    }

    pub fn reply_local_result(&self, result: &str, started: Option<StartedCall>, request: IncomingRequest) {
        request.reply.push(response::result(request.id.get(), result).into_bytes(), OutboundKind::Result);
        self.record_call(started, LoggedVerdict::Allowed, call_log::classify_result(Some(result)));
    }

    pub fn refuse_unknown_tool(&self, name: &str, request: IncomingRequest) {
        request.reply.push(response::unknown_tool(request.id.get(), name).into_bytes(), OutboundKind::Error);
    }

    /// Forwards a request to a server, replacing the exposed name by the server's own.
    pub fn forward(
        self: &Arc<Self>,
        server_index: usize,
        request: IncomingRequest,
        kind: RequestKind,
        name_replacement: Option<(&RawValue, &str)>,
    ) {
        let is_call = matches!(kind, RequestKind::Call(_));
        let is_shared = self.state().requests.is_shared;
        let is_bridged = self.is_bridged(server_index);
        if is_bridged && !self.filter_bridged_request(request) {
            return;
        }
        let mut splices = Splices::new(request.text);
        let prepared = if is_bridged { self.add_bridge_meta(request, &mut splices) } else { Ok(()) };
        let token = match prepared.and_then(|()| progress_token(request.message, is_shared)) {
            Ok(token) => token,
            Err(why) => {
                request.refuse(response::INVALID_REQUEST, &format!("Invalid Request: {why}"));
                if let RequestKind::Call(started) = kind {
                    self.record_call(started, LoggedVerdict::Allowed, LoggedOutcome::Error);
                }
                return;
            }
        };
        let (upstream, number) = {
            let mut state = self.state();
            let Some((upstream, era)) = state.ready_servers[server_index]
                .as_ref()
                .map(|ready| (Arc::clone(&ready.upstream), ready.era))
            else {
                drop(state);
                return self.refuse_unreachable(server_index, request, kind);
            };
            let needs_stateless_members = state.era == Era::Stateless && era == Era::Handshake;
            let number = state.requests.next_number();
            let client_request = ClientRequest {
                id: state.requests.request_key(request.id),
                raw_id: request.id.get().into(),
                reply: Arc::clone(request.reply),
                kind,
                progress_token: token.map(|raw| {
                    Box::new(ProgressToken { id: RequestId::from_raw(raw), raw: raw.get().into() })
                }),
                needs_stateless_members,
                retryable: None,
            };
            state
                .requests
                .insert(number, UpstreamRequest::new(server_index, RequestOrigin::Client(client_request)));
            (upstream, number)
        };
        if let Some(token) = token.filter(|_| is_shared) {
            // Two clients may use the same token.
            splices.replace(token.get(), number.to_string());
        }
        splices.replace(request.id.get(), number.to_string());
        if let Some((raw, name)) = name_replacement {
            splices.replace(raw.get(), serde_json::Value::from(name).to_string());
        }
        let mut line = Vec::new();
        splices.write(&mut line);
        if is_bridged {
            self.state().requests.set_retryable(number, RetryableRequest::from_line(&line));
        }
        line.push(b'\n');
        if upstream.send(self, line, Some(number)).is_err() {
            let pending = self.state().requests.remove(number, server_index);
            if let Some(UpstreamRequest { origin: RequestOrigin::Client(client_request), .. }) = pending {
                self.refuse_unreachable(server_index, request, client_request.kind);
            }
        } else if is_call {
            self.context.metrics.calls.increment();
        }
    }

    /// Refuses a request because its server is disconnected or accepts no more messages.
    fn refuse_unreachable(&self, server_index: usize, request: IncomingRequest, kind: RequestKind) {
        let why = format!(
            "the server \"{}\" cannot be reached at the moment",
            self.context.servers[server_index].name
        );
        request.refuse(response::INTERNAL_ERROR, &why);
        if let RequestKind::Call(started) = kind {
            self.record_call(started, LoggedVerdict::Allowed, LoggedOutcome::Lost);
        }
    }
}

impl IncomingRequest<'_> {
    pub fn refuse(&self, code: i32, why: &str) {
        self.reply.push(response::error(self.id.get(), code, why).into_bytes(), OutboundKind::Error);
    }
}

/// Returns a message as one line with its newline.
pub fn to_line(text: &str) -> Vec<u8> {
    let mut line = Vec::with_capacity(text.len() + 1);
    append_line(text.trim_ascii_end().as_bytes(), &mut line);
    crate::jsonrpc::splice::replace_line_breaks(&mut line);
    line.push(b'\n');
    line
}
