//! Notifications and cancellations from the client.

use std::sync::Arc;

use hintsmith_core::text::json::Members;

use crate::era::Era;
use crate::gateway::outbound::OutboundKind;
use crate::gateway::pending::RequestLocation;
use crate::gateway::session::Session;
use crate::gateway::upstream::UpstreamConnection;
use crate::jsonrpc::frame::{Frame, Method};
use crate::jsonrpc::id::RequestId;
use crate::jsonrpc::single_line::to_line;
use crate::proxy::call_log::{LoggedOutcome, LoggedVerdict};
use crate::proxy::request_kind::RequestKind;
use hintsmith_core::text::json_edit::Splices;

impl Session {
    pub(in crate::gateway) fn handle_client_notification(self: &Arc<Self>, text: &str, message: &Frame) {
        match message.method() {
            "notifications/cancelled" => return self.handle_cancelled(text, message),
            // The response would be lost, but a server might still run the call.
            "tools/call" => return self.context.report(usize::MAX, "dropped a call without an id"),
            _ if message.method == Some(Method::Unreadable) => return,
            _ => {}
        }
        let upstreams: Vec<_> = {
            let mut state = self.state();
            if state.era == Era::Stateless {
                // Notifications of stateless clients concern only their streams; none is forwarded.
                return;
            }
            state.is_initialized |= message.method() == "notifications/initialized";
            // Servers of 2026-07-28 take no notifications from clients.
            let older = state.ready_servers.iter().flatten().filter(|ready| ready.era == Era::Handshake);
            older.map(|ready| Arc::clone(&ready.upstream)).collect()
        };
        for upstream in upstreams {
            // A notification that the server does not accept is lost, as the protocol allows.
            let _ = upstream.send(self, to_line(text), None);
        }
    }

    fn handle_cancelled(self: &Arc<Self>, text: &str, message: &Frame) {
        let members = message.params.and_then(|params| Members::parse(params.get()).ok());
        let Some(raw) = members.and_then(|members| members.get("requestId")) else { return };
        if self.state().requests.is_shared {
            // With shared requests the id is ambiguous; stateless clients cancel by closing the stream.
            return;
        }
        if let Some((number, upstream)) = self.cancel_request(&RequestId::from_raw(raw)) {
            let mut splices = Splices::new(text);
            splices.replace(raw.get(), number.to_string());
            let mut line = Vec::new();
            splices.write(&mut line);
            line.push(b'\n');
            upstream.cancel(self, number, line);
        }
    }

    /// Cancels a request. Returns the number and connection for notifying the server, if the request was forwarded.
    pub(in crate::gateway) fn cancel_request(
        &self,
        id: &RequestId,
    ) -> Option<(u64, Arc<UpstreamConnection>)> {
        let withdrawn = self.state().requests.cancel(id);
        let (number, server_index, client_request) = match withdrawn {
            Some((RequestLocation::Upstream(number), Some((server_index, client_request)))) => {
                (number, server_index, client_request)
            }
            Some((RequestLocation::Local(token, _), _)) => {
                token.cancel();
                return None;
            }
            _ => return None,
        };
        client_request.reply.push(Vec::new(), OutboundKind::Cancelled);
        if let RequestKind::Call(started) = client_request.kind {
            self.record_call(started, LoggedVerdict::Allowed, LoggedOutcome::Cancelled);
        }
        self.idle.notify_one();
        let upstream =
            self.state().ready_servers[server_index].as_ref().map(|ready| Arc::clone(&ready.upstream));
        upstream.map(|upstream| (number, upstream))
    }
}
