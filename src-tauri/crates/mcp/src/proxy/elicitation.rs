//! The client is asked about a call by elicitation: whether it can be, what it is shown, and how its answer is read.
//!
//! Whatever is no clear yes is a no.

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

/// The one member of the form.
const ANSWER: &str = "answer";
/// What it may say, in words that are shown as they are. The first is what a form begins with, and lets nothing run.
const DENY: &str = "deny";
const ONCE: &str = "allow once";
const SESSION: &str = "allow for this session";

/// Asks the user of the client whose call is decided about. Dropping what it returns withdraws the question.
pub trait ClientElicitor: Send + Sync {
    /// Whether what is allowed for a session holds for more than this call.
    fn has_session(&self) -> bool;

    fn ask(&self, question: Elicitation) -> Pin<Box<dyn Future<Output = ElicitationAnswer> + Send>>;
}

/// How a client can be asked, found out only where somebody has to be.
#[derive(Clone, Copy)]
pub struct ElicitorFactory<'a>(pub &'a dyn Fn() -> Option<Arc<dyn ClientElicitor>>);

impl fmt::Debug for ElicitorFactory<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("Asks")
    }
}

/// What a client is asked.
#[derive(Debug, Clone)]
pub struct Elicitation {
    pub message: String,
    /// It can also be allowed for as long as the client is connected.
    pub for_session: bool,
    /// What has to be typed to allow it, instead of a choice.
    pub typed: Option<String>,
    /// What an answer holds for: a question about something else is another one.
    pub about: [u8; 32],
    /// How long an answer is waited for.
    pub patience: Duration,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ElicitationAnswer {
    Once,
    Session,
    /// Why not, in words for the log and for the client.
    No(String),
    /// The call is answered with this result, which asks; the client will call again.
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
    /// The params of the request, in words that every version of the protocol has.
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

    /// What a whole answer of the client says.
    pub fn heard_in(&self, text: &str) -> ElicitationAnswer {
        let message = Frame::parse(text).filter(|message| message.doubtful.is_none()).unwrap_or_default();
        match (message.result, message.error) {
            (Some(result), None) => self.heard(result),
            (None, Some(_)) => ElicitationAnswer::no("the client could not ask its user"),
            _ => ElicitationAnswer::no(UNREADABLE),
        }
    }

    /// What the result of an elicitation says.
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

/// The members of an object in which these keys mean the same to every reader.
fn once<'a>(raw: &'a RawValue, keys: &[&str]) -> Option<Members<'a>> {
    Members::parse(raw.get()).ok().filter(|members| doubt(members, keys).is_none())
}

/// Whether a client with these capabilities can be shown a form.
pub fn elicits(capabilities: &str) -> bool {
    let elicitation = || Members::parse(capabilities).ok()?.get("elicitation");
    let Some(modes) = elicitation().and_then(|raw| Members::parse(raw.get()).ok()) else { return false };
    // Without any mode it is a form, as before there were several.
    modes.get("form").is_some_and(|raw| raw.get().starts_with('{')) || modes.get("url").is_none()
}

/// The capabilities that a request of the newer protocol states; nothing in one of the older protocol.
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
