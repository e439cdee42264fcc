//! Test approver that elicits from the client, as the engine does, for every tool whose name starts with `ask`.

use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use hintsmith_mcp::proxy::{Approver, CallInfo, Decision, Elicitation, ElicitationAnswer, Verdict};

pub struct ElicitingApprover {
    pub for_session: bool,
    pub timeout: Duration,
    /// Stands for the definition of the tools: answers for one version are not valid for another.
    pub version: AtomicU8,
}

impl Default for ElicitingApprover {
    fn default() -> Self {
        Self { for_session: false, timeout: Duration::from_secs(60), version: AtomicU8::new(0) }
    }
}

impl Approver for ElicitingApprover {
    fn decide(&self, call: &CallInfo) -> Decision {
        if !call.tool.starts_with("ask") {
            return Decision::Ready(Verdict::Allow);
        }
        let Some(asks) = (call.elicitor.0)() else {
            return Decision::Ready(Verdict::Deny("nobody is there".to_owned()));
        };
        let arguments = call.arguments.map_or("", |raw| raw.get());
        let message = format!("{} {arguments}", call.tool);
        // Not the engine's digest, but it differs between calls just as well.
        let mut about = [self.version.load(Ordering::Relaxed); 32];
        let named = format!("{}/{message}", call.server.unwrap_or_default());
        for (place, byte) in named.bytes().enumerate() {
            about[place % 32] = about[place % 32].wrapping_mul(31).wrapping_add(byte);
        }
        let (for_session, timeout) = (self.for_session, self.timeout);
        let question =
            Elicitation { message, offers_session: for_session, confirmation: None, subject: about, timeout };
        Decision::Pending(Box::pin(async move {
            match asks.elicit(question).await {
                ElicitationAnswer::AllowOnce => Verdict::AllowBecause("allowed by the client's user".into()),
                ElicitationAnswer::AllowForSession => Verdict::AllowBecause("for this session".into()),
                ElicitationAnswer::Deny(why) => Verdict::Deny(why),
                ElicitationAnswer::InputRequired(result) => Verdict::InputRequired(result),
            }
        }))
    }
}

/// Builds the result of a form that was accepted with this answer.
pub fn accept_form(answer: &str) -> String {
    format!(r#"{{"action":"accept","content":{{"answer":"{answer}"}}}}"#)
}

/// Response members that do not approve a call.
pub const DENIALS: [&str; 8] = [
    r#""result":{"action":"decline"}"#,
    r#""result":{"action":"cancel"}"#,
    r#""result":{"action":"accept","content":{"answer":"deny"}}"#,
    r#""result":{"action":"accept","content":{"answer":"allow for this session"}}"#,
    r#""result":{"action":"accept"}"#,
    r#""result":{}"#,
    r#""result":[7]"#,
    r#""error":{"code":-32601,"message":"no"}"#,
];
