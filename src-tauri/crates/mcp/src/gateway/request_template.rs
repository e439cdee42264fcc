//! A request sent more than once, to several servers or for several pages. Only its id and cursor differ.

use std::ops::Range;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::jsonrpc::frame::Frame;
use hintsmith_core::text::json_edit::{Splices, slice_range};

#[derive(Debug)]
pub struct RequestTemplate {
    text: String,
    id: Range<usize>,
}

impl RequestTemplate {
    /// Creates a template from a client's request.
    pub fn from_request(text: &str, id: &RawValue) -> Self {
        Self { text: text.to_owned(), id: slice_range(text, id.get()) }
    }

    /// Creates a request of the gateway, with params as JSON.
    pub fn new(method: &str, params: Option<&str>) -> Self {
        let start = r#"{"jsonrpc":"2.0","id":"#;
        let params = params.map(|params| format!(r#","params":{params}"#)).unwrap_or_default();
        Self { text: format!(r#"{start}0,"method":"{method}"{params}}}"#), id: start.len()..start.len() + 1 }
    }

    pub fn id(&self) -> &str {
        &self.text[self.id.clone()]
    }

    pub fn to_line(&self, number: u64, cursor: Option<&str>) -> Vec<u8> {
        let mut splices = Splices::new(&self.text);
        splices.replace(self.id(), number.to_string());
        if let Some(cursor) = cursor {
            let member = format!(r#""cursor":{}"#, Value::from(cursor));
            match Frame::parse(&self.text)
                .and_then(|message| message.params)
                .filter(|it| it.get().starts_with('{'))
            {
                Some(params) => splices.add_member(params.get(), &member),
                None => splices.add_member(&self.text, &format!(r#""params":{{{member}}}"#)),
            }
        }
        let mut line = Vec::new();
        splices.write(&mut line);
        line.push(b'\n');
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_id_and_the_cursor_differ() {
        let text = r#"{ "params": {"_meta":{"a":1.0}},"id":"x","method":"tools/list"}"#;
        let message = Frame::parse(text).unwrap();
        let template = RequestTemplate::from_request(text, message.id.unwrap());
        let line = |cursor| String::from_utf8(template.to_line(7, cursor)).unwrap();
        assert_eq!(line(None), "{ \"params\": {\"_meta\":{\"a\":1.0}},\"id\":7,\"method\":\"tools/list\"}\n");
        assert_eq!(
            line(Some("")),
            "{ \"params\": {\"cursor\":\"\",\"_meta\":{\"a\":1.0}},\"id\":7,\"method\":\"tools/list\"}\n"
        );
        assert_eq!(
            String::from_utf8(RequestTemplate::new("x", None).to_line(7, Some("c"))).unwrap(),
            "{\"params\":{\"cursor\":\"c\"},\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"x\"}\n"
        );
    }
}
