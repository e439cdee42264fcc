//! Arguments that stand in a header as well: `x-mcp-header` in the schema of a tool, `Mcp-Param-…` in a request (SEP-2243).
//!
//! Which those are is learned from the lists that servers give. Whoever comes in over HTTP must say in its headers what
//! it says in its message, and a server of the newer protocol behind an address is told in the same way.

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
/// The deepest argument that is looked for.
const DEPTH: usize = 16;

/// Which arguments of a server's tools stand in headers, by the name of the tool.
#[derive(Debug, Default)]
pub struct HeaderParams(HashMap<String, Vec<HeaderParam>>);

#[derive(Debug)]
struct HeaderParam {
    /// The keys from the arguments down to the value.
    path: Vec<String>,
    header: String,
}

impl HeaderParams {
    /// Whether a list can have any.
    pub fn are_in(page: &[u8]) -> bool {
        memchr::memmem::find(page, KEY.as_bytes()).is_some()
    }

    /// Those of all pages of a list, each a whole message.
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

    /// Each header of a tool, and what it must say; nothing where the call says nothing.
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
        // 42.0 is 42.
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

/// A tool that has such arguments. One whose schema names a header that cannot be one, or one twice, has none: its
/// clients do not take it either.
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

/// Goes down through `properties` alone. Nothing when something is wrong on the way.
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

/// What the name of a header may be made of (RFC 9110, 5.6.2).
fn is_token(name: &str) -> bool {
    let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !name.is_empty() && name.bytes().all(is_fit)
}

impl Session {
    /// The header of a call that does not say what its message says, if there is one. A tool that the client is not
    /// offered has no headers: it must look like one that does not exist.
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

    /// Whether a call must wait until it is known what its headers are to say.
    pub(super) fn must_learn(&self, place: usize) -> bool {
        let state = self.state();
        let is_told = |ready: &crate::gateway::session::ReadyServer| {
            ready.era == Era::Stateless && matches!(&*ready.link, UpstreamConnection::Http(_))
        };
        state.links[place].as_ref().is_some_and(is_told) && state.mirrors[place].is_none()
    }

    /// Learns it, and judges the call then.
    pub(super) fn after_learning(self: &Arc<Self>, place: usize, tool: &str, request: Request) {
        let Some(reserved) = self.reserve(request.text) else {
            return request.refused(response::INTERNAL, "too many requests are under way");
        };
        let (text, tool) = (request.text.to_owned(), tool.to_owned());
        self.here(request, move |session, reply, _| async move {
            let _reserved = reserved;
            session.learn_mirrors(place).await;
            // It was read when it came, and it is the same text.
            let Some(message) = Frame::parse(&text) else { return };
            let (Some(id), Ok(call)) = (message.id, ToolCall::of(&message)) else { return };
            session.judge(place, &tool, &call, Request { text: &text, message: &message, id, reply: &reply });
        });
    }

    /// Lets a server list its tools, unless that is known. A server that does not has no such arguments.
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

    /// Remembers what a server's whole list says.
    pub(super) fn mirrored(&self, place: usize, pages: &[impl AsRef<str>]) {
        let mirrors = Arc::new(HeaderParams::of(pages));
        self.state().mirrors[place] = Some(mirrors);
    }

    /// The headers that this message must be sent to a server with.
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
