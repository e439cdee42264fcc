//! Approval by elicitation: the client's capability, the form, and the interpretation of the answer.
//!
//! Anything but an unambiguous approval is a denial.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use hintsmith_core::text::json::Members;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::jsonrpc::frame::{Frame, decode_string, find_ambiguity};

pub const ELICITATION_CREATE: &str = "elicitation/create";
pub const META_PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
pub const META_CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// The only field of the form.
const ANSWER_FIELD: &str = "answer";
// Choices of that field; clients show them as they are. Forms preselect the first, so it is the denial.
const CHOICE_DENY: &str = "deny";
const CHOICE_ONCE: &str = "allow once";
const CHOICE_SESSION: &str = "allow for this session";

/// Asks the user of the client that made a call. Dropping the returned future withdraws the elicitation.
pub trait ClientElicitor: Send + Sync {
    /// Returns whether an approval for the session would cover more than this call.
    fn has_session(&self) -> bool;

    fn elicit(&self, question: Elicitation) -> Pin<Box<dyn Future<Output = ElicitationAnswer> + Send>>;
}

/// Lazily creates the elicitor for a call; `None` if the client cannot be asked.
#[derive(Clone, Copy)]
pub struct ElicitorFactory<'a>(pub &'a dyn Fn() -> Option<Arc<dyn ClientElicitor>>);

impl fmt::Debug for ElicitorFactory<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("Asks")
    }
}

/// An approval request to the client's user.
#[derive(Debug, Clone)]
pub struct Elicitation {
    pub message: String,
    /// Offers approval for the rest of the session as well.
    pub offers_session: bool,
    /// The text that the user has to type to approve, instead of choosing an option.
    pub confirmation: Option<String>,
    /// Digest of what an answer is valid for. An answer counts only for an elicitation with the same digest.
    pub subject: [u8; 32],
    /// Time limit for the answer.
    pub timeout: Duration,
}

/// The outcome of an elicitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ElicitationAnswer {
    AllowOnce,
    AllowForSession,
    /// The reason, for the log and for the client.
    Deny(String),
    /// The `InputRequiredResult` to answer the call with; the client will retry.
    InputRequired(String),
}

impl ElicitationAnswer {
    pub fn deny(why: &str) -> Self {
        Self::Deny(why.to_owned())
    }

    pub fn timed_out(timeout: Duration) -> Self {
        Self::Deny(format!("the client's user did not answer within {} seconds", timeout.as_secs()))
    }
}

impl Elicitation {
    /// Builds the params of `elicitation/create`, limited to what every protocol version knows.
    pub fn params(&self) -> Value {
        let answer = match &self.confirmation {
            Some(_) => json!({"type": "string", "title": "Type the tool name to allow this call once"}),
            None if self.offers_session => {
                json!({"type": "string", "title": "Your answer", "enum": [CHOICE_DENY, CHOICE_ONCE, CHOICE_SESSION]})
            }
            None => json!({"type": "string", "title": "Your answer", "enum": [CHOICE_DENY, CHOICE_ONCE]}),
        };
        let schema =
            json!({"type": "object", "properties": {ANSWER_FIELD: answer}, "required": [ANSWER_FIELD]});
        json!({"message": self.message, "requestedSchema": schema})
    }

    /// Interprets the client's response message.
    pub fn parse_response(&self, text: &str) -> ElicitationAnswer {
        let message = Frame::parse(text).filter(|message| message.ambiguity.is_none()).unwrap_or_default();
        match (message.result, message.error) {
            (Some(result), None) => self.parse_result(result),
            (None, Some(_)) => ElicitationAnswer::deny("the client could not ask its user"),
            _ => ElicitationAnswer::deny(REASON_UNREADABLE),
        }
    }

    /// Interprets an elicitation result.
    pub fn parse_result(&self, result: &RawValue) -> ElicitationAnswer {
        let Some(members) = parse_unambiguous(result, &["action", "content"]) else {
            return ElicitationAnswer::deny(REASON_UNREADABLE);
        };
        match members.get("action").and_then(decode_string).as_deref() {
            Some("accept") => self.parse_content(members.get("content")),
            Some("decline") => ElicitationAnswer::deny(REASON_DENIED),
            Some("cancel") => ElicitationAnswer::deny("the client's user dismissed the request"),
            _ => ElicitationAnswer::deny(REASON_UNREADABLE),
        }
    }

    fn parse_content(&self, content: Option<&RawValue>) -> ElicitationAnswer {
        let content = content
            .and_then(|raw| parse_unambiguous(raw, &[ANSWER_FIELD]))
            .filter(|content| content.0.len() == 1);
        let answer = content.and_then(|content| content.get(ANSWER_FIELD)).and_then(decode_string);
        match (answer.as_deref(), &self.confirmation) {
            (None, _) => ElicitationAnswer::deny(REASON_UNREADABLE),
            (Some(name), Some(typed)) if name.trim() == typed.trim() => ElicitationAnswer::AllowOnce,
            (Some(_), Some(_)) => {
                ElicitationAnswer::deny("the client's user did not type the name of the tool")
            }
            (Some(CHOICE_ONCE), None) => ElicitationAnswer::AllowOnce,
            (Some(CHOICE_SESSION), None) if self.offers_session => ElicitationAnswer::AllowForSession,
            (Some(CHOICE_DENY), None) => ElicitationAnswer::deny(REASON_DENIED),
            (Some(_), None) => ElicitationAnswer::deny(REASON_UNREADABLE),
        }
    }
}

const REASON_DENIED: &str = "the client's user denied the call";
const REASON_UNREADABLE: &str = "the client's response cannot be parsed";

/// Parses an object; `None` if parsers could disagree about one of these keys.
fn parse_unambiguous<'a>(raw: &'a RawValue, keys: &[&str]) -> Option<Members<'a>> {
    Members::parse(raw.get()).ok().filter(|members| find_ambiguity(members, keys).is_none())
}

/// Returns whether these client capabilities include form elicitation.
pub fn has_form_elicitation(capabilities: &str) -> bool {
    let elicitation = || Members::parse(capabilities).ok()?.get("elicitation");
    let Some(modes) = elicitation().and_then(|raw| Members::parse(raw.get()).ok()) else { return false };
    // No mode at all means form, the only mode of earlier protocol versions.
    modes.get("form").is_some_and(|raw| raw.get().starts_with('{')) || modes.get("url").is_none()
}

/// Returns the client capabilities in a request's `_meta`, which requests carry since protocol 2026-07-28.
pub fn request_capabilities(params: &RawValue) -> Option<&RawValue> {
    let meta = Members::parse(Members::parse(params.get()).ok()?.get("_meta")?.get()).ok()?;
    meta.get(META_PROTOCOL_VERSION)?;
    meta.get(META_CLIENT_CAPABILITIES)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build_elicitation(for_session: bool, typed: Option<&str>) -> Elicitation {
        Elicitation {
            message: "Delete it?".to_owned(),
            offers_session: for_session,
            confirmation: typed.map(str::to_owned),
            subject: [0; 32],
            timeout: Duration::from_secs(1),
        }
    }

    fn parse_answer(question: &Elicitation, result: &str) -> ElicitationAnswer {
        question.parse_response(&format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#))
    }

    #[test]
    fn only_an_unambiguous_approval_allows() {
        let (plain, session, typed) = (
            build_elicitation(false, None),
            build_elicitation(true, None),
            build_elicitation(false, Some("delete")),
        );
        let accept = |given: &str| format!(r#"{{"action":"accept","content":{{"answer":"{given}"}}}}"#);
        for (asked, given, expected) in [
            (&plain, CHOICE_ONCE, ElicitationAnswer::AllowOnce),
            (&session, CHOICE_ONCE, ElicitationAnswer::AllowOnce),
            (&session, CHOICE_SESSION, ElicitationAnswer::AllowForSession),
            (&typed, "delete ", ElicitationAnswer::AllowOnce),
        ] {
            assert_eq!(parse_answer(asked, &accept(given)), expected, "{given}");
        }
        for (asked, given) in [
            (&plain, CHOICE_DENY),
            (&plain, CHOICE_SESSION),
            (&plain, "Allow once"),
            (&plain, ""),
            (&session, "yes"),
            (&typed, CHOICE_ONCE),
            (&typed, "Delete"),
            (&typed, ""),
        ] {
            assert!(matches!(parse_answer(asked, &accept(given)), ElicitationAnswer::Deny(_)), "{given}");
        }
        for result in [
            r#"{"action":"decline","content":{"answer":"allow once"}}"#,
            r#"{"action":"cancel"}"#,
            r#"{"action":"accept"}"#,
            r#"{"action":"accept","content":null}"#,
            r#"{"action":"accept","content":{}}"#,
            r#"{"action":"accept","content":{"answer":true}}"#,
            r#"{"action":"accept","content":{"answer":["allow once"]}}"#,
            r#"{"action":"accept","content":{"answer":"allow once","x":1}}"#,
            r#"{"action":"accept","content":{"answer":"deny","answer":"allow once"}}"#,
            r#"{"action":"accept","content":{"Answer":"deny","answer":"allow once"}}"#,
            r#"{"action":"decline","action":"accept","content":{"answer":"allow once"}}"#,
            r#"{"Action":"accept","content":{"answer":"allow once"}}"#,
            r#"{"content":{"answer":"allow once"}}"#,
            "[]",
            "null",
            r#""allow once""#,
        ] {
            assert!(matches!(parse_answer(&plain, result), ElicitationAnswer::Deny(_)), "{result}");
        }
        let yes = accept(CHOICE_ONCE);
        for text in [
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"x"}}"#.to_owned(),
            format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{}},"result":{yes}}}"#),
            format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{}},"result":{yes}}}"#),
            "no JSON".to_owned(),
        ] {
            assert!(matches!(plain.parse_response(&text), ElicitationAnswer::Deny(_)), "{text}");
        }
    }

    #[test]
    fn deny_is_the_first_choice() {
        let offered = |question: Elicitation| {
            question.params()["requestedSchema"]["properties"][ANSWER_FIELD]["enum"].clone()
        };
        assert_eq!(offered(build_elicitation(false, None)), json!([CHOICE_DENY, CHOICE_ONCE]));
        assert_eq!(offered(build_elicitation(true, None)), json!([CHOICE_DENY, CHOICE_ONCE, CHOICE_SESSION]));
        assert_eq!(offered(build_elicitation(true, Some("x"))), Value::Null);
    }

    #[test]
    fn url_mode_alone_is_not_form_elicitation() {
        for (capabilities, expected) in [
            (r#"{"elicitation":{}}"#, true),
            (r#"{"elicitation":{"form":{}}}"#, true),
            (r#"{"elicitation":{"form":{},"url":{}}}"#, true),
            (r#"{"elicitation":{"url":{}}}"#, false),
            (r#"{"elicitation":true}"#, false),
            (r#"{"elicitation":null}"#, false),
            (r#"{"sampling":{}}"#, false),
            ("[]", false),
        ] {
            assert_eq!(has_form_elicitation(capabilities), expected, "{capabilities}");
        }
    }
}
