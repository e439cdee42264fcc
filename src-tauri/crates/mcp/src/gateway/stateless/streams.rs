//! Server notifications in a shared session: each goes to the request it belongs to, to a client's
//! `subscriptions/listen` stream, or is dropped.

use std::sync::Arc;

use hintsmith_core::json::Members;

use crate::gateway::aggregate::ListKind;
use crate::gateway::from_client::{Request, line};
use crate::gateway::from_server::number;
use crate::gateway::outbound::{OutboundKind, OutboundQueue};
use crate::gateway::pending::RequestKind;
use crate::gateway::session::Session;
use crate::jsonrpc::frame::Frame;
use crate::jsonrpc::id::Id;
use crate::jsonrpc::response::SUBSCRIPTION;
use crate::jsonrpc::splice::Splices;
use crate::proxy::list_changed;

/// A client's `subscriptions/listen` stream that the gateway serves itself.
pub struct Stream {
    key: Id,
    /// The request id as the client wrote it.
    text: String,
    reply: Arc<OutboundQueue>,
    kinds: Vec<ListKind>,
}

const KEYS: [(&str, ListKind); 3] = [
    ("toolsListChanged", ListKind::Tools),
    ("promptsListChanged", ListKind::Prompts),
    ("resourcesListChanged", ListKind::Resources),
];

impl Session {
    /// Opens a subscription to list changes, served by the gateway.
    pub(super) fn stream_opened(self: &Arc<Self>, request: Request) {
        let wanted = || {
            let params = Members::parse(request.message.params?.get()).ok()?;
            Members::parse(params.get("notifications")?.get()).ok()
        };
        let wanted = wanted();
        let asks =
            |key: &str| wanted.as_ref().and_then(|it| it.get(key)).is_some_and(|raw| raw.get() == "true");
        let kinds: Vec<ListKind> = KEYS.iter().filter(|(key, _)| asks(key)).map(|(_, kind)| *kind).collect();
        let accepted: Vec<String> =
            KEYS.iter().filter(|(key, _)| asks(key)).map(|(key, _)| format!(r#""{key}":true"#)).collect();
        let id = request.id.get();
        let acknowledged = format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{{"_meta":{{"{SUBSCRIPTION}":{id}}},"notifications":{{{}}}}}}}"#,
            accepted.join(",")
        );
        request.reply.push(acknowledged.into_bytes(), OutboundKind::Other);
        let ended = self.stop.child_token();
        let key = {
            let mut state = self.state();
            let key = state.requests.key(request.id);
            state.requests.begin_stream(key.clone(), ended.clone(), request.reply);
            let (text, reply) = (id.to_owned(), Arc::clone(request.reply));
            state.streams.push(Stream { key: key.clone(), text, reply, kinds });
            key
        };
        let (session, reply, text) = (Arc::clone(self), Arc::clone(request.reply), id.to_owned());
        self.tasks.spawn(async move {
            ended.cancelled().await;
            let mut state = session.state();
            state.streams.retain(|stream| stream.key != key);
            state.requests.end_stream(&key);
            drop(state);
            if !session.stop.is_cancelled() {
                // Cancelled by the client, which expects no response.
                reply.push(Vec::new(), OutboundKind::Withdrawn);
                return;
            }
            let end = format!(r#"{{"jsonrpc":"2.0","id":{text},"result":{{"resultType":"complete"}}}}"#);
            reply.push(end.into_bytes(), OutboundKind::Result);
        });
    }

    /// Notifies all subscriptions to a kind of list.
    pub(in crate::gateway) fn tell_streams(&self, kind: ListKind) {
        let Some(method) = KEYS.iter().find(|(_, known)| *known == kind).map(|_| match kind {
            ListKind::Tools => "notifications/tools/list_changed",
            ListKind::Prompts => "notifications/prompts/list_changed",
            ListKind::Resources | ListKind::Templates => "notifications/resources/list_changed",
        }) else {
            return;
        };
        let state = self.state();
        let ours = state.streams.iter().filter(|stream| stream.kinds.contains(&kind));
        let mut streams: Vec<_> =
            ours.map(|stream| (stream.text.clone(), Arc::clone(&stream.reply))).collect();
        if kind == ListKind::Tools {
            // On streams served by a server, the gateway adds only its own policy changes.
            streams.extend(state.requests.streams());
        }
        drop(state);
        for (id, reply) in streams {
            let text = format!(
                r#"{{"jsonrpc":"2.0","method":"{method}","params":{{"_meta":{{"{SUBSCRIPTION}":{id}}}}}}}"#
            );
            reply.push_news(text.into_bytes());
        }
    }

    /// Handles a server's notification: forwards it to the stream it belongs to, or drops it.
    pub(in crate::gateway) fn told_stateless(
        &self,
        place: usize,
        text: &str,
        message: &Frame,
        about: Option<u64>,
    ) -> Option<Arc<OutboundQueue>> {
        let params = message.params.and_then(|params| Members::parse(params.get()).ok());
        let meta = params.as_ref().and_then(|params| params.get("_meta"));
        let stream = meta.and_then(|meta| Members::parse(meta.get()).ok()?.get(SUBSCRIPTION));
        let token = params.as_ref().and_then(|params| params.get("progressToken"));
        let mut splices = Splices::new(text);
        if let Some(raw) = stream {
            // Forwarded on a client's stream; on the gateway's own stream it updates the lists below.
            let state = self.state();
            if let Some(asked) =
                number(Some(&Id::of(raw))).and_then(|number| state.requests.asked_of(place, number))
            {
                let is_opened = message.method() == "notifications/subscriptions/acknowledged"
                    && matches!(asked.what, RequestKind::Listen { tools: true });
                if let Some(promised) =
                    is_opened.then(|| list_changed::acknowledged(text, message.params)).flatten()
                {
                    splices = promised;
                }
                splices.replace(raw.get(), asked.text.to_string());
                let reply = Arc::clone(&asked.reply);
                drop(state);
                return match message.method().ends_with("/list_changed") {
                    true => {
                        let mut out = Vec::new();
                        splices.write(&mut out);
                        reply.push_news(out);
                        None
                    }
                    false => self.put(splices, &reply),
                };
            }
        }
        match message.method() {
            "notifications/tools/list_changed" => {
                self.stale(&[ListKind::Tools]);
                self.changed.notify_one();
                None
            }
            "notifications/prompts/list_changed" => {
                self.stale(&[ListKind::Prompts]);
                self.tell_streams(ListKind::Prompts);
                None
            }
            "notifications/resources/list_changed" => {
                self.stale(&[ListKind::Resources, ListKind::Templates]);
                self.tell_streams(ListKind::Resources);
                None
            }
            "notifications/progress" => {
                let raw = token?;
                let mut state = self.state();
                let asked = state.requests.progressed(place, &Id::of(raw))?;
                let (reply, theirs) = (Arc::clone(&asked.reply), asked.token.as_ref()?.text.to_string());
                drop(state);
                splices.replace(raw.get(), theirs);
                self.put(splices, &reply)
            }
            _ => {
                let reply = about.and_then(|number| self.state().requests.reply(number));
                // A stdio session has one client, which receives every notification.
                let reply = match reply {
                    None if !self.state().requests.is_shared => self.state().requests.reply_of(place, false),
                    reply => reply,
                };
                self.put(splices, &reply?)
            }
        }
    }

    fn put(&self, splices: Splices, reply: &Arc<OutboundQueue>) -> Option<Arc<OutboundQueue>> {
        let mut out = Vec::new();
        splices.write(&mut out);
        reply.push(out, OutboundKind::Other);
        reply.is_crowded().then(|| Arc::clone(reply))
    }

    /// Cancels the requests of a closed stream: closing it is how a stateless client cancels.
    pub fn abandon(self: &Arc<Self>, reply: &Arc<OutboundQueue>) {
        let ids = self.state().requests.of_reply(reply);
        for id in ids {
            if let Some((number, link)) = self.withdraw(&id) {
                let text = format!(
                    r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{number}}}}}"#
                );
                link.withdraw(self, number, line(&text));
            }
        }
    }
}
