//! Params of a `tools/call`, parsed once for policy, approver and router.

use std::borrow::Cow;

use hintsmith_core::json::Members;
use serde_json::value::RawValue;

use crate::jsonrpc::frame::{Frame, doubt, string};

#[derive(Debug)]
pub struct ToolCall<'a> {
    pub tool: Cow<'a, str>,
    /// The name as a slice of the message.
    pub name: &'a RawValue,
    pub arguments: Option<&'a RawValue>,
    pub params: &'a RawValue,
    /// `requestState` of a retried call (SEP-2322).
    pub state: Option<&'a RawValue>,
    /// `inputResponses` of a retried call (SEP-2322).
    pub responses: Option<&'a RawValue>,
}

/// The reason why a call is rejected before any decision.
#[derive(Debug)]
pub enum InvalidCall {
    Nameless,
    /// Two parsers could read it as different calls.
    Doubtful(String),
}

pub const NAMELESS: &str = "Invalid params: tools/call needs the name of a tool";

impl<'a> ToolCall<'a> {
    pub fn of(message: &Frame<'a>) -> Result<Self, InvalidCall> {
        let params = message.params.ok_or(InvalidCall::Nameless)?;
        let members = Members::parse(params.get()).map_err(|_| InvalidCall::Nameless)?;
        if let Some(why) = doubt(&members, &["name", "arguments", "requestState", "inputResponses"]) {
            return Err(InvalidCall::Doubtful(why));
        }
        let name = members.get("name").ok_or(InvalidCall::Nameless)?;
        let tool = string(name).ok_or(InvalidCall::Nameless)?;
        let (state, responses) = (members.get("requestState"), members.get("inputResponses"));
        Ok(Self { tool, name, arguments: members.get("arguments"), params, state, responses })
    }
}
