//! Approval by elicitation: the client's capability, the form, and the interpretation of the answer.
//!
//! Anything but an unambiguous approval is a denial.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use hintsmith_core::json::Members;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::jsonrpc::frame::{Frame, doubt, string};

pub const METHOD: &str = "elicitation/create";
pub const KEY_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
pub const KEY_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// The only field of the form.
const ANSWER: &str = "answer";
// Choices of that field; clients show them as they are. Forms preselect the first, so it is the denial.
const DENY: &str = "deny";
const ONCE: &str = "allow once";
const SESSION: &str = "allow for this session";

/// Asks the user of the client that made a call. Dropping the returned future withdraws the elicitation.
pub trait ClientElicitor: Send + Sync {
    /// Returns whether an approval for the session would cover more than this call.
    fn has_session(&self) -> bool;

    fn ask(&self, question: Elicitation) -> Pin<Box<dyn Future<Output = ElicitationAnswer> + Send>>;
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
    pub for_session: bool,
    /// The text that the user has to type to approve, instead of choosing an option.
    pub typed: Option<String>,
    /// Digest of what an answer is valid for. An answer counts only for an elicitation with the same digest.
    pub about: [u8; 32],
    /// Time limit for the answer.
    pub patience: Duration,
}

/// The outcome of an elicitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ElicitationAnswer {
    Once,
    Session,
    /// The reason, for the log and for the client.
    No(String),
    /// The `InputRequiredResult` to answer the call with; the client will retry.
    Asked(String),
}

impl ElicitationAnswer {
    pub fn no(why: &str) -> Self {
        Self::No(why.to_owned())
    }

    pub fn late(patience: Duration) -> Self {
        Self::No(format!("the client's user did not answer within {} seconds", patience.as_secs()))
    }
}

impl Elicitation {
    /// Builds the params of `elicitation/create`, limited to what every protocol version knows.
    pub fn params(&self) -> Value {
        let answer = match &self.typed {
            Some(_) => json!({"type": "string", "title": "Type the name of the tool to allow it once"}),
            None if self.for_session => {
                json!({"type": "string", "title": "Your answer", "enum": [DENY, ONCE, SESSION]})
            }
            None => json!({"type": "string", "title": "Your answer", "enum": [DENY, ONCE]}),
        };
        let schema = json!({"type": "object", "properties": {ANSWER: answer}, "required": [ANSWER]});
        json!({"message": self.message, "requestedSchema": schema})
    }

    /// Interprets the client's response message.
    pub fn heard_in(&self, text: &str) -> ElicitationAnswer {
        let message = Frame::parse(text).filter(|message| message.doubtful.is_none()).unwrap_or_default();
        match (message.result, message.error) {
            (Some(result), None) => self.heard(result),
            (None, Some(_)) => ElicitationAnswer::no("the client could not ask its user"),
            _ => ElicitationAnswer::no(UNREADABLE),
        }
    }

    /// Interprets an elicitation result.
    pub fn heard(&self, result: &RawValue) -> ElicitationAnswer {
        let Some(members) = once(result, &["action", "content"]) else {
            return ElicitationAnswer::no(UNREADABLE);
        };
        match members.get("action").and_then(string).as_deref() {
            Some("accept") => self.accepted(members.get("content")),
            Some("decline") => ElicitationAnswer::no(DENIED),
            Some("cancel") => {
                ElicitationAnswer::no("the client's user closed the question without an answer")
            }
            _ => ElicitationAnswer::no(UNREADABLE),
        }
    }

    fn accepted(&self, content: Option<&RawValue>) -> ElicitationAnswer {
        let content = content.and_then(|raw| once(raw, &[ANSWER])).filter(|content| content.0.len() == 1);
        let answer = content.and_then(|content| content.get(ANSWER)).and_then(string);
        match (answer.as_deref(), &self.typed) {
            (None, _) => ElicitationAnswer::no(UNREADABLE),
            (Some(name), Some(typed)) if name.trim() == typed.trim() => ElicitationAnswer::Once,
            (Some(_), Some(_)) => {
                ElicitationAnswer::no("the client's user did not type the name of the tool")
            }
            (Some(ONCE), None) => ElicitationAnswer::Once,
            (Some(SESSION), None) if self.for_session => ElicitationAnswer::Session,
            (Some(DENY), None) => ElicitationAnswer::no(DENIED),
            (Some(_), None) => ElicitationAnswer::no(UNREADABLE),
        }
    }
}

const DENIED: &str = "the client's user said no";
const UNREADABLE: &str = "the client's answer cannot be read";

/// Parses an object; `None` if parsers could disagree about one of these keys.
fn once<'a>(raw: &'a RawValue, keys: &[&str]) -> Option<Members<'a>> {
    Members::parse(raw.get()).ok().filter(|members| doubt(members, keys).is_none())
}

/// Returns whether these client capabilities include form elicitation.
pub fn elicits(capabilities: &str) -> bool {
    let elicitation = || Members::parse(capabilities).ok()?.get("elicitation");
    let Some(modes) = elicitation().and_then(|raw| Members::parse(raw.get()).ok()) else { return false };
    // No mode at all means form, the only mode of earlier protocol versions.
    modes.get("form").is_some_and(|raw| raw.get().starts_with('{')) || modes.get("url").is_none()
}

/// Returns the client capabilities in a request's `_meta`, which requests carry since protocol 2026-07-28.
pub fn stated(params: &RawValue) -> Option<&RawValue> {
    let meta = Members::parse(Members::parse(params.get()).ok()?.get("_meta")?.get()).ok()?;
    meta.get(KEY_VERSION)?;
    meta.get(KEY_CAPABILITIES)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(for_session: bool, typed: Option<&str>) -> Elicitation {
        Elicitation {
            message: "Delete it?".to_owned(),
            for_session,
            typed: typed.map(str::to_owned),
            about: [0; 32],
            patience: Duration::from_secs(1),
        }
    }

    fn answer(question: &Elicitation, result: &str) -> ElicitationAnswer {
        question.heard_in(&format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#))
    }

    #[test]
    fn only_a_clear_yes_to_what_was_asked_is_one() {
        let (plain, session, typed) =
            (question(false, None), question(true, None), question(false, Some("delete")));
        let accept = |given: &str| format!(r#"{{"action":"accept","content":{{"answer":"{given}"}}}}"#);
        for (asked, given, expected) in [
            (&plain, ONCE, ElicitationAnswer::Once),
            (&session, ONCE, ElicitationAnswer::Once),
            (&session, SESSION, ElicitationAnswer::Session),
            (&typed, "delete ", ElicitationAnswer::Once),
        ] {
            assert_eq!(answer(asked, &accept(given)), expected, "{given}");
        }
        for (asked, given) in [
            (&plain, DENY),
            (&plain, SESSION),
            (&plain, "Allow once"),
            (&plain, ""),
            (&session, "yes"),
            (&typed, ONCE),
            (&typed, "Delete"),
            (&typed, ""),
        ] {
            assert!(matches!(answer(asked, &accept(given)), ElicitationAnswer::No(_)), "{given}");
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
            assert!(matches!(answer(&plain, result), ElicitationAnswer::No(_)), "{result}");
        }
        let yes = accept(ONCE);
        for text in [
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"x"}}"#.to_owned(),
            format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{}},"result":{yes}}}"#),
            format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{}},"result":{yes}}}"#),
            "no JSON".to_owned(),
        ] {
            assert!(matches!(plain.heard_in(&text), ElicitationAnswer::No(_)), "{text}");
        }
    }

    #[test]
    fn what_can_be_chosen_is_what_was_offered_and_no_comes_first() {
        let offered = |question: Elicitation| {
            question.params()["requestedSchema"]["properties"][ANSWER]["enum"].clone()
        };
        assert_eq!(offered(question(false, None)), json!([DENY, ONCE]));
        assert_eq!(offered(question(true, None)), json!([DENY, ONCE, SESSION]));
        assert_eq!(offered(question(true, Some("x"))), Value::Null);
    }

    #[test]
    fn a_client_that_only_opens_addresses_cannot_be_shown_a_form() {
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
            assert_eq!(elicits(capabilities), expected, "{capabilities}");
        }
    }
}
