//! Table of a session's pending requests, by gateway number and by client id.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use serde_json::value::RawValue;
use tokio_util::sync::CancellationToken;

use crate::gateway::input_required::RetryableRequest;
use crate::gateway::outbound::OutboundQueue;
use crate::gateway::pending::{
    ClientRequest, MAX_PENDING_REQUESTS, RequestLocation, RequestOrigin, ServerRequest, UpstreamRequest,
};
use crate::jsonrpc::id::RequestId;
use crate::proxy::request_kind::RequestKind;

/// Number of cancelled requests remembered, so that their late responses are not counted as unmatched.
const MAX_CANCELLED: usize = 1_024;

#[derive(Debug, Default)]
pub struct PendingRequests {
    last_number: u64,
    pub(super) upstream_requests: HashMap<u64, UpstreamRequest>,
    /// Number of pending `tools/list` requests.
    pub pending_lists: usize,
    pub(super) locations: HashMap<RequestId, RequestLocation>,
    cancelled: VecDeque<u64>,
    /// Number of open subscription streams, which have no response to wait for.
    open_streams: usize,
    /// Several clients share this table, so ids may collide.
    pub is_shared: bool,
    pub server_requests: HashMap<u64, ServerRequest>,
}

impl PendingRequests {
    pub fn next_number(&mut self) -> u64 {
        self.last_number += 1;
        self.last_number
    }

    /// The key of a new client request.
    pub fn request_key(&mut self, id: &RawValue) -> RequestId {
        match self.is_shared {
            // Matches no client id: shared requests are never looked up by id.
            true => RequestId::Other(format!("#{}", self.next_number()).into()),
            false => RequestId::from_raw(id),
        }
    }

    pub fn contains_id(&self, id: &RequestId) -> bool {
        !self.is_shared && self.locations.contains_key(id)
    }

    pub fn is_full(&self) -> bool {
        self.upstream_requests.len().max(self.locations.len()) >= MAX_PENDING_REQUESTS
    }

    pub fn insert_local(&mut self, id: RequestId, token: CancellationToken, reply: &Arc<OutboundQueue>) {
        self.locations.insert(id, RequestLocation::Local(token, Arc::clone(reply)));
    }

    /// Returns whether the request with this number still waits for its response.
    pub fn is_pending(&self, number: u64) -> bool {
        self.upstream_requests.contains_key(&number)
    }

    /// Number of requests handled by the gateway itself.
    pub fn local_count(&self) -> usize {
        self.locations.values().filter(|location| matches!(location, RequestLocation::Local(..))).count()
    }

    pub fn remove_local(&mut self, id: &RequestId) {
        // The request may have been forwarded to a server in the meantime.
        if matches!(self.locations.get(id), Some(RequestLocation::Local(..))) {
            self.locations.remove(id);
        }
    }

    pub fn insert(&mut self, number: u64, request: UpstreamRequest) {
        if let RequestOrigin::Client(client_request) = &request.origin {
            self.pending_lists += usize::from(client_request.kind.is_list());
            self.open_streams += usize::from(client_request.kind.is_listen());
            self.locations.insert(client_request.id.clone(), RequestLocation::Upstream(number));
        }
        self.upstream_requests.insert(number, request);
    }

    /// Removes and returns the request that a server's response answers. `None` if that server was not sent it.
    pub fn remove(&mut self, number: u64, server_index: usize) -> Option<UpstreamRequest> {
        if self.upstream_requests.get(&number)?.server_index != server_index {
            return None;
        }
        let pending = self.upstream_requests.remove(&number)?;
        self.remove_client_entry(&pending);
        Some(pending)
    }

    pub(super) fn decrement_counts(&mut self, client_request: &ClientRequest) {
        self.pending_lists -= usize::from(client_request.kind.is_list());
        self.open_streams -= usize::from(client_request.kind.is_listen());
    }

    fn remove_client_entry(&mut self, request: &UpstreamRequest) {
        if let RequestOrigin::Client(client_request) = &request.origin {
            self.decrement_counts(client_request);
            self.locations.remove(&client_request.id);
        }
    }

    /// Cancels a client's request. Returns its location and, if it was forwarded, its server and details.
    pub fn cancel(&mut self, id: &RequestId) -> Option<(RequestLocation, Option<(usize, ClientRequest)>)> {
        let location = self.locations.remove(id)?;
        let RequestLocation::Upstream(number) = location else { return Some((location, None)) };
        let pending = self.upstream_requests.get_mut(&number)?;
        let origin = std::mem::replace(&mut pending.origin, RequestOrigin::Abandoned);
        let server_index = pending.server_index;
        let RequestOrigin::Client(client_request) = origin else { return None };
        self.decrement_counts(&client_request);
        self.remember_cancelled(number);
        Some((RequestLocation::Upstream(number), Some((server_index, client_request))))
    }

    /// Remembers a cancelled request, whose response may still arrive.
    pub(super) fn remember_cancelled(&mut self, number: u64) {
        self.cancelled.push_back(number);
        if self.cancelled.len() > MAX_CANCELLED
            && let Some(oldest) = self.cancelled.pop_front()
            && let Some(UpstreamRequest { origin: RequestOrigin::Abandoned, .. }) =
                self.upstream_requests.get(&oldest)
        {
            self.upstream_requests.remove(&oldest);
        }
    }

    /// Removes a request to the client that its server cancelled, and returns its gateway number.
    pub fn cancel_server_request(&mut self, server_index: usize, id: &RequestId) -> Option<u64> {
        let is_it = |server_request: &&ServerRequest| {
            server_request.server_index == server_index && RequestId::from_json(&server_request.raw_id) == *id
        };
        let found = self.server_requests.iter().find(|(_, server_request)| is_it(server_request));
        let number = found.map(|(number, _)| *number)?;
        self.server_requests.remove(&number);
        Some(number)
    }

    /// Removes all requests to and from a disconnected server.
    pub fn remove_server(&mut self, server_index: usize) -> (Vec<UpstreamRequest>, Vec<u64>) {
        let numbers: Vec<u64> = self.for_server(server_index).map(|(number, _)| number).collect();
        let pending = numbers.into_iter().filter_map(|number| self.remove(number, server_index)).collect();
        let server_requests = self
            .server_requests
            .iter()
            .filter(|(_, server_request)| server_request.server_index == server_index);
        let server_requests: Vec<u64> = server_requests.map(|(number, _)| *number).collect();
        for number in &server_requests {
            self.server_requests.remove(number);
        }
        (pending, server_requests)
    }

    pub(super) fn for_server(&self, server_index: usize) -> impl Iterator<Item = (u64, &UpstreamRequest)> {
        self.upstream_requests
            .iter()
            .filter(move |(_, one)| one.server_index == server_index)
            .map(|(number, one)| (*number, one))
    }

    /// Keys of all requests that respond to this queue.
    pub fn keys_for_reply(&self, reply: &Arc<OutboundQueue>) -> Vec<RequestId> {
        let is_its = |location: &RequestLocation| match location {
            RequestLocation::Upstream(number) => self
                .client_request(*number)
                .is_some_and(|client_request| Arc::ptr_eq(&client_request.reply, reply)),
            RequestLocation::Local(_, queue) => Arc::ptr_eq(queue, reply),
        };
        self.locations.iter().filter(|(_, location)| is_its(location)).map(|(id, _)| id.clone()).collect()
    }

    /// Ids and queues of forwarded subscriptions that report tool changes.
    pub fn tool_listeners(&self) -> Vec<(String, Arc<OutboundQueue>)> {
        let listeners = self.upstream_requests.values().filter_map(|pending| match &pending.origin {
            RequestOrigin::Client(listeners)
                if matches!(listeners.kind, RequestKind::Listen { has_tools_list_changed: true }) =>
            {
                Some(listeners)
            }
            _ => None,
        });
        listeners.map(|listeners| (listeners.raw_id.to_string(), Arc::clone(&listeners.reply))).collect()
    }

    pub fn insert_stream(&mut self, key: RequestId, token: CancellationToken, reply: &Arc<OutboundQueue>) {
        self.open_streams += 1;
        self.insert_local(key, token, reply);
    }

    pub fn remove_stream(&mut self, key: &RequestId) {
        self.open_streams -= 1;
        self.locations.remove(key);
    }

    pub fn client_request(&self, number: u64) -> Option<&ClientRequest> {
        match &self.upstream_requests.get(&number)?.origin {
            RequestOrigin::Client(asked) => Some(asked),
            _ => None,
        }
    }

    /// Stores a request as sent, for retries.
    pub fn set_retryable(&mut self, number: u64, retryable: Option<RetryableRequest>) {
        if let Some(UpstreamRequest { origin: RequestOrigin::Client(client_request), .. }) =
            self.upstream_requests.get_mut(&number)
        {
            client_request.retryable = retryable;
        }
    }

    /// Queue for the response to a request.
    pub fn reply_queue(&self, number: u64) -> Option<Arc<OutboundQueue>> {
        self.client_request(number).map(|client_request| Arc::clone(&client_request.reply))
    }

    /// The client request that this server was sent under a number.
    pub fn client_request_at(&self, server_index: usize, number: u64) -> Option<&ClientRequest> {
        self.upstream_requests.get(&number).filter(|pending| pending.server_index == server_index)?;
        self.client_request(number)
    }

    /// Reply queue of the newest client request pending at a server. With `only`, `None` unless it is the only one.
    pub fn reply_queue_for(&self, server_index: usize, only: bool) -> Option<Arc<OutboundQueue>> {
        let of = self.for_server(server_index).filter(|(number, _)| self.client_request(*number).is_some());
        let numbers: Vec<u64> = of.map(|(number, _)| number).collect();
        if only && numbers.len() != 1 {
            return None;
        }
        self.reply_queue(*numbers.iter().max()?)
    }

    /// Returns whether no client request waits for a response.
    pub fn is_idle(&self) -> bool {
        self.locations.len() <= self.open_streams
    }
}
