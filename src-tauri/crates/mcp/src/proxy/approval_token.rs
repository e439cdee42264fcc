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
use hintsmith_core::text::json::Members;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use sha2::Sha256;

use crate::jsonrpc::frame::{decode_string, find_ambiguity};
use crate::proxy::elicitation::{ClientElicitor, ELICITATION_CREATE, Elicitation, ElicitationAnswer};
use crate::proxy::tool_call::ToolCall;
use hintsmith_core::text::json_edit::Splices;

/// Prefix of every token. A `requestState` without it belongs to the server.
const TOKEN_PREFIX: &str = "hintsmith-approval.";
/// Key of our elicitation in `inputRequests` and of its answer in `inputResponses`.
pub const INPUT_REQUEST_KEY: &str = "hintsmith-approval";
/// Limit on remembered nonces. When it is reached, no token is accepted until older ones expire.
const MAX_USED_TOKENS: usize = 100_000;

/// Issues approval tokens and redeems each at most once.
#[derive(Debug, Default)]
pub struct ApprovalTokens {
    /// HMAC key, created on first use; `None` if the system has no randomness.
    signing_key: OnceLock<Option<[u8; 32]>>,
    /// Nonces of redeemed tokens, with their expiry in Unix milliseconds.
    used_nonces: Mutex<HashMap<[u8; 16], u64>>,
}

/// The signed content of a token.
#[derive(Debug, Serialize, Deserialize)]
struct TokenPayload {
    /// Digest of what the approval is for, see [`Elicitation::subject`].
    about: [u8; 32],
    nonce: [u8; 16],
    /// Expiry in Unix milliseconds.
    until: u64,
    #[serde(flatten)]
    server_input: ServerInput,
}

/// The `requestState` and `inputResponses` that the client sends to the server, as JSON text.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ServerInput {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    state: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    responses: Option<String>,
}

/// A call that the client retries with an approval token.
#[derive(Debug, Clone)]
pub struct RetriedCall {
    token: String,
    response: Option<Box<RawValue>>,
    server_input: ServerInput,
    /// The message for the server: without our token and answer, with the server's own input restored.
    pub server_text: String,
}

impl RetriedCall {
    /// Returns `None` if the call carries no token. The token is not verified here.
    pub fn from_call(text: &str, call: &ToolCall) -> Option<Self> {
        let token = call
            .request_state
            .and_then(decode_string)
            .filter(|state| state.starts_with(TOKEN_PREFIX))?
            .into_owned();
        let answers = call.input_responses.and_then(|raw| Members::parse(raw.get()).ok());
        let answers = answers.filter(|answers| find_ambiguity(answers, &[INPUT_REQUEST_KEY]).is_none());
        let response = answers.and_then(|answers| answers.get(INPUT_REQUEST_KEY)).map(ToOwned::to_owned);
        // Unverified, but not a privilege: the client could have sent the same input to the server without a token.
        let server_input =
            decode_token(&token).map(|(payload, _)| payload.server_input.into_valid()).unwrap_or_default();
        let text = restore_server_message(text, call, &server_input);
        Some(Self { token, response, server_input, server_text: text })
    }
}

impl ServerInput {
    pub fn from_call(call: &ToolCall) -> Self {
        let text = |raw: &RawValue| raw.get().to_owned();
        Self { state: call.request_state.map(text), responses: call.input_responses.map(text) }
    }

    /// Drops what is not a complete JSON value or contains a token: the rest is spliced into a message to the server.
    fn into_valid(self) -> Self {
        let is_json =
            |text: &String| !text.contains(TOKEN_PREFIX) && serde_json::from_str::<&RawValue>(text).is_ok();
        Self { state: self.state.filter(is_json), responses: self.responses.filter(is_json) }
    }
}

/// Returns the message with our `requestState` and `inputResponses` replaced by the server's. Other values keep their
/// bytes.
fn restore_server_message(text: &str, call: &ToolCall, server_input: &ServerInput) -> String {
    let members = Members::parse(call.params.get()).map(|members| members.0).unwrap_or_default();
    let is_ours = |key: &str| matches!(key, "requestState" | "inputResponses");
    let members_text = members.iter().filter(|(key, _)| !is_ours(key));
    let mut members_text: Vec<String> =
        members_text.map(|(key, value)| format!("{}:{}", Value::from(&**key), value.get())).collect();
    members_text
        .extend(server_input.responses.iter().map(|responses| format!(r#""inputResponses":{responses}"#)));
    members_text.extend(server_input.state.iter().map(|state| format!(r#""requestState":{state}"#)));
    let mut splices = Splices::new(text);
    splices.replace(call.params.get(), Cow::Owned(format!("{{{}}}", members_text.join(","))));
    let mut out = Vec::new();
    splices.write(&mut out);
    // Always UTF-8: all parts are strings.
    String::from_utf8(out).unwrap_or_default()
}

impl ApprovalTokens {
    /// Builds an `InputRequiredResult` with the elicitation and a new token. Returns `None` without randomness.
    fn build_input_required(&self, question: &Elicitation, server_input: ServerInput) -> Option<String> {
        let mut nonce = [0; 16];
        getrandom::fill(&mut nonce).ok()?;
        let timeout = u64::try_from(question.timeout.as_millis()).unwrap_or(u64::MAX);
        let until = unix_millis().saturating_add(timeout);
        let payload = TokenPayload { about: question.subject, nonce, until, server_input };
        let body = BASE64.encode(serde_json::to_vec(&payload).ok()?);
        let signature = BASE64.encode(self.start_mac(&body)?.finalize().into_bytes());
        let (request, ticket) = (question.params(), format!("{TOKEN_PREFIX}{body}.{signature}"));
        Some(format!(
            r#"{{"resultType":"input_required","inputRequests":{{"{INPUT_REQUEST_KEY}":{{"method":"{ELICITATION_CREATE}","params":{request}}}}},"requestState":{}}}"#,
            Value::from(ticket)
        ))
    }

    /// Returns whether the token was issued by this process for this subject, has not expired and was not used before,
    /// and marks it as used.
    fn redeem(&self, token: &str, subject: &[u8; 32]) -> bool {
        let Some((payload, (body, seal))) = decode_token(token) else { return false };
        let Some(mac) = self.start_mac(body) else { return false };
        if mac.verify_slice(&seal).is_err() || payload.about != *subject || payload.until <= unix_millis() {
            return false;
        }
        let mut used = self.used_nonces.lock().unwrap_or_else(PoisonError::into_inner);
        if used.len() >= MAX_USED_TOKENS {
            let now = unix_millis();
            used.retain(|_, until| *until > now);
        }
        used.len() < MAX_USED_TOKENS && used.insert(payload.nonce, payload.until).is_none()
    }

    fn start_mac(&self, body: &str) -> Option<Hmac<Sha256>> {
        let key = self.signing_key.get_or_init(|| {
            let mut key = [0; 32];
            getrandom::fill(&mut key).ok().map(|()| key)
        });
        let mut mac = Hmac::<Sha256>::new_from_slice(key.as_ref()?).ok()?;
        mac.update(TOKEN_PREFIX.as_bytes());
        mac.update(body.as_bytes());
        Some(mac)
    }
}

/// Decodes a token into its payload, signed text and signature, without verifying it.
fn decode_token(token: &str) -> Option<(TokenPayload, (&str, Vec<u8>))> {
    let (body, seal) = token.strip_prefix(TOKEN_PREFIX)?.split_once('.')?;
    let payload = serde_json::from_slice(&BASE64.decode(body).ok()?).ok()?;
    Some((payload, (body, BASE64.decode(seal).ok()?)))
}

fn unix_millis() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
}

/// Elicits by answering the call with an `InputRequiredResult`.
pub struct InputRequiredElicitor {
    pub tokens: Arc<ApprovalTokens>,
    /// The call if it carries a token already.
    pub retried: Option<RetriedCall>,
    /// Input for the server in a call without a token.
    pub server_input: ServerInput,
    pub has_session: bool,
}

impl ClientElicitor for InputRequiredElicitor {
    fn has_session(&self) -> bool {
        self.has_session
    }

    fn elicit(&self, question: Elicitation) -> Pin<Box<dyn Future<Output = ElicitationAnswer> + Send>> {
        let heard = match &self.retried {
            // A retry without an answer is asked again, as the specification requires.
            Some(RetriedCall { token: ticket, response: Some(answer), .. })
                if self.tokens.redeem(ticket, &question.subject) =>
            {
                question.parse_result(answer)
            }
            returned => {
                let server_input =
                    returned.as_ref().map_or(&self.server_input, |returned| &returned.server_input).clone();
                match self.tokens.build_input_required(&question, server_input) {
                    Some(result) => ElicitationAnswer::InputRequired(result),
                    None => {
                        ElicitationAnswer::deny("no random numbers are available for the approval request")
                    }
                }
            }
        };
        Box::pin(std::future::ready(heard))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn issue_token(tokens: &ApprovalTokens, timeout: Duration) -> String {
        let (message, about) = (String::new(), [1; 32]);
        let question =
            Elicitation { message, offers_session: false, confirmation: None, subject: about, timeout };
        let result = tokens.build_input_required(&question, ServerInput::default()).unwrap();
        let result: Value = serde_json::from_str(&result).unwrap();
        result["requestState"].as_str().unwrap().to_owned()
    }

    #[test]
    fn token_is_valid_once_for_its_issuer_subject_and_lifetime() {
        let (tickets, minute) = (ApprovalTokens::default(), Duration::from_secs(60));
        let ticket = issue_token(&tickets, minute);
        assert!(!tickets.redeem(&ticket, &[2; 32]), "about something else");
        assert!(!ApprovalTokens::default().redeem(&ticket, &[1; 32]), "made elsewhere");
        assert!(tickets.redeem(&ticket, &[1; 32]));
        assert!(!tickets.redeem(&ticket, &[1; 32]), "used");
        assert!(!tickets.redeem(&issue_token(&tickets, Duration::ZERO), &[1; 32]), "over");
    }

    #[test]
    fn tampered_tokens_are_rejected() {
        let tickets = ApprovalTokens::default();
        let ticket = issue_token(&tickets, Duration::from_secs(60));
        let (_, seal) = ticket.rsplit_once('.').unwrap();
        let change = |change: fn(&mut TokenPayload)| {
            let (mut payload, _) = decode_token(&ticket).unwrap();
            change(&mut payload);
            format!("{TOKEN_PREFIX}{}.{seal}", BASE64.encode(serde_json::to_vec(&payload).unwrap()))
        };
        for changed in [
            change(|payload| payload.until += 1),
            change(|payload| payload.nonce = [0; 16]),
            change(|payload| payload.server_input.state = Some("1".to_owned())),
            change(|_| ()).replace(seal, ""),
            change(|_| ()).replace(seal, &BASE64.encode([0; 32])),
        ] {
            assert!(!tickets.redeem(&changed, &[1; 32]), "{changed}");
        }
        assert!(tickets.redeem(&change(|_| ()), &[1; 32]), "the same again is the ticket itself");
    }
}
