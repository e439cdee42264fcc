//! Header parameters: tool arguments mirrored in HTTP headers, `x-mcp-header` in the input schema and `Mcp-Param-…` in
//! the request (SEP-2243).
//!
//! They are learned from the tool lists of the servers. The headers of a client's request must match its message, and
//! remote 2026-07-28 servers are sent the same headers.

use std::collections::HashMap;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::gateway::stateless::{decode_header_value, encode_header_value};
use crate::jsonrpc::frame::Frame;
use crate::jsonrpc::list_result::Member;

const SCHEMA_KEYWORD: &str = "x-mcp-header";
/// Maximum nesting depth of an argument in the schema; bounds the recursion.
const MAX_SCHEMA_DEPTH: usize = 16;

/// Header parameters of a server's tools, by tool name.
#[derive(Debug, Default)]
pub struct HeaderParams(HashMap<String, Vec<HeaderParam>>);

#[derive(Debug)]
struct HeaderParam {
    /// Keys from the arguments object down to the value.
    path: Vec<String>,
    header: String,
}

impl HeaderParams {
    /// Returns whether a page can contain header parameters.
    pub fn may_occur_in(page: &[u8]) -> bool {
        memchr::memmem::find(page, SCHEMA_KEYWORD.as_bytes()).is_some()
    }

    /// Parses all pages of a list, each a complete message.
    pub fn from_pages(pages: &[impl AsRef<str>]) -> Self {
        let mut header_params = HashMap::new();
        for page in pages {
            let page = page.as_ref();
            if !Self::may_occur_in(page.as_bytes()) {
                continue;
            }
            let listing = Frame::parse_list_response(page).and_then(|message| message.list_result);
            for (_, member) in listing.into_iter().flat_map(|listing| listing.0) {
                if let Member::Tools(tools) = member {
                    header_params.extend(tools.into_iter().filter_map(tool_header_params));
                }
            }
        }
        Self(header_params)
    }

    /// The headers that a call must be sent with.
    pub fn headers(&self, tool: &str, arguments: Option<&RawValue>) -> Vec<(&str, String)> {
        self.expected_values(tool, arguments)
            .filter_map(|(header, value)| Some((header, encode_header_value(&header_text(&value?)))))
            .collect()
    }

    /// Each header of a tool with its expected value; `None` if the call omits the argument.
    pub fn expected_values(
        &self,
        tool: &str,
        arguments: Option<&RawValue>,
    ) -> impl Iterator<Item = (&str, Option<Value>)> {
        let header_params = self.0.get(tool).map(Vec::as_slice).unwrap_or_default();
        let given = (!header_params.is_empty()).then_some(arguments).flatten();
        let given: Value = given.and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default();
        header_params.iter().map(move |header_param| {
            let value = header_param.path.iter().try_fold(&given, |value, key| value.get(key));
            let value = value.filter(|value| value.is_string() || value.is_number() || value.is_boolean());
            (header_param.header.as_str(), value.cloned())
        })
    }
}

pub fn header_matches(header: Result<Option<&str>, ()>, value: Option<&Value>) -> bool {
    let (Ok(Some(header)), Some(value)) = (header, value) else {
        return header == Ok(None) && value.is_none();
    };
    match (decode_header_value(header), value) {
        // Compared as numbers: 42.0 equals 42.
        (Some(header), Value::Number(number)) => {
            header.parse::<f64>().is_ok_and(|header| number.as_f64() == Some(header))
        }
        (Some(header), value) => header == header_text(value),
        (None, _) => false,
    }
}

fn header_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

/// Returns the header parameters of a tool. A tool whose schema has an invalid or duplicate header name has none:
/// clients reject such a tool as well.
fn tool_header_params(tool: &RawValue) -> Option<(String, Vec<HeaderParam>)> {
    memchr::memmem::find(tool.get().as_bytes(), SCHEMA_KEYWORD.as_bytes())?;
    let tool: Value = serde_json::from_str(tool.get()).ok()?;
    let (name, mut header_params) = (tool.get("name")?.as_str()?, Vec::new());
    collect_header_params(tool.get("inputSchema")?, &mut Vec::new(), &mut header_params)?;
    let mut headers: Vec<&str> =
        header_params.iter().map(|header_param| header_param.header.as_str()).collect();
    headers.sort_unstable();
    let is_twice = headers.windows(2).any(|pair| pair[0] == pair[1]);
    (!header_params.is_empty() && !is_twice).then(|| (name.to_owned(), header_params))
}

/// Descends through `properties` only. Returns `None` if an annotation is invalid.
fn collect_header_params(
    schema: &Value,
    path: &mut Vec<String>,
    header_params: &mut Vec<HeaderParam>,
) -> Option<()> {
    let properties = schema.get("properties").and_then(Value::as_object);
    for (key, schema) in properties.into_iter().flatten() {
        path.push(key.clone());
        if let Some(name) = schema.get(SCHEMA_KEYWORD) {
            let name = name.as_str().filter(|name| is_header_token(name))?;
            let kind = schema.get("type").and_then(Value::as_str);
            if !matches!(kind, Some("string" | "integer" | "boolean")) {
                return None;
            }
            let header = format!("mcp-param-{}", name.to_ascii_lowercase());
            header_params.push(HeaderParam { path: path.clone(), header });
        }
        if path.len() < MAX_SCHEMA_DEPTH {
            collect_header_params(schema, path, header_params)?;
        }
        path.pop();
    }
    Some(())
}

/// Returns whether the name is a token (RFC 9110, section 5.6.2).
fn is_header_token(name: &str) -> bool {
    let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !name.is_empty() && name.bytes().all(is_fit)
}
