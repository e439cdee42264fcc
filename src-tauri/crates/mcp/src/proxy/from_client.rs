//! What becomes of the client's messages: most pass as they are; calls are judged, and some never reach the server.
//!
//! The client may be an agent that looks for a way around us, so a line passes only when we understand it as the server
//! will: what is no JSON, or could be read in two ways, is answered here.

use crate::proxy::answer;
use crate::proxy::call::{Call, NAMELESS, Unclear};
use crate::proxy::calls::{Judgement, Outcome, Started};
use crate::proxy::changes;
use crate::proxy::frame::{Frame, Kind, Line, Method};
use crate::proxy::id::Id;
use crate::proxy::list;
use crate::proxy::served::{CallFacts, Decision, Verdict};
use crate::proxy::session::{Asked, REQUESTS, Session};
use crate::proxy::skim::Skim;
use crate::proxy::splice::pass;
use crate::proxy::waiting::{self, Waiting};

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
        let asked = match message.method() {
            "tools/call" => return self.call(line, id, message, waiting),
            "tools/list" => {
                self.state().lists += 1;
                Asked::List { first: list::is_first(message.params) }
            }
            "initialize" => Asked::Initialize,
            "server/discover" => Asked::Discover,
            "subscriptions/listen" => Asked::Listen { tools: changes::asks_for_tools(message.params) },
            _ => Asked::Other,
        };
        self.state().pending.insert(id, asked);
        Fate::Passes
    }

    fn call(&self, line: &[u8], id: Id, message: &Frame, waiting: &mut Vec<Waiting>) -> Fate {
        let Call { tool, arguments, params, .. } = match Call::of(message) {
            Ok(call) => call,
            Err(Unclear::Nameless) => return refused(message, answer::PARAMS, NAMELESS),
            Err(Unclear::Doubtful(why)) => return self.doubted(message, &why),
        };
        let started = self.starts(&tool, arguments);
        if !self.admits(&tool) {
            return self.unknown(&id, &tool, started);
        }
        match self.approver.decide(&CallFacts { server: None, tool: &tool, arguments, params }) {
            Decision::Now(Verdict::Allow) => {
                self.state().pending.insert(id, Asked::Call(started));
                Fate::Passes
            }
            Decision::Now(Verdict::Deny(why)) => self.denied(&id, why, started),
            Decision::Later(_) if !waiting::has_room(waiting, line) => {
                self.denied(&id, "too many calls wait for approval".to_owned(), started)
            }
            Decision::Later(decision) => {
                self.state().pending.insert(id.clone(), Asked::Waiting(started));
                waiting.push(Waiting::new(id, tool.into_owned(), line, decision));
                Fate::Kept
            }
        }
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
