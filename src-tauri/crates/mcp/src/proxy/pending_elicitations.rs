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
use crate::jsonrpc::id::Id;
use crate::proxy::elicitation::{ClientElicitor, Elicitation, ElicitationAnswer, METHOD};
use crate::proxy::outbox::Outbox;

#[derive(Debug, Default)]
pub(super) struct Questions {
    to_client: Arc<Outbox>,
    /// Prefix of our request ids on this connection, created on first use; `None` if the system has no randomness.
    secret: OnceLock<Option<String>>,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    last: u64,
    waiting: HashMap<String, oneshot::Sender<String>>,
}

impl Questions {
    pub fn new(to_client: &Arc<Outbox>) -> Arc<Self> {
        Arc::new(Self { to_client: Arc::clone(to_client), ..Self::default() })
    }

    /// Consumes the response to one of our requests. Returns false for any other response.
    pub fn take(&self, message: &Frame, line: &[u8]) -> bool {
        let Some(Id::Text(id)) = message.id.map(Id::of) else { return false };
        if !self.is_ours(&id) {
            return false;
        }
        if let Some(sender) = self.open().waiting.remove(&*id) {
            let _ = sender.send(String::from_utf8_lossy(line).into_owned());
        }
        true
    }

    /// Consumes a response that is too long to parse, by its id as JSON text. Returns false for any other response.
    pub fn take_unread(&self, id: &str) -> bool {
        let Id::Text(id) = Id::of_text(id) else { return false };
        let is_ours = self.is_ours(&id);
        if is_ours {
            self.open().waiting.remove(&*id);
        }
        is_ours
    }

    fn is_ours(&self, id: &str) -> bool {
        self.secret.get().and_then(Option::as_deref).is_some_and(|secret| id.starts_with(secret))
    }

    fn secret(&self) -> Option<&str> {
        let made = self.secret.get_or_init(|| {
            let mut bytes = [0; 16];
            getrandom::fill(&mut bytes).ok()?;
            Some(format!("hintsmith-{}-", hintsmith_core::fingerprint::to_hex(&bytes)))
        });
        made.as_deref()
    }

    fn begin(&self) -> Option<(String, oneshot::Receiver<String>)> {
        let secret = self.secret()?;
        let (sender, receiver) = oneshot::channel();
        let mut open = self.open();
        open.last += 1;
        let id = format!("{secret}{}", open.last);
        open.waiting.insert(id.clone(), sender);
        Some((id, receiver))
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        // Poisoning is ignored: every statement leaves the value consistent.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends `notifications/cancelled` for an elicitation that is dropped before it was answered.
struct Asked {
    questions: Arc<Questions>,
    id: String,
}

impl Drop for Asked {
    fn drop(&mut self) {
        if self.questions.open().waiting.remove(&self.id).is_some() {
            let id = Value::from(self.id.as_str());
            self.questions.to_client.push(&format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
            ));
        }
    }
}

/// Elicits by sending `elicitation/create`, to a client that declared the capability in `initialize`.
pub(super) struct ByRequest(pub Arc<Questions>);

impl ClientElicitor for ByRequest {
    fn has_session(&self) -> bool {
        true
    }

    fn ask(&self, question: Elicitation) -> Pin<Box<dyn Future<Output = ElicitationAnswer> + Send>> {
        let questions = Arc::clone(&self.0);
        Box::pin(async move {
            let Some((id, answer)) = questions.begin() else {
                return ElicitationAnswer::no("there is no randomness to ask the client with");
            };
            let asked = Asked { questions: Arc::clone(&questions), id };
            questions.to_client.push(&format!(
                r#"{{"jsonrpc":"2.0","id":{},"method":"{METHOD}","params":{}}}"#,
                Value::from(asked.id.as_str()),
                question.params()
            ));
            match timeout(question.patience, answer).await {
                Ok(Ok(text)) => question.heard_in(&text),
                Ok(Err(_)) => ElicitationAnswer::no("the client's answer cannot be read"),
                Err(_) => ElicitationAnswer::late(question.patience),
            }
        })
    }
}
