//! Request routing between several servers, by the name of a tool, prompt, resource or task.

use std::sync::Arc;

use futures_util::future::join_all;
use hintsmith_core::json::Members;
use serde_json::value::RawValue;
use tokio::time::timeout;

use crate::connection::Era;
use crate::gateway::aggregate::ListKind;
use crate::gateway::from_client::Request;
use crate::gateway::names::{OwnedName, is_of_template};
use crate::gateway::outbound::OutboundKind;
use crate::gateway::pending::RequestKind;
use crate::gateway::request_template::RequestTemplate;
use crate::gateway::session::{ReadyServer, Session};
use crate::jsonrpc::frame::{Frame, doubt, string};
use crate::jsonrpc::response;
use crate::proxy::call_log::{LoggedOutcome, LoggedVerdict};
use crate::proxy::policy::Verdict;
use crate::proxy::tool_call::{InvalidCall, NAMELESS, ToolCall};

pub const NO_METHOD: i32 = -32601;
/// Resource not found, in protocol versions before 2026-07-28.
const NO_RESOURCE: i32 = -32002;

/// Routing attempt. A name without a known owner is retried once, after the servers have been listed again.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Attempt {
    First,
    Last,
}

impl Session {
    pub(super) fn route(self: &Arc<Self>, request: Request) {
        match request.message.method() {
            // 2026-07-28 has neither method.
            "ping" if !self.is_stateless() => answered(request, "{}"),
            "logging/setLevel" if !self.is_stateless() => self.everywhere(request),
            method => match ListKind::of(method) {
                Some(kind) => self.list(kind, request),
                None => self.routed(request, Attempt::First),
            },
        }
    }

    fn routed(self: &Arc<Self>, request: Request, which: Attempt) {
        match request.message.method() {
            "tools/call" => self.call_by_name(request, which),
            "prompts/get" => self.by_member(ListKind::Prompts, "name", request, which),
            "resources/read" => self.by_member(ListKind::Resources, "uri", request, which),
            // 2026-07-28 has neither method.
            "resources/subscribe" | "resources/unsubscribe" if !self.is_stateless() => {
                self.by_member(ListKind::Resources, "uri", request, which);
            }
            "tasks/get" | "tasks/update" | "tasks/cancel" | "tasks/result" if self.has_tasks() => {
                self.by_task(request);
            }
            "completion/complete" => self.complete(request, which),
            method => {
                let why = format!("Method not found: {}", hintsmith_core::text::truncate_chars(method, 128));
                request.refused(NO_METHOD, &why);
            }
        }
    }

    /// Replies with the complete list of all servers, in one page.
    fn list(self: &Arc<Self>, kind: ListKind, request: Request) {
        let params = request.message.params.and_then(|params| Members::parse(params.get()).ok());
        if params.and_then(|params| params.get("cursor")).is_some_and(|cursor| cursor.get() != "null") {
            return request.refused(response::PARAMS, "Invalid params: there is no such cursor");
        }
        let template = RequestTemplate::of(request.text, request.id);
        self.here(request, |session, reply, id| async move {
            let result = session.gathered(kind, &template).await;
            reply.push(
                format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#).into_bytes(),
                OutboundKind::Result,
            );
        });
    }

    fn call_by_name(self: &Arc<Self>, request: Request, which: Attempt) {
        let call = match ToolCall::of(request.message) {
            Ok(call) => call,
            Err(InvalidCall::Nameless) => return request.refused(response::PARAMS, NAMELESS),
            Err(InvalidCall::Doubtful(why)) => return self.doubted(request, &why),
        };
        match self.owner(ListKind::Tools, &call.tool) {
            Some((place, tool)) => self.judge(place, &tool, &call, request),
            None if self.is_stale(ListKind::Tools, which) => self.after_lists(&[ListKind::Tools], request),
            None => {
                let started = self.starts(None, &call.tool, &call, request);
                if let Some(answering) =
                    self.own().and_then(|own| own.answers(&call.tool, call.arguments, self.connection()))
                {
                    let done = Box::pin(async { Verdict::Done(answering.await) });
                    return self.wait_for(done, None, &call.tool, started, request);
                }
                self.record(started, LoggedVerdict::Unknown, LoggedOutcome::Error);
                self.unknown(&call.tool, request);
            }
        }
    }

    /// Routes a request whose params name a prompt or a resource.
    fn by_member(self: &Arc<Self>, kind: ListKind, key: &str, request: Request, which: Attempt) {
        let params = request.message.params.and_then(|params| Members::parse(params.get()).ok());
        if let Some(why) = params.as_ref().and_then(|params| doubt(params, &[key])) {
            return self.doubted(request, &why);
        }
        match params.and_then(|params| params.get(key)) {
            Some(raw) => self.by_name(kind, raw, request, which),
            None => request.refused(response::PARAMS, &format!("Invalid params: the {key} is missing")),
        }
    }

    /// Routes `completion/complete`, whose target is in `ref`.
    fn complete(self: &Arc<Self>, request: Request, which: Attempt) {
        let named = |key: &str| {
            let params = Members::parse(request.message.params?.get()).ok()?;
            Members::parse(params.get("ref")?.get()).ok()?.get(key)
        };
        match (named("name"), named("uri")) {
            (Some(raw), None) => self.by_name(ListKind::Prompts, raw, request, which),
            (None, Some(raw)) => self.by_name(ListKind::Resources, raw, request, which),
            _ => request
                .refused(response::PARAMS, "Invalid params: the ref names neither a prompt nor a resource"),
        }
    }

    fn by_name(self: &Arc<Self>, kind: ListKind, raw: &RawValue, request: Request, which: Attempt) {
        let Some(name) = string(raw) else {
            return request.refused(response::PARAMS, "Invalid params: a name must be a string");
        };
        let kinds: &[ListKind] = match kind {
            ListKind::Resources => &[ListKind::Resources, ListKind::Templates],
            _ => &[ListKind::Prompts],
        };
        match self.owner(kind, &name) {
            Some((place, theirs)) => {
                let renamed = (*theirs != *name).then_some((raw, theirs.as_str()));
                self.forward(place, request, RequestKind::Other, renamed);
            }
            None if kinds.iter().any(|kind| self.is_stale(*kind, which)) => self.after_lists(kinds, request),
            None if kind == ListKind::Prompts => {
                let name = hintsmith_core::text::truncate_chars(&name, 512);
                request.refused(response::PARAMS, &format!("Unknown prompt: {name}"));
            }
            None => self.no_resource(&name, request),
        }
    }

    /// 2026-07-28 has a different error code for this.
    fn no_resource(&self, uri: &str, request: Request) {
        let code = if self.is_stateless() { response::PARAMS } else { NO_RESOURCE };
        let uri = hintsmith_core::text::truncate_chars(uri, 512);
        let why = response::error_about(
            request.id.get(),
            code,
            &format!("Unknown resource: {uri}"),
            &serde_json::json!({"uri": uri}),
        );
        request.reply.push(why.into_bytes(), OutboundKind::Error);
    }

    /// Returns the owner of a tool, listing the servers first if necessary.
    pub(super) async fn owner_of_tool(self: &Arc<Self>, name: &str) -> Option<OwnedName> {
        if self.owner(ListKind::Tools, name).is_none() && self.is_stale(ListKind::Tools, Attempt::First) {
            self.gathered(ListKind::Tools, &self.template(ListKind::Tools.method())).await;
        }
        self.owner(ListKind::Tools, name)
    }

    /// Returns the owner of a name. A URI that no server lists belongs to the server with a matching template, if there
    /// is only one.
    fn owner(&self, kind: ListKind, name: &str) -> Option<OwnedName> {
        let state = self.state();
        let names = |kind: ListKind| &state.names[kind as usize];
        if let Some(owned) = names(kind).find(name) {
            return Some(owned.clone());
        }
        if kind != ListKind::Resources {
            return None;
        }
        let matching = names(ListKind::Templates).all();
        let mut places = matching
            .filter(|(template, _)| *template == name || is_of_template(template, name))
            .map(|(_, (place, _))| *place);
        let first = places.next()?;
        places.all(|place| place == first).then(|| (first, name.to_owned()))
    }

    fn is_stale(&self, kind: ListKind, which: Attempt) -> bool {
        which == Attempt::First && !self.state().is_fresh[kind as usize]
    }

    /// Lists the servers and routes the request again.
    fn after_lists(self: &Arc<Self>, kinds: &'static [ListKind], request: Request) {
        let Some(reserved) = self.reserve(request.text) else {
            return request.refused(response::INTERNAL, "too many requests are under way");
        };
        let text = request.text.to_owned();
        self.here(request, move |session, reply, _| async move {
            let _reserved = reserved;
            for kind in kinds {
                session.gathered(*kind, &session.template(kind.method())).await;
            }
            // The same text was parsed before.
            let Some(message) = Frame::parse(&text) else { return };
            let Some(id) = message.id else { return };
            session.routed(Request { text: &text, message: &message, id, reply: &reply }, Attempt::Last);
        });
    }

    /// Sends `logging/setLevel` to every server that supports logging, and replies when all have answered.
    fn everywhere(self: &Arc<Self>, request: Request) {
        let links: Vec<_> = {
            let state = self.state();
            let ready = state.links.iter().enumerate();
            // Servers of 2026-07-28 get the level with every request.
            let is_asked = |it: &&ReadyServer| it.has.logging && it.era == Era::Handshake;
            let having = ready.filter_map(|(place, ready)| Some((place, ready.as_ref().filter(is_asked)?)));
            having.map(|(place, ready)| (place, Arc::clone(&ready.link))).collect()
        };
        self.remember_level(request.message);
        let is_told = self.state().links.iter().flatten().any(|ready| ready.era == Era::Stateless);
        if links.is_empty() && is_told {
            return answered(request, "{}");
        }
        if links.is_empty() {
            return request.refused(NO_METHOD, "Method not found: no server has a log");
        }
        let template = RequestTemplate::of(request.text, request.id);
        self.here(request, |session, reply, id| async move {
            let asked = links.iter().map(|(place, link)| {
                timeout(
                    session.context.patience.request,
                    session.ask(*place, link, |number| template.line(number, None)),
                )
            });
            let is_done = join_all(asked).await.into_iter().any(|answer| match answer {
                Ok(Ok(Ok(text))) => Frame::parse(&text).is_some_and(|message| message.result.is_some()),
                _ => false,
            });
            match is_done {
                true => reply.push(
                    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#).into_bytes(),
                    OutboundKind::Result,
                ),
                false => reply.push(
                    response::error(&id, response::INTERNAL, "no server took it").into_bytes(),
                    OutboundKind::Error,
                ),
            };
        });
    }

    fn doubted(&self, request: Request, why: &str) {
        self.context.words(usize::MAX, &format!("a message of a client was not passed on: {why}"));
        request.refused(response::INVALID, &format!("Invalid Request: {why}"));
    }
}

fn answered(request: Request, result: &str) {
    let text = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, request.id.get());
    request.reply.push(text.into_bytes(), OutboundKind::Result);
}
