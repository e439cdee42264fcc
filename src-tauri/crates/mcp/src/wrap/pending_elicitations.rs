//! The proxy's own `elicitation/create` requests to the client, for protocol versions before 2026-07-28.
//!
//! The server sends requests to the client on the same connection and chooses their ids. Ours start with a random
//! prefix that no server can guess, and responses to them are never forwarded to the server, however late they arrive.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use serde_json::Value;
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::jsonrpc::frame::Frame;
use crate::jsonrpc::id::RequestId;
use crate::proxy::elicitation::{ClientElicitor, ELICITATION_CREATE, Elicitation, ElicitationAnswer};
use crate::wrap::outbox::Outbox;

#[derive(Debug, Default)]
pub(super) struct PendingElicitations {
    client_outbox: Arc<Outbox>,
    /// Prefix of our request ids on this connection, created on first use; `None` if the system has no randomness.
    id_prefix: OnceLock<Option<String>>,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    last_number: u64,
    responders: HashMap<String, oneshot::Sender<String>>,
}

impl PendingElicitations {
    pub fn new(client_outbox: &Arc<Outbox>) -> Arc<Self> {
        Arc::new(Self { client_outbox: Arc::clone(client_outbox), ..Self::default() })
    }

    /// Consumes the response to one of our requests. Returns false for any other response.
    pub fn take_response(&self, message: &Frame, line: &[u8]) -> bool {
        let Some(RequestId::Text(id)) = message.id.map(RequestId::from_raw) else { return false };
        if !self.is_own_id(&id) {
            return false;
        }
        if let Some(sender) = self.lock().responders.remove(&*id) {
            let _ = sender.send(String::from_utf8_lossy(line).into_owned());
        }
        true
    }

    /// Consumes a response that is too long to parse, by its id as JSON text. Returns false for any other response.
    pub fn discard_response(&self, id: &str) -> bool {
        let RequestId::Text(id) = RequestId::from_json(id) else { return false };
        let is_ours = self.is_own_id(&id);
        if is_ours {
            self.lock().responders.remove(&*id);
        }
        is_ours
    }

    fn is_own_id(&self, id: &str) -> bool {
        self.id_prefix.get().and_then(Option::as_deref).is_some_and(|secret| id.starts_with(secret))
    }

    fn id_prefix(&self) -> Option<&str> {
        let prefix = self.id_prefix.get_or_init(|| {
            let mut bytes = [0; 16];
            getrandom::fill(&mut bytes).ok()?;
            Some(format!("hintsmith-{}-", hintsmith_core::model::fingerprint::to_hex(&bytes)))
        });
        prefix.as_deref()
    }

    fn register(&self) -> Option<(String, oneshot::Receiver<String>)> {
        let secret = self.id_prefix()?;
        let (sender, receiver) = oneshot::channel();
        let mut inner = self.lock();
        inner.last_number += 1;
        let id = format!("{secret}{}", inner.last_number);
        inner.responders.insert(id.clone(), sender);
        Some((id, receiver))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Poisoning is ignored: every statement leaves the value consistent.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends `notifications/cancelled` for an elicitation that is dropped before it was answered.
struct PendingElicitation {
    elicitations: Arc<PendingElicitations>,
    id: String,
}

impl Drop for PendingElicitation {
    fn drop(&mut self) {
        if self.elicitations.lock().responders.remove(&self.id).is_some() {
            let id = Value::from(self.id.as_str());
            self.elicitations.client_outbox.push(&format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
            ));
        }
    }
}

/// Elicits by sending `elicitation/create`, to a client that declared the capability in `initialize`.
pub(super) struct RequestElicitor(pub Arc<PendingElicitations>);

impl ClientElicitor for RequestElicitor {
    fn has_session(&self) -> bool {
        true
    }

    fn elicit(&self, question: Elicitation) -> Pin<Box<dyn Future<Output = ElicitationAnswer> + Send>> {
        let elicitations = Arc::clone(&self.0);
        Box::pin(async move {
            let Some((id, answer)) = elicitations.register() else {
                return ElicitationAnswer::deny("no random numbers are available for the approval request");
            };
            let pending = PendingElicitation { elicitations: Arc::clone(&elicitations), id };
            elicitations.client_outbox.push(&format!(
                r#"{{"jsonrpc":"2.0","id":{},"method":"{ELICITATION_CREATE}","params":{}}}"#,
                Value::from(pending.id.as_str()),
                question.params()
            ));
            match timeout(question.timeout, answer).await {
                Ok(Ok(text)) => question.parse_response(&text),
                Ok(Err(_)) => ElicitationAnswer::deny("the client's response cannot be parsed"),
                Err(_) => ElicitationAnswer::timed_out(question.timeout),
            }
        })
    }
}
