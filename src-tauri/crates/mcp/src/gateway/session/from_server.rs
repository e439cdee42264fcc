//! Messages from a server: a response goes to the requester under its original id, everything else to the session's
//! client.
//!
//! A response is matched by the gateway's number and by the server it came from, so a server can neither answer for
//! another server nor answer twice. Unmatched responses are dropped and counted.

mod responses;

use crate::gateway::outbound::Congested;
use std::sync::Arc;

use hintsmith_core::text::json::Members;

use crate::gateway::list_kind::ListKind;
use crate::gateway::outbound::OutboundQueue;
use crate::gateway::pending::{MAX_PENDING_REQUESTS, ServerRequest};
use crate::gateway::session::Session;
use crate::jsonrpc::envelope::Envelope;
use crate::jsonrpc::frame::{Frame, MessageKind, ParsedLine};
use crate::jsonrpc::id::RequestId;
use crate::jsonrpc::response;
use crate::jsonrpc::response::METHOD_NOT_FOUND;
use crate::jsonrpc::single_line::to_line;
use crate::proxy::ProxyOutput;
use crate::proxy::attribution::Attribution;
use hintsmith_core::text::json_edit::Splices;

impl Session {
    /// Handles one message. `related_request` is the request on whose stream it arrived, if known.
    pub fn handle_message(
        self: &Arc<Self>,
        server_index: usize,
        bytes: &[u8],
        related_request: Option<u64>,
    ) -> Congested {
        let is_list_awaited = self.state().requests.pending_lists > 0;
        if is_list_awaited && let Some(congested) = self.answer_from_cache(server_index, bytes) {
            return congested;
        }
        let Ok(text) = std::str::from_utf8(bytes) else { return self.handle_unparsable(server_index, bytes) };
        let text = text.trim_ascii();
        let parse = if is_list_awaited { Frame::parse_list_response } else { Frame::parse };
        match ParsedLine::parse_with(text, parse) {
            ParsedLine::Single(message) => {
                self.dispatch_server_message(server_index, text, &message, related_request)
            }
            ParsedLine::Batch(items) => {
                let seen = items.iter().map(|item| match Frame::parse(item.get()) {
                    Some(message) => {
                        self.dispatch_server_message(server_index, item.get(), &message, related_request)
                    }
                    None => None,
                });
                seen.fold(None, Option::or)
            }
            ParsedLine::NotJson => self.handle_unparsable(server_index, bytes),
        }
    }

    fn dispatch_server_message(
        self: &Arc<Self>,
        server_index: usize,
        text: &str,
        message: &Frame,
        related_request: Option<u64>,
    ) -> Congested {
        if let Some(why) = &message.ambiguity {
            self.context.report(server_index, &format!("dropped a message of the server: {why}"));
            self.fail_request(
                server_index,
                message.id.map(RequestId::from_raw),
                "the server's response is ambiguous",
            );
            return None;
        }
        match message.kind() {
            MessageKind::Response => self.handle_server_response(server_index, text, message),
            MessageKind::Notification => {
                self.handle_server_notification(server_index, text, message, related_request)
            }
            MessageKind::Request => self.handle_server_request(server_index, text, message, related_request),
            MessageKind::Other => {
                self.context.emit(server_index, ProxyOutput::StrayLine(text.as_bytes()));
                None
            }
        }
    }

    fn handle_server_notification(
        &self,
        server_index: usize,
        text: &str,
        message: &Frame,
        related_request: Option<u64>,
    ) -> Congested {
        if self.is_stateless() {
            return self.handle_stateless_notification(server_index, text, message, related_request);
        }
        let mut splices = Splices::new(text);
        match message.method() {
            "notifications/tools/list_changed" if !self.context.is_single() => {
                // Sent once for all servers, however often they send it.
                self.mark_lists_stale(&[ListKind::Tools]);
                self.tools_changed.notify_one();
                return None;
            }
            // Acknowledges the gateway's own subscription.
            "notifications/subscriptions/acknowledged" if self.is_bridged(server_index) => return None,
            "notifications/prompts/list_changed" => self.mark_lists_stale(&[ListKind::Prompts]),
            "notifications/resources/list_changed" => {
                self.mark_lists_stale(&[ListKind::Resources, ListKind::Templates])
            }
            _ => {}
        }
        let to = match message.method() {
            "notifications/cancelled" => {
                let members = message.params.and_then(|params| Members::parse(params.get()).ok());
                let raw = members.and_then(|members| members.get("requestId"))?;
                let number =
                    self.state().requests.cancel_server_request(server_index, &RequestId::from_raw(raw))?;
                splices.replace(raw.get(), number.to_string());
                self.client_stream(server_index, related_request)
            }
            "notifications/progress" => {
                let members = message.params.and_then(|params| Members::parse(params.get()).ok());
                let token = members.and_then(|members| members.get("progressToken")).map(RequestId::from_raw);
                let mut state = self.state();
                let client_request =
                    token.and_then(|token| state.requests.record_progress(server_index, &token));
                let by_token = client_request.map(|client_request| Arc::clone(&client_request.reply));
                drop(state);
                by_token.or_else(|| self.client_stream(server_index, related_request))
            }
            // Not related to a request, but a client without an open stream receives them on that of a pending request.
            "notifications/tools/list_changed"
            | "notifications/prompts/list_changed"
            | "notifications/resources/list_changed"
            | "notifications/resources/updated" => {
                if self.has_listener() {
                    None
                } else {
                    self.client_stream(server_index, related_request)
                }
            }
            _ => self.client_stream(server_index, related_request),
        };
        let mut out = Vec::new();
        splices.write(&mut out);
        if message.method().ends_with("/list_changed") {
            self.deliver_list_changed(to, out);
            return None;
        }
        self.deliver(to, out)
    }

    /// Forwards a server's request to the client: sampling, elicitation, roots or any other method.
    fn handle_server_request(
        self: &Arc<Self>,
        server_index: usize,
        text: &str,
        message: &Frame,
        related_request: Option<u64>,
    ) -> Congested {
        let id = message.id?;
        if self.is_stateless() {
            let why = "Method not found: the client does not support it";
            self.send_to_server(server_index, &response::error(id.get(), METHOD_NOT_FOUND, why));
            return None;
        }
        let to = self.client_stream(server_index, related_request);
        if to.is_none() && !self.has_listener() && message.method() == "ping" {
            // No client is listening; the gateway answers the ping for itself.
            let answer = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{}}}}"#, id.get());
            self.send_to_server(server_index, &answer);
            return None;
        }
        let mut splices = Splices::new(text);
        if let Err(why) =
            self.attribution(server_index).attribute_request(message.method(), message.params, &mut splices)
        {
            self.context.report(server_index, &format!("rejected a request of the server: {why}"));
            self.send_to_server(
                server_index,
                &response::error(id.get(), response::INVALID_REQUEST, &format!("Invalid Request: {why}")),
            );
            return None;
        }
        let number = {
            let mut state = self.state();
            if state.requests.server_requests.len() >= MAX_PENDING_REQUESTS {
                drop(state);
                self.send_to_server(
                    server_index,
                    &response::error(id.get(), response::INTERNAL_ERROR, "too many requests are in progress"),
                );
                return None;
            }
            let number = state.requests.next_number();
            state.requests.server_requests.insert(
                number,
                ServerRequest { server_index, raw_id: id.get().into(), response_sender: None },
            );
            number
        };
        splices.replace(id.get(), number.to_string());
        let mut out = Vec::new();
        splices.write(&mut out);
        self.deliver(to, out)
    }

    /// The attribution added to this server's elicitation and sampling requests.
    pub(in crate::gateway) fn attribution(&self, server_index: usize) -> Attribution<'_> {
        Attribution {
            server_name: &self.context.servers[server_index].name,
            is_shared: self.context.servers.len() > 1,
        }
    }

    /// Sends a message to a server on behalf of the client.
    fn send_to_server(self: &Arc<Self>, server_index: usize, text: &str) {
        let upstream =
            self.state().ready_servers[server_index].as_ref().map(|ready| Arc::clone(&ready.upstream));
        if let Some(upstream) = upstream {
            let _ = upstream.send(self, to_line(text), None);
        }
    }

    /// Returns the stream for a server's message: that of the related request, else of the only pending request. If the
    /// client has no listener, that of the newest request.
    fn client_stream(&self, server_index: usize, related_request: Option<u64>) -> Option<Arc<OutboundQueue>> {
        let state = self.state();
        let exact = related_request.and_then(|number| state.requests.reply_queue(number));
        let only = exact.or_else(|| state.requests.reply_queue_for(server_index, true));
        drop(state);
        match only {
            None if !self.has_listener() => self.state().requests.reply_queue_for(server_index, false),
            only => only,
        }
    }

    /// Handles bytes that are not valid JSON. Anything that is clearly not a message is stray output.
    fn handle_unparsable(&self, server_index: usize, bytes: &[u8]) -> Congested {
        let envelope = Envelope::scan(bytes);
        let is_message = matches!(bytes.trim_ascii_start().first(), Some(b'{')) && envelope.is_complete;
        match envelope.id.filter(|_| {
            is_message && envelope.has_result_or_error && !envelope.has_method && !envelope.is_ambiguous
        }) {
            Some(id) => self.fail_request(
                server_index,
                Some(RequestId::from_json(&id)),
                "the server's response is not JSON",
            ),
            None => self.context.emit(server_index, ProxyOutput::StrayLine(bytes)),
        }
        None
    }

    /// Handles a message over the size limit. Fails if its request cannot be determined, which ends the connection.
    pub fn handle_oversized(
        &self,
        server_index: usize,
        envelope: &Envelope,
        limit: usize,
    ) -> Result<(), String> {
        let why = format!("dropped a message of the server that is larger than {} MiB", limit >> 20);
        self.context.report(server_index, &why);
        match &envelope.id {
            Some(id)
                if envelope.has_result_or_error
                    && !envelope.has_method
                    && !envelope.is_ambiguous
                    && !envelope.is_batch =>
            {
                self.fail_request(server_index, Some(RequestId::from_json(id)), &why);
                Ok(())
            }
            None if envelope.has_method && !envelope.is_batch => Ok(()),
            _ => Err(why),
        }
    }
}
