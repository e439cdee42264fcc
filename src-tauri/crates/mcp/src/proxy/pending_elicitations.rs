//! Questions of our own to the client, between it and a server that asks it things as well.
//!
//! The server's requests keep the ids it gave them, so ours have ids that no server can know, and every answer to one of
//! them is kept here, however late it comes.

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
    /// What the ids of this connection begin with.
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

    /// Takes the answer to one of our questions. False when it is an answer to something else.
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

    /// The same for an answer that cannot be read, by its id as JSON.
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
            Some(format!("hintsmith-{}-", hintsmith_core::fingerprint::hex(&bytes)))
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
        // It is whole between any two statements, so a panic elsewhere does not spoil it.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A question that is withdrawn when this is dropped before it was answered.
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

/// A client that was found to be able to be asked when it shook hands.
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
