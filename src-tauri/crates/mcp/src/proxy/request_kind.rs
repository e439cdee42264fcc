//! Kinds of client requests, as far as the handling of their response depends on them.

use crate::jsonrpc::frame::Frame;
use crate::proxy::call_log::StartedCall;
use crate::proxy::list_changed;
use crate::proxy::tool_list;

#[derive(Debug)]
pub enum RequestKind {
    Initialize,
    /// `server/discover` (2026-07-28).
    Discover,
    List {
        /// The request has no cursor.
        is_first_page: bool,
    },
    /// With its log record, if calls are logged.
    Call(Option<StartedCall>),
    /// `subscriptions/listen` (2026-07-28).
    Listen {
        has_tools_list_changed: bool,
    },
    Other,
}

impl RequestKind {
    /// Classifies a request that is forwarded without a decision: anything but `tools/call`.
    pub fn classify(message: &Frame) -> Self {
        match message.method() {
            "initialize" => Self::Initialize,
            "server/discover" => Self::Discover,
            "tools/list" => Self::List { is_first_page: tool_list::is_first_page(message.params) },
            "subscriptions/listen" => {
                Self::Listen { has_tools_list_changed: list_changed::has_tools_list_changed(message.params) }
            }
            _ => Self::Other,
        }
    }

    pub fn is_list(&self) -> bool {
        matches!(self, Self::List { .. })
    }

    pub fn is_listen(&self) -> bool {
        matches!(self, Self::Listen { .. })
    }

    /// Takes the log record of a call.
    pub fn take_started(&mut self) -> Option<StartedCall> {
        match self {
            Self::Call(started) => started.take(),
            _ => None,
        }
    }
}
