//! Traits that the host implements: [`ToolPolicy`] decides what a client sees and may call, [`Approver`] decides about
//! each call.

use std::borrow::Cow;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::value::RawValue;

use crate::proxy::elicitation::ElicitorFactory;

/// The tools that a client sees and may call. A policy is an immutable snapshot; a decision of the user replaces it.
pub trait ToolPolicy: Send + Sync {
    /// Returns the tools of one page as the client should see them, in order and without withheld tools. Unchanged
    /// tools keep their bytes; texts that the policy holds ready are borrowed.
    fn correct_tools<'a>(&'a self, tools: Vec<&'a RawValue>, page: Page) -> Vec<Cow<'a, str>>;

    /// Decides whether this connection may call a tool of this name. Where the complete list is known, every name that
    /// is not in it is `Unknown`, not only withheld ones: two different errors would reveal which are withheld.
    fn admit_call(&self, name: &str, connection: ConnectionId) -> Admission;

    /// Handles a call of a tool that the policy adds to the server's. Such a call is not sent to the server.
    fn handle_call(&self, _name: &str, _: Option<&RawValue>, _: ConnectionId) -> Option<ToolAnswer> {
        None
    }

    /// Returns the tool's effective hints for the call log.
    fn effective_hints(&self, _name: &str, _: ConnectionId) -> Option<Arc<str>> {
        None
    }

    /// Identifies the last complete list that this connection was shown. A cached list may be sent again only to a
    /// connection whose last list it is, because calls are judged by the definitions their client was shown.
    fn last_list_id(&self, _: ConnectionId) -> Option<u64> {
        None
    }

    /// Called when a connection is closed: the policy can forget what it was shown.
    fn on_disconnect(&self, _: ConnectionId) {}
}

/// Resolves to the JSON text of a complete call result.
pub type ToolAnswer = Pin<Box<dyn Future<Output = String> + Send>>;

/// Identifies one connection within this process. Clients without a session share one.
pub type ConnectionId = u64;

/// The position of a page in a paginated list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    pub connection: ConnectionId,
    /// The request has no cursor.
    pub is_first: bool,
    /// The result has no `nextCursor`.
    pub is_last: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admission {
    Admitted,
    /// Answered exactly like a tool that does not exist, and not sent to the server.
    Unknown,
    /// No list is known that could have the tool. A proxy that can list the tools does, and asks again; a call is not
    /// sent before a list has the tool.
    Unlisted,
}

/// Decides about calls that [`ToolPolicy`] admits. A pending decision delays only its own call.
pub trait Approver: Send + Sync {
    fn decide(&self, call: &CallInfo) -> Decision;
}

/// A verdict, or the future of one, which is dropped when the client cancels the call.
pub enum Decision {
    Ready(Verdict),
    Pending(PendingVerdict),
}

pub type PendingVerdict = Pin<Box<dyn Future<Output = Verdict> + Send>>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    Allow,
    /// Allow, with a reason for the log.
    AllowBecause(Cow<'static, str>),
    /// The reason, for the client.
    Deny(String),
    /// Answered with this result instead of by the server.
    Answer(String),
    /// Undecided: answered with this `InputRequiredResult`, after which the client retries.
    InputRequired(String),
}

/// The properties of a call that is decided about. Borrowed: a pending decision has to copy what it needs.
#[derive(Debug)]
pub struct CallInfo<'a> {
    /// The server of the tool, where there are several.
    pub server: Option<&'a str>,
    /// The client's connection, which identifies the definitions it was shown.
    pub connection: ConnectionId,
    /// Scope of an approval for the session. Clients that share a connection get a new one for each call.
    pub session: u64,
    /// The self-reported name of the client.
    pub client: Option<&'a str>,
    pub tool: &'a str,
    /// The client's bytes, which the server receives unchanged.
    pub arguments: Option<&'a RawValue>,
    /// All params of the call, including `_meta`, `task` and `requestState`.
    pub params: &'a RawValue,
    /// Asks the client's own user, for when no other approver is available.
    pub elicitor: ElicitorFactory<'a>,
}

/// Allows every call that [`ToolPolicy`] admits.
#[derive(Debug, Clone, Copy, Default)]
pub struct AllowAdmitted;

impl Approver for AllowAdmitted {
    fn decide(&self, _: &CallInfo) -> Decision {
        Decision::Ready(Verdict::Allow)
    }
}

/// Shows all tools unchanged and admits all calls.
#[derive(Debug, Clone, Copy, Default)]
pub struct AllowAll;

impl ToolPolicy for AllowAll {
    fn correct_tools<'a>(&self, tools: Vec<&'a RawValue>, _: Page) -> Vec<Cow<'a, str>> {
        tools.into_iter().map(|tool| Cow::Borrowed(tool.get())).collect()
    }

    fn admit_call(&self, _: &str, _: ConnectionId) -> Admission {
        Admission::Admitted
    }
}
