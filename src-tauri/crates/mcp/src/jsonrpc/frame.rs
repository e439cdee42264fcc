//! Zero-copy parser for one JSON-RPC message: its kind, id and method, and its members as raw text.
//!
//! A message that two parsers could read differently is ambiguous: a key that decides its meaning occurs twice, or in
//! another spelling (Go's `encoding/json` ignores case). Such a message could smuggle a refused call past the proxy.
//! Nothing here recurses: serde_json keeps open brackets on the heap while it reads a raw value.

use std::borrow::Cow;

use hintsmith_core::text::json::{self, Members};
use serde_json::value::RawValue;

use crate::jsonrpc::id::RequestId;
use crate::jsonrpc::list_result::{ListResponse, ListResult};

pub use hintsmith_core::text::json::is_key_variant;

/// The members that decide the kind of a message and the request it belongs to.
const MESSAGE_KEYS: [&str; 5] = ["id", "method", "params", "result", "error"];

#[derive(Debug)]
pub enum ParsedLine<'a> {
    Single(Frame<'a>),
    /// A JSON-RPC batch, which protocol version 2025-03-26 allows.
    Batch(Vec<&'a RawValue>),
    /// Invalid JSON, or JSON that is neither an object nor an array.
    NotJson,
}

#[derive(Debug, Default)]
pub struct Frame<'a> {
    pub id: Option<&'a RawValue>,
    pub method: Option<Method<'a>>,
    pub params: Option<&'a RawValue>,
    pub result: Option<&'a RawValue>,
    pub error: Option<&'a RawValue>,
    /// The reason why two parsers could read this message differently.
    pub ambiguity: Option<String>,
    /// Set by [`Frame::parse_list_response`]; `result` is then a null placeholder.
    pub list_result: Option<ListResult<'a>>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Method<'a> {
    Name(Cow<'a, str>),
    /// Not a string, or a string with a lone surrogate.
    Unreadable,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageKind {
    Request,
    Notification,
    Response,
    /// An object that is not a JSON-RPC message.
    Other,
}

impl<'a> ParsedLine<'a> {
    pub fn parse(text: &'a str) -> Self {
        Self::parse_with(text, Frame::parse)
    }

    /// Parses a line; `frame` parses a single message. The items of a batch stay unparsed.
    pub fn parse_with(text: &'a str, parse_frame: fn(&'a str) -> Option<Frame<'a>>) -> Self {
        match text.trim_start().as_bytes().first() {
            Some(b'{') => parse_frame(text).map_or(Self::NotJson, Self::Single),
            Some(b'[') => serde_json::from_str(text).map_or(Self::NotJson, Self::Batch),
            _ => Self::NotJson,
        }
    }
}

impl<'a> Frame<'a> {
    /// Returns `None` if the text is not a JSON object.
    pub fn parse(text: &'a str) -> Option<Self> {
        Some(Self::from_members(Members::parse(text).ok()?))
    }

    /// Like [`Frame::parse`], for a message that may be a `tools/list` response: finds the tools in the same pass
    /// instead of parsing the message, its result and its list one after another.
    pub fn parse_list_response(text: &'a str) -> Option<Self> {
        match serde_json::from_str::<ListResponse>(text) {
            Ok(ListResponse { members, list_result: listing }) => {
                Some(Self { list_result: listing, ..Self::from_members(members) })
            }
            // Either the result is not a list of tools, or the text is not JSON: the full parse tells which.
            Err(_) => Self::parse(text),
        }
    }

    fn from_members(members: Members<'a>) -> Self {
        let mut frame = Self { ambiguity: find_ambiguity(&members, &MESSAGE_KEYS), ..Self::default() };
        for (key, value) in members.0 {
            match key.as_ref() {
                "id" => frame.id = Some(value),
                "method" => frame.method = Some(Method::from_raw(value)),
                "params" => frame.params = Some(value),
                "result" => frame.result = Some(value),
                "error" => frame.error = Some(value),
                _ => {}
            }
        }
        if frame.method.is_some() && (frame.result.is_some() || frame.error.is_some()) {
            frame.ambiguity.get_or_insert_with(|| "the message is both a request and a response".to_owned());
        }
        frame
    }

    /// A message with a method is a request or a notification whatever else it contains: the receiver may act on it.
    pub fn kind(&self) -> MessageKind {
        match (&self.method, self.id) {
            (Some(_), Some(_)) => MessageKind::Request,
            (Some(_), None) => MessageKind::Notification,
            (None, _) if self.result.is_some() || self.error.is_some() => MessageKind::Response,
            (None, _) => MessageKind::Other,
        }
    }

    /// The method name; empty if there is none or it cannot be decoded.
    pub fn method(&self) -> &str {
        match &self.method {
            Some(Method::Name(name)) => name,
            _ => "",
        }
    }

    /// The `requestId` of a `notifications/cancelled`.
    pub fn cancelled_request_id(&self) -> Option<RequestId> {
        Some(RequestId::from_raw(Members::parse(self.params?.get()).ok()?.get("requestId")?))
    }
}

impl<'a> Method<'a> {
    fn from_raw(raw: &'a RawValue) -> Self {
        decode_string(raw).map_or(Self::Unreadable, Self::Name)
    }
}

/// Decodes a JSON string. Returns `None` for other values and for strings with a lone surrogate.
pub fn decode_string(raw: &RawValue) -> Option<Cow<'_, str>> {
    json::decode_string(raw.get())
}

/// Returns the reason why another parser could find a different value under one of these keys: the key occurs twice, or
/// in another spelling.
pub fn find_ambiguity(members: &Members, keys: &[&str]) -> Option<String> {
    let mut seen = 0_u32;
    for (key, _) in &members.0 {
        let Some(index) = keys.iter().position(|word| is_key_variant(key, word)) else { continue };
        if key != keys[index] {
            return Some(format!("the key \"{}\" has an unusual spelling", keys[index]));
        }
        if seen & (1 << index) != 0 {
            return Some(format!("the key \"{key}\" occurs twice"));
        }
        seen |= 1 << index;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_single(text: &str) -> Frame<'_> {
        match ParsedLine::parse(text) {
            ParsedLine::Single(frame) => frame,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn kind_follows_from_members() {
        for (text, kind) in [
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, MessageKind::Request),
            (r#"{"id":null,"method":7}"#, MessageKind::Request),
            (r#"{"method":"ping","result":{}}"#, MessageKind::Notification),
            (r#"{"result":{},"id":"a"}"#, MessageKind::Response),
            (r#"{"error":{}}"#, MessageKind::Response),
            (r#"{"jsonrpc":"2.0","id":1}"#, MessageKind::Other),
        ] {
            assert_eq!(parse_single(text).kind(), kind, "{text}");
        }
        assert!(matches!(ParsedLine::parse("[1,{}]"), ParsedLine::Batch(items) if items.len() == 2));
        for text in ["", " ", "7", "\"x\"", "{", "{\"a\":1}x", "[1", "Server started"] {
            assert!(matches!(ParsedLine::parse(text), ParsedLine::NotJson), "{text}");
        }
    }

    #[test]
    fn escaped_method_is_decoded() {
        assert_eq!(parse_single(r#"{"method":"tools\/c\u0061ll"}"#).method(), "tools/call");
        assert_eq!(parse_single(r#"{"m\u0065thod":"tools/call"}"#).method(), "tools/call");
        assert_eq!(parse_single(r#"{"method":"\ud800"}"#).method, Some(Method::Unreadable));
    }

    #[test]
    fn messages_that_parsers_read_differently_are_ambiguous() {
        for text in [
            r#"{"id":1,"id":2,"method":"ping"}"#,
            r#"{"method":"ping","method":"tools/call"}"#,
            r#"{"method":"ping","Method":"tools/call"}"#,
            r#"{"METHOD":"tools/call"}"#,
            r#"{"method":"ping","params":{},"paramſ":{}}"#,
            r#"{"method":"ping","p\u0061rams":{},"params":{}}"#,
            r#"{"id":1,"method":"ping","result":{}}"#,
        ] {
            assert!(parse_single(text).ambiguity.is_some(), "{text}");
        }
        assert_eq!(parse_single(r#"{"id":1,"method":"ping","x":1,"x":2,"ids":3}"#).ambiguity, None);
    }

    #[test]
    fn a_million_brackets_neither_overflow_the_stack_nor_hide_the_id() {
        let deep = "[".repeat(1_000_000) + &"]".repeat(1_000_000);
        let text = format!(r#"{{"method":"x","params":{{"deep":{deep}}},"id":7}}"#);
        assert_eq!(parse_single(&text).id.map(RawValue::get), Some("7"));
        assert!(matches!(ParsedLine::parse(&deep), ParsedLine::Batch(items) if items.len() == 1));
        assert!(matches!(ParsedLine::parse(&"[".repeat(1_000_000)), ParsedLine::NotJson));
        assert!(matches!(ParsedLine::parse(&r#"{"a":"#.repeat(1_000_000)), ParsedLine::NotJson));
    }
}
