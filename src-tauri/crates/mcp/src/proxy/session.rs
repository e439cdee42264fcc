//! State shared by both directions of one connection: pending requests, subscriptions, policy and approver.

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

/// Limit on pending requests. Further ones are refused, because only responses to tracked requests are forwarded.
pub(super) const REQUESTS: usize = 100_000;
/// Number of cancelled requests that stay tracked, in case the server responds all the same.
const CANCELLED: usize = 1_024;

/// Diagnostics outside the protocol. The proxy never prints; its host decides where they go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProxyOutput<'a> {
    /// A line on the server's standard output that is not a message.
    Stray(&'a [u8]),
    /// The reason why a message was not forwarded.
    Words(&'a str),
}

type Talk = Arc<dyn Fn(ProxyOutput) + Send + Sync>;

/// One connection of a client to a server.
pub struct Session {
    /// Display name of the server; may be empty.
    server: String,
    pub(super) served: watch::Receiver<Arc<dyn ToolPolicy>>,
    pub(super) approver: Arc<dyn Approver>,
    log: Option<CallLog>,
    talk: Option<Talk>,
    state: Mutex<State>,
    pub(super) visit: ClientStats,
    pub(super) to_client: Arc<Outbox>,
    pub(super) to_server: Outbox,
    /// The proxy's own requests to the client.
    pub(super) questions: Arc<Questions>,
    pub(super) tickets: Arc<ApprovalTokens>,
    /// Notified when a pending request ends.
    pub(super) idle: Notify,
    list: Mutex<ListCache>,
}

#[derive(Debug, Default)]
pub(super) struct State {
    pub pending: HashMap<Id, Asked>,
    /// The number of pending `tools/list` requests.
    pub lists: usize,
    cancelled: VecDeque<Id>,
    pub is_initialized: bool,
    /// The client declared form elicitation in `initialize`.
    pub elicits: bool,
    pub has_tools: bool,
    /// Acknowledged `subscriptions/listen` streams (2026-07-28) that include tool changes.
    pub streams: Vec<Id>,
    /// New requests are refused.
    pub is_closing: bool,
}

/// A request without a response yet, as far as the handling of its response depends on it.
#[derive(Debug)]
pub(super) enum Asked {
    List {
        /// The request has no cursor.
        first: bool,
    },
    /// With its log record, if calls are logged.
    Call(Option<StartedCall>),
    /// A call without a decision yet; the server has not received it.
    Waiting(Option<StartedCall>),
    Initialize,
    Discover,
    Listen {
        tools: bool,
    },
    Other,
}

impl Session {
    /// Creates a session that allows every call the policy admits and logs nothing.
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

    /// Returns the identity and the call statistics of the client.
    pub fn visitor(&self) -> ClientSnapshot {
        self.visit.look()
    }

    /// Sets the server name shown to the client's user in the server's elicitation and sampling requests.
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

    /// Ends all pending requests and returns an error response for each that was not cancelled.
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

    /// Returns whether more messages to the client will follow the server's last one.
    pub(super) fn has_more_to_say(&self) -> bool {
        !self.to_client.is_empty() || !self.state().pending.is_empty()
    }

    /// Refuses new requests from now on.
    pub(super) fn close(&self) {
        self.state().is_closing = true;
    }

    /// Resolves when no request is pending except subscription streams, which do not end by themselves.
    pub(super) async fn settled(&self) {
        while !self.state().is_settled() {
            self.idle.notified().await;
        }
    }

    pub(super) fn admits(&self, tool: &str) -> bool {
        let served = Arc::clone(&self.served.borrow());
        served.calls(tool, self.visit.number) == Admission::Passes
    }

    /// Builds the list-changed notifications for this client; none if it does not listen for changes.
    pub(super) fn news(&self) -> Vec<String> {
        let state = self.state();
        let plain = (state.is_initialized && state.has_tools).then(|| response::list_changed(None));
        let streams = state.streams.iter().map(|id| response::list_changed(Some(&id.text())));
        plain.into_iter().chain(streams).collect()
    }

    /// Counts a call and starts its log record.
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
        // Poisoning is ignored: every statement leaves the state consistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Marks a request as cancelled by the client. It stays pending, because the server may still respond.
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

    /// Removes and returns the pending request with this id.
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
