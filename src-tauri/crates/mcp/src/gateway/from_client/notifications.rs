//! Notifications, cancellations and responses from the client.

use std::sync::Arc;

use hintsmith_core::json::Members;
use serde_json::value::RawValue;

use crate::connection::Era;
use crate::gateway::from_client::line;
use crate::gateway::outbound::OutboundKind;
use crate::gateway::pending::{RequestKind, RequestLocation};
use crate::gateway::session::Session;
use crate::gateway::upstream::UpstreamConnection;
use crate::jsonrpc::frame::{Frame, Method};
use crate::jsonrpc::id::Id;
use crate::jsonrpc::splice::Splices;
use crate::proxy::call_log::{LoggedOutcome, LoggedVerdict};

impl Session {
    pub(super) fn notification(self: &Arc<Self>, text: &str, message: &Frame) {
        match message.method() {
            "notifications/cancelled" => return self.cancelled(text, message),
            // The response would be lost, but a server might still run the call.
            "tools/call" => return self.context.words(usize::MAX, "a call without an id was not passed on"),
            _ if message.method == Some(Method::Unreadable) => return,
            _ => {}
        }
        let links: Vec<_> = {
            let mut state = self.state();
            if state.era == Era::Stateless {
                // Notifications of stateless clients concern only their streams; none is forwarded.
                return;
            }
            state.is_initialized |= message.method() == "notifications/initialized";
            // Servers of 2026-07-28 take no notifications from clients.
            let older = state.links.iter().flatten().filter(|ready| ready.era == Era::Handshake);
            older.map(|ready| Arc::clone(&ready.link)).collect()
        };
        for link in links {
            // A notification that the server does not accept is lost, as the protocol allows.
            let _ = link.send(self, line(text), None);
        }
    }

    fn cancelled(self: &Arc<Self>, text: &str, message: &Frame) {
        let members = message.params.and_then(|params| Members::parse(params.get()).ok());
        let Some(raw) = members.and_then(|members| members.get("requestId")) else { return };
        if self.state().requests.is_shared {
            // With shared requests the id is ambiguous; stateless clients cancel by closing the stream.
            return;
        }
        if let Some((number, link)) = self.withdraw(&Id::of(raw)) {
            let mut splices = Splices::new(text);
            splices.replace(raw.get(), number.to_string());
            let mut line = Vec::new();
            splices.write(&mut line);
            line.push(b'\n');
            link.withdraw(self, number, line);
        }
    }

    /// Cancels a request. Returns the number and connection for notifying the server, if the request was forwarded.
    pub(in crate::gateway) fn withdraw(&self, id: &Id) -> Option<(u64, Arc<UpstreamConnection>)> {
        let withdrawn = self.state().requests.withdraw(id);
        let (number, place, asked) = match withdrawn {
            Some((RequestLocation::Way(number), Some((place, asked)))) => (number, place, asked),
            Some((RequestLocation::Here(token, _), _)) => {
                token.cancel();
                return None;
            }
            _ => return None,
        };
        asked.reply.push(Vec::new(), OutboundKind::Withdrawn);
        if let RequestKind::Call(started) = asked.what {
            self.record(started, LoggedVerdict::Allowed, LoggedOutcome::Cancelled);
        }
        self.idle.notify_one();
        let link = self.state().links[place].as_ref().map(|ready| Arc::clone(&ready.link));
        link.map(|link| (number, link))
    }

    /// Passes on the client's response to a server's request.
    pub(super) fn answered(self: &Arc<Self>, text: &str, id: &RawValue) {
        let (link, question) = {
            let mut state = self.state();
            let question = match Id::of(id) {
                Id::Whole(number) => u64::try_from(number).ok(),
                _ => None,
            };
            let Some(mut question) = question.and_then(|number| state.requests.questions.remove(&number))
            else {
                return;
            };
            if let Some(by_us) = question.by_us.take() {
                let _ = by_us.send(text.to_owned());
                return;
            }
            let Some(ready) = &state.links[question.place] else { return };
            (Arc::clone(&ready.link), question)
        };
        let mut splices = Splices::new(text);
        splices.replace(id.get(), &*question.id);
        let mut line = Vec::new();
        splices.write(&mut line);
        line.push(b'\n');
        let _ = link.send(self, line, None);
    }
}
