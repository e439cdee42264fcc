//! What both directions of one connection know: which requests wait for an answer, who hears of changes, who is asked.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, watch};

use crate::jsonrpc::id::Id;
use crate::jsonrpc::response;
use crate::proxy::approval_token::ApprovalTokens;
use crate::proxy::attribution::Attribution;
use crate::proxy::call_log::{CallLog, LoggedOutcome, LoggedVerdict, StartedCall};
use crate::proxy::client_stats::{ClientSnapshot, ClientStats};
use crate::proxy::list_cache::ListCache;
use crate::proxy::outbox::Outbox;
use crate::proxy::pending_elicitations::Questions;
use crate::proxy::policy::{Admission, AllowAdmitted, Approver, ToolPolicy};

/// More requests than this are not kept in mind at once, so none is let through unremembered.
pub(super) const REQUESTS: usize = 100_000;
/// So many cancelled requests are remembered, in case they are answered all the same.
const CANCELLED: usize = 1_024;

/// What the proxy says beside the protocol. It never prints; whoever runs it decides where this goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProxyOutput<'a> {
    /// A line of the server's standard output that is no message.
    Stray(&'a [u8]),
    /// Something was not passed on, and why.
    Words(&'a str),
}

type Talk = Arc<dyn Fn(ProxyOutput) + Send + Sync>;

/// One connection of a client to a server.
pub struct Session {
    /// What people call the server.
    server: String,
    pub(super) served: watch::Receiver<Arc<dyn ToolPolicy>>,
    pub(super) approver: Arc<dyn Approver>,
    log: Option<CallLog>,
    talk: Option<Talk>,
    state: Mutex<State>,
    pub(super) visit: ClientStats,
    pub(super) to_client: Arc<Outbox>,
    pub(super) to_server: Outbox,
    /// What we ask the client ourselves.
    pub(super) questions: Arc<Questions>,
    pub(super) tickets: Arc<ApprovalTokens>,
    pub(super) idle: Notify,
    list: Mutex<ListCache>,
}

#[derive(Debug, Default)]
pub(super) struct State {
    pub pending: HashMap<Id, Asked>,
    /// How many of them are lists.
    pub lists: usize,
    cancelled: VecDeque<Id>,
    pub is_initialized: bool,
    /// The client said in its handshake that it can show a form.
    pub elicits: bool,
    pub has_tools: bool,
    /// Streams of 2026-07-28 on which the client hears of changed tools.
    pub streams: Vec<Id>,
    /// No new requests are taken.
    pub is_closing: bool,
}

/// What a pending request is, as far as its answer is looked at.
#[derive(Debug)]
pub(super) enum Asked {
    List {
        /// Without a cursor.
        first: bool,
    },
    /// What will be written down about it, if anything is.
    Call(Option<StartedCall>),
    /// A call that nobody has decided about; the server has not heard of it.
    Waiting(Option<StartedCall>),
    Initialize,
    Discover,
    Listen {
        tools: bool,
    },
    Other,
}

impl Session {
    /// A session that allows what is served and writes nothing down.
    pub fn new(served: watch::Receiver<Arc<dyn ToolPolicy>>) -> Self {
        let to_client = Arc::default();
        Self {
            server: String::new(),
            served,
            approver: Arc::new(AllowAdmitted),
            log: None,
            talk: None,
            state: Mutex::default(),
            visit: ClientStats::default(),
            questions: Questions::new(&to_client),
            tickets: Arc::default(),
            to_client,
            to_server: Outbox::default(),
            idle: Notify::new(),
            list: Mutex::default(),
        }
    }

    /// Who the client is, and what it has called.
    pub fn visitor(&self) -> ClientSnapshot {
        self.visit.look()
    }

    /// The name under which the client's user is told of questions of the server.
    pub fn server(self, name: &str) -> Self {
        Self { server: name.to_owned(), ..self }
    }

    pub(super) fn attribution(&self) -> Attribution<'_> {
        Attribution { server: &self.server, is_shared: false }
    }

    pub fn approver(self, approver: Arc<dyn Approver>) -> Self {
        Self { approver, ..self }
    }

    pub fn log(self, log: CallLog) -> Self {
        Self { log: Some(log), ..self }
    }

    pub fn talk(self, talk: impl Fn(ProxyOutput) + Send + Sync + 'static) -> Self {
        Self { talk: Some(Arc::new(talk)), ..self }
    }

    /// The answers to everything that still waits for the server, which has ended.
    pub(super) fn lost(&self, why: &str) -> Vec<String> {
        let mut state = self.state();
        let (pending, cancelled) = (std::mem::take(&mut state.pending), std::mem::take(&mut state.cancelled));
        drop(state);
        let lost = pending.into_iter().filter(|(id, _)| !cancelled.contains(id)).map(|(id, asked)| {
            let verdict = match asked {
                Asked::Waiting(_) => LoggedVerdict::Undecided,
                _ => LoggedVerdict::Allowed,
            };
            self.record(asked, verdict, LoggedOutcome::Lost);
            response::error(&id.text(), response::INTERNAL, why)
        });
        lost.collect()
    }

    /// Something will be said to the client after what the server said last.
    pub(super) fn has_more_to_say(&self) -> bool {
        !self.to_client.is_empty() || !self.state().pending.is_empty()
    }

    /// From now on new requests are refused.
    pub(super) fn close(&self) {
        self.state().is_closing = true;
    }

    /// Resolves when no request waits for the server, except streams, which have no end of their own.
    pub(super) async fn settled(&self) {
        while !self.state().is_settled() {
            self.idle.notified().await;
        }
    }

    pub(super) fn admits(&self, tool: &str) -> bool {
        let served = Arc::clone(&self.served.borrow());
        served.calls(tool, self.visit.number) == Admission::Passes
    }

    /// The notifications that tell this client about changed tools; none when it does not listen.
    pub(super) fn news(&self) -> Vec<String> {
        let state = self.state();
        let plain = (state.is_initialized && state.has_tools).then(|| response::list_changed(None));
        let streams = state.streams.iter().map(|id| response::list_changed(Some(&id.text())));
        plain.into_iter().chain(streams).collect()
    }

    pub(super) fn starts(
        &self,
        tool: &str,
        arguments: Option<&serde_json::value::RawValue>,
    ) -> Option<StartedCall> {
        self.visit.called();
        let log = self.log.as_ref()?;
        let held = self.served.borrow().effective_hints(tool, self.visit.number);
        Some(log.begin(tool, arguments, held).between(self.visit.name(), None))
    }

    pub(super) fn record(&self, asked: Asked, verdict: LoggedVerdict, outcome: LoggedOutcome) {
        if let (Some(log), Asked::Call(Some(started)) | Asked::Waiting(Some(started))) = (&self.log, asked) {
            log.write(started.ended(verdict, outcome));
        }
    }

    pub(super) fn say(&self, said: ProxyOutput) {
        if let Some(talk) = &self.talk {
            talk(said);
        }
    }

    pub(super) fn words(&self, words: &str) {
        self.say(ProxyOutput::Words(words));
    }

    pub(super) fn list(&self) -> MutexGuard<'_, ListCache> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        // The state is whole between any two statements, so a panic elsewhere does not spoil it.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The client no longer wants an answer, though one may come.
    pub fn cancel(&mut self, id: &Id) -> Option<StartedCall> {
        let asked = self.pending.get_mut(id).filter(|_| !self.cancelled.contains(id))?;
        let started = match asked {
            Asked::Call(started) => started.take(),
            _ => None,
        };
        self.streams.retain(|stream| stream != id);
        self.cancelled.push_back(id.clone());
        if self.cancelled.len() > CANCELLED
            && let Some(oldest) = self.cancelled.pop_front()
        {
            self.answered(&oldest);
        }
        started
    }

    fn is_settled(&self) -> bool {
        let waits = |(id, asked): (&Id, &Asked)| {
            !matches!(asked, Asked::Listen { .. }) && !self.cancelled.contains(id)
        };
        !self.pending.iter().any(waits)
    }

    /// What an answer is for; nothing when nobody asked.
    pub fn answered(&mut self, id: &Id) -> Option<Asked> {
        let asked = self.pending.remove(id)?;
        self.lists -= usize::from(matches!(asked, Asked::List { .. }));
        self.streams.retain(|stream| stream != id);
        if !self.cancelled.is_empty() {
            self.cancelled.retain(|cancelled| cancelled != id);
        }
        Some(asked)
    }
}
