//! Responses from servers, forwarded to the requester under its original id.

use std::sync::Arc;

use crate::gateway::bridge::is_unfinished;
use crate::gateway::from_server::{Congested, number};
use crate::gateway::header_params::HeaderParams;
use crate::gateway::outbound::OutboundKind;
use crate::gateway::pending::{ClientRequest, Pending, RequestKind, RequestOrigin};
use crate::gateway::session::Session;
use crate::gateway::stateless;
use crate::jsonrpc::frame::Frame;
use crate::jsonrpc::id::Id;
use crate::jsonrpc::response;
use crate::jsonrpc::splice::Splices;
use crate::proxy::call_log::{self, LoggedOutcome, LoggedVerdict};
use crate::proxy::list_changed;
use crate::proxy::policy::ToolPolicy;
use crate::proxy::tool_list;

impl Session {
    /// Answers a list request from the cache if the server's list is unchanged. The list is not parsed again.
    pub(super) fn same_list(&self, place: usize, bytes: &[u8]) -> Option<Congested> {
        let served = self.served(place);
        let list = self.context.list(place);
        let found = list.find(bytes.trim_ascii(), &served, self.connection())?;
        let is_stateless = self.is_stateless();
        if is_stateless && HeaderParams::are_in(bytes) {
            // The list may have been cached by another session, so this session must parse it for header parameters.
            return None;
        }
        let number = found.id.parse().ok()?;
        let mut state = self.state();
        let asked = state.requests.asked_of(place, number)?;
        if asked.is_dressed || !matches!(asked.what, RequestKind::List { first: true }) {
            return None;
        }
        let RequestOrigin::Client(asked) = state.requests.end(number, place)?.by else { return None };
        drop(state);
        let mut out = Vec::new();
        found.write(&asked.text, &mut out);
        drop(list);
        if is_stateless {
            self.mirrored(place, &[] as &[&str]);
        }
        asked.reply.push(out, OutboundKind::Result);
        self.idle.notify_one();
        Some(asked.reply.is_crowded().then_some(asked.reply))
    }

    pub(super) fn answer(self: &Arc<Self>, place: usize, text: &str, message: &Frame) -> Congested {
        let id = message.id.map(Id::of);
        let ended = number(id.as_ref()).and_then(|number| self.state().requests.end(number, place));
        let (Some(id), Some(Pending { by, .. })) = (message.id, ended) else {
            self.context.counts.stray_answers.add();
            self.context
                .words(place, "the server answered something that nobody asked; it was not passed on");
            return None;
        };
        let asked = match by {
            RequestOrigin::Client(asked) => asked,
            RequestOrigin::Us(sender) => {
                let _ = sender.send(Ok(text.to_owned()));
                return None;
            }
            RequestOrigin::Nobody => return None,
        };
        let is_last = tool_list::is_last(message);
        let read_again;
        let message = match (&asked.what, &message.listing) {
            (_, None) => message,
            (RequestKind::List { .. }, _) if !asked.is_dressed => message,
            // Parsed as a list that another request is waiting for, or the complete result is needed.
            (_, Some(_)) => {
                read_again = Frame::parse(text).unwrap_or_default();
                &read_again
            }
        };
        if let Some(result) = message.result.filter(|result| asked.base.is_some() && is_unfinished(result)) {
            self.wants_more(place, asked, result);
            return None;
        }
        let served = self.served(place);
        let corrected = match (&asked.what, message.result) {
            (RequestKind::List { first }, Some(_)) => {
                tool_list::corrected(text, message, (*first, self.connection()), served.as_ref())
            }
            (RequestKind::Discover, Some(result)) => list_changed::discovered(text, result),
            _ => None,
        };
        if let (RequestKind::List { first }, Some(result)) = (&asked.what, message.result) {
            let is_whole = *first && is_last;
            if is_whole && self.is_stateless() {
                self.mirrored(place, &[text]);
            }
            let is_kept = is_whole && !asked.is_dressed && !is_unfinished(result);
            self.remember(place, is_kept.then_some((text, id.get())), &served, corrected.as_ref());
        }
        if matches!(asked.what, RequestKind::Call(_)) {
            self.task_begun(place, message.result);
        }
        let mut splices = corrected.unwrap_or_else(|| Splices::new(text));
        if let Err(why) = self.attribution(place).answer(message, &mut splices) {
            self.context.words(place, &format!("an answer of the server was not passed on: {why}"));
            self.refuse(&asked.reply, &asked.text, response::INTERNAL, &why);
            if let RequestKind::Call(started) = asked.what {
                self.record(started, LoggedVerdict::Allowed, LoggedOutcome::Lost);
            }
            self.idle.notify_one();
            return None;
        }
        splices.replace(id.get(), &*asked.text);
        if let Some(result) = message.result.filter(|_| asked.is_dressed) {
            stateless::dress(result, &asked.what, &mut splices);
        }
        let mut out = Vec::new();
        splices.write(&mut out);
        let kind = if message.result.is_some() { OutboundKind::Result } else { OutboundKind::Error };
        let ClientRequest { reply, what, .. } = asked;
        reply.push(out, kind);
        if let RequestKind::Call(started) = what {
            self.record(
                started,
                LoggedVerdict::Allowed,
                call_log::outcome(message.result.map(|result| result.get())),
            );
        }
        self.idle.notify_one();
        reply.is_crowded().then_some(reply)
    }

    /// Caches a complete list. A partial list invalidates the cache.
    fn remember(
        &self,
        place: usize,
        whole: Option<(&str, &str)>,
        served: &Arc<dyn ToolPolicy>,
        corrected: Option<&Splices>,
    ) {
        let Some(whole) = whole else { return self.context.list(place).forget() };
        let corrected = corrected.map(|splices| {
            let mut out = Vec::new();
            splices.clone().write(&mut out);
            out
        });
        self.context.list(place).keep(whole, served, self.connection(), corrected.as_deref());
    }

    /// Fails the request with this id.
    pub fn failed(&self, place: usize, id: Option<Id>, why: &str) {
        let Some(number) = number(id.as_ref()) else { return };
        let ended = self.state().requests.end(number, place);
        match ended.map(|pending| pending.by) {
            Some(RequestOrigin::Client(ClientRequest { reply, text, what, .. })) => {
                self.refuse(&reply, &text, response::INTERNAL, why);
                if let RequestKind::Call(started) = what {
                    self.record(started, LoggedVerdict::Allowed, LoggedOutcome::Lost);
                }
            }
            Some(RequestOrigin::Us(sender)) => drop(sender.send(Err(why.to_owned()))),
            _ => {}
        }
        self.idle.notify_one();
    }
}
