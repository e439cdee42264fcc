//! Approval for stateless (2026-07-28) clients: the call returns an elicitation and a signed `requestState`; the client
//! retries with both (multi round-trip requests, SEP-2322).
//!
//! The proxy keeps no state per elicitation. The token in `requestState` names the subject of the approval and its
//! expiry, and is signed with a key of this process; only the nonces of used tokens are kept, so that each counts once.
//! An invalid token is treated as none: the client is asked again. `requestState` and `inputResponses` that belong to
//! the server travel inside the token and are restored before the call is forwarded, so the server sees neither the
//! elicitation nor the token.

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

/// Prefix of every token. A `requestState` without it belongs to the server.
const MARK: &str = "hintsmith-approval.";
/// Key of our elicitation in `inputRequests` and of its answer in `inputResponses`.
pub const KEY: &str = "hintsmith-approval";
/// Limit on remembered nonces. When it is reached, no token is accepted until older ones expire.
const USED: usize = 100_000;

/// Issues approval tokens and redeems each at most once.
#[derive(Debug, Default)]
pub struct ApprovalTokens {
    /// HMAC key, created on first use; `None` if the system has no randomness.
    key: OnceLock<Option<[u8; 32]>>,
    /// Nonces of redeemed tokens, with their expiry in Unix milliseconds.
    used: Mutex<HashMap<[u8; 16], u64>>,
}

/// The signed content of a token.
#[derive(Debug, Serialize, Deserialize)]
struct Payload {
    /// Digest of what the approval is for, see [`Elicitation::subject`].
    about: [u8; 32],
    nonce: [u8; 16],
    /// Expiry in Unix milliseconds.
    until: u64,
    #[serde(flatten)]
    theirs: ClientState,
}

/// The `requestState` and `inputResponses` that the client sends to the server, as JSON text.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ClientState {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    state: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    responses: Option<String>,
}

/// A call that the client retries with an approval token.
#[derive(Debug, Clone)]
pub struct RetriedCall {
    ticket: String,
    answer: Option<Box<RawValue>>,
    theirs: ClientState,
    /// The message for the server: without our token and answer, with the server's own input restored.
    pub text: String,
}

impl RetriedCall {
    /// Returns `None` if the call carries no token. The token is not verified here.
    pub fn of(text: &str, call: &ToolCall) -> Option<Self> {
        let ticket = call.state.and_then(string).filter(|state| state.starts_with(MARK))?.into_owned();
        let answers = call.responses.and_then(|raw| Members::parse(raw.get()).ok());
        let answers = answers.filter(|answers| doubt(answers, &[KEY]).is_none());
        let answer = answers.and_then(|answers| answers.get(KEY)).map(ToOwned::to_owned);
        // Unverified, but not a privilege: the client could have sent the same input to the server without a token.
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

    /// Drops what is not a complete JSON value or contains a token: the rest is spliced into a message to the server.
    fn checked(self) -> Self {
        let is_json = |text: &String| !text.contains(MARK) && serde_json::from_str::<&RawValue>(text).is_ok();
        Self { state: self.state.filter(is_json), responses: self.responses.filter(is_json) }
    }
}

/// Returns the message with our `requestState` and `inputResponses` replaced by the server's. Other values keep their
/// bytes.
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
    // Always UTF-8: all parts are strings.
    String::from_utf8(out).unwrap_or_default()
}

impl ApprovalTokens {
    /// Builds an `InputRequiredResult` with the elicitation and a new token. Returns `None` without randomness.
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

    /// Returns whether the token was issued by this process for this subject, has not expired and was not used before,
    /// and marks it as used.
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

/// Decodes a token into its payload, signed text and signature, without verifying it.
fn payload(ticket: &str) -> Option<(Payload, (&str, Vec<u8>))> {
    let (body, seal) = ticket.strip_prefix(MARK)?.split_once('.')?;
    let payload = serde_json::from_slice(&BASE64.decode(body).ok()?).ok()?;
    Some((payload, (body, BASE64.decode(seal).ok()?)))
}

fn now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
}

/// Elicits by answering the call with an `InputRequiredResult`.
pub struct ElicitationResult {
    pub tickets: Arc<ApprovalTokens>,
    /// The call if it carries a token already.
    pub returned: Option<RetriedCall>,
    /// Input for the server in a call without a token.
    pub theirs: ClientState,
    pub has_session: bool,
}

impl ClientElicitor for ElicitationResult {
    fn has_session(&self) -> bool {
        self.has_session
    }

    fn ask(&self, question: Elicitation) -> Pin<Box<dyn Future<Output = ElicitationAnswer> + Send>> {
        let heard = match &self.returned {
            // A retry without an answer is asked again, as the specification requires.
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
