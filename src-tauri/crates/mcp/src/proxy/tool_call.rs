//! Params of a `tools/call`, parsed once for policy, approver and router.

use std::borrow::Cow;

use hintsmith_core::text::json::Members;
use serde_json::value::RawValue;

use crate::jsonrpc::frame::{Frame, decode_string, find_ambiguity};

#[derive(Debug)]
pub struct ToolCall<'a> {
    pub tool: Cow<'a, str>,
    /// The name as a slice of the message.
    pub raw_name: &'a RawValue,
    pub arguments: Option<&'a RawValue>,
    pub params: &'a RawValue,
    /// `requestState` of a retried call (SEP-2322).
    pub request_state: Option<&'a RawValue>,
    /// `inputResponses` of a retried call (SEP-2322).
    pub input_responses: Option<&'a RawValue>,
}

/// The reason why a call is rejected before any decision.
#[derive(Debug)]
pub enum InvalidCall {
    MissingName,
    /// Two parsers could read it as different calls.
    Ambiguous(String),
}

pub const MISSING_NAME: &str = "Invalid params: the tool name is missing";

impl<'a> ToolCall<'a> {
    pub fn from_request(message: &Frame<'a>) -> Result<Self, InvalidCall> {
        let params = message.params.ok_or(InvalidCall::MissingName)?;
        let members = Members::parse(params.get()).map_err(|_| InvalidCall::MissingName)?;
        if let Some(why) = find_ambiguity(&members, &["name", "arguments", "requestState", "inputResponses"])
        {
            return Err(InvalidCall::Ambiguous(why));
        }
        let name = members.get("name").ok_or(InvalidCall::MissingName)?;
        let tool = decode_string(name).ok_or(InvalidCall::MissingName)?;
        let (state, responses) = (members.get("requestState"), members.get("inputResponses"));
        Ok(Self {
            tool,
            raw_name: name,
            arguments: members.get("arguments"),
            params,
            request_state: state,
            input_responses: responses,
        })
    }
}
