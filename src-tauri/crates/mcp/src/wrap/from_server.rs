//! Handling of server messages: forwarded unchanged, except for tool lists, list-changed capabilities, and the server's
//! name in requests to the user or the model.
//!
//! Responses are matched to requests by id. A response without a pending request is dropped: otherwise a tool list
//! under an id that only some clients take for a pending one would arrive uncorrected.

use serde_json::value::RawValue;

use crate::jsonrpc::envelope::Envelope;
use crate::jsonrpc::frame::{Frame, MessageKind, ParsedLine};
use crate::jsonrpc::id::RequestId;
use crate::jsonrpc::response;
use crate::jsonrpc::single_line::append_line;
use crate::proxy::attribution;
use crate::proxy::call_log::{self, LoggedOutcome, LoggedVerdict};
use crate::proxy::list_changed;
use crate::proxy::output::ProxyOutput;
use crate::proxy::request_kind::RequestKind;
use crate::proxy::server_response::{correct_response, is_complete_list};
use crate::wrap::session::{PendingRequest, Session};
use hintsmith_core::text::json_edit::{Splices, replace_line_breaks, slice_range};

enum ServerMessageAction {
    Forward,
    /// A replacement was appended to `out`.
    Replace,
    Drop,
}

impl Session {
    /// Handles one line from the server. Returns true if it is to be forwarded unchanged; otherwise what the client
    /// receives instead, if anything, is appended to `out`.
    pub(super) fn handle_server_line(&self, line: &[u8], out: &mut Vec<u8>) -> bool {
        if let Some(passes) = self.answer_from_cache(line, out) {
            return passes;
        }
        let Ok(text) = std::str::from_utf8(line) else { return self.handle_invalid_json(line, out) };
        let text = text.strip_suffix('\n').unwrap_or(text);
        let text = text.strip_suffix('\r').unwrap_or(text);
        let parse = if self.state().pending_lists > 0 { Frame::parse_list_response } else { Frame::parse };
        let start = out.len();
        let action = match ParsedLine::parse_with(text, parse) {
            ParsedLine::Single(message) => self.handle_server_message(text, &message, out),
            ParsedLine::Batch(items) => {
                let items: Vec<&str> = items.iter().map(|item| item.get()).collect();
                self.handle_server_batch(text, &items, out)
            }
            ParsedLine::NotJson => return self.handle_invalid_json(line, out),
        };
        if let ServerMessageAction::Replace = action {
            replace_line_breaks(&mut out[start..]);
            write_line_ending(&line[text.len()..], out);
        }
        matches!(action, ServerMessageAction::Forward)
    }

    /// Answers a `tools/list` from the cache if the line equals the cached list. Returns whether the line is to be
    /// forwarded unchanged, or `None` on a cache miss.
    fn answer_from_cache(&self, line: &[u8], out: &mut Vec<u8>) -> Option<bool> {
        if self.state().pending_lists == 0 {
            return None;
        }
        let policy = self.policy();
        let cache = self.list_cache();
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let hit = cache.get(text, &policy, self.client_stats.connection_id)?;
        let mut state = self.state();
        let id = RequestId::from_json(hit.id);
        state.pending.get(&id).filter(|asked| {
            matches!(asked, PendingRequest::Forwarded(RequestKind::List { is_first_page: true }))
        })?;
        state.take_pending(&id);
        drop(state);
        self.request_ended.notify_one();
        if hit.is_corrected() {
            hit.write(hit.id, out);
            write_line_ending(&line[text.len()..], out);
        }
        Some(!hit.is_corrected())
    }

    fn handle_server_batch(&self, text: &str, items: &[&str], out: &mut Vec<u8>) -> ServerMessageAction {
        let (start, mut kept, mut is_unchanged) = (out.len(), 0, true);
        let ranges: Vec<_> = items.iter().map(|item| slice_range(text, item)).collect();
        for (number, item) in items.iter().enumerate() {
            let before = out.len();
            // The first item that remains keeps the text before the first item of the batch.
            let behind = number.checked_sub(1).filter(|_| kept > 0).map_or(0, |number| ranges[number].end);
            let at = if kept > 0 { ranges[number].start } else { ranges[0].start };
            out.extend_from_slice(&text.as_bytes()[behind..at]);
            match Frame::parse(item)
                .map_or(ServerMessageAction::Drop, |message| self.handle_server_message(item, &message, out))
            {
                ServerMessageAction::Forward => append_line(item.as_bytes(), out),
                ServerMessageAction::Replace => is_unchanged = false,
                ServerMessageAction::Drop => {
                    is_unchanged = false;
                    out.truncate(before);
                    continue;
                }
            }
            kept += 1;
        }
        if is_unchanged || kept == 0 {
            out.truncate(start);
            return if is_unchanged { ServerMessageAction::Forward } else { ServerMessageAction::Drop };
        }
        out.extend_from_slice(&text.as_bytes()[ranges.last().map_or(0, |last| last.end)..]);
        ServerMessageAction::Replace
    }

    fn handle_server_message(&self, text: &str, message: &Frame, out: &mut Vec<u8>) -> ServerMessageAction {
        if let Some(why) = &message.ambiguity {
            self.warn(&format!("dropped a message of the server: {why}"));
            return self.fail_request(
                message.id.map(RequestId::from_raw),
                "the server's response is ambiguous",
                out,
            );
        }
        match message.kind() {
            MessageKind::Response => self.handle_server_response(text, message, out),
            MessageKind::Notification => self.handle_server_notification(text, message, out),
            MessageKind::Request => self.handle_server_request(text, message, out),
            MessageKind::Other => {
                self.emit(ProxyOutput::StrayLine(text.as_bytes()));
                ServerMessageAction::Drop
            }
        }
    }

    fn handle_server_request(&self, text: &str, message: &Frame, out: &mut Vec<u8>) -> ServerMessageAction {
        let mut splices = Splices::new(text);
        match self.attribution().attribute_request(message.method(), message.params, &mut splices) {
            Ok(()) => write_replacement(Some(splices).filter(|splices| !splices.is_empty()), out),
            Err(why) => {
                self.warn(&format!("rejected a request of the server: {why}"));
                let id = message.id.map_or("null", RawValue::get);
                self.server_outbox.push(&response::error(
                    id,
                    response::INVALID_REQUEST,
                    &format!("Invalid Request: {why}"),
                ));
                ServerMessageAction::Drop
            }
        }
    }

    fn handle_server_response(&self, text: &str, message: &Frame, out: &mut Vec<u8>) -> ServerMessageAction {
        let Some(id) = message.id.filter(|id| id.get() != "null").map(RequestId::from_raw) else {
            // An error for a request that the server could not parse has no id.
            return if message.result.is_none() {
                ServerMessageAction::Forward
            } else {
                ServerMessageAction::Drop
            };
        };
        let Some(kind) = self.state().take_forwarded(&id) else {
            self.warn("dropped a response of the server that matches no request");
            return ServerMessageAction::Drop;
        };
        self.request_ended.notify_one();
        let reparsed;
        let message = match (&kind, &message.list_result) {
            (RequestKind::List { .. }, _) | (_, None) => message,
            // It was parsed as a list because another request waits for one.
            (_, Some(_)) => {
                reparsed = Frame::parse(text).unwrap_or_default();
                &reparsed
            }
        };
        let policy = self.policy();
        let connection = self.client_stats.connection_id;
        let corrected = correct_response(&kind, text, message, (&*policy, connection), self.attribution());
        let corrected = match corrected {
            Ok(splices) => Some(splices).filter(|splices| !splices.is_empty()),
            Err(why) => {
                self.warn(&format!("dropped a response of the server: {why}"));
                if let RequestKind::Call(started) = kind {
                    self.record_call(started, LoggedVerdict::Allowed, LoggedOutcome::Lost);
                }
                out.extend_from_slice(
                    response::error(&id.to_json(), response::INTERNAL_ERROR, &why).as_bytes(),
                );
                return ServerMessageAction::Replace;
            }
        };
        let start = out.len();
        let action = write_replacement(corrected, out);
        match (kind, message.result) {
            (kind @ RequestKind::List { .. }, Some(_)) => {
                let changed = matches!(action, ServerMessageAction::Replace).then(|| &out[start..]);
                match message.id.filter(|_| is_complete_list(&kind, message)) {
                    Some(id) => self.list_cache().insert((text, id.get()), &policy, connection, changed),
                    None => self.list_cache().clear(),
                }
            }
            (RequestKind::Initialize, Some(result)) => {
                self.state().has_tools = list_changed::has_tools(result);
            }
            (RequestKind::Call(started), result) => {
                let outcome = call_log::classify_result(result.map(RawValue::get));
                self.record_call(started, LoggedVerdict::Allowed, outcome);
            }
            _ => {}
        }
        action
    }

    fn handle_server_notification(
        &self,
        text: &str,
        message: &Frame,
        out: &mut Vec<u8>,
    ) -> ServerMessageAction {
        let replacement = match message.method() {
            "notifications/subscriptions/acknowledged" => self.join_subscription(text, message),
            // On stdio a server ends a subscription stream with this.
            "notifications/cancelled" => {
                if let Some(id) = message.cancelled_request_id() {
                    let mut state = self.state();
                    if state.pending.get(&id).is_some_and(PendingRequest::is_listen) {
                        state.take_pending(&id);
                    }
                }
                None
            }
            _ => None,
        };
        write_replacement(replacement, out)
    }

    /// Adds the proxy to a `subscriptions/listen` stream that the server acknowledged.
    fn join_subscription<'a>(&self, text: &'a str, message: &Frame) -> Option<Splices<'a>> {
        let id = list_changed::subscription_id(message.params)?;
        let mut state = self.state();
        let is_tool_stream = |request: &PendingRequest| {
            matches!(request, PendingRequest::Forwarded(RequestKind::Listen { has_tools_list_changed: true }))
        };
        if !state.pending.get(&id).is_some_and(is_tool_stream) || state.tool_subscriptions.contains(&id) {
            return None;
        }
        state.tool_subscriptions.push(id);
        drop(state);
        list_changed::correct_acknowledgement(text, message.params)
    }

    /// Handles a line that is not valid JSON. A line that is clearly not a message is log output on the wrong stream:
    /// clients fail on it, so it is reported to the user instead. Other lines are forwarded, because some clients
    /// accept more than JSON allows (`NaN`), except responses to a list, which must not arrive uncorrected, requests
    /// and results that may ask the user, which must name their server, and anything ambiguous.
    fn handle_invalid_json(&self, line: &[u8], out: &mut Vec<u8>) -> bool {
        let envelope = Envelope::scan(line);
        if !matches!(line.trim_ascii_start().first(), Some(b'{'))
            || !envelope.is_complete
            || !(envelope.has_method || envelope.has_result_or_error)
        {
            self.emit(ProxyOutput::StrayLine(line));
            return false;
        }
        let is_clear = !envelope.is_ambiguous && envelope.has_method != envelope.has_result_or_error;
        let id = envelope.id.as_deref().map(RequestId::from_json);
        if is_clear && envelope.has_method && id.is_none() {
            return true;
        }
        if let (true, Some(id)) = (envelope.has_method, &envelope.id) {
            // A request must be parsed, because the server's name is added to elicitation and sampling.
            self.warn("rejected a request of the server that is not JSON");
            self.server_outbox.push(&response::error(
                id,
                response::INVALID_REQUEST,
                "Invalid Request: the message is not JSON",
            ));
            return false;
        }
        let mut state = self.state();
        let passes = id
            .as_ref()
            .and_then(|id| state.pending.get(id))
            .is_some_and(|request| matches!(request, PendingRequest::Forwarded(kind) if !kind.is_list()));
        if is_clear && passes && !attribution::may_require_input(line) {
            let started =
                id.and_then(|id| state.take_forwarded(&id)).and_then(|mut kind| kind.take_started());
            drop(state);
            self.record_call(started, LoggedVerdict::Allowed, LoggedOutcome::Ok);
            self.request_ended.notify_one();
            return true;
        }
        drop(state);
        self.warn("dropped a message of the server that is not JSON");
        if let ServerMessageAction::Replace = self.fail_request(id, "the server's response is not JSON", out)
        {
            write_line_ending(b"\n", out);
        }
        false
    }

    /// Answers a server line over the length limit. Fails if the peer that waits for it cannot be determined.
    pub(super) fn handle_oversized_server_line(
        &self,
        envelope: &Envelope,
        limit: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), String> {
        let why = format!("dropped a message of the server that is larger than {} MiB", limit >> 20);
        match &envelope.id {
            _ if envelope.is_batch
                || envelope.is_ambiguous
                || envelope.has_method == envelope.has_result_or_error =>
            {
                return Err(why);
            }
            Some(id) if envelope.has_method => {
                self.server_outbox.push(&response::error(id, response::INVALID_REQUEST, &why))
            }
            None if envelope.has_method => self.warn(&why),
            None => return Err(why),
            Some(id) => {
                self.warn(&why);
                if let ServerMessageAction::Replace =
                    self.fail_request(Some(RequestId::from_json(id)), &why, out)
                {
                    write_line_ending(b"\n", out);
                }
            }
        }
        Ok(())
    }

    /// Answers a pending request with an error in place of a response that cannot be forwarded.
    fn fail_request(&self, id: Option<RequestId>, reason: &str, out: &mut Vec<u8>) -> ServerMessageAction {
        let Some(id) = id else { return ServerMessageAction::Drop };
        let Some(mut kind) = self.state().take_forwarded(&id) else { return ServerMessageAction::Drop };
        self.record_call(kind.take_started(), LoggedVerdict::Allowed, LoggedOutcome::Lost);
        self.request_ended.notify_one();
        out.extend_from_slice(response::error(&id.to_json(), response::INTERNAL_ERROR, reason).as_bytes());
        ServerMessageAction::Replace
    }
}

fn write_replacement(becomes: Option<Splices>, out: &mut Vec<u8>) -> ServerMessageAction {
    let Some(splices) = becomes else { return ServerMessageAction::Forward };
    splices.write(out);
    ServerMessageAction::Replace
}

/// Appends the original line ending, or a newline if the line had none.
fn write_line_ending(ending: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(if ending.is_empty() { b"\n" } else { ending });
}
