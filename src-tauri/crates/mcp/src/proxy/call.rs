//! A `tools/call` as the client wrote it, read once for everybody who judges it.

use std::borrow::Cow;

use hintsmith_core::json::Members;
use serde_json::value::RawValue;

use crate::proxy::frame::{Frame, doubt, string};

#[derive(Debug)]
pub struct Call<'a> {
    pub tool: Cow<'a, str>,
    /// The name as it stands in the message.
    pub name: &'a RawValue,
    pub arguments: Option<&'a RawValue>,
    pub params: &'a RawValue,
    /// In the newer protocol, what goes on: the state of whoever wanted to be told more, and what it is told.
    pub state: Option<&'a RawValue>,
    pub responses: Option<&'a RawValue>,
}

/// Why a call cannot be judged.
#[derive(Debug)]
pub enum Unclear {
    Nameless,
    /// Two readers could take it for calls of different tools.
    Doubtful(String),
}

pub const NAMELESS: &str = "Invalid params: tools/call needs the name of a tool";

impl<'a> Call<'a> {
    pub fn of(message: &Frame<'a>) -> Result<Self, Unclear> {
        let params = message.params.ok_or(Unclear::Nameless)?;
        let members = Members::parse(params.get()).map_err(|_| Unclear::Nameless)?;
        if let Some(why) = doubt(&members, &["name", "arguments", "requestState", "inputResponses"]) {
            return Err(Unclear::Doubtful(why));
        }
        let name = members.get("name").ok_or(Unclear::Nameless)?;
        let tool = string(name).ok_or(Unclear::Nameless)?;
        let (state, responses) = (members.get("requestState"), members.get("inputResponses"));
        Ok(Self { tool, name, arguments: members.get("arguments"), params, state, responses })
    }
}
