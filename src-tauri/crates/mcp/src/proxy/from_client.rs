//! What becomes of the client's messages: most pass as they are; calls are judged, and some never reach the server.
//!
//! The client may be an agent that looks for a way around us, so a line passes only when we understand it as the server
//! will: what is no JSON, or could be read in two ways, is answered here.

use std::sync::Arc;

use hintsmith_core::json::Members;

use crate::proxy::answer;
use crate::proxy::call::{Call, NAMELESS, Unclear};
use crate::proxy::calls::{self, Judgement, Outcome, Started};
use crate::proxy::changes;
use crate::proxy::elicit::{self, Asks, AsksClient};
use crate::proxy::frame::{Frame, Kind, Line, Method};
use crate::proxy::id::Id;
use crate::proxy::list;
use crate::proxy::questions::ByRequest;
use crate::proxy::served::{CallFacts, Decision, Verdict};
use crate::proxy::session::{Asked, REQUESTS, Session};
use crate::proxy::skim::Skim;
use crate::proxy::splice::pass;
use crate::proxy::ticket::{AskedBack, Return, Theirs};
use crate::proxy::waiting::{self, Asking, Waiting};

/// No client counts this far; an id is kept until it is answered.
const ID_BYTES: usize = 4096;

pub(super) enum Fate {
    Passes,
    Answered(String),
    /// Nothing is said about it: a notification that is not passed on, or a call that waits.
    Kept,
}

impl Session {
    /// One line of the client: what the server gets of it is written to `out`.
    pub(super) fn client_says(&self, line: &[u8], out: &mut Vec<u8>, waiting: &mut Vec<Waiting>) {
        let text = std::str::from_utf8(line).unwrap_or_default();
        match Line::parse(text) {
            Line::One(message) => match self.judged(line, &message, waiting) {
                Fate::Passes => pass(line, out),
                Fate::Answered(answer) => self.to_client.push(&answer),
                Fate::Kept => {}
            },
            Line::Batch(items) if items.is_empty() => pass(line, out),
            Line::Batch(items) => {
                let texts: Vec<&str> = items.iter().map(|item| item.get()).collect();
                self.batch_from_client(line, &texts, out, waiting);
            }
            Line::NotJson => {
                let skim = Skim::of(line);
                let id = skim.id.filter(|_| skim.asks && !skim.doubtful).unwrap_or_else(|| "null".to_owned());
                self.to_client.push(&answer::error(&id, answer::PARSE, "Parse error: this line is not JSON"));
            }
        }
    }

    /// What is refused is taken out and answered together; the rest goes on as a batch.
    fn batch_from_client(&self, line: &[u8], items: &[&str], out: &mut Vec<u8>, waiting: &mut Vec<Waiting>) {
        let messages: Option<Vec<Frame>> = items.iter().map(|item| Frame::parse(item)).collect();
        let Some(messages) = messages else {
            let why = "Invalid Request: a batch holds something that is not a message";
            return self.to_client.push(&format!("[{}]", answer::error("null", answer::INVALID, why)));
        };
        let (mut passed, mut answers) = (Vec::new(), Vec::new());
        for (item, message) in items.iter().zip(&messages) {
            match self.judged(item.as_bytes(), message, waiting) {
                Fate::Passes => passed.push(*item),
                Fate::Answered(answer) => answers.push(answer),
                Fate::Kept => {}
            }
        }
        if passed.len() == items.len() {
            pass(line, out);
        } else if !passed.is_empty() {
            pass(format!("[{}]\n", passed.join(",")).as_bytes(), out);
        }
        if !answers.is_empty() {
            self.to_client.push(&format!("[{}]", answers.join(",")));
        }
    }

    fn judged(&self, line: &[u8], message: &Frame, waiting: &mut Vec<Waiting>) -> Fate {
        if let Some(why) = &message.doubtful {
            return self.doubted(message, why);
        }
        match message.kind() {
            Kind::Request => self.request(line, message, waiting),
            Kind::Notification => self.notification(message, waiting),
            Kind::Response if self.questions.take(message, line) => Fate::Kept,
            Kind::Response | Kind::Other => Fate::Passes,
        }
    }

    /// Whoever writes such a message may be looking for a way around us, so a person hears of it.
    fn doubted(&self, message: &Frame, why: &str) -> Fate {
        self.words(&format!("a message of the client was not passed on: {why}"));
        refused(message, answer::INVALID, &format!("Invalid Request: {why}"))
    }

    fn request(&self, line: &[u8], message: &Frame, waiting: &mut Vec<Waiting>) -> Fate {
        let Some(id) = message.id else { return Fate::Kept };
        if id.get().len() > ID_BYTES {
            return Fate::Answered(answer::error(
                "null",
                answer::INVALID,
                "Invalid Request: the id is too long",
            ));
        }
        let id = Id::of(id);
        if message.method == Some(Method::Unreadable) {
            return refused(message, answer::INVALID, "Invalid Request: the method cannot be read");
        }
        let state = self.state();
        let why_not = match () {
            () if state.is_closing => Some((answer::INTERNAL, "the connection is being closed")),
            () if state.pending.contains_key(&id) => {
                Some((answer::INVALID, "Invalid Request: a request with this id is under way"))
            }
            () if state.pending.len() >= REQUESTS => {
                Some((answer::INTERNAL, "too many requests are under way"))
            }
            () => None,
        };
        drop(state);
        if let Some((code, why)) = why_not {
            return refused(message, code, why);
        }
        self.visit.meet(message);
        let asked = match message.method() {
            "tools/call" => return self.call(line, id, message, waiting),
            "tools/list" => {
                self.state().lists += 1;
                Asked::List { first: list::is_first(message.params) }
            }
            "initialize" => {
                let capabilities = message.params.and_then(|params| Members::parse(params.get()).ok());
                let capabilities = capabilities.and_then(|members| members.get("capabilities"));
                self.state().elicits = capabilities.is_some_and(|raw| elicit::elicits(raw.get()));
                Asked::Initialize
            }
            "server/discover" => Asked::Discover,
            "subscriptions/listen" => Asked::Listen { tools: changes::asks_for_tools(message.params) },
            _ => Asked::Other,
        };
        self.state().pending.insert(id, asked);
        Fate::Passes
    }

    fn call(&self, line: &[u8], id: Id, message: &Frame, waiting: &mut Vec<Waiting>) -> Fate {
        let call = match Call::of(message) {
            Ok(call) => call,
            Err(Unclear::Nameless) => return refused(message, answer::PARAMS, NAMELESS),
            Err(Unclear::Doubtful(why)) => return self.doubted(message, &why),
        };
        let Call { tool, arguments, params, .. } = &call;
        let (tool, arguments, params) = (&**tool, *arguments, *params);
        let started = self.starts(tool, arguments);
        let answering = self.served.borrow().answers(tool, arguments, self.visit.number);
        if let Some(answering) = answering {
            let done = Box::pin(async { Verdict::Done(answering.await) });
            return self.later(line, id, tool, done, started, waiting);
        }
        if !self.admits(tool) {
            return self.unknown(&id, tool, started);
        }
        let client = self.visit.name();
        let (connection, session, client) = (self.visit.number, self.visit.number, client.as_deref());
        // The server sees nothing of what the client says to us.
        let returned = call.state.and_then(|_| Return::of(&String::from_utf8_lossy(line), &call));
        let asks = Asks(&|| self.asks(&call, returned.as_ref()));
        let facts = CallFacts { server: None, connection, session, client, tool, arguments, params, asks };
        let decision = self.approver.decide(&facts);
        if let Some(returned) = &returned {
            let decision = match decision {
                Decision::Now(verdict) => Box::pin(std::future::ready(verdict)),
                Decision::Later(decision) => decision,
            };
            return self.later(returned.text.as_bytes(), id, tool, decision, started, waiting);
        }
        match decision {
            Decision::Now(Verdict::Allow) => {
                self.state().pending.insert(id, Asked::Call(started));
                Fate::Passes
            }
            Decision::Now(Verdict::AllowFor(why)) => {
                let started = started.map(|started| started.because(why));
                self.state().pending.insert(id, Asked::Call(started));
                Fate::Passes
            }
            Decision::Now(Verdict::Deny(why)) => self.denied(&id, why, started),
            Decision::Now(Verdict::Done(result)) => self.done_here(&id, &result, started),
            Decision::Now(Verdict::Asked(result)) => self.asked_back(&id, &result, started),
            Decision::Later(decision) => self.later(line, id, tool, decision, started, waiting),
        }
    }

    /// How the client can be asked about its call: in the answer to it, or beside it in the older protocol.
    fn asks(&self, call: &Call, returned: Option<&Return>) -> Option<Arc<dyn AsksClient>> {
        if let Some(capabilities) = elicit::stated(call.params) {
            let (tickets, returned) = (Arc::clone(&self.tickets), returned.cloned());
            let asked = AskedBack { tickets, returned, theirs: Theirs::of(call), has_session: true };
            return elicit::elicits(capabilities.get()).then(|| Arc::new(asked) as Arc<dyn AsksClient>);
        }
        self.state().elicits.then(|| Arc::new(ByRequest(Arc::clone(&self.questions))) as Arc<dyn AsksClient>)
    }

    fn later(
        &self,
        line: &[u8],
        id: Id,
        tool: &str,
        decision: Asking,
        started: Option<Started>,
        waiting: &mut Vec<Waiting>,
    ) -> Fate {
        if !waiting::has_room(waiting, line) {
            return self.denied(&id, "too many calls wait for approval".to_owned(), started);
        }
        self.state().pending.insert(id.clone(), Asked::Waiting(started));
        waiting.push(Waiting::new(id, tool.to_owned(), line, decision));
        Fate::Kept
    }

    pub(super) fn done_here(&self, id: &Id, result: &str, started: Option<Started>) -> Fate {
        self.record(Asked::Call(started), Judgement::Allowed, calls::outcome(Some(result)));
        Fate::Answered(answer::result(&id.text(), result))
    }

    /// The call is answered with a question; it comes again with its answer, and is written down then as well.
    pub(super) fn asked_back(&self, id: &Id, result: &str, started: Option<Started>) -> Fate {
        let started = started.map(|started| started.because(calls::ASKED.into()));
        self.record(Asked::Call(started), Judgement::Undecided, Outcome::Ok);
        Fate::Answered(answer::result(&id.text(), result))
    }

    pub(super) fn unknown(&self, id: &Id, tool: &str, started: Option<Started>) -> Fate {
        self.record(Asked::Call(started), Judgement::Unknown, Outcome::Error);
        Fate::Answered(answer::unknown_tool(&id.text(), tool))
    }

    pub(super) fn denied(&self, id: &Id, why: String, started: Option<Started>) -> Fate {
        let answer = answer::error(&id.text(), answer::DENIED, &why);
        self.record(Asked::Call(started), Judgement::Denied(why), Outcome::Error);
        Fate::Answered(answer)
    }

    fn notification(&self, message: &Frame, waiting: &mut Vec<Waiting>) -> Fate {
        match message.method() {
            "notifications/initialized" => self.state().is_initialized = true,
            "notifications/cancelled" => return self.cancelled(message, waiting),
            // Nobody would get its answer, but a server may well run it.
            "tools/call" => {
                self.words("a call without an id was not passed on");
                return Fate::Kept;
            }
            _ if message.method == Some(Method::Unreadable) => return Fate::Kept,
            _ => {}
        }
        Fate::Passes
    }

    fn cancelled(&self, message: &Frame, waiting: &mut Vec<Waiting>) -> Fate {
        let Some(id) = message.cancelled() else { return Fate::Passes };
        if let Some(place) = waiting.iter().position(|call| call.is_for(&id)) {
            // The server has not heard of this call, so there is nothing to tell it.
            self.withdrawn(vec![waiting.swap_remove(place)]);
            return Fate::Kept;
        }
        let started = self.state().cancel(&id);
        self.record(Asked::Call(started), Judgement::Allowed, Outcome::Cancelled);
        self.idle.notify_one();
        Fate::Passes
    }

    /// A line of the client that is too long to pass; an error when nobody can be told.
    pub(super) fn too_long_from_client(
        &self,
        skim: &Skim,
        limit: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), String> {
        let why =
            format!("the client sent a message of more than {} MiB, which was not passed on", limit >> 20);
        match &skim.id {
            _ if skim.is_batch || skim.doubtful => return Err(why),
            Some(id) if skim.asks => self.to_client.push(&answer::error(id, answer::INVALID, &why)),
            Some(id) if skim.answers && self.questions.take_unread(id) => {}
            Some(id) if skim.answers => {
                out.extend_from_slice(answer::error(id, answer::INTERNAL, &why).as_bytes());
                out.push(b'\n');
            }
            None if skim.asks => self.words(&why),
            _ => return Err(why),
        }
        Ok(())
    }
}

fn refused(message: &Frame, code: i32, why: &str) -> Fate {
    match message.kind() {
        Kind::Notification => Fate::Kept,
        _ => Fate::Answered(answer::error(message.id.map_or("null", |id| id.get()), code, why)),
    }
}
