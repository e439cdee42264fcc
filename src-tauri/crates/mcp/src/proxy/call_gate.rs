//! Decision about a `tools/call`, for the stdio proxy and the gateway: local tools, withheld tools, then the approver.
//!
//! The only place that turns a verdict into what happens, what the client is answered and what is logged. The callers
//! find the server, hold calls that wait, and forward.

use serde_json::value::RawValue;

use crate::jsonrpc::frame::{Frame, Method};
use crate::jsonrpc::response;
use crate::proxy::call_log::{self, CallLog, LoggedOutcome, LoggedVerdict, StartedCall};
use crate::proxy::policy::{
    Admission, Approver, CallInfo, ConnectionId, Decision, PendingVerdict, ToolPolicy, Verdict,
};

/// Limit in bytes for a request id, which is stored until the response arrives. Real ids are far shorter.
const MAX_ID_BYTES: usize = 4096;
/// Limit on calls of one client that wait for a decision at the same time.
pub const MAX_WAITING_CALLS: usize = 256;

/// Error for a retried call that cannot be read without our token and its answer.
pub const UNREADABLE_RETRY: &str = "the retried call cannot be parsed";

/// An error response instead of forwarding.
#[derive(Debug, Clone, Copy)]
pub struct Refusal {
    pub code: i32,
    pub message: &'static str,
}

impl Refusal {
    pub fn response(self, request: &Frame) -> String {
        // An id that is too long is not repeated.
        let id = request.id.map(RawValue::get).filter(|id| id.len() <= MAX_ID_BYTES);
        response::error(id.unwrap_or("null"), self.code, self.message)
    }
}

/// State of a connection that decides whether it accepts a request.
#[derive(Debug, Clone, Copy)]
pub struct RequestChecks {
    pub is_closing: bool,
    /// A request with the same id is pending.
    pub is_duplicate: bool,
    /// The limit of pending requests is reached.
    pub is_full: bool,
}

/// Returns why a request is refused before its method is considered.
pub fn check_request(message: &Frame, checks: impl FnOnce() -> RequestChecks) -> Option<Refusal> {
    let refuse = |code, message| Some(Refusal { code, message });
    if message.id.is_some_and(|id| id.get().len() > MAX_ID_BYTES) {
        return refuse(response::INVALID_REQUEST, "Invalid Request: the id is too long");
    }
    // MCP forbids it: a response could not be matched, so a list would not be corrected.
    if message.id.is_some_and(|id| id.get() == "null") {
        return refuse(response::INVALID_REQUEST, "Invalid Request: the id must not be null");
    }
    if message.method == Some(Method::Unreadable) {
        return refuse(response::INVALID_REQUEST, "Invalid Request: the method cannot be decoded");
    }
    match checks() {
        RequestChecks { is_closing: true, .. } => {
            refuse(response::INTERNAL_ERROR, "the connection is closing")
        }
        RequestChecks { is_duplicate: true, .. } => {
            refuse(response::INVALID_REQUEST, "Invalid Request: a request with this id is in progress")
        }
        RequestChecks { is_full: true, .. } => {
            refuse(response::INTERNAL_ERROR, "too many requests are in progress")
        }
        _ => None,
    }
}

/// Action of the proxy on a call.
pub enum CallAction {
    /// Send it to the server.
    Forward(Option<StartedCall>),
    /// Answer the client; the call is logged already.
    Reply(CallReply),
    /// Hold it until the verdict, and then [`CallGate::apply_late`].
    Wait(PendingVerdict, Option<StartedCall>),
}

/// The response to a call that does not reach the server.
#[derive(Debug)]
pub struct CallReply {
    pub text: String,
    pub is_error: bool,
}

impl CallReply {
    fn result(call: CallTarget, result: &str) -> Self {
        Self { text: response::result(call.id, result), is_error: false }
    }
}

/// Names of a call.
#[derive(Debug, Clone, Copy)]
pub struct CallTarget<'a> {
    /// The client's request id, as JSON.
    pub id: &'a str,
    /// The name on the server.
    pub tool: &'a str,
    /// The name that the client used.
    pub exposed_name: &'a str,
}

/// Decides about the calls of one connection to one server. Built for each decision, because the policy may change.
pub struct CallGate<'a> {
    /// `None` if no server has the tool.
    pub policy: Option<&'a dyn ToolPolicy>,
    pub approver: &'a dyn Approver,
    pub log: Option<&'a CallLog>,
    pub connection: ConnectionId,
}

impl CallGate<'_> {
    /// Decides about a call that was just received.
    pub fn decide(&self, call: CallTarget, info: &CallInfo, started: Option<StartedCall>) -> CallAction {
        if let Some(answer) = self.answer_locally(call, info.arguments) {
            return CallAction::Wait(answer, started);
        }
        if !self.is_admitted(call.tool) {
            return CallAction::Reply(self.reject_unknown(call, started));
        }
        match self.approver.decide(info) {
            Decision::Ready(verdict) => self.apply(call, verdict, started),
            Decision::Pending(verdict) => CallAction::Wait(verdict, started),
        }
    }

    /// The result of a tool that the policy adds to the server's, if this is one.
    pub fn answer_locally(&self, call: CallTarget, arguments: Option<&RawValue>) -> Option<PendingVerdict> {
        let answer = self.policy?.handle_call(call.tool, arguments, self.connection)?;
        Some(Box::pin(async { Verdict::Answer(answer.await) }))
    }

    /// Applies the verdict on a call that waited. Admission is checked again, because the tool may have been withheld
    /// meanwhile.
    pub fn apply_late(&self, call: CallTarget, verdict: Verdict, started: Option<StartedCall>) -> CallAction {
        let is_allowed = matches!(verdict, Verdict::Allow | Verdict::AllowBecause(_));
        if is_allowed && !self.is_admitted(call.tool) {
            return CallAction::Reply(self.reject_unknown(call, started));
        }
        let started = started.map(|started| if is_allowed { started.restart_clock() } else { started });
        self.apply(call, verdict, started)
    }

    fn apply(&self, call: CallTarget, verdict: Verdict, started: Option<StartedCall>) -> CallAction {
        match verdict {
            Verdict::Allow => CallAction::Forward(started),
            Verdict::AllowBecause(why) => {
                CallAction::Forward(started.map(|started| started.with_reason(why)))
            }
            Verdict::Deny(why) => CallAction::Reply(self.deny(call, why, started)),
            Verdict::Answer(result) => {
                self.record(started, LoggedVerdict::Allowed, call_log::classify_result(Some(&result)));
                CallAction::Reply(CallReply::result(call, &result))
            }
            // The client retries with the answer, which is logged as a call of its own.
            Verdict::InputRequired(result) => {
                let started =
                    started.map(|started| started.with_reason(call_log::REASON_CLIENT_ASKED.into()));
                self.record(started, LoggedVerdict::Undecided, LoggedOutcome::Ok);
                CallAction::Reply(CallReply::result(call, &result))
            }
        }
    }

    /// Denies a call that would have to wait, because too many do.
    pub fn deny_waiting(&self, call: CallTarget, started: Option<StartedCall>) -> CallReply {
        self.deny(call, "too many calls are waiting for approval".to_owned(), started)
    }

    fn deny(&self, call: CallTarget, why: String, started: Option<StartedCall>) -> CallReply {
        let text = response::error(call.id, response::CALL_DENIED, &why);
        self.record(started, LoggedVerdict::Denied(why), LoggedOutcome::Error);
        CallReply { text, is_error: true }
    }

    /// Answers exactly like a server that has no such tool.
    pub fn reject_unknown(&self, call: CallTarget, started: Option<StartedCall>) -> CallReply {
        self.record(started, LoggedVerdict::Unknown, LoggedOutcome::Error);
        CallReply { text: response::unknown_tool(call.id, call.exposed_name), is_error: true }
    }

    fn is_admitted(&self, tool: &str) -> bool {
        self.policy.is_some_and(|policy| policy.admit_call(tool, self.connection) == Admission::Admitted)
    }

    fn record(&self, started: Option<StartedCall>, verdict: LoggedVerdict, outcome: LoggedOutcome) {
        if let (Some(log), Some(started)) = (self.log, started) {
            log.send(started.finish(verdict, outcome));
        }
    }
}
