//! Handling of server messages: forwarded unchanged, except for tool lists, list-changed capabilities, and the server's
//! name in requests to the user or the model.
//!
//! Responses are matched to requests by id. A response without a pending request is dropped: otherwise a tool list
//! under an id that only some clients take for a pending one would arrive uncorrected.

use std::sync::Arc;

use serde_json::value::RawValue;

use crate::jsonrpc::envelope::Envelope;
use crate::jsonrpc::frame::{Frame, MessageKind, ParsedLine};
use crate::jsonrpc::id::Id;
use crate::jsonrpc::response;
use crate::jsonrpc::splice::{Splices, one_line, pass, place};
use crate::proxy::attribution;
use crate::proxy::call_log::{self, LoggedOutcome, LoggedVerdict};
use crate::proxy::list_changed;
use crate::proxy::session::{Asked, ProxyOutput, Session};
use crate::proxy::tool_list;

enum ServerMessageAction {
    Passes,
    /// A replacement was appended to `out`.
    Written,
    Dropped,
}

impl Session {
    /// Handles one line from the server. Returns true if it is to be forwarded unchanged; otherwise what the client
    /// receives instead, if anything, is appended to `out`.
    pub(super) fn server_says(&self, line: &[u8], out: &mut Vec<u8>) -> bool {
        if let Some(passes) = self.same_list(line, out) {
            return passes;
        }
        let Ok(text) = std::str::from_utf8(line) else { return self.unread(line, out) };
        let text = text.strip_suffix('\n').unwrap_or(text);
        let text = text.strip_suffix('\r').unwrap_or(text);
        let parse = if self.state().lists > 0 { Frame::parse_listing } else { Frame::parse };
        let start = out.len();
        let fate = match ParsedLine::parse_with(text, parse) {
            ParsedLine::One(message) => self.seen(text, &message, out),
            ParsedLine::Batch(items) => {
                let items: Vec<&str> = items.iter().map(|item| item.get()).collect();
                self.batch_from_server(text, &items, out)
            }
            ParsedLine::NotJson => return self.unread(line, out),
        };
        if let ServerMessageAction::Written = fate {
            one_line(&mut out[start..]);
            end(&line[text.len()..], out);
        }
        matches!(fate, ServerMessageAction::Passes)
    }

    /// Answers a `tools/list` from the cache if the line equals the cached list. Returns whether the line is to be
    /// forwarded unchanged, or `None` on a cache miss.
    fn same_list(&self, line: &[u8], out: &mut Vec<u8>) -> Option<bool> {
        if self.state().lists == 0 {
            return None;
        }
        let served = Arc::clone(&self.served.borrow());
        let list = self.list();
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let found = list.find(text, &served, self.visit.number)?;
        let mut state = self.state();
        let id = Id::of_text(found.id);
        state.pending.get(&id).filter(|asked| matches!(asked, Asked::List { first: true }))?;
        state.answered(&id);
        drop(state);
        self.idle.notify_one();
        if found.is_corrected() {
            found.write(found.id, out);
            end(&line[text.len()..], out);
        }
        Some(!found.is_corrected())
    }

    fn batch_from_server(&self, text: &str, items: &[&str], out: &mut Vec<u8>) -> ServerMessageAction {
        let (start, mut left, mut same) = (out.len(), 0, true);
        let places: Vec<_> = items.iter().map(|item| place(text, item)).collect();
        for (number, item) in items.iter().enumerate() {
            let before = out.len();
            // The first item that remains keeps the text before the first item of the batch.
            let behind = number.checked_sub(1).filter(|_| left > 0).map_or(0, |number| places[number].end);
            let at = if left > 0 { places[number].start } else { places[0].start };
            out.extend_from_slice(&text.as_bytes()[behind..at]);
            match Frame::parse(item)
                .map_or(ServerMessageAction::Dropped, |message| self.seen(item, &message, out))
            {
                ServerMessageAction::Passes => pass(item.as_bytes(), out),
                ServerMessageAction::Written => same = false,
                ServerMessageAction::Dropped => {
                    same = false;
                    out.truncate(before);
                    continue;
                }
            }
            left += 1;
        }
        if same || left == 0 {
            out.truncate(start);
            return if same { ServerMessageAction::Passes } else { ServerMessageAction::Dropped };
        }
        out.extend_from_slice(&text.as_bytes()[places.last().map_or(0, |last| last.end)..]);
        ServerMessageAction::Written
    }

    fn seen(&self, text: &str, message: &Frame, out: &mut Vec<u8>) -> ServerMessageAction {
        if let Some(why) = &message.doubtful {
            self.words(&format!("a message of the server was not passed on: {why}"));
            return self.failed(message.id.map(Id::of), "the server's answer can be read in two ways", out);
        }
        match message.kind() {
            MessageKind::Response => self.answer(text, message, out),
            MessageKind::Notification => self.told(text, message, out),
            MessageKind::Request => self.asked(text, message, out),
            MessageKind::Other => {
                self.say(ProxyOutput::Stray(text.as_bytes()));
                ServerMessageAction::Dropped
            }
        }
    }

    fn asked(&self, text: &str, message: &Frame, out: &mut Vec<u8>) -> ServerMessageAction {
        let mut splices = Splices::new(text);
        match self.attribution().request(message.method(), message.params, &mut splices) {
            Ok(()) => written(Some(splices).filter(|splices| !splices.is_empty()), out),
            Err(why) => {
                self.words(&format!("a request of the server was not passed on: {why}"));
                let id = message.id.map_or("null", RawValue::get);
                self.to_server.push(&response::error(
                    id,
                    response::INVALID,
                    &format!("Invalid Request: {why}"),
                ));
                ServerMessageAction::Dropped
            }
        }
    }

    fn answer(&self, text: &str, message: &Frame, out: &mut Vec<u8>) -> ServerMessageAction {
        let Some(id) = message.id.filter(|id| id.get() != "null").map(Id::of) else {
            // An error for a request that the server could not parse has no id.
            return if message.result.is_none() {
                ServerMessageAction::Passes
            } else {
                ServerMessageAction::Dropped
            };
        };
        let Some(asked) = self.state().answered(&id) else {
            self.words("the server answered something that nobody asked; it was not passed on");
            return ServerMessageAction::Dropped;
        };
        self.idle.notify_one();
        let read_again;
        let message = match (&asked, &message.listing) {
            (Asked::List { .. }, _) | (_, None) => message,
            // It was parsed as a list because another request waits for one.
            (_, Some(_)) => {
                read_again = Frame::parse(text).unwrap_or_default();
                &read_again
            }
        };
        let result = message.result;
        let mut questions = Splices::new(text);
        if let Err(why) = self.attribution().answer(message, &mut questions) {
            self.words(&format!("an answer of the server was not passed on: {why}"));
            self.record(asked, LoggedVerdict::Allowed, LoggedOutcome::Lost);
            out.extend_from_slice(response::error(&id.text(), response::INTERNAL, &why).as_bytes());
            return ServerMessageAction::Written;
        }
        let served;
        let becomes = match (&asked, result) {
            (Asked::List { first }, Some(_)) => {
                served = Arc::clone(&self.served.borrow());
                let corrected =
                    tool_list::corrected(text, message, (*first, self.visit.number), served.as_ref());
                let start = out.len();
                let fate = written(corrected, out);
                let changed = matches!(fate, ServerMessageAction::Written).then(|| &out[start..]);
                match message.id.filter(|_| *first && tool_list::is_last(message)) {
                    Some(id) => self.list().keep((text, id.get()), &served, self.visit.number, changed),
                    None => self.list().forget(),
                }
                return fate;
            }
            (Asked::Initialize, Some(result)) => {
                let announced = list_changed::initialized(text, result);
                self.state().has_tools = announced.has_tools;
                announced.corrected
            }
            (Asked::Discover, Some(result)) => list_changed::discovered(text, result),
            (Asked::Call(Some(_)), _) => {
                self.record(
                    asked,
                    LoggedVerdict::Allowed,
                    call_log::outcome(result.map(|result| result.get())),
                );
                None
            }
            _ => None,
        };
        written(becomes.or_else(|| Some(questions).filter(|questions| !questions.is_empty())), out)
    }

    fn told(&self, text: &str, message: &Frame, out: &mut Vec<u8>) -> ServerMessageAction {
        let becomes = match message.method() {
            "notifications/subscriptions/acknowledged" => self.stream_opened(text, message),
            // On stdio a server ends a subscription stream with this.
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
        written(becomes, out)
    }

    /// Adds the proxy to a `subscriptions/listen` stream that the server acknowledged.
    fn stream_opened<'a>(&self, text: &'a str, message: &Frame) -> Option<Splices<'a>> {
        let id = list_changed::stream_of(message.params)?;
        let mut state = self.state();
        if !matches!(state.pending.get(&id), Some(Asked::Listen { tools: true }))
            || state.streams.contains(&id)
        {
            return None;
        }
        state.streams.push(id);
        drop(state);
        list_changed::acknowledged(text, message.params)
    }

    /// Handles a line that is not valid JSON. A line that is clearly not a message is log output on the wrong stream:
    /// clients fail on it, so it is reported to the user instead. Other lines are forwarded, because some clients
    /// accept more than JSON allows (`NaN`), except responses to a list, which must not arrive uncorrected, requests
    /// and results that may ask the user, which must name their server, and anything ambiguous.
    fn unread(&self, line: &[u8], out: &mut Vec<u8>) -> bool {
        let skim = Envelope::of(line);
        if !matches!(line.trim_ascii_start().first(), Some(b'{'))
            || !skim.is_whole
            || !(skim.asks || skim.answers)
        {
            self.say(ProxyOutput::Stray(line));
            return false;
        }
        let is_clear = !skim.doubtful && skim.asks != skim.answers;
        let id = skim.id.as_deref().map(Id::of_text);
        if is_clear && skim.asks && id.is_none() {
            return true;
        }
        if let (true, Some(id)) = (skim.asks, &skim.id) {
            // A request must be parsed, because the server's name is added to elicitation and sampling.
            self.words("a request of the server that is not JSON was not passed on");
            self.to_server.push(&response::error(id, response::INVALID, "Invalid Request: it is not JSON"));
            return false;
        }
        let mut state = self.state();
        let passes = id
            .as_ref()
            .and_then(|id| state.pending.get(id))
            .is_some_and(|asked| !matches!(asked, Asked::List { .. }));
        if is_clear && passes && !attribution::may_ask(line) {
            let asked = id.and_then(|id| state.answered(&id));
            drop(state);
            if let Some(asked) = asked {
                self.record(asked, LoggedVerdict::Allowed, LoggedOutcome::Ok);
            }
            self.idle.notify_one();
            return true;
        }
        drop(state);
        self.words("a message of the server that is not JSON was not passed on");
        if let ServerMessageAction::Written = self.failed(id, "the server's answer is not JSON", out) {
            end(b"\n", out);
        }
        false
    }

    /// Answers a server line over the length limit. Fails if the peer that waits for it cannot be determined.
    pub(super) fn too_long_from_server(
        &self,
        skim: &Envelope,
        limit: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), String> {
        let why =
            format!("the server sent a message of more than {} MiB, which was not passed on", limit >> 20);
        match &skim.id {
            _ if skim.is_batch || skim.doubtful || skim.asks == skim.answers => return Err(why),
            Some(id) if skim.asks => self.to_server.push(&response::error(id, response::INVALID, &why)),
            None if skim.asks => self.words(&why),
            None => return Err(why),
            Some(id) => {
                self.words(&why);
                if let ServerMessageAction::Written = self.failed(Some(Id::of_text(id)), &why, out) {
                    end(b"\n", out);
                }
            }
        }
        Ok(())
    }

    /// Answers a pending request with an error in place of a response that cannot be forwarded.
    fn failed(&self, id: Option<Id>, why: &str, out: &mut Vec<u8>) -> ServerMessageAction {
        let Some(id) = id else { return ServerMessageAction::Dropped };
        let Some(asked) = self.state().answered(&id) else { return ServerMessageAction::Dropped };
        self.record(asked, LoggedVerdict::Allowed, LoggedOutcome::Lost);
        self.idle.notify_one();
        out.extend_from_slice(response::error(&id.text(), response::INTERNAL, why).as_bytes());
        ServerMessageAction::Written
    }
}

fn written(becomes: Option<Splices>, out: &mut Vec<u8>) -> ServerMessageAction {
    let Some(splices) = becomes else { return ServerMessageAction::Passes };
    splices.write(out);
    ServerMessageAction::Written
}

/// Appends the original line ending, or a newline if the line had none.
fn end(ending: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(if ending.is_empty() { b"\n" } else { ending });
}
