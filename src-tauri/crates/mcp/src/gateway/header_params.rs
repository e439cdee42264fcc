//! Header parameters: tool arguments mirrored in HTTP headers, `x-mcp-header` in the input schema and `Mcp-Param-…` in
//! the request (SEP-2243).
//!
//! They are learned from the tool lists of the servers. The headers of a client's request must match its message, and
//! remote 2026-07-28 servers are sent the same headers.

use std::collections::HashMap;
use std::sync::Arc;

use hintsmith_core::text::json::Members;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::connection::Era;
use crate::gateway::aggregate::ListKind;
use crate::gateway::from_client::IncomingRequest;
use crate::gateway::session::Session;
use crate::gateway::stateless::{decode_header_value, encode_header_value};
use crate::gateway::upstream::UpstreamConnection;
use crate::jsonrpc::frame::Frame;
use crate::jsonrpc::list_result::Member;
use crate::jsonrpc::response;
use crate::proxy::policy::Admission;
use crate::proxy::tool_call::ToolCall;

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
    fn expected_values(
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

fn header_matches(header: Result<Option<&str>, ()>, value: Option<&Value>) -> bool {
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

impl Session {
    /// Returns the first header that contradicts the call's arguments. A withheld tool has no header parameters: it
    /// must be indistinguishable from a tool that does not exist.
    pub(super) async fn find_header_mismatch(
        self: &Arc<Self>,
        message: &Frame<'_>,
        header_value: impl Fn(&str) -> Result<Option<String>, ()>,
    ) -> Option<String> {
        if message.method() != "tools/call" {
            return None;
        }
        let call = ToolCall::from_request(message).ok()?;
        let (server_index, tool) = match self.context.is_single() {
            true => (0, call.tool.clone().into_owned()),
            false => self.resolve_tool(&call.tool).await?,
        };
        if self.policy(server_index).admit_call(&tool, self.connection_id()) != Admission::Admitted {
            return None;
        }
        self.fetch_header_params(server_index).await;
        let header_params = self.state().header_params[server_index].clone()?;
        let mut values = header_params.expected_values(&tool, call.arguments);
        values.find_map(|(header, value)| {
            let header_value = header_value(header);
            let header_value = header_value.as_ref().map(Option::as_deref).map_err(|_| ());
            (!header_matches(header_value, value.as_ref())).then(|| header.to_owned())
        })
    }

    /// True if a call must wait until the server's header parameters are known.
    pub(super) fn needs_header_params(&self, server_index: usize) -> bool {
        let state = self.state();
        let is_told = |ready: &crate::gateway::session::ReadyServer| {
            ready.era == Era::Stateless && matches!(&*ready.upstream, UpstreamConnection::Http(_))
        };
        state.ready_servers[server_index].as_ref().is_some_and(is_told)
            && state.header_params[server_index].is_none()
    }

    /// Fetches the header parameters and then handles the call.
    pub(super) fn call_after_header_params(
        self: &Arc<Self>,
        server_index: usize,
        tool: &str,
        request: IncomingRequest,
    ) {
        let Some(reserved) = self.reserve_bytes(request.text) else {
            return request.refuse(response::INTERNAL_ERROR, "too many requests are under way");
        };
        let (text, tool) = (request.text.to_owned(), tool.to_owned());
        self.spawn_local(request, move |session, reply, _| async move {
            let _reserved = reserved;
            session.fetch_header_params(server_index).await;
            // The same text was parsed before.
            let Some(message) = Frame::parse(&text) else { return };
            let (Some(id), Ok(call)) = (message.id, ToolCall::from_request(&message)) else { return };
            session.admit_call(
                server_index,
                &tool,
                &call,
                IncomingRequest { text: &text, message: &message, id, reply: &reply },
            );
        });
    }

    /// Fetches the server's tool list unless its header parameters are known. A server that fails to list has none.
    async fn fetch_header_params(self: &Arc<Self>, server_index: usize) {
        let upstream = {
            let state = self.state();
            match (&state.header_params[server_index], &state.ready_servers[server_index]) {
                (None, Some(ready)) if ready.capabilities.tools => Arc::clone(&ready.upstream),
                _ => return,
            }
        };
        let pages = self
            .fetch_pages(ListKind::Tools, server_index, &upstream, &self.build_template("tools/list"))
            .await;
        self.set_header_params(server_index, &pages.unwrap_or_default());
    }

    /// Stores the header parameters of a server's complete list.
    pub(super) fn set_header_params(&self, server_index: usize, pages: &[impl AsRef<str>]) {
        let header_params = Arc::new(HeaderParams::from_pages(pages));
        self.state().header_params[server_index] = Some(header_params);
    }

    /// The header parameters to send to the server with this message.
    pub(super) fn param_headers(&self, server_index: usize, message: &Frame) -> Vec<(String, String)> {
        let Some(header_params) = self.state().header_params[server_index].clone() else { return Vec::new() };
        let params = message.params.and_then(|params| Members::parse(params.get()).ok());
        let (Some(params), "tools/call") = (params, message.method()) else { return Vec::new() };
        let Some(name) = params.get("name").and_then(crate::jsonrpc::frame::decode_string) else {
            return Vec::new();
        };
        let headers = header_params.headers(&name, params.get("arguments")).into_iter();
        headers.map(|(name, value)| (name.to_owned(), value)).collect()
    }
}
