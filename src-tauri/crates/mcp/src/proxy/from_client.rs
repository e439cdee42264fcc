//! Handling of client messages: forward, answer, or hold until a decision.
//!
//! The client may be an agent that tries to bypass the proxy, so a line is forwarded only if the server is certain to
//! read it as we do. Anything that is not JSON or is ambiguous is answered here.

use std::sync::Arc;

use hintsmith_core::json::Members;

use crate::jsonrpc::envelope::Envelope;
use crate::jsonrpc::frame::{Frame, MessageKind, Method, ParsedLine};
use crate::jsonrpc::id::Id;
use crate::jsonrpc::response;
use crate::jsonrpc::splice::pass;
use crate::proxy::approval_token::{ClientState, ElicitationResult, RetriedCall};
use crate::proxy::call_log::{self, LoggedOutcome, LoggedVerdict, StartedCall};
use crate::proxy::elicitation::{self, ClientElicitor, ElicitorFactory};
use crate::proxy::list_changed;
use crate::proxy::pending_approvals::{self, PendingApprovals, PendingDecision};
use crate::proxy::pending_elicitations::ByRequest;
use crate::proxy::policy::{CallFacts, Decision, Verdict};
use crate::proxy::session::{Asked, REQUESTS, Session};
use crate::proxy::tool_call::{InvalidCall, NAMELESS, ToolCall};
use crate::proxy::tool_list;

/// Limit in bytes for a request id, which is stored until the response arrives. Real ids are far shorter.
const ID_BYTES: usize = 4096;

pub(super) enum ServerMessageAction {
    Passes,
    Answered(String),
    /// Neither forwarded nor answered: a rejected notification, or a call that waits for a decision.
    Kept,
}

impl Session {
    /// Handles one line from the client and appends what the server receives of it to `out`.
    pub(super) fn client_says(&self, line: &[u8], out: &mut Vec<u8>, waiting: &mut Vec<PendingApprovals>) {
        let text = std::str::from_utf8(line).unwrap_or_default();
        match ParsedLine::parse(text) {
            ParsedLine::One(message) => match self.judged(line, &message, waiting) {
                ServerMessageAction::Passes => pass(line, out),
                ServerMessageAction::Answered(answer) => self.to_client.push(&answer),
                ServerMessageAction::Kept => {}
            },
            ParsedLine::Batch(items) if items.is_empty() => pass(line, out),
            ParsedLine::Batch(items) => {
                let texts: Vec<&str> = items.iter().map(|item| item.get()).collect();
                self.batch_from_client(line, &texts, out, waiting);
            }
            ParsedLine::NotJson => {
                let skim = Envelope::of(line);
                let id = skim.id.filter(|_| skim.asks && !skim.doubtful).unwrap_or_else(|| "null".to_owned());
                self.to_client.push(&response::error(
                    &id,
                    response::PARSE,
                    "Parse error: this line is not JSON",
                ));
            }
        }
    }

    /// Removes refused messages from a batch and answers them as a batch; the rest is forwarded as a batch.
    fn batch_from_client(
        &self,
        line: &[u8],
        items: &[&str],
        out: &mut Vec<u8>,
        waiting: &mut Vec<PendingApprovals>,
    ) {
        let messages: Option<Vec<Frame>> = items.iter().map(|item| Frame::parse(item)).collect();
        let Some(messages) = messages else {
            let why = "Invalid Request: a batch holds something that is not a message";
            return self.to_client.push(&format!("[{}]", response::error("null", response::INVALID, why)));
        };
        let (mut passed, mut answers) = (Vec::new(), Vec::new());
        for (item, message) in items.iter().zip(&messages) {
            match self.judged(item.as_bytes(), message, waiting) {
                ServerMessageAction::Passes => passed.push(*item),
                ServerMessageAction::Answered(answer) => answers.push(answer),
                ServerMessageAction::Kept => {}
            }
        }
        if passed.len() == items.len() {
            pass(line, out);
        } else if !passed.is_empty() {
            pass(format!("[{}]\n", passed.join(",")).as_bytes(), out);
        }
        if !answers.is_empty() {
            self.to_client.push(&format!("[{}]", answers.join(",")));
        }
    }

    fn judged(
        &self,
        line: &[u8],
        message: &Frame,
        waiting: &mut Vec<PendingApprovals>,
    ) -> ServerMessageAction {
        if let Some(why) = &message.doubtful {
            return self.doubted(message, why);
        }
        match message.kind() {
            MessageKind::Request => self.request(line, message, waiting),
            MessageKind::Notification => self.notification(message, waiting),
            MessageKind::Response if self.questions.take(message, line) => ServerMessageAction::Kept,
            MessageKind::Response | MessageKind::Other => ServerMessageAction::Passes,
        }
    }

    /// Refuses an ambiguous message and reports it to the user, because it may be an attempt to bypass the proxy.
    fn doubted(&self, message: &Frame, why: &str) -> ServerMessageAction {
        self.words(&format!("a message of the client was not passed on: {why}"));
        refused(message, response::INVALID, &format!("Invalid Request: {why}"))
    }

    fn request(
        &self,
        line: &[u8],
        message: &Frame,
        waiting: &mut Vec<PendingApprovals>,
    ) -> ServerMessageAction {
        let Some(id) = message.id else { return ServerMessageAction::Kept };
        if id.get().len() > ID_BYTES {
            return ServerMessageAction::Answered(response::error(
                "null",
                response::INVALID,
                "Invalid Request: the id is too long",
            ));
        }
        let id = Id::of(id);
        if message.method == Some(Method::Unreadable) {
            return refused(message, response::INVALID, "Invalid Request: the method cannot be read");
        }
        let state = self.state();
        let why_not = match () {
            () if state.is_closing => Some((response::INTERNAL, "the connection is being closed")),
            () if state.pending.contains_key(&id) => {
                Some((response::INVALID, "Invalid Request: a request with this id is under way"))
            }
            () if state.pending.len() >= REQUESTS => {
                Some((response::INTERNAL, "too many requests are under way"))
            }
            () => None,
        };
        drop(state);
        if let Some((code, why)) = why_not {
            return refused(message, code, why);
        }
        self.visit.meet(message);
        let asked = match message.method() {
            "tools/call" => return self.call(line, id, message, waiting),
            "tools/list" => {
                self.state().lists += 1;
                Asked::List { first: tool_list::is_first(message.params) }
            }
            "initialize" => {
                let capabilities = message.params.and_then(|params| Members::parse(params.get()).ok());
                let capabilities = capabilities.and_then(|members| members.get("capabilities"));
                self.state().elicits = capabilities.is_some_and(|raw| elicitation::elicits(raw.get()));
                Asked::Initialize
            }
            "server/discover" => Asked::Discover,
            "subscriptions/listen" => Asked::Listen { tools: list_changed::asks_for_tools(message.params) },
            _ => Asked::Other,
        };
        self.state().pending.insert(id, asked);
        ServerMessageAction::Passes
    }

    fn call(
        &self,
        line: &[u8],
        id: Id,
        message: &Frame,
        waiting: &mut Vec<PendingApprovals>,
    ) -> ServerMessageAction {
        let call = match ToolCall::of(message) {
            Ok(call) => call,
            Err(InvalidCall::Nameless) => return refused(message, response::PARAMS, NAMELESS),
            Err(InvalidCall::Doubtful(why)) => return self.doubted(message, &why),
        };
        let ToolCall { tool, arguments, params, .. } = &call;
        let (tool, arguments, params) = (&**tool, *arguments, *params);
        let started = self.starts(tool, arguments);
        let answering = self.served.borrow().answers(tool, arguments, self.visit.number);
        if let Some(answering) = answering {
            let done = Box::pin(async { Verdict::Done(answering.await) });
            return self.later(line, id, tool, done, started, waiting);
        }
        if !self.admits(tool) {
            return self.unknown(&id, tool, started);
        }
        let client = self.visit.name();
        let (connection, session, client) = (self.visit.number, self.visit.number, client.as_deref());
        // The server must not see our token and its answer.
        let returned = call.state.and_then(|_| RetriedCall::of(&String::from_utf8_lossy(line), &call));
        let asks = ElicitorFactory(&|| self.asks(&call, returned.as_ref()));
        let facts = CallFacts { server: None, connection, session, client, tool, arguments, params, asks };
        let decision = self.approver.decide(&facts);
        if let Some(returned) = &returned {
            let decision = match decision {
                Decision::Now(verdict) => Box::pin(std::future::ready(verdict)),
                Decision::Later(decision) => decision,
            };
            return self.later(returned.text.as_bytes(), id, tool, decision, started, waiting);
        }
        match decision {
            Decision::Now(Verdict::Allow) => {
                self.state().pending.insert(id, Asked::Call(started));
                ServerMessageAction::Passes
            }
            Decision::Now(Verdict::AllowFor(why)) => {
                let started = started.map(|started| started.because(why));
                self.state().pending.insert(id, Asked::Call(started));
                ServerMessageAction::Passes
            }
            Decision::Now(Verdict::Deny(why)) => self.denied(&id, why, started),
            Decision::Now(Verdict::Done(result)) => self.done_here(&id, &result, started),
            Decision::Now(Verdict::Asked(result)) => self.asked_back(&id, &result, started),
            Decision::Later(decision) => self.later(line, id, tool, decision, started, waiting),
        }
    }

    /// Returns the elicitor for a call: by its result since protocol 2026-07-28, by `elicitation/create` before.
    fn asks(&self, call: &ToolCall, returned: Option<&RetriedCall>) -> Option<Arc<dyn ClientElicitor>> {
        if let Some(capabilities) = elicitation::stated(call.params) {
            let (tickets, returned) = (Arc::clone(&self.tickets), returned.cloned());
            let asked =
                ElicitationResult { tickets, returned, theirs: ClientState::of(call), has_session: true };
            return elicitation::elicits(capabilities.get())
                .then(|| Arc::new(asked) as Arc<dyn ClientElicitor>);
        }
        self.state()
            .elicits
            .then(|| Arc::new(ByRequest(Arc::clone(&self.questions))) as Arc<dyn ClientElicitor>)
    }

    /// Holds a call until its decision, or denies it when too many calls wait.
    fn later(
        &self,
        line: &[u8],
        id: Id,
        tool: &str,
        decision: PendingDecision,
        started: Option<StartedCall>,
        waiting: &mut Vec<PendingApprovals>,
    ) -> ServerMessageAction {
        if !pending_approvals::has_room(waiting, line) {
            return self.denied(&id, "too many calls wait for approval".to_owned(), started);
        }
        self.state().pending.insert(id.clone(), Asked::Waiting(started));
        waiting.push(PendingApprovals::new(id, tool.to_owned(), line, decision));
        ServerMessageAction::Kept
    }

    /// Answers a call with a result from the proxy.
    pub(super) fn done_here(
        &self,
        id: &Id,
        result: &str,
        started: Option<StartedCall>,
    ) -> ServerMessageAction {
        self.record(Asked::Call(started), LoggedVerdict::Allowed, call_log::outcome(Some(result)));
        ServerMessageAction::Answered(response::result(&id.text(), result))
    }

    /// Answers a call with an elicitation. The client retries the call, which is then logged again.
    pub(super) fn asked_back(
        &self,
        id: &Id,
        result: &str,
        started: Option<StartedCall>,
    ) -> ServerMessageAction {
        let started = started.map(|started| started.because(call_log::ASKED.into()));
        self.record(Asked::Call(started), LoggedVerdict::Undecided, LoggedOutcome::Ok);
        ServerMessageAction::Answered(response::result(&id.text(), result))
    }

    pub(super) fn unknown(&self, id: &Id, tool: &str, started: Option<StartedCall>) -> ServerMessageAction {
        self.record(Asked::Call(started), LoggedVerdict::Unknown, LoggedOutcome::Error);
        ServerMessageAction::Answered(response::unknown_tool(&id.text(), tool))
    }

    pub(super) fn denied(&self, id: &Id, why: String, started: Option<StartedCall>) -> ServerMessageAction {
        let answer = response::error(&id.text(), response::DENIED, &why);
        self.record(Asked::Call(started), LoggedVerdict::Denied(why), LoggedOutcome::Error);
        ServerMessageAction::Answered(answer)
    }

    fn notification(&self, message: &Frame, waiting: &mut Vec<PendingApprovals>) -> ServerMessageAction {
        match message.method() {
            "notifications/initialized" => self.state().is_initialized = true,
            "notifications/cancelled" => return self.cancelled(message, waiting),
            // It has no response, but a server may still execute it.
            "tools/call" => {
                self.words("a call without an id was not passed on");
                return ServerMessageAction::Kept;
            }
            _ if message.method == Some(Method::Unreadable) => return ServerMessageAction::Kept,
            _ => {}
        }
        ServerMessageAction::Passes
    }

    fn cancelled(&self, message: &Frame, waiting: &mut Vec<PendingApprovals>) -> ServerMessageAction {
        let Some(id) = message.cancelled() else { return ServerMessageAction::Passes };
        if let Some(place) = waiting.iter().position(|call| call.is_for(&id)) {
            // The server never received this call, so it does not get the notification either.
            self.withdrawn(vec![waiting.swap_remove(place)]);
            return ServerMessageAction::Kept;
        }
        let started = self.state().cancel(&id);
        self.record(Asked::Call(started), LoggedVerdict::Allowed, LoggedOutcome::Cancelled);
        self.idle.notify_one();
        ServerMessageAction::Passes
    }

    /// Answers a client line over the length limit. Fails if the peer that waits for it cannot be determined.
    pub(super) fn too_long_from_client(
        &self,
        skim: &Envelope,
        limit: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), String> {
        let why =
            format!("the client sent a message of more than {} MiB, which was not passed on", limit >> 20);
        match &skim.id {
            _ if skim.is_batch || skim.doubtful => return Err(why),
            Some(id) if skim.asks => self.to_client.push(&response::error(id, response::INVALID, &why)),
            Some(id) if skim.answers && self.questions.take_unread(id) => {}
            Some(id) if skim.answers => {
                out.extend_from_slice(response::error(id, response::INTERNAL, &why).as_bytes());
                out.push(b'\n');
            }
            None if skim.asks => self.words(&why),
            _ => return Err(why),
        }
        Ok(())
    }
}

/// Builds an error response; a notification gets none.
fn refused(message: &Frame, code: i32, why: &str) -> ServerMessageAction {
    match message.kind() {
        MessageKind::Notification => ServerMessageAction::Kept,
        _ => ServerMessageAction::Answered(response::error(
            message.id.map_or("null", |id| id.get()),
            code,
            why,
        )),
    }
}
