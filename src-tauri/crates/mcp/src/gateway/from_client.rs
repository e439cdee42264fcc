//! What becomes of a client's messages: requests go on under numbers of ours, calls are judged first, answers go to the
//! server that asked.
//!
//! The client may be an agent that looks for a way around us, so a message passes only when we understand it as the
//! server will: one that could be read in two ways is answered here.

mod unasked;

use std::sync::Arc;

use hintsmith_core::json::Members;
use serde_json::value::RawValue;

use crate::connection::Era;
use crate::gateway::mailbox::{Kind as Said, Mailbox};
use crate::gateway::pending::{Asked, By, Pending, Token, What};
use crate::gateway::session::{Phase, Session};
use crate::proxy::answer;
use crate::proxy::call::{Call, NAMELESS, Unclear};
use crate::proxy::calls::{Judgement, Outcome};
use crate::proxy::frame::{Frame, Kind, Method};
use crate::proxy::id::Id;
use crate::proxy::list;
use crate::proxy::served::{Admission, CallFacts, Decision, Verdict};
use crate::proxy::splice::{Splices, pass};

/// No client counts this far; an id is kept until it is answered.
const ID_BYTES: usize = 4096;

/// A request as it came, and where its answer goes.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    pub text: &'a str,
    pub message: &'a Frame<'a>,
    /// The id as the client wrote it.
    pub id: &'a RawValue,
    pub reply: &'a Arc<Mailbox>,
}

impl Session {
    /// Takes one message. True when an answer will come into `reply`.
    pub fn take(self: &Arc<Self>, text: &str, message: &Frame, reply: &Arc<Mailbox>) -> bool {
        let asks = matches!(message.kind(), Kind::Request);
        if let Some(why) = &message.doubtful {
            self.offer.words(usize::MAX, &format!("a message of a client was not passed on: {why}"));
            let id = message.id.map_or("null", RawValue::get);
            self.refuse(reply, id, answer::INVALID, &format!("Invalid Request: {why}"));
            return true;
        }
        match (message.kind(), message.id) {
            (Kind::Request, Some(id)) => self.request(Request { text, message, id, reply }),
            (Kind::Notification, _) => self.notification(text, message),
            (Kind::Response, Some(id)) => self.answered(text, id),
            _ => {
                self.refuse(reply, "null", answer::INVALID, "Invalid Request: this is no message");
                return true;
            }
        }
        asks
    }

    fn request(self: &Arc<Self>, request: Request) {
        self.offer.counts.requests.add();
        if request.id.get().len() > ID_BYTES {
            let why = "Invalid Request: the id is too long";
            return self.refuse(request.reply, "null", answer::INVALID, why);
        }
        let method = request.message.method();
        let why_not = {
            let state = self.state();
            match state.phase {
                _ if request.message.method == Some(Method::Unreadable) => {
                    Some((answer::INVALID, "Invalid Request: the method cannot be read"))
                }
                Phase::Closing => Some((answer::INTERNAL, "the connection is being closed")),
                Phase::New | Phase::Greeting if method != "initialize" => {
                    Some((answer::INVALID, "Invalid Request: the connection is not initialized"))
                }
                Phase::Open | Phase::Greeting if method == "initialize" && state.era == Era::Handshake => {
                    Some((answer::INVALID, "Invalid Request: the connection is initialized already"))
                }
                _ if state.requests.is_known(&Id::of(request.id)) => {
                    Some((answer::INVALID, "Invalid Request: a request with this id is under way"))
                }
                _ if state.requests.is_full() => Some((answer::INTERNAL, "too many requests are under way")),
                _ => None,
            }
        };
        match (why_not, method) {
            (Some((code, why)), _) => request.refused(code, why),
            (None, method) if self.is_stateless() => self.stateless(method, request),
            (None, "initialize") => self.greet(request),
            (None, _) if !self.offer.is_single() => self.route(request),
            (None, "tools/call") => self.call(0, request),
            (None, "tools/list") => {
                let first = list::is_first(request.message.params);
                self.forward(0, request, What::List { first }, None);
            }
            (None, _) => self.forward(0, request, What::Other, None),
        }
    }

    /// A call of a tool of this server.
    pub fn call(self: &Arc<Self>, place: usize, request: Request) {
        let call = match Call::of(request.message) {
            Ok(call) => call,
            Err(Unclear::Nameless) => return request.refused(answer::PARAMS, NAMELESS),
            Err(Unclear::Doubtful(why)) => {
                self.offer.words(place, &format!("a call of a client was not passed on: {why}"));
                return request.refused(answer::INVALID, &format!("Invalid Request: {why}"));
            }
        };
        self.judge(place, &call.tool, &call, request);
    }

    /// A call whose tool has this name at its server.
    pub fn judge(self: &Arc<Self>, place: usize, tool: &str, call: &Call, request: Request) {
        let started = self.starts(Some(place), tool, call.arguments);
        if self.served(place).calls(tool) != Admission::Passes {
            self.record(started, Judgement::Unknown, Outcome::Error);
            return self.unknown(&call.tool, request);
        }
        let server = Some(self.offer.servers[place].name.as_str());
        let facts = CallFacts { server, tool, arguments: call.arguments, params: call.params };
        let renamed = (*tool != *call.tool).then_some((call.name, tool));
        match self.offer.approver.decide(&facts) {
            Decision::Now(Verdict::Allow) => self.forward(place, request, What::Call(started), renamed),
            Decision::Now(Verdict::Deny(why)) => {
                request.refused(answer::DENIED, &why);
                self.record(started, Judgement::Denied(why), Outcome::Error);
            }
            Decision::Later(decision) => self.wait_for(decision, place, tool, started, request),
        }
    }

    pub fn unknown(&self, name: &str, request: Request) {
        request.reply.push(answer::unknown_tool(request.id.get(), name).into_bytes(), Said::Error);
    }

    /// Sends a request on to a server, with the name that the server knows in place of the one that the client used.
    pub fn forward(
        self: &Arc<Self>,
        place: usize,
        request: Request,
        what: What,
        renamed: Option<(&RawValue, &str)>,
    ) {
        let is_call = matches!(what, What::Call(_));
        let token = token(request.message);
        let (link, number, is_shared) = {
            let mut state = self.state();
            let Some((link, era)) =
                state.links[place].as_ref().map(|ready| (Arc::clone(&ready.link), ready.era))
            else {
                drop(state);
                return self.unreached(place, request, what);
            };
            let is_dressed = state.era == Era::Stateless && era == Era::Handshake;
            let number = state.requests.number();
            let asked = Asked {
                id: state.requests.key(request.id),
                text: request.id.get().into(),
                reply: Arc::clone(request.reply),
                what,
                token: token.map(|raw| Token { id: Id::of(raw), text: raw.get().into() }),
                is_dressed,
            };
            state.requests.begin(number, Pending { place, by: By::Client(asked) });
            (link, number, state.requests.is_shared)
        };
        let mut splices = Splices::new(request.text);
        if let Some(token) = token.filter(|_| is_shared) {
            // Two clients may use the same one.
            splices.replace(token.get(), number.to_string());
        }
        splices.replace(request.id.get(), number.to_string());
        if let Some((raw, name)) = renamed {
            splices.replace(raw.get(), serde_json::Value::from(name).to_string());
        }
        let mut line = Vec::new();
        splices.write(&mut line);
        line.push(b'\n');
        if link.send(self, line, Some(number)).is_err() {
            let pending = self.state().requests.end(number, place);
            if let Some(Pending { by: By::Client(asked), .. }) = pending {
                self.unreached(place, request, asked.what);
            }
        } else if is_call {
            self.offer.counts.calls.add();
        }
    }

    /// The server is not there, or does not take any more.
    fn unreached(&self, place: usize, request: Request, what: What) {
        let why =
            format!("the server \"{}\" cannot be reached at the moment", self.offer.servers[place].name);
        request.refused(answer::INTERNAL, &why);
        if let What::Call(started) = what {
            self.record(started, Judgement::Allowed, Outcome::Lost);
        }
    }
}

impl Request<'_> {
    pub fn refused(&self, code: i32, why: &str) {
        self.reply.push(answer::error(self.id.get(), code, why).into_bytes(), Said::Error);
    }
}

/// The progress token that a request was sent with.
fn token<'a>(message: &Frame<'a>) -> Option<&'a RawValue> {
    let params = message.params?.get();
    // Reading a long message only for this would cost as much as passing it on.
    memchr::memmem::find(params.as_bytes(), b"progressToken")?;
    let meta = Members::parse(params).ok()?.get("_meta")?.get();
    Members::parse(meta).ok()?.get("progressToken")
}

/// A message as a line of its own.
pub fn line(text: &str) -> Vec<u8> {
    let mut line = Vec::with_capacity(text.len() + 1);
    pass(text.trim_ascii_end().as_bytes(), &mut line);
    crate::proxy::splice::one_line(&mut line);
    line.push(b'\n');
    line
}
