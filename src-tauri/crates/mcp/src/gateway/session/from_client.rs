//! Messages from the client: requests are forwarded under gateway ids, calls are checked first, and responses go to the
//! server that made the request.
//!
//! The client may be an agent that tries to bypass the policy, so a message is forwarded only if the gateway reads it
//! exactly as the server will. Ambiguous messages are refused.

mod notifications;
mod progress_token;
mod responses;

use crate::gateway::session::incoming_request::IncomingRequest;
use std::sync::Arc;

use progress_token::progress_token;
use serde_json::value::RawValue;

use crate::era::Era;
use crate::gateway::input_required::RetryableRequest;
use crate::gateway::outbound::{OutboundKind, OutboundQueue};
use crate::gateway::pending::{ClientRequest, ProgressToken, RequestOrigin, UpstreamRequest};
use crate::gateway::session::{Phase, Session};
use crate::jsonrpc::frame::{Frame, MessageKind};
use crate::jsonrpc::id::RequestId;
use crate::jsonrpc::response;
use crate::proxy::approval_token::RetriedCall;
use crate::proxy::call_gate::{
    CallAction, CallGate, CallTarget, RequestChecks, UNREADABLE_RETRY, check_request,
};
use crate::proxy::call_log::{LoggedOutcome, LoggedVerdict};
use crate::proxy::elicitation::ElicitorFactory;
use crate::proxy::policy::{Admission, CallInfo, ToolPolicy};
use crate::proxy::request_kind::RequestKind;
use crate::proxy::tool_call::{InvalidCall, MISSING_NAME, ToolCall};
use hintsmith_core::text::json_edit::Splices;

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
            self.context.report(usize::MAX, &format!("rejected a message of a client: {why}"));
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
                    "Invalid Request: not a JSON-RPC message",
                );
                return true;
            }
        }
        expects_response
    }

    fn handle_client_request(self: &Arc<Self>, request: IncomingRequest) {
        self.context.metrics.requests.increment();
        let method = request.message.method();
        let checks = || {
            let state = self.state();
            RequestChecks {
                is_closing: state.phase == Phase::Closing,
                is_duplicate: state.requests.contains_id(&RequestId::from_raw(request.id)),
                is_full: state.requests.is_full(),
            }
        };
        if let Some(refusal) = check_request(request.message, checks) {
            let text = refusal.response(request.message);
            request.reply.push(text.into_bytes(), OutboundKind::Error);
            return;
        }
        let (phase, era) = {
            let state = self.state();
            (state.phase, state.era)
        };
        let refusal = match phase {
            Phase::New | Phase::Handshaking if method != "initialize" => {
                Some("Invalid Request: the connection is not initialized")
            }
            Phase::Open | Phase::Handshaking if method == "initialize" && era == Era::Handshake => {
                Some("Invalid Request: the connection is already initialized")
            }
            _ => None,
        };
        match (refusal, method) {
            (Some(why), _) => request.refuse(response::INVALID_REQUEST, why),
            (None, method) if era == Era::Stateless => self.handle_stateless_request(method, request),
            (None, "initialize") => self.start_handshake(request),
            (None, _) if !self.context.is_single() => self.route(request),
            (None, "tools/call") => self.handle_call(0, request),
            (None, "tools/list") => self.forward(0, request, RequestKind::classify(request.message), None),
            (None, _) => self.forward(0, request, RequestKind::Other, None),
        }
    }

    /// Handles a `tools/call` for this server.
    pub fn handle_call(self: &Arc<Self>, server_index: usize, request: IncomingRequest) {
        let call = match ToolCall::from_request(request.message) {
            Ok(call) => call,
            Err(InvalidCall::MissingName) => return request.refuse(response::INVALID_PARAMS, MISSING_NAME),
            Err(InvalidCall::Ambiguous(why)) => {
                self.context.report(server_index, &format!("rejected a call of a client: {why}"));
                return request.refuse(response::INVALID_REQUEST, &format!("Invalid Request: {why}"));
            }
        };
        if self.is_unlisted(server_index, &call.tool) {
            return self.call_after(server_index, &call.tool, request, |session| async move {
                session.list_tools().await;
            });
        }
        self.admit_call(server_index, &call.tool, &call, request);
    }

    /// Returns whether the tools have to be listed before it can be decided whether this one may be called.
    pub(in crate::gateway) fn is_unlisted(&self, server_index: usize, tool: &str) -> bool {
        self.policy(server_index).admit_call(tool, self.connection_id()) == Admission::Unlisted
    }

    /// Handles a call after `prepare` has run.
    pub(in crate::gateway) fn call_after<F: Future<Output = ()> + Send + 'static>(
        self: &Arc<Self>,
        server_index: usize,
        tool: &str,
        request: IncomingRequest,
        prepare: impl FnOnce(Arc<Self>) -> F,
    ) {
        let Some(reserved) = self.reserve_bytes(request.text) else {
            return request.refuse(response::INTERNAL_ERROR, "too many requests are in progress");
        };
        let (text, tool) = (request.text.to_owned(), tool.to_owned());
        let prepared = prepare(Arc::clone(self));
        self.spawn_local(request, move |session, reply, _| async move {
            let _reserved = reserved;
            prepared.await;
            // The same text was parsed before.
            let Some(message) = Frame::parse(&text) else { return };
            let (Some(id), Ok(call)) = (message.id, ToolCall::from_request(&message)) else { return };
            let request = IncomingRequest { text: &text, message: &message, id, reply: &reply };
            session.admit_call(server_index, &tool, &call, request);
        });
    }

    /// Handles a call of the server's tool `tool`. Its header parameters are needed before it can be forwarded.
    pub fn admit_call(
        self: &Arc<Self>,
        server_index: usize,
        tool: &str,
        call: &ToolCall,
        request: IncomingRequest,
    ) {
        let is_admitted =
            || self.policy(server_index).admit_call(tool, self.connection_id()) == Admission::Admitted;
        if self.needs_header_params(server_index) && is_admitted() {
            return self.call_after_header_params(server_index, tool, request);
        }
        let Some(retried) = RetriedCall::from_call(request.text, call) else {
            return self.decide_call(server_index, tool, call, request, None);
        };
        // The server must not see our token and its answer.
        let message = Frame::parse(&retried.server_text).unwrap_or_default();
        let (Some(id), Ok(call)) = (message.id, ToolCall::from_request(&message)) else {
            return request.refuse(response::INTERNAL_ERROR, UNREADABLE_RETRY);
        };
        let request =
            IncomingRequest { text: &retried.server_text, message: &message, id, reply: request.reply };
        self.decide_call(server_index, tool, &call, request, Some(&retried));
    }

    /// Decides about a call as the server would receive it.
    fn decide_call(
        self: &Arc<Self>,
        server_index: usize,
        tool: &str,
        call: &ToolCall,
        request: IncomingRequest,
        retried: Option<&RetriedCall>,
    ) {
        let started = self.start_call(Some(server_index), tool, call, request.message);
        let (session, client) = self.client_identity(request.message);
        let info = CallInfo {
            server: Some(self.context.servers[server_index].name.as_str()),
            connection: self.connection_id(),
            session,
            client: client.as_deref(),
            tool,
            arguments: call.arguments,
            params: call.params,
            elicitor: ElicitorFactory(&|| self.client_elicitor(call, request, retried)),
        };
        let policy = self.policy(server_index);
        let target = CallTarget { id: request.id.get(), tool, exposed_name: &call.tool };
        let action = self.call_gate(Some(&*policy)).decide(target, &info, started);
        self.perform(action, Some(server_index), (tool, call), request);
    }

    /// The decision about calls under this policy.
    pub(in crate::gateway) fn call_gate<'a>(&'a self, policy: Option<&'a dyn ToolPolicy>) -> CallGate<'a> {
        CallGate {
            policy,
            approver: &*self.context.approver,
            log: self.context.call_log.as_ref(),
            connection: self.connection_id(),
        }
    }

    /// Forwards, answers or holds a call. `server_index` is `None` for a tool of the gateway itself.
    pub(in crate::gateway) fn perform(
        self: &Arc<Self>,
        action: CallAction,
        server_index: Option<usize>,
        (tool, call): (&str, &ToolCall),
        request: IncomingRequest,
    ) {
        match (action, server_index) {
            (CallAction::Forward(started), Some(server_index)) => {
                let renamed = (*tool != *call.tool).then_some((call.raw_name, tool));
                self.forward(server_index, request, RequestKind::Call(started), renamed);
            }
            (CallAction::Forward(_), None) => {}
            (CallAction::Reply(reply), _) => request.answer(reply),
            (CallAction::Wait(verdict, started), _) => {
                self.wait_for_verdict(verdict, server_index, (tool, call), started, request)
            }
        }
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
            "the server \"{}\" is not reachable at the moment",
            self.context.servers[server_index].name
        );
        request.refuse(response::INTERNAL_ERROR, &why);
        if let RequestKind::Call(started) = kind {
            self.record_call(started, LoggedVerdict::Allowed, LoggedOutcome::Lost);
        }
    }
}
