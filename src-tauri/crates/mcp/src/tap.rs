//! Interception of raw results before rmcp parses them.
//!
//! rmcp's typed model drops unknown keys and fails a whole list on one bad tool. For `tools/list`, and for calls
//! marked with [`KeepRawResult`], rmcp is given an empty result so that its request tracking completes; the raw
//! text is stored here and taken by request id.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use hintsmith_core::json::Members;
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
pub struct WantedRaw;

#[derive(Debug, Default)]
pub struct Tap {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Requests in flight whose raw result is kept.
    waiting: Vec<(RequestId, Asked)>,
    results: HashMap<RequestId, Box<RawValue>>,
    stray: VecDeque<String>,
    /// A line that is not MCP arrived after the last intercepted request was sent.
    stray_since_asked: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    List,
    Call,
}

impl Tap {
    /// Registers a request whose raw result is kept. Called for every message to the server.
    pub fn outgoing(&self, message: &TxJsonRpcMessage<RoleClient>) {
        let JsonRpcMessage::Request(request) = message else { return };
        let asked = match &request.request {
            ClientRequest::ListToolsRequest(_) => Asked::List,
            ClientRequest::CallToolRequest(call) if call.extensions.get::<WantedRaw>().is_some() => {
                Asked::Call
            }
            _ => return,
        };
        let mut state = self.state();
        state.waiting.push((request.id.clone(), asked));
        state.stray_since_asked = false;
    }

    /// Converts a message from the server into the one that rmcp receives; `None` if rmcp receives none.
    pub fn incoming(&self, line: &[u8]) -> Option<RxJsonRpcMessage<RoleClient>> {
        let Ok(text) = std::str::from_utf8(line) else {
            return self.fail_waiting("the server sent bytes that are not UTF-8");
        };
        let Ok(members) = Members::parse(text) else {
            return self.stray(text);
        };
        let id = members.get("id").and_then(|id| serde_json::from_str::<RequestId>(id.get()).ok());
        if let (Some(id), Some(result)) = (&id, members.get("result")) {
            let mut state = self.state();
            if let Some(position) = state.waiting.iter().position(|(waiting, _)| waiting == id) {
                let (_, asked) = state.waiting.swap_remove(position);
                state.results.insert(id.clone(), result.to_owned());
                let seen = match asked {
                    Asked::List => list_seen_by_rmcp(result),
                    Asked::Call => ServerResult::EmptyResult(EmptyObject {}),
                };
                return Some(JsonRpcMessage::response(seen, id.clone()));
            }
        }
        match serde_json::from_str(text) {
            Ok(message) => Some(message),
            // A response that cannot be parsed still ends its request, which would otherwise wait for its time-out.
            Err(error) => id
                .filter(|_| members.get("method").is_none())
                .map(|id| failure(id, format!("the answer cannot be read: {error}"))),
        }
    }

    /// Fails the pending request after an oversized message was dropped.
    pub fn too_long(&self, limit: usize) -> Option<RxJsonRpcMessage<RoleClient>> {
        self.fail_waiting(&format!("the server sent a message of more than {} MiB", limit >> 20))
    }

    /// Takes the raw result of a finished request.
    pub fn take(&self, id: &RequestId) -> Option<Box<RawValue>> {
        self.state().results.remove(id)
    }

    /// Drops a request whose caller no longer waits.
    pub fn forget(&self, id: &RequestId) {
        let mut state = self.state();
        state.waiting.retain(|(waiting, _)| waiting != id);
        state.results.remove(id);
    }

    /// Lines from the server that are not MCP messages.
    pub fn stray_lines(&self) -> Vec<String> {
        self.state().stray.iter().cloned().collect()
    }

    pub fn stray_since_asked(&self) -> bool {
        self.state().stray_since_asked
    }

    /// Fails the pending request because of a message that cannot be parsed.
    pub fn unreadable(&self, why: &str) -> Option<RxJsonRpcMessage<RoleClient>> {
        self.fail_waiting(why)
    }

    fn stray(&self, text: &str) -> Option<RxJsonRpcMessage<RoleClient>> {
        if !text.trim().is_empty() {
            let mut state = self.state();
            state.stray.push_back(hintsmith_core::text::truncate_chars(text, 200).into_owned());
            if state.stray.len() > STRAY_LINES {
                state.stray.pop_front();
            }
            state.stray_since_asked = true;
        }
        None
    }

    fn fail_waiting(&self, message: &str) -> Option<RxJsonRpcMessage<RoleClient>> {
        let (id, _) = self.state().waiting.pop()?;
        Some(failure(id, message.to_owned()))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code panics between dependent changes of the state, so a poisoned lock is usable.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The list that rmcp receives: only the tools with `x-mcp-header` parameters, which rmcp must repeat as headers
/// when they are called (SEP-2243). Each is parsed separately. rmcp does not use the other tools, so they are not
/// parsed a second time.
fn list_seen_by_rmcp(result: &RawValue) -> ServerResult {
    const MARK: &str = "\"x-mcp-header\"";
    let marked = || -> Option<Vec<Tool>> {
        let members = Members::parse(result.get()).ok()?;
        let tools: Vec<&RawValue> = serde_json::from_str(members.get("tools")?.get()).ok()?;
        let marked = tools.into_iter().filter(|tool| tool.get().contains(MARK));
        Some(marked.filter_map(|tool| serde_json::from_str(tool.get()).ok()).collect())
    };
    if result.get().contains(MARK)
        && let Some(tools) = marked()
    {
        return ServerResult::ListToolsResult(ListToolsResult::with_all_items(tools));
    }
    ServerResult::EmptyResult(EmptyObject {})
}

fn failure(id: RequestId, message: String) -> RxJsonRpcMessage<RoleClient> {
    JsonRpcMessage::error(ErrorData::new(ErrorCode::PARSE_ERROR, message, None), Some(id))
}
