//! State shared by both directions of one connection: pending requests, subscriptions, policy and approver.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, watch};

use crate::jsonrpc::id::RequestId;
use crate::jsonrpc::response;
use crate::proxy::approval_token::ApprovalTokens;
use crate::proxy::attribution::Attribution;
use crate::proxy::call_gate::CallGate;
use crate::proxy::call_log::{CallLog, LoggedOutcome, LoggedVerdict, StartedCall};
use crate::proxy::client_stats::{ClientSnapshot, ClientStats};
use crate::proxy::list_cache::ListCache;
use crate::proxy::output::ProxyOutput;
use crate::proxy::policy::{AllowAdmitted, Approver, ToolPolicy};
use crate::proxy::request_kind::RequestKind;
use crate::wrap::outbox::Outbox;
use crate::wrap::pending_elicitations::PendingElicitations;

/// Limit on pending requests. Further ones are refused, because only responses to tracked requests are forwarded.
pub(super) const MAX_PENDING_REQUESTS: usize = 100_000;
/// Number of cancelled requests that stay tracked, in case the server responds all the same.
const MAX_CANCELLED_REQUESTS: usize = 1_024;

type OutputHandler = Arc<dyn Fn(ProxyOutput) + Send + Sync>;

/// One connection of a client to a server.
pub struct Session {
    /// Display name of the server; may be empty.
    server_name: String,
    pub(super) policy: watch::Receiver<Arc<dyn ToolPolicy>>,
    pub(super) approver: Arc<dyn Approver>,
    log: Option<CallLog>,
    on_output: Option<OutputHandler>,
    state: Mutex<State>,
    pub(super) client_stats: ClientStats,
    pub(super) client_outbox: Arc<Outbox>,
    pub(super) server_outbox: Outbox,
    /// The proxy's own requests to the client.
    pub(super) elicitations: Arc<PendingElicitations>,
    pub(super) approval_tokens: Arc<ApprovalTokens>,
    /// Notified when a pending request ends.
    pub(super) request_ended: Notify,
    list_cache: Mutex<ListCache>,
}

#[derive(Debug, Default)]
pub(super) struct State {
    pub pending: HashMap<RequestId, PendingRequest>,
    /// The number of pending `tools/list` requests.
    pub pending_lists: usize,
    cancelled: VecDeque<RequestId>,
    pub is_initialized: bool,
    /// The client declared form elicitation in `initialize`.
    pub has_form_elicitation: bool,
    pub has_tools: bool,
    /// Acknowledged `subscriptions/listen` streams (2026-07-28) that include tool changes.
    pub tool_subscriptions: Vec<RequestId>,
    /// New requests are refused.
    pub is_closing: bool,
}

/// A request without a response yet.
#[derive(Debug)]
pub(super) enum PendingRequest {
    /// A call without a decision yet; the server has not received it.
    AwaitingApproval(Option<StartedCall>),
    Forwarded(RequestKind),
}

impl PendingRequest {
    /// The log record, if it is a call.
    pub fn into_started(self) -> Option<StartedCall> {
        match self {
            Self::AwaitingApproval(started) => started,
            Self::Forwarded(mut kind) => kind.take_started(),
        }
    }

    pub fn is_list(&self) -> bool {
        matches!(self, Self::Forwarded(kind) if kind.is_list())
    }

    pub fn is_listen(&self) -> bool {
        matches!(self, Self::Forwarded(kind) if kind.is_listen())
    }
}

impl Session {
    /// Creates a session that allows every call the policy admits and logs nothing.
    pub fn new(policy: watch::Receiver<Arc<dyn ToolPolicy>>) -> Self {
        let to_client = Arc::default();
        Self {
            server_name: String::new(),
            policy,
            approver: Arc::new(AllowAdmitted),
            log: None,
            on_output: None,
            state: Mutex::default(),
            client_stats: ClientStats::default(),
            elicitations: PendingElicitations::new(&to_client),
            approval_tokens: Arc::default(),
            client_outbox: to_client,
            server_outbox: Outbox::default(),
            request_ended: Notify::new(),
            list_cache: Mutex::default(),
        }
    }

    /// Returns the identity and the call statistics of the client.
    pub fn client_snapshot(&self) -> ClientSnapshot {
        self.client_stats.snapshot()
    }

    /// Sets the server name shown to the client's user in the server's elicitation and sampling requests.
    pub fn with_server_name(self, name: &str) -> Self {
        Self { server_name: name.to_owned(), ..self }
    }

    pub(super) fn attribution(&self) -> Attribution<'_> {
        Attribution { server_name: &self.server_name, is_shared: false }
    }

    pub fn with_approver(self, approver: Arc<dyn Approver>) -> Self {
        Self { approver, ..self }
    }

    pub fn with_log(self, log: CallLog) -> Self {
        Self { log: Some(log), ..self }
    }

    pub fn with_output(self, handler: impl Fn(ProxyOutput) + Send + Sync + 'static) -> Self {
        Self { on_output: Some(Arc::new(handler)), ..self }
    }

    /// Ends all pending requests and returns an error response for each that was not cancelled.
    pub(super) fn fail_pending(&self, reason: &str) -> Vec<String> {
        let mut state = self.state();
        let (pending, cancelled) = (std::mem::take(&mut state.pending), std::mem::take(&mut state.cancelled));
        drop(state);
        let errors = pending.into_iter().filter(|(id, _)| !cancelled.contains(id)).map(|(id, asked)| {
            let verdict = match asked {
                PendingRequest::AwaitingApproval(_) => LoggedVerdict::Undecided,
                _ => LoggedVerdict::Allowed,
            };
            self.record_call(asked.into_started(), verdict, LoggedOutcome::Lost);
            response::error(&id.to_json(), response::INTERNAL_ERROR, reason)
        });
        errors.collect()
    }

    /// Returns whether more messages to the client will follow the server's last one.
    pub(super) fn has_more_messages(&self) -> bool {
        !self.client_outbox.is_empty() || !self.state().pending.is_empty()
    }

    /// Refuses new requests from now on.
    pub(super) fn start_closing(&self) {
        self.state().is_closing = true;
    }

    /// Resolves when no request is pending except subscription streams, which do not end by themselves.
    pub(super) async fn wait_until_idle(&self) {
        while !self.state().is_idle() {
            self.request_ended.notified().await;
        }
    }

    pub(super) fn policy(&self) -> Arc<dyn ToolPolicy> {
        Arc::clone(&self.policy.borrow())
    }

    /// The decision about calls under this policy.
    pub(super) fn call_gate<'a>(&'a self, policy: &'a dyn ToolPolicy) -> CallGate<'a> {
        CallGate {
            policy: Some(policy),
            approver: &*self.approver,
            log: self.log.as_ref(),
            connection: self.client_stats.connection_id,
        }
    }

    /// Builds the list-changed notifications for this client; none if it does not listen for changes.
    pub(super) fn list_changed_notifications(&self) -> Vec<String> {
        let state = self.state();
        let plain = (state.is_initialized && state.has_tools).then(|| response::tools_list_changed(None));
        let streams =
            state.tool_subscriptions.iter().map(|id| response::tools_list_changed(Some(&id.to_json())));
        plain.into_iter().chain(streams).collect()
    }

    /// Counts a call and starts its log record.
    pub(super) fn start_call(
        &self,
        tool: &str,
        arguments: Option<&serde_json::value::RawValue>,
    ) -> Option<StartedCall> {
        self.client_stats.record_call();
        let log = self.log.as_ref()?;
        let effective_hints = self.policy().effective_hints(tool, self.client_stats.connection_id);
        Some(
            log.start_call(tool, arguments, effective_hints)
                .with_peers(self.client_stats.client_name(), None),
        )
    }

    pub(super) fn record_call(
        &self,
        started: Option<StartedCall>,
        verdict: LoggedVerdict,
        outcome: LoggedOutcome,
    ) {
        if let (Some(log), Some(started)) = (&self.log, started) {
            log.send(started.finish(verdict, outcome));
        }
    }

    pub(super) fn emit(&self, output: ProxyOutput) {
        if let Some(on_output) = &self.on_output {
            on_output(output);
        }
    }

    pub(super) fn warn(&self, message: &str) {
        self.emit(ProxyOutput::Warning(message));
    }

    pub(super) fn list_cache(&self) -> MutexGuard<'_, ListCache> {
        self.list_cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        // Poisoning is ignored: every statement leaves the state consistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Marks a request as cancelled by the client. It stays pending, because the server may still respond.
    pub fn cancel(&mut self, id: &RequestId) -> Option<StartedCall> {
        let request = self.pending.get_mut(id).filter(|_| !self.cancelled.contains(id))?;
        let started = match request {
            PendingRequest::Forwarded(kind) => kind.take_started(),
            PendingRequest::AwaitingApproval(_) => None,
        };
        self.tool_subscriptions.retain(|stream| stream != id);
        self.cancelled.push_back(id.clone());
        if self.cancelled.len() > MAX_CANCELLED_REQUESTS
            && let Some(oldest) = self.cancelled.pop_front()
        {
            self.take_pending(&oldest);
        }
        started
    }

    fn is_idle(&self) -> bool {
        let waits =
            |(id, asked): (&RequestId, &PendingRequest)| !asked.is_listen() && !self.cancelled.contains(id);
        !self.pending.iter().any(waits)
    }

    pub fn insert_forwarded(&mut self, id: RequestId, kind: RequestKind) {
        self.pending_lists += usize::from(kind.is_list());
        self.pending.insert(id, PendingRequest::Forwarded(kind));
    }

    /// Removes and returns the request with this id, if the server has received it: it cannot answer a call that still
    /// waits for approval.
    pub fn take_forwarded(&mut self, id: &RequestId) -> Option<RequestKind> {
        if let PendingRequest::AwaitingApproval(_) = self.pending.get(id)? {
            return None;
        }
        match self.take_pending(id)? {
            PendingRequest::Forwarded(kind) => Some(kind),
            PendingRequest::AwaitingApproval(_) => None,
        }
    }

    /// Removes and returns the pending request with this id.
    pub fn take_pending(&mut self, id: &RequestId) -> Option<PendingRequest> {
        let request = self.pending.remove(id)?;
        self.pending_lists -= usize::from(request.is_list());
        self.tool_subscriptions.retain(|stream| stream != id);
        if !self.cancelled.is_empty() {
            self.cancelled.retain(|cancelled| cancelled != id);
        }
        Some(request)
    }
}
