//! Where a request goes when several servers are served as one: to whoever has what it names.

use std::sync::Arc;

use futures_util::future::join_all;
use hintsmith_core::json::Members;
use serde_json::value::RawValue;
use tokio::time::timeout;

use crate::connection::Era;
use crate::gateway::from_client::Request;
use crate::gateway::gather::Kind;
use crate::gateway::mailbox::Kind as Said;
use crate::gateway::names::{Owned, is_of_template};
use crate::gateway::pending::What;
use crate::gateway::session::{Ready, Session};
use crate::gateway::template::Template;
use crate::proxy::answer;
use crate::proxy::call::{Call, NAMELESS, Unclear};
use crate::proxy::calls::{Judgement, Outcome};
use crate::proxy::frame::{Frame, doubt, string};
use crate::proxy::served::Verdict;

pub const NO_METHOD: i32 = -32601;
/// Before 2026-07-28.
const NO_RESOURCE: i32 = -32002;

/// A request for something that no server is known to have is tried again once, when the servers have listed what they
/// have now.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Try {
    First,
    Last,
}

impl Session {
    pub(super) fn route(self: &Arc<Self>, request: Request) {
        match request.message.method() {
            // The newer protocol has neither of them.
            "ping" if !self.is_stateless() => answered(request, "{}"),
            "logging/setLevel" if !self.is_stateless() => self.everywhere(request),
            method => match Kind::of(method) {
                Some(kind) => self.list(kind, request),
                None => self.routed(request, Try::First),
            },
        }
    }

    fn routed(self: &Arc<Self>, request: Request, which: Try) {
        match request.message.method() {
            "tools/call" => self.call_by_name(request, which),
            "prompts/get" => self.by_member(Kind::Prompts, "name", request, which),
            "resources/read" => self.by_member(Kind::Resources, "uri", request, which),
            // The newer protocol has neither of these.
            "resources/subscribe" | "resources/unsubscribe" if !self.is_stateless() => {
                self.by_member(Kind::Resources, "uri", request, which);
            }
            "tasks/get" | "tasks/update" | "tasks/cancel" | "tasks/result" if self.has_tasks() => {
                self.by_task(request);
            }
            "completion/complete" => self.complete(request, which),
            method => {
                let why = format!("Method not found: {}", hintsmith_core::text::shortened(method, 128));
                request.refused(NO_METHOD, &why);
            }
        }
    }

    /// Every page of every server in one.
    fn list(self: &Arc<Self>, kind: Kind, request: Request) {
        let params = request.message.params.and_then(|params| Members::parse(params.get()).ok());
        if params.and_then(|params| params.get("cursor")).is_some_and(|cursor| cursor.get() != "null") {
            return request.refused(answer::PARAMS, "Invalid params: there is no such cursor");
        }
        let template = Template::of(request.text, request.id);
        self.here(request, |session, reply, id| async move {
            let result = session.gathered(kind, &template).await;
            reply.push(
                format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#).into_bytes(),
                Said::Result,
            );
        });
    }

    fn call_by_name(self: &Arc<Self>, request: Request, which: Try) {
        let call = match Call::of(request.message) {
            Ok(call) => call,
            Err(Unclear::Nameless) => return request.refused(answer::PARAMS, NAMELESS),
            Err(Unclear::Doubtful(why)) => return self.doubted(request, &why),
        };
        match self.owner(Kind::Tools, &call.tool) {
            Some((place, tool)) => self.judge(place, &tool, &call, request),
            None if self.is_stale(Kind::Tools, which) => self.after_lists(&[Kind::Tools], request),
            None => {
                let started = self.starts(None, &call.tool, &call, request);
                if let Some(answering) =
                    self.own().and_then(|own| own.answers(&call.tool, call.arguments, self.connection()))
                {
                    let done = Box::pin(async { Verdict::Done(answering.await) });
                    return self.wait_for(done, None, &call.tool, started, request);
                }
                self.record(started, Judgement::Unknown, Outcome::Error);
                self.unknown(&call.tool, request);
            }
        }
    }

    /// A request whose params name a prompt or a resource.
    fn by_member(self: &Arc<Self>, kind: Kind, key: &str, request: Request, which: Try) {
        let params = request.message.params.and_then(|params| Members::parse(params.get()).ok());
        if let Some(why) = params.as_ref().and_then(|params| doubt(params, &[key])) {
            return self.doubted(request, &why);
        }
        match params.and_then(|params| params.get(key)) {
            Some(raw) => self.by_name(kind, raw, request, which),
            None => request.refused(answer::PARAMS, &format!("Invalid params: the {key} is missing")),
        }
    }

    /// `completion/complete` says what it is about in its `ref`.
    fn complete(self: &Arc<Self>, request: Request, which: Try) {
        let named = |key: &str| {
            let params = Members::parse(request.message.params?.get()).ok()?;
            Members::parse(params.get("ref")?.get()).ok()?.get(key)
        };
        match (named("name"), named("uri")) {
            (Some(raw), None) => self.by_name(Kind::Prompts, raw, request, which),
            (None, Some(raw)) => self.by_name(Kind::Resources, raw, request, which),
            _ => request
                .refused(answer::PARAMS, "Invalid params: the ref names neither a prompt nor a resource"),
        }
    }

    fn by_name(self: &Arc<Self>, kind: Kind, raw: &RawValue, request: Request, which: Try) {
        let Some(name) = string(raw) else {
            return request.refused(answer::PARAMS, "Invalid params: a name must be a string");
        };
        let kinds: &[Kind] = match kind {
            Kind::Resources => &[Kind::Resources, Kind::Templates],
            _ => &[Kind::Prompts],
        };
        match self.owner(kind, &name) {
            Some((place, theirs)) => {
                let renamed = (*theirs != *name).then_some((raw, theirs.as_str()));
                self.forward(place, request, What::Other, renamed);
            }
            None if kinds.iter().any(|kind| self.is_stale(*kind, which)) => self.after_lists(kinds, request),
            None if kind == Kind::Prompts => {
                let name = hintsmith_core::text::shortened(&name, 512);
                request.refused(answer::PARAMS, &format!("Unknown prompt: {name}"));
            }
            None => self.no_resource(&name, request),
        }
    }

    /// In the words of the protocol, which has another code for it since 2026-07-28.
    fn no_resource(&self, uri: &str, request: Request) {
        let code = if self.is_stateless() { answer::PARAMS } else { NO_RESOURCE };
        let uri = hintsmith_core::text::shortened(uri, 512);
        let why = answer::error_about(
            request.id.get(),
            code,
            &format!("Unknown resource: {uri}"),
            &serde_json::json!({"uri": uri}),
        );
        request.reply.push(why.into_bytes(), Said::Error);
    }

    /// Whose a tool is, after the servers have listed theirs if need be.
    pub(super) async fn owner_of_tool(self: &Arc<Self>, name: &str) -> Option<Owned> {
        if self.owner(Kind::Tools, name).is_none() && self.is_stale(Kind::Tools, Try::First) {
            self.gathered(Kind::Tools, &self.template(Kind::Tools.method())).await;
        }
        self.owner(Kind::Tools, name)
    }

    /// Whose something is. An address that nobody lists belongs to the only server that has a template for it.
    fn owner(&self, kind: Kind, name: &str) -> Option<Owned> {
        let state = self.state();
        let names = |kind: Kind| &state.names[kind as usize];
        if let Some(owned) = names(kind).find(name) {
            return Some(owned.clone());
        }
        if kind != Kind::Resources {
            return None;
        }
        let matching = names(Kind::Templates).all();
        let mut places = matching
            .filter(|(template, _)| *template == name || is_of_template(template, name))
            .map(|(_, (place, _))| *place);
        let first = places.next()?;
        places.all(|place| place == first).then(|| (first, name.to_owned()))
    }

    fn is_stale(&self, kind: Kind, which: Try) -> bool {
        which == Try::First && !self.state().is_fresh[kind as usize]
    }

    /// Lets the servers list what they have, and tries the request again.
    fn after_lists(self: &Arc<Self>, kinds: &'static [Kind], request: Request) {
        let Some(reserved) = self.reserve(request.text) else {
            return request.refused(answer::INTERNAL, "too many requests are under way");
        };
        let text = request.text.to_owned();
        self.here(request, move |session, reply, _| async move {
            let _reserved = reserved;
            for kind in kinds {
                session.gathered(*kind, &session.template(kind.method())).await;
            }
            // It was read when it came, and it is the same text.
            let Some(message) = Frame::parse(&text) else { return };
            let Some(id) = message.id else { return };
            session.routed(Request { text: &text, message: &message, id, reply: &reply }, Try::Last);
        });
    }

    /// A request that is for every server that has a log: answered when they all have answered.
    fn everywhere(self: &Arc<Self>, request: Request) {
        let links: Vec<_> = {
            let state = self.state();
            let ready = state.links.iter().enumerate();
            // A server of the newer protocol is told with every request.
            let is_asked = |it: &&Ready| it.has.logging && it.era == Era::Handshake;
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
        let template = Template::of(request.text, request.id);
        self.here(request, |session, reply, id| async move {
            let asked = links.iter().map(|(place, link)| {
                timeout(
                    session.offer.patience.request,
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
                    Said::Result,
                ),
                false => reply.push(
                    answer::error(&id, answer::INTERNAL, "no server took it").into_bytes(),
                    Said::Error,
                ),
            };
        });
    }

    fn doubted(&self, request: Request, why: &str) {
        self.offer.words(usize::MAX, &format!("a message of a client was not passed on: {why}"));
        request.refused(answer::INVALID, &format!("Invalid Request: {why}"));
    }
}

fn answered(request: Request, result: &str) {
    let text = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, request.id.get());
    request.reply.push(text.into_bytes(), Said::Result);
}
