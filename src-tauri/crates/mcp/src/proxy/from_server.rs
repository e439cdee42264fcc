//! What becomes of the server's messages: they pass as they are, except lists of tools and what is said about changes.
//!
//! An answer is known by its id, so answers that nobody waits for are dropped: a list under an id that only some clients
//! take for the right one would otherwise arrive uncorrected.

use crate::proxy::answer;
use crate::proxy::calls::{self, Judgement, Outcome};
use crate::proxy::changes;
use crate::proxy::frame::{Frame, Id, Kind, Line};
use crate::proxy::from_client::pass;
use crate::proxy::list;
use crate::proxy::session::{Asked, Said, Session};
use crate::proxy::skim::Skim;
use crate::proxy::splice::Splices;

enum Fate {
    Passes,
    Becomes(String),
    Dropped,
}

impl Session {
    /// One line of the server: what the client gets of it is written to `out`.
    pub(super) fn from_server(&self, line: &[u8], out: &mut Vec<u8>) {
        let Ok(text) = std::str::from_utf8(line) else { return self.unread(line, out) };
        match Line::parse(text) {
            Line::One(message) => match self.seen(text, &message) {
                Fate::Passes => pass(line, out),
                Fate::Becomes(text) => put(&text, out),
                Fate::Dropped => {}
            },
            Line::Batch(items) => {
                let items: Vec<&str> = items.iter().map(|item| item.get()).collect();
                self.batch_from_server(text, &items, out);
            }
            Line::NotJson => self.unread(line, out),
        }
    }

    fn batch_from_server(&self, text: &str, items: &[&str], out: &mut Vec<u8>) {
        let mut splices = Splices::new(text);
        let mut dropped = false;
        let mut left = Vec::with_capacity(items.len());
        for item in items {
            match Frame::parse(item).map(|message| self.seen(item, &message)) {
                Some(Fate::Passes) => left.push((*item).to_owned()),
                Some(Fate::Becomes(becomes)) => {
                    splices.replace(item, becomes.clone());
                    left.push(becomes);
                }
                Some(Fate::Dropped) | None => dropped = true,
            }
        }
        if !dropped {
            put(&splices.text(), out);
        } else if !left.is_empty() {
            put(&format!("[{}]\n", left.join(",")), out);
        }
    }

    fn seen(&self, text: &str, message: &Frame) -> Fate {
        if let Some(why) = &message.doubtful {
            self.words(&format!("a message of the server was not passed on: {why}"));
            return self.failed(message.id.map(Id::of), "the server's answer can be read in two ways");
        }
        match message.kind() {
            Kind::Response => self.answer(text, message),
            Kind::Notification => self.told(text, message),
            Kind::Request => Fate::Passes,
            Kind::Other => {
                self.say(Said::Stray(text.as_bytes()));
                Fate::Dropped
            }
        }
    }

    fn answer(&self, text: &str, message: &Frame) -> Fate {
        let Some(id) = message.id.filter(|id| id.get() != "null").map(Id::of) else {
            // An error about a request that the server could not read has no id.
            return if message.result.is_none() { Fate::Passes } else { Fate::Dropped };
        };
        let Some(asked) = self.state().answered(&id) else {
            self.words("the server answered something that nobody asked; it was not passed on");
            return Fate::Dropped;
        };
        self.idle.notify_one();
        let result = message.result;
        let becomes = match (&asked, result) {
            (Asked::List, Some(result)) => {
                let served = std::sync::Arc::clone(&self.served.borrow());
                list::corrected(text, result, served.as_ref())
            }
            (Asked::Initialize, Some(result)) => {
                let announced = changes::initialized(text, result);
                self.state().has_tools = announced.has_tools;
                announced.corrected
            }
            (Asked::Discover, Some(result)) => changes::discovered(text, result),
            (Asked::Call(Some(_)), _) => {
                self.record(asked, Judgement::Allowed, calls::outcome(result));
                None
            }
            _ => None,
        };
        becomes.map_or(Fate::Passes, Fate::Becomes)
    }

    fn told(&self, text: &str, message: &Frame) -> Fate {
        let becomes = match message.method() {
            "notifications/subscriptions/acknowledged" => self.stream_opened(text, message),
            // On stdio a server ends a stream with this.
            "notifications/cancelled" => {
                if let Some(id) = message.cancelled() {
                    let mut state = self.state();
                    if matches!(state.pending.get(&id), Some(Asked::Listen { .. })) {
                        state.answered(&id);
                    }
                }
                None
            }
            _ => None,
        };
        becomes.map_or(Fate::Passes, Fate::Becomes)
    }

    fn stream_opened(&self, text: &str, message: &Frame) -> Option<String> {
        let id = changes::stream_of(message.params)?;
        let mut state = self.state();
        if !matches!(state.pending.get(&id), Some(Asked::Listen { tools: true })) || state.streams.contains(&id) {
            return None;
        }
        state.streams.push(id);
        drop(state);
        changes::acknowledged(text, message.params)
    }

    /// A line that no parser takes. What is plainly no message is a server talking on the wrong stream: clients stumble
    /// over it, and a person who looks for the fault wants to read it. The rest passes as it is (some clients read more
    /// than JSON allows, `NaN` for one), except where it answers a list: that one must not arrive uncorrected.
    fn unread(&self, line: &[u8], out: &mut Vec<u8>) {
        let skim = Skim::of(line);
        if !matches!(line.trim_ascii_start().first(), Some(b'{')) || !skim.is_whole || !(skim.asks || skim.answers) {
            return self.say(Said::Stray(line));
        }
        let is_clear = !skim.doubtful && skim.asks != skim.answers;
        let id = skim.id.as_deref().map(Id::of_text);
        if is_clear && skim.asks {
            return pass(line, out);
        }
        let mut state = self.state();
        let passes = id.as_ref().and_then(|id| state.pending.get(id)).is_some_and(|asked| !matches!(asked, Asked::List));
        if is_clear && passes {
            let asked = id.and_then(|id| state.answered(&id));
            drop(state);
            if let Some(asked) = asked {
                self.record(asked, Judgement::Allowed, Outcome::Ok);
            }
            self.idle.notify_one();
            return pass(line, out);
        }
        drop(state);
        self.words("a message of the server that is not JSON was not passed on");
        if let Fate::Becomes(error) = self.failed(id, "the server's answer is not JSON") {
            put(&error, out);
        }
    }

    /// A line of the server that is too long to pass; an error when nobody can be told.
    pub(super) fn too_long_from_server(&self, skim: &Skim, limit: usize, out: &mut Vec<u8>) -> Result<(), String> {
        let why = format!("the server sent a message of more than {} MiB, which was not passed on", limit >> 20);
        match &skim.id {
            _ if skim.is_batch || skim.doubtful || skim.asks == skim.answers => return Err(why),
            Some(id) if skim.asks => self.to_server.push(&answer::error(id, answer::INVALID, &why)),
            None if skim.asks => self.words(&why),
            None => return Err(why),
            Some(id) => {
                self.words(&why);
                if let Fate::Becomes(error) = self.failed(Some(Id::of_text(id)), &why) {
                    put(&error, out);
                }
            }
        }
        Ok(())
    }

    /// The answer in place of one that cannot be passed on, if somebody waits for it.
    fn failed(&self, id: Option<Id>, why: &str) -> Fate {
        let Some(id) = id else { return Fate::Dropped };
        let Some(asked) = self.state().answered(&id) else { return Fate::Dropped };
        self.record(asked, Judgement::Allowed, Outcome::Lost);
        self.idle.notify_one();
        Fate::Becomes(answer::error(&id.text(), answer::INTERNAL, why))
    }
}

/// Writes a message that was made or changed here; whatever white space came into it, it is one line.
fn put(text: &str, out: &mut Vec<u8>) {
    let body = text.strip_suffix('\n').unwrap_or(text);
    let body = body.strip_suffix('\r').unwrap_or(body);
    let start = out.len();
    out.extend_from_slice(text.as_bytes());
    for at in memchr::memchr2_iter(b'\n', b'\r', body.as_bytes()) {
        out[start + at] = b' ';
    }
    if !text.ends_with('\n') {
        out.push(b'\n');
    }
}
