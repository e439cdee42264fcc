//! Server notifications in a shared session: each goes to the request it belongs to, to a client's
//! `subscriptions/listen` stream, or is dropped.

use crate::gateway::subscription::Subscription;
use std::sync::Arc;

use hintsmith_core::text::json::Members;

use crate::gateway::list_kind::ListKind;
use crate::gateway::outbound::{OutboundKind, OutboundQueue};
use crate::gateway::pending::request_number;
use crate::gateway::session::Session;
use crate::gateway::session::incoming_request::IncomingRequest;
use crate::jsonrpc::frame::Frame;
use crate::jsonrpc::id::RequestId;
use crate::jsonrpc::response::META_SUBSCRIPTION_ID;
use crate::jsonrpc::single_line::to_line;
use crate::proxy::list_changed;
use crate::proxy::request_kind::RequestKind;
use hintsmith_core::text::json_edit::Splices;

const LIST_CHANGED_KEYS: [(&str, ListKind); 3] = [
    ("toolsListChanged", ListKind::Tools),
    ("promptsListChanged", ListKind::Prompts),
    ("resourcesListChanged", ListKind::Resources),
];

impl Session {
    /// Opens a subscription to list changes, served by the gateway.
    pub(in crate::gateway) fn open_subscription(self: &Arc<Self>, request: IncomingRequest) {
        let wanted = || {
            let params = Members::parse(request.message.params?.get()).ok()?;
            Members::parse(params.get("notifications")?.get()).ok()
        };
        let wanted = wanted();
        let asks =
            |key: &str| wanted.as_ref().and_then(|it| it.get(key)).is_some_and(|raw| raw.get() == "true");
        let kinds: Vec<ListKind> =
            LIST_CHANGED_KEYS.iter().filter(|(key, _)| asks(key)).map(|(_, kind)| *kind).collect();
        let accepted: Vec<String> = LIST_CHANGED_KEYS
            .iter()
            .filter(|(key, _)| asks(key))
            .map(|(key, _)| format!(r#""{key}":true"#))
            .collect();
        let id = request.id.get();
        let acknowledged = format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{{"_meta":{{"{META_SUBSCRIPTION_ID}":{id}}},"notifications":{{{}}}}}}}"#,
            accepted.join(",")
        );
        request.reply.push(acknowledged.into_bytes(), OutboundKind::Other);
        let ended = self.stop.child_token();
        let key = {
            let mut state = self.state();
            let key = state.requests.request_key(request.id);
            state.requests.insert_stream(key.clone(), ended.clone(), request.reply);
            let (text, reply) = (id.to_owned(), Arc::clone(request.reply));
            state.subscriptions.push(Subscription { key: key.clone(), raw_id: text, reply, kinds });
            key
        };
        let (session, reply, text) = (Arc::clone(self), Arc::clone(request.reply), id.to_owned());
        self.tasks.spawn(async move {
            ended.cancelled().await;
            let mut state = session.state();
            state.subscriptions.retain(|stream| stream.key != key);
            state.requests.remove_stream(&key);
            drop(state);
            if !session.stop.is_cancelled() {
                // Cancelled by the client, which expects no response.
                reply.push(Vec::new(), OutboundKind::Cancelled);
                return;
            }
            let end = format!(r#"{{"jsonrpc":"2.0","id":{text},"result":{{"resultType":"complete"}}}}"#);
            reply.push(end.into_bytes(), OutboundKind::Result);
        });
    }

    /// Notifies all subscriptions to a kind of list.
    pub(in crate::gateway) fn notify_subscriptions(&self, kind: ListKind) {
        let Some(method) = LIST_CHANGED_KEYS.iter().find(|(_, known)| *known == kind).map(|_| match kind {
            ListKind::Tools => "notifications/tools/list_changed",
            ListKind::Prompts => "notifications/prompts/list_changed",
            ListKind::Resources | ListKind::Templates => "notifications/resources/list_changed",
        }) else {
            return;
        };
        let state = self.state();
        let ours = state.subscriptions.iter().filter(|stream| stream.kinds.contains(&kind));
        let mut streams: Vec<_> =
            ours.map(|stream| (stream.raw_id.clone(), Arc::clone(&stream.reply))).collect();
        if kind == ListKind::Tools {
            // On streams served by a server, the gateway adds only its own policy changes.
            streams.extend(state.requests.tool_listeners());
        }
        drop(state);
        for (id, reply) in streams {
            let text = format!(
                r#"{{"jsonrpc":"2.0","method":"{method}","params":{{"_meta":{{"{META_SUBSCRIPTION_ID}":{id}}}}}}}"#
            );
            reply.push_list_changed(text.into_bytes());
        }
    }

    /// Handles a server's notification: forwards it to the stream it belongs to, or drops it.
    pub(in crate::gateway) fn handle_stateless_notification(
        &self,
        server_index: usize,
        text: &str,
        message: &Frame,
        related_request: Option<u64>,
    ) -> Option<Arc<OutboundQueue>> {
        let params = message.params.and_then(|params| Members::parse(params.get()).ok());
        let meta = params.as_ref().and_then(|params| params.get("_meta"));
        let stream = meta.and_then(|meta| Members::parse(meta.get()).ok()?.get(META_SUBSCRIPTION_ID));
        let token = params.as_ref().and_then(|params| params.get("progressToken"));
        let mut splices = Splices::new(text);
        if let Some(raw) = stream {
            // Forwarded on a client's stream; on the gateway's own stream it updates the lists below.
            let state = self.state();
            if let Some(client_request) = request_number(Some(&RequestId::from_raw(raw)))
                .and_then(|number| state.requests.client_request_at(server_index, number))
            {
                let is_opened = message.method() == "notifications/subscriptions/acknowledged"
                    && matches!(client_request.kind, RequestKind::Listen { has_tools_list_changed: true });
                if let Some(promised) =
                    is_opened.then(|| list_changed::correct_acknowledgement(text, message.params)).flatten()
                {
                    splices = promised;
                }
                splices.replace(raw.get(), client_request.raw_id.to_string());
                let reply = Arc::clone(&client_request.reply);
                drop(state);
                return match message.method().ends_with("/list_changed") {
                    true => {
                        let mut out = Vec::new();
                        splices.write(&mut out);
                        reply.push_list_changed(out);
                        None
                    }
                    false => self.push_message(splices, &reply),
                };
            }
        }
        match message.method() {
            "notifications/tools/list_changed" => {
                self.mark_lists_stale(&[ListKind::Tools]);
                self.tools_changed.notify_one();
                None
            }
            "notifications/prompts/list_changed" => {
                self.mark_lists_stale(&[ListKind::Prompts]);
                self.notify_subscriptions(ListKind::Prompts);
                None
            }
            "notifications/resources/list_changed" => {
                self.mark_lists_stale(&[ListKind::Resources, ListKind::Templates]);
                self.notify_subscriptions(ListKind::Resources);
                None
            }
            "notifications/progress" => {
                let raw = token?;
                let mut state = self.state();
                let client_request =
                    state.requests.record_progress(server_index, &RequestId::from_raw(raw))?;
                let (reply, raw_token) = (
                    Arc::clone(&client_request.reply),
                    client_request.progress_token.as_ref()?.raw.to_string(),
                );
                drop(state);
                splices.replace(raw.get(), raw_token);
                self.push_message(splices, &reply)
            }
            _ => {
                let reply = related_request.and_then(|number| self.state().requests.reply_queue(number));
                // A stdio session has one client, which receives every notification.
                let reply = match reply {
                    None if !self.state().requests.is_shared => {
                        self.state().requests.reply_queue_for(server_index, false)
                    }
                    reply => reply,
                };
                self.push_message(splices, &reply?)
            }
        }
    }

    fn push_message(&self, splices: Splices, reply: &Arc<OutboundQueue>) -> Option<Arc<OutboundQueue>> {
        let mut out = Vec::new();
        splices.write(&mut out);
        reply.push(out, OutboundKind::Other);
        reply.is_congested().then(|| Arc::clone(reply))
    }

    /// Cancels the requests of a closed stream: closing it is how a stateless client cancels.
    pub fn cancel_stream_requests(self: &Arc<Self>, reply: &Arc<OutboundQueue>) {
        let ids = self.state().requests.keys_for_reply(reply);
        for id in ids {
            if let Some((number, upstream)) = self.cancel_request(&id) {
                let text = format!(
                    r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{number}}}}}"#
                );
                upstream.cancel(self, number, to_line(&text));
            }
        }
    }
}
