//! Request routing between several servers, by the name of a tool, prompt, resource or task.

use crate::jsonrpc::response::METHOD_NOT_FOUND;
use std::sync::Arc;

use futures_util::future::join_all;
use hintsmith_core::text::json::Members;
use serde_json::value::RawValue;
use tokio::time::timeout;

use crate::era::Era;
use crate::gateway::list_kind::ListKind;
use crate::gateway::names::{OwnedName, matches_uri_template};
use crate::gateway::outbound::OutboundKind;
use crate::gateway::request_template::RequestTemplate;
use crate::gateway::session::incoming_request::IncomingRequest;
use crate::gateway::session::{ReadyServer, Session};
use crate::jsonrpc::frame::{Frame, decode_string, find_ambiguity};
use crate::jsonrpc::response;
use crate::proxy::call_gate::{CallAction, CallTarget};
use crate::proxy::request_kind::RequestKind;
use crate::proxy::tool_call::{InvalidCall, MISSING_NAME, ToolCall};

/// Resource not found, in protocol versions before 2026-07-28.
const RESOURCE_NOT_FOUND: i32 = -32002;

/// Routing attempt. A name without a known owner is retried once, after the servers have been listed again.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Attempt {
    First,
    Retry,
}

impl Session {
    pub(in crate::gateway) fn route(self: &Arc<Self>, request: IncomingRequest) {
        match request.message.method() {
            // 2026-07-28 has neither method.
            "ping" if !self.is_stateless() => reply_with_result(request, "{}"),
            "logging/setLevel" if !self.is_stateless() => self.broadcast_log_level(request),
            method => match ListKind::from_method(method) {
                Some(kind) => self.reply_list(kind, request),
                None => self.route_by_method(request, Attempt::First),
            },
        }
    }

    fn route_by_method(self: &Arc<Self>, request: IncomingRequest, attempt: Attempt) {
        match request.message.method() {
            "tools/call" => self.call_tool_by_name(request, attempt),
            "prompts/get" => self.route_by_param(ListKind::Prompts, "name", request, attempt),
            "resources/read" => self.route_by_param(ListKind::Resources, "uri", request, attempt),
            // 2026-07-28 has neither method.
            "resources/subscribe" | "resources/unsubscribe" if !self.is_stateless() => {
                self.route_by_param(ListKind::Resources, "uri", request, attempt);
            }
            "tasks/get" | "tasks/update" | "tasks/cancel" | "tasks/result" if self.has_tasks() => {
                self.route_by_task(request);
            }
            "completion/complete" => self.route_completion(request, attempt),
            method => {
                let why = format!("Method not found: {}", hintsmith_core::text::truncate_chars(method, 128));
                request.refuse(METHOD_NOT_FOUND, &why);
            }
        }
    }

    /// Replies with the complete list of all servers, in one page.
    fn reply_list(self: &Arc<Self>, kind: ListKind, request: IncomingRequest) {
        let params = request.message.params.and_then(|params| Members::parse(params.get()).ok());
        if params.and_then(|params| params.get("cursor")).is_some_and(|cursor| cursor.get() != "null") {
            return request.refuse(response::INVALID_PARAMS, "Invalid params: unknown cursor");
        }
        let template = RequestTemplate::from_request(request.text, request.id);
        self.spawn_local(request, |session, reply, id| async move {
            let result = session.aggregate_list(kind, &template).await;
            reply.push(
                format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#).into_bytes(),
                OutboundKind::Result,
            );
        });
    }

    fn call_tool_by_name(self: &Arc<Self>, request: IncomingRequest, attempt: Attempt) {
        let call = match ToolCall::from_request(request.message) {
            Ok(call) => call,
            Err(InvalidCall::MissingName) => return request.refuse(response::INVALID_PARAMS, MISSING_NAME),
            Err(InvalidCall::Ambiguous(why)) => return self.refuse_ambiguous(request, &why),
        };
        match self.find_owner(ListKind::Tools, &call.tool) {
            Some((server_index, tool)) => self.admit_call(server_index, &tool, &call, request),
            None if self.is_list_stale(ListKind::Tools, attempt) => {
                self.retry_after_listing(&[ListKind::Tools], request)
            }
            None => {
                let started = self.start_call(None, &call.tool, &call, request.message);
                let own = self.own_policy();
                let gate = self.call_gate(own.as_deref());
                let target = CallTarget { id: request.id.get(), tool: &call.tool, exposed_name: &call.tool };
                let action = match gate.answer_locally(target, call.arguments) {
                    Some(answer) => CallAction::Wait(answer, started),
                    None => CallAction::Reply(gate.reject_unknown(target, started)),
                };
                self.perform(action, None, (&call.tool, &call), request);
            }
        }
    }

    /// Routes a request whose params name a prompt or a resource.
    fn route_by_param(
        self: &Arc<Self>,
        kind: ListKind,
        key: &str,
        request: IncomingRequest,
        attempt: Attempt,
    ) {
        let params = request.message.params.and_then(|params| Members::parse(params.get()).ok());
        if let Some(why) = params.as_ref().and_then(|params| find_ambiguity(params, &[key])) {
            return self.refuse_ambiguous(request, &why);
        }
        match params.and_then(|params| params.get(key)) {
            Some(raw) => self.route_by_name(kind, raw, request, attempt),
            None => {
                request.refuse(response::INVALID_PARAMS, &format!("Invalid params: the {key} is missing"))
            }
        }
    }

    /// Routes `completion/complete`, whose target is in `ref`.
    fn route_completion(self: &Arc<Self>, request: IncomingRequest, attempt: Attempt) {
        let named = |key: &str| {
            let params = Members::parse(request.message.params?.get()).ok()?;
            Members::parse(params.get("ref")?.get()).ok()?.get(key)
        };
        match (named("name"), named("uri")) {
            (Some(raw), None) => self.route_by_name(ListKind::Prompts, raw, request, attempt),
            (None, Some(raw)) => self.route_by_name(ListKind::Resources, raw, request, attempt),
            _ => request
                .refuse(response::INVALID_PARAMS, "Invalid params: ref is neither a prompt nor a resource"),
        }
    }

    fn route_by_name(
        self: &Arc<Self>,
        kind: ListKind,
        raw: &RawValue,
        request: IncomingRequest,
        attempt: Attempt,
    ) {
        let Some(name) = decode_string(raw) else {
            return request.refuse(response::INVALID_PARAMS, "Invalid params: a name must be a string");
        };
        let kinds: &[ListKind] = match kind {
            ListKind::Resources => &[ListKind::Resources, ListKind::Templates],
            _ => &[ListKind::Prompts],
        };
        match self.find_owner(kind, &name) {
            Some((server_index, upstream_name)) => {
                let renamed = (*upstream_name != *name).then_some((raw, upstream_name.as_str()));
                self.forward(server_index, request, RequestKind::Other, renamed);
            }
            None if kinds.iter().any(|kind| self.is_list_stale(*kind, attempt)) => {
                self.retry_after_listing(kinds, request)
            }
            None if kind == ListKind::Prompts => {
                let name = hintsmith_core::text::truncate_chars(&name, 512);
                request.refuse(response::INVALID_PARAMS, &format!("Unknown prompt: {name}"));
            }
            None => self.refuse_unknown_resource(&name, request),
        }
    }

    /// 2026-07-28 has a different error code for this.
    fn refuse_unknown_resource(&self, uri: &str, request: IncomingRequest) {
        let code = if self.is_stateless() { response::INVALID_PARAMS } else { RESOURCE_NOT_FOUND };
        let uri = hintsmith_core::text::truncate_chars(uri, 512);
        let why = response::error_with_data(
            request.id.get(),
            code,
            &format!("Unknown resource: {uri}"),
            &serde_json::json!({"uri": uri}),
        );
        request.reply.push(why.into_bytes(), OutboundKind::Error);
    }

    /// Returns the owner of a tool, listing the servers first if necessary.
    pub(in crate::gateway) async fn resolve_tool(self: &Arc<Self>, name: &str) -> Option<OwnedName> {
        if self.find_owner(ListKind::Tools, name).is_none()
            && self.is_list_stale(ListKind::Tools, Attempt::First)
        {
            self.list_tools().await;
        }
        self.find_owner(ListKind::Tools, name)
    }

    /// Lists the tools of all servers for this connection, as if its client had asked for them.
    pub(in crate::gateway) async fn list_tools(self: &Arc<Self>) {
        self.aggregate_list(ListKind::Tools, &self.build_template(ListKind::Tools.method())).await;
    }

    /// Returns the owner of a name. A URI that no server lists belongs to the server with a matching template, if there
    /// is only one.
    fn find_owner(&self, kind: ListKind, name: &str) -> Option<OwnedName> {
        let state = self.state();
        let names = |kind: ListKind| &state.names[kind as usize];
        if let Some(owned) = names(kind).find(name) {
            return Some(owned.clone());
        }
        if kind != ListKind::Resources {
            return None;
        }
        let matching = names(ListKind::Templates).iter();
        let mut server_indices = matching
            .filter(|(template, _)| *template == name || matches_uri_template(template, name))
            .map(|(_, (server_index, _))| *server_index);
        let first = server_indices.next()?;
        server_indices.all(|server_index| server_index == first).then(|| (first, name.to_owned()))
    }

    fn is_list_stale(&self, kind: ListKind, attempt: Attempt) -> bool {
        attempt == Attempt::First && !self.state().is_fresh[kind as usize]
    }

    /// Lists the servers and routes the request again.
    fn retry_after_listing(self: &Arc<Self>, kinds: &'static [ListKind], request: IncomingRequest) {
        let Some(reserved) = self.reserve_bytes(request.text) else {
            return request.refuse(response::INTERNAL_ERROR, "too many requests are in progress");
        };
        let text = request.text.to_owned();
        self.spawn_local(request, move |session, reply, _| async move {
            let _reserved = reserved;
            for kind in kinds {
                session.aggregate_list(*kind, &session.build_template(kind.method())).await;
            }
            // The same text was parsed before.
            let Some(message) = Frame::parse(&text) else { return };
            let Some(id) = message.id else { return };
            session.route_by_method(
                IncomingRequest { text: &text, message: &message, id, reply: &reply },
                Attempt::Retry,
            );
        });
    }

    /// Sends `logging/setLevel` to every server that supports logging, and replies when all have answered.
    fn broadcast_log_level(self: &Arc<Self>, request: IncomingRequest) {
        let upstreams: Vec<_> = {
            let state = self.state();
            let ready = state.ready_servers.iter().enumerate();
            // Servers of 2026-07-28 get the level with every request.
            let is_asked = |it: &&ReadyServer| it.capabilities.logging && it.era == Era::Handshake;
            let targets = ready
                .filter_map(|(server_index, ready)| Some((server_index, ready.as_ref().filter(is_asked)?)));
            targets.map(|(server_index, ready)| (server_index, Arc::clone(&ready.upstream))).collect()
        };
        self.store_log_level(request.message);
        let is_told = self.state().ready_servers.iter().flatten().any(|ready| ready.era == Era::Stateless);
        if upstreams.is_empty() && is_told {
            return reply_with_result(request, "{}");
        }
        if upstreams.is_empty() {
            return request.refuse(METHOD_NOT_FOUND, "Method not found: no server supports logging");
        }
        let template = RequestTemplate::from_request(request.text, request.id);
        self.spawn_local(request, |session, reply, id| async move {
            let requests = upstreams.iter().map(|(server_index, upstream)| {
                timeout(
                    session.context.timeouts.request,
                    session
                        .request_upstream(*server_index, upstream, |number| template.to_line(number, None)),
                )
            });
            let is_done = join_all(requests).await.into_iter().any(|answer| match answer {
                Ok(Ok(Ok(text))) => Frame::parse(&text).is_some_and(|message| message.result.is_some()),
                _ => false,
            });
            match is_done {
                true => reply.push(
                    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#).into_bytes(),
                    OutboundKind::Result,
                ),
                false => reply.push(
                    response::error(&id, response::INTERNAL_ERROR, "no server accepted the request")
                        .into_bytes(),
                    OutboundKind::Error,
                ),
            };
        });
    }

    fn refuse_ambiguous(&self, request: IncomingRequest, why: &str) {
        self.context.report(usize::MAX, &format!("rejected a message of a client: {why}"));
        request.refuse(response::INVALID_REQUEST, &format!("Invalid Request: {why}"));
    }
}

fn reply_with_result(request: IncomingRequest, result: &str) {
    let text = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, request.id.get());
    request.reply.push(text.into_bytes(), OutboundKind::Result);
}
