//! Messages from the client: requests are forwarded under gateway ids, calls are checked first, and responses go to the
//! server that made the request.
//!
//! The client may be an agent that tries to bypass the policy, so a message is forwarded only if the gateway reads it
//! exactly as the server will. Ambiguous messages are refused.

mod notifications;
mod token;

use std::sync::Arc;

use serde_json::value::RawValue;
use token::token;

use crate::connection::Era;
use crate::gateway::bridge::Base;
use crate::gateway::outbound::{OutboundKind, OutboundQueue};
use crate::gateway::pending::{ClientRequest, Pending, RequestKind, RequestOrigin, Token};
use crate::gateway::session::{Phase, Session};
use crate::jsonrpc::frame::{Frame, MessageKind, Method};
use crate::jsonrpc::id::Id;
use crate::jsonrpc::response;
use crate::jsonrpc::splice::{Splices, pass};
use crate::proxy::approval_token::RetriedCall;
use crate::proxy::call_log::{self, LoggedOutcome, LoggedVerdict, StartedCall};
use crate::proxy::elicitation::ElicitorFactory;
use crate::proxy::policy::{Admission, CallFacts, Decision, Verdict};
use crate::proxy::tool_call::{InvalidCall, NAMELESS, ToolCall};
use crate::proxy::tool_list;

/// Maximum length of a request id in bytes; ids are kept until the request is answered.
const ID_BYTES: usize = 4096;

/// A client's request, and the queue for its response.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    pub text: &'a str,
    pub message: &'a Frame<'a>,
    /// The id as the client wrote it.
    pub id: &'a RawValue,
    pub reply: &'a Arc<OutboundQueue>,
}

impl Session {
    /// Handles one message. Returns true if a response will be pushed to `reply`.
    pub fn take(self: &Arc<Self>, text: &str, message: &Frame, reply: &Arc<OutboundQueue>) -> bool {
        let asks = matches!(message.kind(), MessageKind::Request);
        if let Some(why) = &message.doubtful {
            self.context.words(usize::MAX, &format!("a message of a client was not passed on: {why}"));
            let id = message.id.map_or("null", RawValue::get);
            self.refuse(reply, id, response::INVALID, &format!("Invalid Request: {why}"));
            return true;
        }
        match (message.kind(), message.id) {
            (MessageKind::Request, Some(id)) => self.request(Request { text, message, id, reply }),
            (MessageKind::Notification, _) => self.notification(text, message),
            (MessageKind::Response, Some(id)) => self.answered(text, id),
            _ => {
                self.refuse(reply, "null", response::INVALID, "Invalid Request: this is no message");
                return true;
            }
        }
        asks
    }

    fn request(self: &Arc<Self>, request: Request) {
        self.context.counts.requests.add();
        if request.id.get().len() > ID_BYTES {
            let why = "Invalid Request: the id is too long";
            return self.refuse(request.reply, "null", response::INVALID, why);
        }
        let method = request.message.method();
        let why_not = {
            let state = self.state();
            match state.phase {
                _ if request.message.method == Some(Method::Unreadable) => {
                    Some((response::INVALID, "Invalid Request: the method cannot be read"))
                }
                Phase::Closing => Some((response::INTERNAL, "the connection is being closed")),
                Phase::New | Phase::Greeting if method != "initialize" => {
                    Some((response::INVALID, "Invalid Request: the connection is not initialized"))
                }
                Phase::Open | Phase::Greeting if method == "initialize" && state.era == Era::Handshake => {
                    Some((response::INVALID, "Invalid Request: the connection is initialized already"))
                }
                _ if state.requests.is_known(&Id::of(request.id)) => {
                    Some((response::INVALID, "Invalid Request: a request with this id is under way"))
                }
                _ if state.requests.is_full() => {
                    Some((response::INTERNAL, "too many requests are under way"))
                }
                _ => None,
            }
        };
        match (why_not, method) {
            (Some((code, why)), _) => request.refused(code, why),
            (None, method) if self.is_stateless() => self.stateless(method, request),
            (None, "initialize") => self.greet(request),
            (None, _) if !self.context.is_single() => self.route(request),
            (None, "tools/call") => self.call(0, request),
            (None, "tools/list") => {
                let first = tool_list::is_first(request.message.params);
                self.forward(0, request, RequestKind::List { first }, None);
            }
            (None, _) => self.forward(0, request, RequestKind::Other, None),
        }
    }

    /// Handles a `tools/call` for this server.
    pub fn call(self: &Arc<Self>, place: usize, request: Request) {
        let call = match ToolCall::of(request.message) {
            Ok(call) => call,
            Err(InvalidCall::Nameless) => return request.refused(response::PARAMS, NAMELESS),
            Err(InvalidCall::Doubtful(why)) => {
                self.context.words(place, &format!("a call of a client was not passed on: {why}"));
                return request.refused(response::INVALID, &format!("Invalid Request: {why}"));
            }
        };
        self.judge(place, &call.tool, &call, request);
    }

    /// Handles a call of the server's tool `tool`: local tools, withheld tools, header parameters, then approval.
    pub fn judge(self: &Arc<Self>, place: usize, tool: &str, call: &ToolCall, request: Request) {
        let started = self.starts(Some(place), tool, call, request);
        if let Some(answering) = self.served(place).answers(tool, call.arguments, self.connection()) {
            let done = Box::pin(async { Verdict::Done(answering.await) });
            return self.wait_for(done, Some(place), tool, started, request);
        }
        if self.served(place).calls(tool, self.connection()) != Admission::Passes {
            self.record(started, LoggedVerdict::Unknown, LoggedOutcome::Error);
            return self.unknown(&call.tool, request);
        }
        if self.must_learn(place) {
            return self.after_learning(place, tool, request);
        }
        // The server must not see the client's answer to the gateway's elicitation.
        let Some(returned) = RetriedCall::of(request.text, call) else {
            return self.decide(place, tool, call, request, None, started);
        };
        let message = Frame::parse(&returned.text).unwrap_or_default();
        let (Some(id), Ok(call)) = (message.id, ToolCall::of(&message)) else {
            return request.refused(response::INTERNAL, "the call cannot be read without our question");
        };
        let request = Request { text: &returned.text, message: &message, id, reply: request.reply };
        self.decide(place, tool, &call, request, Some(&returned), started);
    }

    /// Asks the approver about a call, which may be a retry with the answer to an elicitation.
    fn decide(
        self: &Arc<Self>,
        place: usize,
        tool: &str,
        call: &ToolCall,
        request: Request,
        returned: Option<&RetriedCall>,
        started: Option<StartedCall>,
    ) {
        let server = Some(self.context.servers[place].name.as_str());
        let (session, client) = self.who(request.message);
        let (client, arguments, params) = (client.as_deref(), call.arguments, call.params);
        let asks = ElicitorFactory(&|| self.asks(call, request, returned));
        let connection = self.connection();
        let facts = CallFacts { server, connection, session, client, tool, arguments, params, asks };
        let renamed = (*tool != *call.tool).then_some((call.name, tool));
        match self.context.approver.decide(&facts) {
            Decision::Now(Verdict::Allow) => {
                self.forward(place, request, RequestKind::Call(started), renamed)
            }
            Decision::Now(Verdict::AllowFor(why)) => {
                let started = started.map(|started| started.because(why));
                self.forward(place, request, RequestKind::Call(started), renamed);
            }
            Decision::Now(Verdict::Deny(why)) => {
                request.refused(response::DENIED, &why);
                self.record(started, LoggedVerdict::Denied(why), LoggedOutcome::Error);
            }
            Decision::Now(Verdict::Done(result)) => self.done_here(&result, started, request),
            Decision::Now(Verdict::Asked(result)) => self.asked_back(&result, started, request),
            Decision::Later(decision) => self.wait_for(decision, Some(place), tool, started, request),
        }
    }

    pub fn done_here(&self, result: &str, started: Option<StartedCall>, request: Request) {
        request.reply.push(response::result(request.id.get(), result).into_bytes(), OutboundKind::Result);
        self.record(started, LoggedVerdict::Allowed, call_log::outcome(Some(result)));
    }

    pub fn unknown(&self, name: &str, request: Request) {
        request.reply.push(response::unknown_tool(request.id.get(), name).into_bytes(), OutboundKind::Error);
    }

    /// Forwards a request to a server, replacing the exposed name by the server's own.
    pub fn forward(
        self: &Arc<Self>,
        place: usize,
        request: Request,
        what: RequestKind,
        renamed: Option<(&RawValue, &str)>,
    ) {
        let is_call = matches!(what, RequestKind::Call(_));
        let is_shared = self.state().requests.is_shared;
        let is_bridged = self.is_bridged(place);
        if is_bridged && !self.crosses(request) {
            return;
        }
        let mut splices = Splices::new(request.text);
        let dressed = if is_bridged { self.dressed(request, &mut splices) } else { Ok(()) };
        let token = match dressed.and_then(|()| token(request.message, is_shared)) {
            Ok(token) => token,
            Err(why) => {
                request.refused(response::INVALID, &format!("Invalid Request: {why}"));
                if let RequestKind::Call(started) = what {
                    self.record(started, LoggedVerdict::Allowed, LoggedOutcome::Error);
                }
                return;
            }
        };
        let (link, number) = {
            let mut state = self.state();
            let Some((link, era)) =
                state.links[place].as_ref().map(|ready| (Arc::clone(&ready.link), ready.era))
            else {
                drop(state);
                return self.unreached(place, request, what);
            };
            let is_dressed = state.era == Era::Stateless && era == Era::Handshake;
            let number = state.requests.number();
            let asked = ClientRequest {
                id: state.requests.key(request.id),
                text: request.id.get().into(),
                reply: Arc::clone(request.reply),
                what,
                token: token.map(|raw| Box::new(Token { id: Id::of(raw), text: raw.get().into() })),
                is_dressed,
                base: None,
            };
            state.requests.begin(number, Pending::new(place, RequestOrigin::Client(asked)));
            (link, number)
        };
        if let Some(token) = token.filter(|_| is_shared) {
            // Two clients may use the same token.
            splices.replace(token.get(), number.to_string());
        }
        splices.replace(request.id.get(), number.to_string());
        if let Some((raw, name)) = renamed {
            splices.replace(raw.get(), serde_json::Value::from(name).to_string());
        }
        let mut line = Vec::new();
        splices.write(&mut line);
        if is_bridged {
            self.state().requests.keep(number, Base::of(&line));
        }
        line.push(b'\n');
        if link.send(self, line, Some(number)).is_err() {
            let pending = self.state().requests.end(number, place);
            if let Some(Pending { by: RequestOrigin::Client(asked), .. }) = pending {
                self.unreached(place, request, asked.what);
            }
        } else if is_call {
            self.context.counts.calls.add();
        }
    }

    /// Refuses a request because its server is disconnected or accepts no more messages.
    fn unreached(&self, place: usize, request: Request, what: RequestKind) {
        let why =
            format!("the server \"{}\" cannot be reached at the moment", self.context.servers[place].name);
        request.refused(response::INTERNAL, &why);
        if let RequestKind::Call(started) = what {
            self.record(started, LoggedVerdict::Allowed, LoggedOutcome::Lost);
        }
    }
}

impl Request<'_> {
    pub fn refused(&self, code: i32, why: &str) {
        self.reply.push(response::error(self.id.get(), code, why).into_bytes(), OutboundKind::Error);
    }
}

/// Returns a message as one line with its newline.
pub fn line(text: &str) -> Vec<u8> {
    let mut line = Vec::with_capacity(text.len() + 1);
    pass(text.trim_ascii_end().as_bytes(), &mut line);
    crate::jsonrpc::splice::one_line(&mut line);
    line.push(b'\n');
    line
}
