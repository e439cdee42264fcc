//! Messages from a server: a response goes to the requester under its original id, everything else to the session's
//! client.
//!
//! A response is matched by the gateway's number and by the server it came from, so a server can neither answer for
//! another server nor answer twice. Unmatched responses are dropped and counted.

mod responses;

use std::sync::Arc;

use hintsmith_core::json::Members;

use crate::gateway::aggregate::ListKind;
use crate::gateway::from_client::line;
use crate::gateway::outbound::OutboundQueue;
use crate::gateway::pending::{REQUESTS, ServerRequest};
use crate::gateway::router::NO_METHOD;
use crate::gateway::session::Session;
use crate::jsonrpc::envelope::Envelope;
use crate::jsonrpc::frame::{Frame, MessageKind, ParsedLine};
use crate::jsonrpc::id::Id;
use crate::jsonrpc::response;
use crate::jsonrpc::splice::Splices;
use crate::proxy::ProxyOutput;
use crate::proxy::attribution::Attribution;

/// The queue a message was pushed to, if its client does not read fast enough.
type Congested = Option<Arc<OutboundQueue>>;

impl Session {
    /// Handles one message. `related_request` is the request on whose stream it arrived, if known.
    pub fn server_says(self: &Arc<Self>, place: usize, bytes: &[u8], about: Option<u64>) -> Congested {
        let is_list_awaited = self.state().requests.lists > 0;
        if is_list_awaited && let Some(crowded) = self.same_list(place, bytes) {
            return crowded;
        }
        let Ok(text) = std::str::from_utf8(bytes) else { return self.unread(place, bytes) };
        let text = text.trim_ascii();
        let parse = if is_list_awaited { Frame::parse_listing } else { Frame::parse };
        match ParsedLine::parse_with(text, parse) {
            ParsedLine::One(message) => self.seen(place, text, &message, about),
            ParsedLine::Batch(items) => {
                let seen = items.iter().map(|item| match Frame::parse(item.get()) {
                    Some(message) => self.seen(place, item.get(), &message, about),
                    None => None,
                });
                seen.fold(None, Option::or)
            }
            ParsedLine::NotJson => self.unread(place, bytes),
        }
    }

    fn seen(self: &Arc<Self>, place: usize, text: &str, message: &Frame, about: Option<u64>) -> Congested {
        if let Some(why) = &message.doubtful {
            self.context.words(place, &format!("a message of the server was not passed on: {why}"));
            self.failed(place, message.id.map(Id::of), "the server's answer can be read in two ways");
            return None;
        }
        match message.kind() {
            MessageKind::Response => self.answer(place, text, message),
            MessageKind::Notification => self.told(place, text, message, about),
            MessageKind::Request => self.asked(place, text, message, about),
            MessageKind::Other => {
                self.context.say(place, ProxyOutput::Stray(text.as_bytes()));
                None
            }
        }
    }

    fn told(&self, place: usize, text: &str, message: &Frame, about: Option<u64>) -> Congested {
        if self.is_stateless() {
            return self.told_stateless(place, text, message, about);
        }
        let mut splices = Splices::new(text);
        match message.method() {
            "notifications/tools/list_changed" if !self.context.is_single() => {
                // Sent once for all servers, however often they send it.
                self.stale(&[ListKind::Tools]);
                self.changed.notify_one();
                return None;
            }
            // Acknowledges the gateway's own subscription.
            "notifications/subscriptions/acknowledged" if self.is_bridged(place) => return None,
            "notifications/prompts/list_changed" => self.stale(&[ListKind::Prompts]),
            "notifications/resources/list_changed" => self.stale(&[ListKind::Resources, ListKind::Templates]),
            _ => {}
        }
        let to = match message.method() {
            "notifications/cancelled" => {
                let members = message.params.and_then(|params| Members::parse(params.get()).ok());
                let raw = members.and_then(|members| members.get("requestId"))?;
                let number = self.state().requests.question(place, &Id::of(raw))?;
                splices.replace(raw.get(), number.to_string());
                self.stream(place, about)
            }
            "notifications/progress" => {
                let members = message.params.and_then(|params| Members::parse(params.get()).ok());
                let token = members.and_then(|members| members.get("progressToken")).map(Id::of);
                let mut state = self.state();
                let asked = token.and_then(|token| state.requests.progressed(place, &token));
                let by_token = asked.map(|asked| Arc::clone(&asked.reply));
                drop(state);
                by_token.or_else(|| self.stream(place, about))
            }
            // Not related to a request, but a client without an open stream receives them on that of a pending request.
            "notifications/tools/list_changed"
            | "notifications/prompts/list_changed"
            | "notifications/resources/list_changed"
            | "notifications/resources/updated" => {
                if self.is_heard() {
                    None
                } else {
                    self.stream(place, about)
                }
            }
            _ => self.stream(place, about),
        };
        let mut out = Vec::new();
        splices.write(&mut out);
        if message.method().ends_with("/list_changed") {
            self.deliver_news(to, out);
            return None;
        }
        self.deliver(to, out)
    }

    /// Forwards a server's request to the client: sampling, elicitation, roots or any other method.
    fn asked(self: &Arc<Self>, place: usize, text: &str, message: &Frame, about: Option<u64>) -> Congested {
        let id = message.id?;
        if self.is_stateless() {
            let why = "Method not found: the client cannot be asked";
            self.back(place, &response::error(id.get(), NO_METHOD, why));
            return None;
        }
        let to = self.stream(place, about);
        if to.is_none() && !self.is_heard() && message.method() == "ping" {
            // No client is listening; the gateway answers the ping for itself.
            let answer = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{}}}}"#, id.get());
            self.back(place, &answer);
            return None;
        }
        let mut splices = Splices::new(text);
        if let Err(why) = self.attribution(place).request(message.method(), message.params, &mut splices) {
            self.context.words(place, &format!("a request of the server was not passed on: {why}"));
            self.back(
                place,
                &response::error(id.get(), response::INVALID, &format!("Invalid Request: {why}")),
            );
            return None;
        }
        let number = {
            let mut state = self.state();
            if state.requests.questions.len() >= REQUESTS {
                drop(state);
                self.back(
                    place,
                    &response::error(id.get(), response::INTERNAL, "too many requests are under way"),
                );
                return None;
            }
            let number = state.requests.number();
            state
                .requests
                .questions
                .insert(number, ServerRequest { place, id: id.get().into(), by_us: None });
            number
        };
        splices.replace(id.get(), number.to_string());
        let mut out = Vec::new();
        splices.write(&mut out);
        self.deliver(to, out)
    }

    /// The attribution added to this server's elicitation and sampling requests.
    pub(super) fn attribution(&self, place: usize) -> Attribution<'_> {
        Attribution { server: &self.context.servers[place].name, is_shared: self.context.servers.len() > 1 }
    }

    /// Sends a message to a server on behalf of the client.
    fn back(self: &Arc<Self>, place: usize, text: &str) {
        let link = self.state().links[place].as_ref().map(|ready| Arc::clone(&ready.link));
        if let Some(link) = link {
            let _ = link.send(self, line(text), None);
        }
    }

    /// Returns the stream for a server's message: that of the related request, else of the only pending request. If the
    /// client has no listener, that of the newest request.
    fn stream(&self, place: usize, about: Option<u64>) -> Option<Arc<OutboundQueue>> {
        let state = self.state();
        let exact = about.and_then(|number| state.requests.reply(number));
        let only = exact.or_else(|| state.requests.reply_of(place, true));
        drop(state);
        match only {
            None if !self.is_heard() => self.state().requests.reply_of(place, false),
            only => only,
        }
    }

    /// Handles bytes that are not valid JSON. Anything that is clearly not a message is stray output.
    fn unread(&self, place: usize, bytes: &[u8]) -> Congested {
        let skim = Envelope::of(bytes);
        let is_message = matches!(bytes.trim_ascii_start().first(), Some(b'{')) && skim.is_whole;
        match skim.id.filter(|_| is_message && skim.answers && !skim.asks && !skim.doubtful) {
            Some(id) => self.failed(place, Some(Id::of_text(&id)), "the server's answer is not JSON"),
            None => self.context.say(place, ProxyOutput::Stray(bytes)),
        }
        None
    }

    /// Handles a message over the size limit. Fails if its request cannot be determined, which ends the connection.
    pub fn too_long(&self, place: usize, skim: &Envelope, limit: usize) -> Result<(), String> {
        let why =
            format!("the server sent a message of more than {} MiB, which was not passed on", limit >> 20);
        self.context.words(place, &why);
        match &skim.id {
            Some(id) if skim.answers && !skim.asks && !skim.doubtful && !skim.is_batch => {
                self.failed(place, Some(Id::of_text(id)), &why);
                Ok(())
            }
            None if skim.asks && !skim.is_batch => Ok(()),
            _ => Err(why),
        }
    }
}

/// Returns the id as a gateway request number, if it is one.
pub fn number(id: Option<&Id>) -> Option<u64> {
    match id {
        Some(Id::Whole(number)) => u64::try_from(*number).ok(),
        _ => None,
    }
}
