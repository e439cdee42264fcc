//! Interception of raw results before rmcp parses them.
//!
//! rmcp's typed model drops unknown keys and fails a whole list on one bad tool. For `tools/list`, and for calls
//! marked with [`KeepRawResult`], rmcp is given an empty result so that its request tracking completes; the raw
//! text is stored here and taken by request id.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use hintsmith_core::text::json::Members;
use rmcp::RoleClient;
use rmcp::model::{
    ClientRequest, EmptyObject, ErrorCode, ErrorData, JsonRpcMessage, ListToolsResult, RequestId,
    ServerResult, Tool,
};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use serde_json::value::RawValue;

/// Lines of non-MCP output that are kept for error messages.
const STRAY_LINES: usize = 5;

/// Request extension: the result of this call is stored as raw text.
#[derive(Debug, Clone, Copy)]
pub struct KeepRawResult;

#[derive(Debug, Default)]
pub struct Tap {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Requests in flight whose raw result is kept.
    pending: Vec<(RequestId, RequestKind)>,
    raw_results: HashMap<RequestId, Box<RawValue>>,
    stray_lines: VecDeque<String>,
    /// A line that is not MCP arrived after the last intercepted request was sent.
    stray_since_request: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RequestKind {
    List,
    Call,
}

impl Tap {
    /// Registers a request whose raw result is kept. Called for every message to the server.
    pub fn register_request(&self, message: &TxJsonRpcMessage<RoleClient>) {
        let JsonRpcMessage::Request(request) = message else { return };
        let kind = match &request.request {
            ClientRequest::ListToolsRequest(_) => RequestKind::List,
            ClientRequest::CallToolRequest(call) if call.extensions.get::<KeepRawResult>().is_some() => {
                RequestKind::Call
            }
            _ => return,
        };
        let mut state = self.lock_state();
        state.pending.push((request.id.clone(), kind));
        state.stray_since_request = false;
    }

    /// Converts a message from the server into the one that rmcp receives; `None` if rmcp receives none.
    pub fn receive_message(&self, line: &[u8]) -> Option<RxJsonRpcMessage<RoleClient>> {
        let Ok(text) = std::str::from_utf8(line) else {
            return self.fail_latest_pending("the server sent bytes that are not UTF-8");
        };
        let Ok(members) = Members::parse(text) else {
            return self.record_stray_line(text);
        };
        let id = members.get("id").and_then(|id| serde_json::from_str::<RequestId>(id.get()).ok());
        if let (Some(id), Some(result)) = (&id, members.get("result")) {
            let mut state = self.lock_state();
            if let Some(position) = state.pending.iter().position(|(waiting, _)| waiting == id) {
                let (_, asked) = state.pending.swap_remove(position);
                state.raw_results.insert(id.clone(), result.to_owned());
                let seen = match asked {
                    RequestKind::List => list_for_rmcp(result),
                    RequestKind::Call => ServerResult::EmptyResult(EmptyObject {}),
                };
                return Some(JsonRpcMessage::response(seen, id.clone()));
            }
        }
        match serde_json::from_str(text) {
            Ok(message) => Some(message),
            // A response that cannot be parsed still ends its request, which would otherwise wait for its time-out.
            Err(error) => id
                .filter(|_| members.get("method").is_none())
                .map(|id| error_response(id, format!("the response cannot be read: {error}"))),
        }
    }

    /// Fails the pending request after an oversized message was dropped.
    pub fn fail_oversized(&self, limit: usize) -> Option<RxJsonRpcMessage<RoleClient>> {
        self.fail_latest_pending(&format!("the server sent a message larger than {} MiB", limit >> 20))
    }

    /// Fails every pending request after an oversized message was dropped from a stream that all of them share: it is
    /// unknown which one it answered, and that one would wait for its time-out.
    pub fn fail_all_oversized(&self, limit: usize) -> Vec<RxJsonRpcMessage<RoleClient>> {
        let pending = std::mem::take(&mut self.lock_state().pending);
        let message = format!("the server sent a message larger than {} MiB", limit >> 20);
        pending.into_iter().map(|(id, _)| error_response(id, message.clone())).collect()
    }

    /// Takes the raw result of a finished request.
    pub fn take_result(&self, id: &RequestId) -> Option<Box<RawValue>> {
        self.lock_state().raw_results.remove(id)
    }

    /// Discards the request when the guard is dropped, however its caller ends: a result that comes later is not kept.
    pub fn discard_on_drop(&self, id: &RequestId) -> DiscardGuard<'_> {
        DiscardGuard { tap: self, id: id.clone() }
    }

    fn discard(&self, id: &RequestId) {
        let mut state = self.lock_state();
        state.pending.retain(|(waiting, _)| waiting != id);
        state.raw_results.remove(id);
    }

    #[cfg(test)]
    pub fn pending_count(&self) -> usize {
        self.lock_state().pending.len()
    }

    /// Lines from the server that are not MCP messages.
    pub fn stray_lines(&self) -> Vec<String> {
        self.lock_state().stray_lines.iter().cloned().collect()
    }

    pub fn has_stray_since_request(&self) -> bool {
        self.lock_state().stray_since_request
    }

    /// Fails the pending request because of a message that cannot be parsed.
    pub fn fail_unparseable(&self, why: &str) -> Option<RxJsonRpcMessage<RoleClient>> {
        self.fail_latest_pending(why)
    }

    fn record_stray_line(&self, text: &str) -> Option<RxJsonRpcMessage<RoleClient>> {
        if !text.trim().is_empty() {
            let mut state = self.lock_state();
            state.stray_lines.push_back(hintsmith_core::text::truncate_chars(text, 200).into_owned());
            if state.stray_lines.len() > STRAY_LINES {
                state.stray_lines.pop_front();
            }
            state.stray_since_request = true;
        }
        None
    }

    fn fail_latest_pending(&self, message: &str) -> Option<RxJsonRpcMessage<RoleClient>> {
        let (id, _) = self.lock_state().pending.pop()?;
        Some(error_response(id, message.to_owned()))
    }

    fn lock_state(&self) -> MutexGuard<'_, State> {
        // No code panics between dependent changes of the state, so a poisoned lock is usable.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Discards a request when it is dropped.
pub struct DiscardGuard<'a> {
    tap: &'a Tap,
    id: RequestId,
}

impl Drop for DiscardGuard<'_> {
    fn drop(&mut self) {
        self.tap.discard(&self.id);
    }
}

/// The list that rmcp receives: only the tools with `x-mcp-header` parameters, which rmcp must repeat as headers
/// when they are called (SEP-2243). Each is parsed separately. rmcp does not use the other tools, so they are not
/// parsed a second time.
fn list_for_rmcp(result: &RawValue) -> ServerResult {
    const HEADER_KEYWORD: &str = "\"x-mcp-header\"";
    let marked = || -> Option<Vec<Tool>> {
        let members = Members::parse(result.get()).ok()?;
        let tools: Vec<&RawValue> = serde_json::from_str(members.get("tools")?.get()).ok()?;
        let marked = tools.into_iter().filter(|tool| tool.get().contains(HEADER_KEYWORD));
        Some(marked.filter_map(|tool| serde_json::from_str(tool.get()).ok()).collect())
    };
    if result.get().contains(HEADER_KEYWORD)
        && let Some(tools) = marked()
    {
        return ServerResult::ListToolsResult(ListToolsResult::with_all_items(tools));
    }
    ServerResult::EmptyResult(EmptyObject {})
}

fn error_response(id: RequestId, message: String) -> RxJsonRpcMessage<RoleClient> {
    JsonRpcMessage::error(ErrorData::new(ErrorCode::PARSE_ERROR, message, None), Some(id))
}
