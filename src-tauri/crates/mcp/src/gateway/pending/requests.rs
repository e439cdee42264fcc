//! All requests of a session, by our numbers and by the ids of the client.

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

/// So many withdrawn requests are remembered, in case they are answered all the same.
const WITHDRAWN: usize = 1_024;

#[derive(Debug, Default)]
pub struct Requests {
    last: u64,
    pub(super) pending: HashMap<u64, Pending>,
    /// How many of them are lists.
    pub lists: usize,
    pub(super) under: HashMap<Id, RequestLocation>,
    withdrawn: VecDeque<u64>,
    /// How many of them are streams, which have no end of their own.
    streams: usize,
    /// Several clients share these requests, so an id may be that of two.
    pub is_shared: bool,
    pub questions: HashMap<u64, ServerRequest>,
}

impl Requests {
    pub fn number(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// What a request is known by here.
    pub fn key(&mut self, id: &RawValue) -> Id {
        match self.is_shared {
            // No client's id is known by it, because nobody asks for it by one.
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

    /// Whether an answer with this number is still waited for.
    pub fn is_pending(&self, number: u64) -> bool {
        self.pending.contains_key(&number)
    }

    /// How many are handled here.
    pub fn here(&self) -> usize {
        self.under.values().filter(|under| matches!(under, RequestLocation::Here(..))).count()
    }

    pub fn end_here(&mut self, id: &Id) {
        // It may have gone on to a server meanwhile.
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

    /// What an answer of that server is for; nothing when nobody asked it.
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

    /// The client withdraws a request: where it is, and what was known about it.
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

    /// Keeps a number in mind whose answer nobody wants any more, in case it comes all the same.
    pub(super) fn remember(&mut self, number: u64) {
        self.withdrawn.push_back(number);
        if self.withdrawn.len() > WITHDRAWN
            && let Some(oldest) = self.withdrawn.pop_front()
            && let Some(Pending { by: RequestOrigin::Nobody, .. }) = self.pending.get(&oldest)
        {
            self.pending.remove(&oldest);
        }
    }

    /// The number under which the client knows a request of a server.
    pub fn question(&self, place: usize, id: &Id) -> Option<u64> {
        let is_it = |question: &&ServerRequest| question.place == place && Id::of_text(&question.id) == *id;
        self.questions.iter().find(|(_, question)| is_it(question)).map(|(number, _)| *number)
    }

    /// Everything that waits for a server that is gone.
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

    /// Everything that this stream waits for, by what it is known by.
    pub fn of_reply(&self, reply: &Arc<OutboundQueue>) -> Vec<Id> {
        let is_its = |under: &RequestLocation| match under {
            RequestLocation::Way(number) => {
                self.asked(*number).is_some_and(|asked| Arc::ptr_eq(&asked.reply, reply))
            }
            RequestLocation::Here(_, theirs) => Arc::ptr_eq(theirs, reply),
        };
        self.under.iter().filter(|(_, under)| is_its(under)).map(|(id, _)| id.clone()).collect()
    }

    /// The streams at servers on which clients hear of changed tools: their ids and where they end.
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

    /// Keeps a request as it was sent, to be made again.
    pub fn keep(&mut self, number: u64, base: Option<Base>) {
        if let Some(Pending { by: RequestOrigin::Client(asked), .. }) = self.pending.get_mut(&number) {
            asked.base = base;
        }
    }

    /// The stream of a request.
    pub fn reply(&self, number: u64) -> Option<Arc<OutboundQueue>> {
        self.asked(number).map(|asked| Arc::clone(&asked.reply))
    }

    /// The request of a client that this server was sent under a number.
    pub fn asked_of(&self, place: usize, number: u64) -> Option<&ClientRequest> {
        self.pending.get(&number).filter(|pending| pending.place == place)?;
        self.asked(number)
    }

    /// The stream of the request that waits for a server, when it is the only one; else of the newest.
    pub fn reply_of(&self, place: usize, only: bool) -> Option<Arc<OutboundQueue>> {
        let of = self.of(place).filter(|(number, _)| self.asked(*number).is_some());
        let numbers: Vec<u64> = of.map(|(number, _)| number).collect();
        if only && numbers.len() != 1 {
            return None;
        }
        self.reply(*numbers.iter().max()?)
    }

    /// Whether nothing of the client waits for an answer.
    pub fn is_idle(&self) -> bool {
        self.under.len() <= self.streams
    }
}
