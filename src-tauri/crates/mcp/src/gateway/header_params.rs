//! Header parameters: tool arguments mirrored in HTTP headers, `x-mcp-header` in the input schema and `Mcp-Param-…` in
//! the request (SEP-2243).
//!
//! They are learned from the tool lists of the servers. The headers of a client's request must match its message, and
//! remote 2026-07-28 servers are sent the same headers.

use std::collections::HashMap;
use std::sync::Arc;

use hintsmith_core::json::Members;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::connection::Era;
use crate::gateway::aggregate::ListKind;
use crate::gateway::from_client::Request;
use crate::gateway::session::Session;
use crate::gateway::stateless::{decoded, encoded};
use crate::gateway::upstream::UpstreamConnection;
use crate::jsonrpc::frame::Frame;
use crate::jsonrpc::list_result::Member;
use crate::jsonrpc::response;
use crate::proxy::policy::Admission;
use crate::proxy::tool_call::ToolCall;

const KEY: &str = "x-mcp-header";
/// Maximum nesting depth of an argument in the schema; bounds the recursion.
const DEPTH: usize = 16;

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
    pub fn are_in(page: &[u8]) -> bool {
        memchr::memmem::find(page, KEY.as_bytes()).is_some()
    }

    /// Parses all pages of a list, each a complete message.
    pub fn of(pages: &[impl AsRef<str>]) -> Self {
        let mut mirrors = HashMap::new();
        for page in pages {
            let page = page.as_ref();
            if !Self::are_in(page.as_bytes()) {
                continue;
            }
            let listing = Frame::parse_listing(page).and_then(|message| message.listing);
            for (_, member) in listing.into_iter().flat_map(|listing| listing.0) {
                if let Member::Tools(tools) = member {
                    mirrors.extend(tools.into_iter().filter_map(mirrored));
                }
            }
        }
        Self(mirrors)
    }

    /// The headers that a call must be sent with.
    pub fn headers(&self, tool: &str, arguments: Option<&RawValue>) -> Vec<(&str, String)> {
        self.values(tool, arguments)
            .filter_map(|(header, value)| Some((header, encoded(&text(&value?)))))
            .collect()
    }

    /// Each header of a tool with its expected value; `None` if the call omits the argument.
    fn values(
        &self,
        tool: &str,
        arguments: Option<&RawValue>,
    ) -> impl Iterator<Item = (&str, Option<Value>)> {
        let mirrors = self.0.get(tool).map(Vec::as_slice).unwrap_or_default();
        let given = (!mirrors.is_empty()).then_some(arguments).flatten();
        let given: Value = given.and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default();
        mirrors.iter().map(move |mirror| {
            let value = mirror.path.iter().try_fold(&given, |value, key| value.get(key));
            let value = value.filter(|value| value.is_string() || value.is_number() || value.is_boolean());
            (mirror.header.as_str(), value.cloned())
        })
    }
}

fn is_said(said: Result<Option<&str>, ()>, value: Option<&Value>) -> bool {
    let (Ok(Some(said)), Some(value)) = (said, value) else {
        return said == Ok(None) && value.is_none();
    };
    match (decoded(said), value) {
        // Compared as numbers: 42.0 equals 42.
        (Some(said), Value::Number(number)) => {
            said.parse::<f64>().is_ok_and(|said| number.as_f64() == Some(said))
        }
        (Some(said), value) => said == text(value),
        (None, _) => false,
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

/// Returns the header parameters of a tool. A tool whose schema has an invalid or duplicate header name has none:
/// clients reject such a tool as well.
fn mirrored(tool: &RawValue) -> Option<(String, Vec<HeaderParam>)> {
    memchr::memmem::find(tool.get().as_bytes(), KEY.as_bytes())?;
    let tool: Value = serde_json::from_str(tool.get()).ok()?;
    let (name, mut mirrors) = (tool.get("name")?.as_str()?, Vec::new());
    find(tool.get("inputSchema")?, &mut Vec::new(), &mut mirrors)?;
    let mut headers: Vec<&str> = mirrors.iter().map(|mirror| mirror.header.as_str()).collect();
    headers.sort_unstable();
    let is_twice = headers.windows(2).any(|pair| pair[0] == pair[1]);
    (!mirrors.is_empty() && !is_twice).then(|| (name.to_owned(), mirrors))
}

/// Descends through `properties` only. Returns `None` if an annotation is invalid.
fn find(schema: &Value, path: &mut Vec<String>, mirrors: &mut Vec<HeaderParam>) -> Option<()> {
    let properties = schema.get("properties").and_then(Value::as_object);
    for (key, schema) in properties.into_iter().flatten() {
        path.push(key.clone());
        if let Some(name) = schema.get(KEY) {
            let name = name.as_str().filter(|name| is_token(name))?;
            let kind = schema.get("type").and_then(Value::as_str);
            if !matches!(kind, Some("string" | "integer" | "boolean")) {
                return None;
            }
            let header = format!("mcp-param-{}", name.to_ascii_lowercase());
            mirrors.push(HeaderParam { path: path.clone(), header });
        }
        if path.len() < DEPTH {
            find(schema, path, mirrors)?;
        }
        path.pop();
    }
    Some(())
}

/// Returns whether the name is a token (RFC 9110, section 5.6.2).
fn is_token(name: &str) -> bool {
    let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !name.is_empty() && name.bytes().all(is_fit)
}

impl Session {
    /// Returns the first header that contradicts the call's arguments. A withheld tool has no header parameters: it
    /// must be indistinguishable from a tool that does not exist.
    pub(super) async fn unlike(
        self: &Arc<Self>,
        message: &Frame<'_>,
        said: impl Fn(&str) -> Result<Option<String>, ()>,
    ) -> Option<String> {
        if message.method() != "tools/call" {
            return None;
        }
        let call = ToolCall::of(message).ok()?;
        let (place, tool) = match self.context.is_single() {
            true => (0, call.tool.clone().into_owned()),
            false => self.owner_of_tool(&call.tool).await?,
        };
        if self.served(place).calls(&tool, self.connection()) != Admission::Passes {
            return None;
        }
        self.learn_mirrors(place).await;
        let mirrors = self.state().mirrors[place].clone()?;
        let mut values = mirrors.values(&tool, call.arguments);
        values.find_map(|(header, value)| {
            let said = said(header);
            let said = said.as_ref().map(Option::as_deref).map_err(|_| ());
            (!is_said(said, value.as_ref())).then(|| header.to_owned())
        })
    }

    /// True if a call must wait until the server's header parameters are known.
    pub(super) fn must_learn(&self, place: usize) -> bool {
        let state = self.state();
        let is_told = |ready: &crate::gateway::session::ReadyServer| {
            ready.era == Era::Stateless && matches!(&*ready.link, UpstreamConnection::Http(_))
        };
        state.links[place].as_ref().is_some_and(is_told) && state.mirrors[place].is_none()
    }

    /// Fetches the header parameters and then handles the call.
    pub(super) fn after_learning(self: &Arc<Self>, place: usize, tool: &str, request: Request) {
        let Some(reserved) = self.reserve(request.text) else {
            return request.refused(response::INTERNAL, "too many requests are under way");
        };
        let (text, tool) = (request.text.to_owned(), tool.to_owned());
        self.here(request, move |session, reply, _| async move {
            let _reserved = reserved;
            session.learn_mirrors(place).await;
            // The same text was parsed before.
            let Some(message) = Frame::parse(&text) else { return };
            let (Some(id), Ok(call)) = (message.id, ToolCall::of(&message)) else { return };
            session.judge(place, &tool, &call, Request { text: &text, message: &message, id, reply: &reply });
        });
    }

    /// Fetches the server's tool list unless its header parameters are known. A server that fails to list has none.
    async fn learn_mirrors(self: &Arc<Self>, place: usize) {
        let link = {
            let state = self.state();
            match (&state.mirrors[place], &state.links[place]) {
                (None, Some(ready)) if ready.has.tools => Arc::clone(&ready.link),
                _ => return,
            }
        };
        let pages = self.pages(ListKind::Tools, place, &link, &self.template("tools/list")).await;
        self.mirrored(place, &pages.unwrap_or_default());
    }

    /// Stores the header parameters of a server's complete list.
    pub(super) fn mirrored(&self, place: usize, pages: &[impl AsRef<str>]) {
        let mirrors = Arc::new(HeaderParams::of(pages));
        self.state().mirrors[place] = Some(mirrors);
    }

    /// The header parameters to send to the server with this message.
    pub(super) fn mirrors_of(&self, place: usize, message: &Frame) -> Vec<(String, String)> {
        let Some(mirrors) = self.state().mirrors[place].clone() else { return Vec::new() };
        let params = message.params.and_then(|params| Members::parse(params.get()).ok());
        let (Some(params), "tools/call") = (params, message.method()) else { return Vec::new() };
        let Some(name) = params.get("name").and_then(crate::jsonrpc::frame::string) else {
            return Vec::new();
        };
        let headers = mirrors.headers(&name, params.get("arguments")).into_iter();
        headers.map(|(name, value)| (name.to_owned(), value)).collect()
    }
}
