//! Table of a session's pending requests, by gateway number and by client id.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use serde_json::value::RawValue;
use tokio_util::sync::CancellationToken;

use crate::gateway::bridge::Base;
use crate::gateway::outbound::OutboundQueue;
use crate::gateway::pending::{
    ClientRequest, Pending, REQUESTS, RequestKind, RequestLocation, RequestOrigin, ServerRequest,
};
use crate::jsonrpc::id::Id;

/// Number of cancelled requests remembered, so that their late responses are not counted as unmatched.
const WITHDRAWN: usize = 1_024;

#[derive(Debug, Default)]
pub struct Requests {
    last: u64,
    pub(super) pending: HashMap<u64, Pending>,
    /// Number of pending `tools/list` requests.
    pub lists: usize,
    pub(super) under: HashMap<Id, RequestLocation>,
    withdrawn: VecDeque<u64>,
    /// Number of open subscription streams, which have no response to wait for.
    streams: usize,
    /// Several clients share this table, so ids may collide.
    pub is_shared: bool,
    pub questions: HashMap<u64, ServerRequest>,
}

impl Requests {
    pub fn number(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// The key of a new client request.
    pub fn key(&mut self, id: &RawValue) -> Id {
        match self.is_shared {
            // Matches no client id: shared requests are never looked up by id.
            true => Id::Other(format!("#{}", self.number()).into()),
            false => Id::of(id),
        }
    }

    pub fn is_known(&self, id: &Id) -> bool {
        !self.is_shared && self.under.contains_key(id)
    }

    pub fn is_full(&self) -> bool {
        self.pending.len().max(self.under.len()) >= REQUESTS
    }

    pub fn begin_here(&mut self, id: Id, token: CancellationToken, reply: &Arc<OutboundQueue>) {
        self.under.insert(id, RequestLocation::Here(token, Arc::clone(reply)));
    }

    /// Returns whether the request with this number still waits for its response.
    pub fn is_pending(&self, number: u64) -> bool {
        self.pending.contains_key(&number)
    }

    /// Number of requests handled by the gateway itself.
    pub fn here(&self) -> usize {
        self.under.values().filter(|under| matches!(under, RequestLocation::Here(..))).count()
    }

    pub fn end_here(&mut self, id: &Id) {
        // The request may have been forwarded to a server in the meantime.
        if matches!(self.under.get(id), Some(RequestLocation::Here(..))) {
            self.under.remove(id);
        }
    }

    pub fn begin(&mut self, number: u64, pending: Pending) {
        if let RequestOrigin::Client(asked) = &pending.by {
            self.lists += usize::from(matches!(asked.what, RequestKind::List { .. }));
            self.streams += usize::from(matches!(asked.what, RequestKind::Listen { .. }));
            self.under.insert(asked.id.clone(), RequestLocation::Way(number));
        }
        self.pending.insert(number, pending);
    }

    /// Removes and returns the request that a server's response answers. `None` if that server was not sent it.
    pub fn end(&mut self, number: u64, place: usize) -> Option<Pending> {
        if self.pending.get(&number)?.place != place {
            return None;
        }
        let pending = self.pending.remove(&number)?;
        self.forget(&pending);
        Some(pending)
    }

    pub(super) fn uncount(&mut self, asked: &ClientRequest) {
        self.lists -= usize::from(matches!(asked.what, RequestKind::List { .. }));
        self.streams -= usize::from(matches!(asked.what, RequestKind::Listen { .. }));
    }

    fn forget(&mut self, pending: &Pending) {
        if let RequestOrigin::Client(asked) = &pending.by {
            self.uncount(asked);
            self.under.remove(&asked.id);
        }
    }

    /// Cancels a client's request. Returns its location and, if it was forwarded, its server and details.
    pub fn withdraw(&mut self, id: &Id) -> Option<(RequestLocation, Option<(usize, ClientRequest)>)> {
        let under = self.under.remove(id)?;
        let RequestLocation::Way(number) = under else { return Some((under, None)) };
        let pending = self.pending.get_mut(&number)?;
        let by = std::mem::replace(&mut pending.by, RequestOrigin::Nobody);
        let place = pending.place;
        let RequestOrigin::Client(asked) = by else { return None };
        self.uncount(&asked);
        self.remember(number);
        Some((RequestLocation::Way(number), Some((place, asked))))
    }

    /// Remembers a cancelled request, whose response may still arrive.
    pub(super) fn remember(&mut self, number: u64) {
        self.withdrawn.push_back(number);
        if self.withdrawn.len() > WITHDRAWN
            && let Some(oldest) = self.withdrawn.pop_front()
            && let Some(Pending { by: RequestOrigin::Nobody, .. }) = self.pending.get(&oldest)
        {
            self.pending.remove(&oldest);
        }
    }

    /// The gateway number of a server's request to the client.
    pub fn question(&self, place: usize, id: &Id) -> Option<u64> {
        let is_it = |question: &&ServerRequest| question.place == place && Id::of_text(&question.id) == *id;
        self.questions.iter().find(|(_, question)| is_it(question)).map(|(number, _)| *number)
    }

    /// Removes all requests to and from a disconnected server.
    pub fn lost(&mut self, place: usize) -> (Vec<Pending>, Vec<u64>) {
        let numbers: Vec<u64> = self.of(place).map(|(number, _)| number).collect();
        let pending = numbers.into_iter().filter_map(|number| self.end(number, place)).collect();
        let questions = self.questions.iter().filter(|(_, question)| question.place == place);
        let questions: Vec<u64> = questions.map(|(number, _)| *number).collect();
        for number in &questions {
            self.questions.remove(number);
        }
        (pending, questions)
    }

    pub(super) fn of(&self, place: usize) -> impl Iterator<Item = (u64, &Pending)> {
        self.pending.iter().filter(move |(_, one)| one.place == place).map(|(number, one)| (*number, one))
    }

    /// Keys of all requests that respond to this queue.
    pub fn of_reply(&self, reply: &Arc<OutboundQueue>) -> Vec<Id> {
        let is_its = |under: &RequestLocation| match under {
            RequestLocation::Way(number) => {
                self.asked(*number).is_some_and(|asked| Arc::ptr_eq(&asked.reply, reply))
            }
            RequestLocation::Here(_, theirs) => Arc::ptr_eq(theirs, reply),
        };
        self.under.iter().filter(|(_, under)| is_its(under)).map(|(id, _)| id.clone()).collect()
    }

    /// Ids and queues of forwarded subscriptions that report tool changes.
    pub fn streams(&self) -> Vec<(String, Arc<OutboundQueue>)> {
        let asked = self.pending.values().filter_map(|pending| match &pending.by {
            RequestOrigin::Client(asked) if matches!(asked.what, RequestKind::Listen { tools: true }) => {
                Some(asked)
            }
            _ => None,
        });
        asked.map(|asked| (asked.text.to_string(), Arc::clone(&asked.reply))).collect()
    }

    pub fn begin_stream(&mut self, key: Id, token: CancellationToken, reply: &Arc<OutboundQueue>) {
        self.streams += 1;
        self.begin_here(key, token, reply);
    }

    pub fn end_stream(&mut self, key: &Id) {
        self.streams -= 1;
        self.under.remove(key);
    }

    pub fn asked(&self, number: u64) -> Option<&ClientRequest> {
        match &self.pending.get(&number)?.by {
            RequestOrigin::Client(asked) => Some(asked),
            _ => None,
        }
    }

    /// Stores a request as sent, for retries.
    pub fn keep(&mut self, number: u64, base: Option<Base>) {
        if let Some(Pending { by: RequestOrigin::Client(asked), .. }) = self.pending.get_mut(&number) {
            asked.base = base;
        }
    }

    /// Queue for the response to a request.
    pub fn reply(&self, number: u64) -> Option<Arc<OutboundQueue>> {
        self.asked(number).map(|asked| Arc::clone(&asked.reply))
    }

    /// The client request that this server was sent under a number.
    pub fn asked_of(&self, place: usize, number: u64) -> Option<&ClientRequest> {
        self.pending.get(&number).filter(|pending| pending.place == place)?;
        self.asked(number)
    }

    /// Reply queue of the newest client request pending at a server. With `only`, `None` unless it is the only one.
    pub fn reply_of(&self, place: usize, only: bool) -> Option<Arc<OutboundQueue>> {
        let of = self.of(place).filter(|(number, _)| self.asked(*number).is_some());
        let numbers: Vec<u64> = of.map(|(number, _)| number).collect();
        if only && numbers.len() != 1 {
            return None;
        }
        self.reply(*numbers.iter().max()?)
    }

    /// Returns whether no client request waits for a response.
    pub fn is_idle(&self) -> bool {
        self.under.len() <= self.streams
    }
}
