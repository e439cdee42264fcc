//! A `subscriptions/listen` stream (2026-07-28).

use std::sync::Arc;

use crate::gateway::list_kind::ListKind;
use crate::gateway::outbound::OutboundQueue;
use crate::jsonrpc::id::RequestId;

/// A client's `subscriptions/listen` stream that the gateway serves itself.
pub struct Subscription {
    pub key: RequestId,
    /// The request id as the client wrote it.
    pub raw_id: String,
    pub reply: Arc<OutboundQueue>,
    pub kinds: Vec<ListKind>,
}
