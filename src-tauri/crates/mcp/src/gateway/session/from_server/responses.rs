//! Responses from servers, forwarded to the requester under its original id.

use std::sync::Arc;

use crate::gateway::header_params::HeaderParams;
use crate::gateway::input_required::is_input_required;
use crate::gateway::outbound::Congested;
use crate::gateway::outbound::OutboundKind;
use crate::gateway::pending::request_number;
use crate::gateway::pending::{ClientRequest, RequestOrigin, UpstreamRequest};
use crate::gateway::session::Session;
use crate::gateway::stateless;
use crate::jsonrpc::frame::Frame;
use crate::jsonrpc::id::RequestId;
use crate::jsonrpc::response;
use crate::proxy::call_log::{self, LoggedOutcome, LoggedVerdict};
use crate::proxy::policy::ToolPolicy;
use crate::proxy::request_kind::RequestKind;
use crate::proxy::server_response::{correct_response, is_complete_list};
use hintsmith_core::text::json_edit::Splices;

impl Session {
    /// Answers a list request from the cache if the server's list is unchanged. The list is not parsed again.
    pub(in crate::gateway) fn answer_from_cache(
        &self,
        server_index: usize,
        bytes: &[u8],
    ) -> Option<Congested> {
        let policy = self.policy(server_index);
        let list = self.context.list_cache(server_index);
        let found = list.get(bytes.trim_ascii(), &policy, self.connection_id())?;
        let is_stateless = self.is_stateless();
        if is_stateless && HeaderParams::may_occur_in(bytes) {
            // The list may have been cached by another session, so this session must parse it for header parameters.
            return None;
        }
        let number = found.id.parse().ok()?;
        let mut state = self.state();
        let client_request = state.requests.client_request_at(server_index, number)?;
        if client_request.needs_stateless_members
            || !matches!(client_request.kind, RequestKind::List { is_first_page: true })
        {
            return None;
        }
        let RequestOrigin::Client(client_request) = state.requests.remove(number, server_index)?.origin
        else {
            return None;
        };
        drop(state);
        let mut out = Vec::new();
        found.write(&client_request.raw_id, &mut out);
        drop(list);
        if is_stateless {
            self.set_header_params(server_index, &[] as &[&str]);
        }
        client_request.reply.push(out, OutboundKind::Result);
        self.idle.notify_one();
        Some(client_request.reply.is_congested().then_some(client_request.reply))
    }

    pub(in crate::gateway) fn handle_server_response(
        self: &Arc<Self>,
        server_index: usize,
        text: &str,
        message: &Frame,
    ) -> Congested {
        let id = message.id.map(RequestId::from_raw);
        let ended =
            request_number(id.as_ref()).and_then(|number| self.state().requests.remove(number, server_index));
        let (Some(id), Some(UpstreamRequest { origin, .. })) = (message.id, ended) else {
            self.context.metrics.unmatched_responses.increment();
            self.context.report(server_index, "dropped a response of the server that matches no request");
            return None;
        };
        let client_request = match origin {
            RequestOrigin::Client(client_request) => client_request,
            RequestOrigin::Gateway(sender) => {
                let _ = sender.send(Ok(text.to_owned()));
                return None;
            }
            RequestOrigin::Abandoned => return None,
        };
        let is_complete = is_complete_list(&client_request.kind, message);
        let read_again;
        let message = match (&client_request.kind, &message.list_result) {
            (_, None) => message,
            (RequestKind::List { .. }, _) if !client_request.needs_stateless_members => message,
            // Parsed as a list that another request is waiting for, or the complete result is needed.
            (_, Some(_)) => {
                read_again = Frame::parse(text).unwrap_or_default();
                &read_again
            }
        };
        if let Some(result) =
            message.result.filter(|result| client_request.retryable.is_some() && is_input_required(result))
        {
            self.request_more_input(server_index, client_request, result);
            return None;
        }
        let policy = self.policy(server_index);
        let corrected = correct_response(
            &client_request.kind,
            text,
            message,
            (&*policy, self.connection_id()),
            self.attribution(server_index),
        );
        if client_request.kind.is_list() && message.result.is_some() {
            if is_complete && self.is_stateless() {
                self.set_header_params(server_index, &[text]);
            }
            let is_kept = is_complete && corrected.is_ok() && !client_request.needs_stateless_members;
            let complete_list = is_kept.then_some((text, id.get()));
            self.cache_list(server_index, complete_list, &policy, corrected.as_ref().ok());
        }
        if matches!(client_request.kind, RequestKind::Call(_)) {
            self.record_task(server_index, message.result);
        }
        let mut splices = match corrected {
            Ok(splices) => splices,
            Err(why) => {
                self.context.report(server_index, &format!("dropped a response of the server: {why}"));
                self.send_error(
                    &client_request.reply,
                    &client_request.raw_id,
                    response::INTERNAL_ERROR,
                    &why,
                );
                if let RequestKind::Call(started) = client_request.kind {
                    self.record_call(started, LoggedVerdict::Allowed, LoggedOutcome::Lost);
                }
                self.idle.notify_one();
                return None;
            }
        };
        splices.replace(id.get(), &*client_request.raw_id);
        if let Some(result) = message.result.filter(|_| client_request.needs_stateless_members) {
            stateless::add_stateless_members(result, &client_request.kind, &mut splices);
        }
        let mut out = Vec::new();
        splices.write(&mut out);
        let kind = if message.result.is_some() { OutboundKind::Result } else { OutboundKind::Error };
        let ClientRequest { reply, kind: request_kind, .. } = client_request;
        reply.push(out, kind);
        if let RequestKind::Call(started) = request_kind {
            self.record_call(
                started,
                LoggedVerdict::Allowed,
                call_log::classify_result(message.result.map(|result| result.get())),
            );
        }
        self.idle.notify_one();
        reply.is_congested().then_some(reply)
    }

    /// Caches a complete list. A partial list invalidates the cache.
    fn cache_list(
        &self,
        server_index: usize,
        complete_list: Option<(&str, &str)>,
        policy: &Arc<dyn ToolPolicy>,
        corrected: Option<&Splices>,
    ) {
        let Some(complete_list) = complete_list else { return self.context.list_cache(server_index).clear() };
        let corrected = corrected.filter(|splices| !splices.is_empty()).map(|splices| {
            let mut out = Vec::new();
            splices.clone().write(&mut out);
            out
        });
        self.context.list_cache(server_index).insert(
            complete_list,
            policy,
            self.connection_id(),
            corrected.as_deref(),
        );
    }

    /// Fails the request with this id.
    pub fn fail_request(&self, server_index: usize, id: Option<RequestId>, why: &str) {
        let Some(number) = request_number(id.as_ref()) else { return };
        let ended = self.state().requests.remove(number, server_index);
        match ended.map(|pending| pending.origin) {
            Some(RequestOrigin::Client(ClientRequest {
                reply, raw_id: text, kind: request_kind, ..
            })) => {
                self.send_error(&reply, &text, response::INTERNAL_ERROR, why);
                if let RequestKind::Call(started) = request_kind {
                    self.record_call(started, LoggedVerdict::Allowed, LoggedOutcome::Lost);
                }
            }
            Some(RequestOrigin::Gateway(sender)) => drop(sender.send(Err(why.to_owned()))),
            _ => {}
        }
        self.idle.notify_one();
    }
}
