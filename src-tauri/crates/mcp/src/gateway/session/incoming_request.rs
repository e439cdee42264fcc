//! A client's request on its way through the gateway.

use std::sync::Arc;

use serde_json::value::RawValue;

use crate::gateway::outbound::{OutboundKind, OutboundQueue};
use crate::jsonrpc::frame::Frame;
use crate::jsonrpc::response;
use crate::proxy::call_gate::CallReply;

/// A client's request, and the queue for its response.
#[derive(Clone, Copy)]
pub struct IncomingRequest<'a> {
    pub text: &'a str,
    pub message: &'a Frame<'a>,
    /// The id as the client wrote it.
    pub id: &'a RawValue,
    pub reply: &'a Arc<OutboundQueue>,
}

impl IncomingRequest<'_> {
    pub fn answer(&self, reply: CallReply) {
        let kind = if reply.is_error { OutboundKind::Error } else { OutboundKind::Result };
        self.reply.push(reply.text.into_bytes(), kind);
    }

    pub fn refuse(&self, code: i32, why: &str) {
        self.reply.push(response::error(self.id.get(), code, why).into_bytes(), OutboundKind::Error);
    }
}
