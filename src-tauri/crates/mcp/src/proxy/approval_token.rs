//! A question to a client of 2026-07-28, which is not asked but answered: with a result that asks, and a `requestState` with
//! which the client calls again.
//!
//! Nothing is kept of a question. Its ticket says what it was about and until when an answer counts, and only this process
//! can have made it; what is kept is which tickets were used. A ticket that does not fit is none: the client is asked anew.
//! What the server itself wanted to be told goes along in it and comes back when the call goes on, so the server sees
//! neither the question nor the ticket.

use std::borrow::Cow;
use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use hintsmith_core::json::Members;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use sha2::Sha256;

use crate::jsonrpc::frame::{doubt, string};
use crate::jsonrpc::splice::Splices;
use crate::proxy::elicitation::{ClientElicitor, Elicitation, ElicitationAnswer, METHOD};
use crate::proxy::tool_call::ToolCall;

/// What every ticket begins with, and nothing of a server is taken for.
const MARK: &str = "hintsmith-approval.";
/// Under which name the client answers.
pub const KEY: &str = "hintsmith-approval";
/// More used tickets are not remembered; past this none counts until old ones are over.
const USED: usize = 100_000;

/// Makes tickets and takes them back, each once.
#[derive(Debug, Default)]
pub struct ApprovalTokens {
    key: OnceLock<Option<[u8; 32]>>,
    /// By their nonces, and until when they would count.
    used: Mutex<HashMap<[u8; 16], u64>>,
}

/// What is signed.
#[derive(Debug, Serialize, Deserialize)]
struct Payload {
    about: [u8; 32],
    nonce: [u8; 16],
    /// Milliseconds of the clock.
    until: u64,
    #[serde(flatten)]
    theirs: ClientState,
}

/// What a client says to the server itself: its state and the answers to what it wanted to know, as JSON.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ClientState {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    state: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    responses: Option<String>,
}

/// A call that comes back with a ticket.
#[derive(Debug, Clone)]
pub struct RetriedCall {
    ticket: String,
    answer: Option<Box<RawValue>>,
    theirs: ClientState,
    /// The message without anything of ours, as the server may see it.
    pub text: String,
}

impl RetriedCall {
    /// Nothing when the call has no ticket, whether good or bad.
    pub fn of(text: &str, call: &ToolCall) -> Option<Self> {
        let ticket = call.state.and_then(string).filter(|state| state.starts_with(MARK))?.into_owned();
        let answers = call.responses.and_then(|raw| Members::parse(raw.get()).ok());
        let answers = answers.filter(|answers| doubt(answers, &[KEY]).is_none());
        let answer = answers.and_then(|answers| answers.get(KEY)).map(ToOwned::to_owned);
        // Whoever made it: the client could have said the same without a ticket.
        let theirs = payload(&ticket).map(|(payload, _)| payload.theirs.checked()).unwrap_or_default();
        let text = restored(text, call, &theirs);
        Some(Self { ticket, answer, theirs, text })
    }
}

impl ClientState {
    pub fn of(call: &ToolCall) -> Self {
        let text = |raw: &RawValue| raw.get().to_owned();
        Self { state: call.state.map(text), responses: call.responses.map(text) }
    }

    /// Only whole JSON values without a ticket stay: they are written into a message to the server.
    fn checked(self) -> Self {
        let is_json = |text: &String| !text.contains(MARK) && serde_json::from_str::<&RawValue>(text).is_ok();
        Self { state: self.state.filter(is_json), responses: self.responses.filter(is_json) }
    }
}

/// The message with what is the server's in place of what is ours. Every value that stays keeps its bytes.
fn restored(text: &str, call: &ToolCall, theirs: &ClientState) -> String {
    let members = Members::parse(call.params.get()).map(|members| members.0).unwrap_or_default();
    let is_ours = |key: &str| matches!(key, "requestState" | "inputResponses");
    let kept = members.iter().filter(|(key, _)| !is_ours(key));
    let mut kept: Vec<String> =
        kept.map(|(key, value)| format!("{}:{}", Value::from(&**key), value.get())).collect();
    kept.extend(theirs.responses.iter().map(|responses| format!(r#""inputResponses":{responses}"#)));
    kept.extend(theirs.state.iter().map(|state| format!(r#""requestState":{state}"#)));
    let mut splices = Splices::new(text);
    splices.replace(call.params.get(), Cow::Owned(format!("{{{}}}", kept.join(","))));
    let mut out = Vec::new();
    splices.write(&mut out);
    // Only JSON texts were put into a JSON text.
    String::from_utf8(out).unwrap_or_default()
}

impl ApprovalTokens {
    /// The result that asks, and the ticket with which the client calls again.
    fn result(&self, question: &Elicitation, theirs: ClientState) -> Option<String> {
        let mut nonce = [0; 16];
        getrandom::fill(&mut nonce).ok()?;
        let patience = u64::try_from(question.patience.as_millis()).unwrap_or(u64::MAX);
        let until = now().saturating_add(patience);
        let payload = Payload { about: question.about, nonce, until, theirs };
        let body = BASE64.encode(serde_json::to_vec(&payload).ok()?);
        let seal = BASE64.encode(self.signed(&body)?.finalize().into_bytes());
        let (request, ticket) = (question.params(), format!("{MARK}{body}.{seal}"));
        Some(format!(
            r#"{{"resultType":"input_required","inputRequests":{{"{KEY}":{{"method":"{METHOD}","params":{request}}}}},"requestState":{}}}"#,
            Value::from(ticket)
        ))
    }

    /// Whether this ticket was made here, is about this, and counts for the first time. From then on it does not.
    fn takes(&self, ticket: &str, about: &[u8; 32]) -> bool {
        let Some((payload, (body, seal))) = payload(ticket) else { return false };
        let Some(mac) = self.signed(body) else { return false };
        if mac.verify_slice(&seal).is_err() || payload.about != *about || payload.until <= now() {
            return false;
        }
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if used.len() >= USED {
            let now = now();
            used.retain(|_, until| *until > now);
        }
        used.len() < USED && used.insert(payload.nonce, payload.until).is_none()
    }

    fn signed(&self, body: &str) -> Option<Hmac<Sha256>> {
        let key = self.key.get_or_init(|| {
            let mut key = [0; 32];
            getrandom::fill(&mut key).ok().map(|()| key)
        });
        let mut mac = Hmac::<Sha256>::new_from_slice(key.as_ref()?).ok()?;
        mac.update(MARK.as_bytes());
        mac.update(body.as_bytes());
        Some(mac)
    }
}

/// What a ticket says and how it is sealed, whoever made it.
fn payload(ticket: &str) -> Option<(Payload, (&str, Vec<u8>))> {
    let (body, seal) = ticket.strip_prefix(MARK)?.split_once('.')?;
    let payload = serde_json::from_slice(&BASE64.decode(body).ok()?).ok()?;
    Some((payload, (body, BASE64.decode(seal).ok()?)))
}

fn now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
}

/// A client that is asked in the answer to its call.
pub struct ElicitationResult {
    pub tickets: Arc<ApprovalTokens>,
    /// It has been asked before.
    pub returned: Option<RetriedCall>,
    /// What else it says to the server, if it has not.
    pub theirs: ClientState,
    pub has_session: bool,
}

impl ClientElicitor for ElicitationResult {
    fn has_session(&self) -> bool {
        self.has_session
    }

    fn ask(&self, question: Elicitation) -> Pin<Box<dyn Future<Output = ElicitationAnswer> + Send>> {
        let heard = match &self.returned {
            // Whoever comes back without an answer is asked again, as the protocol wants it.
            Some(RetriedCall { ticket, answer: Some(answer), .. })
                if self.tickets.takes(ticket, &question.about) =>
            {
                question.heard(answer)
            }
            returned => {
                let theirs = returned.as_ref().map_or(&self.theirs, |returned| &returned.theirs).clone();
                match self.tickets.result(&question, theirs) {
                    Some(result) => ElicitationAnswer::Asked(result),
                    None => ElicitationAnswer::no("there is no randomness to ask the client with"),
                }
            }
        };
        Box::pin(std::future::ready(heard))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(tickets: &ApprovalTokens, patience: Duration) -> String {
        let (message, about) = (String::new(), [1; 32]);
        let question = Elicitation { message, for_session: false, typed: None, about, patience };
        let result = tickets.result(&question, ClientState::default()).unwrap();
        let result: Value = serde_json::from_str(&result).unwrap();
        result["requestState"].as_str().unwrap().to_owned()
    }

    #[test]
    fn a_ticket_counts_once_where_it_was_made_for_what_it_is_about_and_in_time() {
        let (tickets, minute) = (ApprovalTokens::default(), Duration::from_secs(60));
        let ticket = made(&tickets, minute);
        assert!(!tickets.takes(&ticket, &[2; 32]), "about something else");
        assert!(!ApprovalTokens::default().takes(&ticket, &[1; 32]), "made elsewhere");
        assert!(tickets.takes(&ticket, &[1; 32]));
        assert!(!tickets.takes(&ticket, &[1; 32]), "used");
        assert!(!tickets.takes(&made(&tickets, Duration::ZERO), &[1; 32]), "over");
    }

    #[test]
    fn what_a_ticket_says_cannot_be_changed() {
        let tickets = ApprovalTokens::default();
        let ticket = made(&tickets, Duration::from_secs(60));
        let (_, seal) = ticket.rsplit_once('.').unwrap();
        let change = |change: fn(&mut Payload)| {
            let (mut payload, _) = payload(&ticket).unwrap();
            change(&mut payload);
            format!("{MARK}{}.{seal}", BASE64.encode(serde_json::to_vec(&payload).unwrap()))
        };
        for changed in [
            change(|payload| payload.until += 1),
            change(|payload| payload.nonce = [0; 16]),
            change(|payload| payload.theirs.state = Some("1".to_owned())),
            change(|_| ()).replace(seal, ""),
            change(|_| ()).replace(seal, &BASE64.encode([0; 32])),
        ] {
            assert!(!tickets.takes(&changed, &[1; 32]), "{changed}");
        }
        assert!(tickets.takes(&change(|_| ()), &[1; 32]), "the same again is the ticket itself");
    }
}
