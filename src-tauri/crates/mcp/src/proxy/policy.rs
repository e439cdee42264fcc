//! The seams of the proxy: who says what a client may see and call, and who is asked before a call goes on.

use std::borrow::Cow;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::value::RawValue;

use crate::proxy::elicitation::ElicitorFactory;

/// What a client may see and call. An immutable state; a new one is sent when a person decides something.
pub trait ToolPolicy: Send + Sync {
    /// The tools of one page as the client should see them. Order stays; what is withheld is left out. What is
    /// the same text as before keeps its bytes, and texts that lie ready here are borrowed instead of copied.
    fn list<'a>(&'a self, tools: Vec<&'a RawValue>, page: Page) -> Vec<Cow<'a, str>>;

    /// Whether a client of this connection may call a tool by this name. A withheld tool is only as invisible as its answer: where the whole
    /// list is known, every name that is not in it should be `Unknown`, not only those that are withheld.
    fn calls(&self, name: &str, connection: ConnectionId) -> Admission;

    /// The result of a call to a tool that is offered here beside the server's. The server never hears of it.
    fn answers(&self, _name: &str, _: Option<&RawValue>, _: ConnectionId) -> Option<ToolAnswer> {
        None
    }

    /// What the tool is held to be, for whoever reads the log.
    fn effective_hints(&self, _name: &str, _: ConnectionId) -> Option<Arc<str>> {
        None
    }

    /// Identifies the last complete list that this connection was shown. A cached list may be sent again only to a
    /// connection whose last list it is: calls are judged by what their client was shown.
    fn listing(&self, _: ConnectionId) -> Option<u64> {
        None
    }

    /// The connection is closed; what it was shown can be forgotten.
    fn disconnected(&self, _: ConnectionId) {}
}

/// A whole result object, once it is there.
pub type ToolAnswer = Pin<Box<dyn Future<Output = String> + Send>>;

/// Identifies one connection within this process. Clients without a session share one.
pub type ConnectionId = u64;

/// Where a page stands in the list that a client asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    pub connection: ConnectionId,
    /// It was asked for without a cursor.
    pub first: bool,
    /// It says no cursor for another one.
    pub last: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admission {
    Passes,
    /// Answered exactly like a tool that does not exist; the server never hears of it.
    Unknown,
}

/// Decides about a call that [`ToolPolicy`] admits. The proxy never waits for it with anything but that one call.
pub trait Approver: Send + Sync {
    fn decide(&self, call: &CallFacts) -> Decision;
}

/// An answer that is known at once costs nothing; another one is waited for, and dropped when the client cancels.
pub enum Decision {
    Now(Verdict),
    Later(Pin<Box<dyn Future<Output = Verdict> + Send>>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    Allow,
    /// Why, in words for whoever reads the log.
    AllowFor(Cow<'static, str>),
    /// Why, in words for the client.
    Deny(String),
    /// It was done here, with this result.
    Done(String),
    /// Nobody decided: this result asks the client, which will call again.
    Asked(String),
}

/// What is known about a call when it is decided. What outlives the decision must be copied.
#[derive(Debug)]
pub struct CallFacts<'a> {
    /// Whose tool it is, where there are several servers.
    pub server: Option<&'a str>,
    /// The connection it came through, by which it is known what the client was shown.
    pub connection: ConnectionId,
    /// What an approval for a session is valid for. Clients that share a connection get a new one for each call.
    pub session: u64,
    /// Who calls, as it calls itself.
    pub client: Option<&'a str>,
    pub tool: &'a str,
    /// As the client wrote them; these bytes are what the server gets.
    pub arguments: Option<&'a RawValue>,
    /// The other members of the call: `_meta`, `task`, `requestState`…
    pub params: &'a RawValue,
    /// How the client itself can be asked, where nobody else is there.
    pub asks: ElicitorFactory<'a>,
}

/// Allows what [`ToolPolicy`] admits.
#[derive(Debug, Clone, Copy, Default)]
pub struct AllowAdmitted;

impl Approver for AllowAdmitted {
    fn decide(&self, _: &CallFacts) -> Decision {
        Decision::Now(Verdict::Allow)
    }
}

/// Passes everything as it is.
#[derive(Debug, Clone, Copy, Default)]
pub struct AllowAll;

impl ToolPolicy for AllowAll {
    fn list<'a>(&self, tools: Vec<&'a RawValue>, _: Page) -> Vec<Cow<'a, str>> {
        tools.into_iter().map(|tool| Cow::Borrowed(tool.get())).collect()
    }

    fn calls(&self, _: &str, _: ConnectionId) -> Admission {
        Admission::Passes
    }
}
