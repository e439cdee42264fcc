//! Rule: decisions without the reason that OpenAI asks for.

use super::{Example, Out, Rule, source};
use crate::hint::HintName;
use crate::lint::{Lane, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "justification-missing",
    what: "Every hint that a person decided has its reason.",
    why: "OpenAI asks for a sentence about each hint: what the tool does, not that the hint says so. The reason of a decision is that sentence.",
    lane: Lane::Recommended,
    severity: Severity::Note,
    source: source::OPENAI,
    bad: &[Example {
        decided: &[(HintName::Destructive, false, None)],
        ..Example::of(r#"{"name":"add_note"}"#)
    }],
    good: &[
        Example {
            decided: &[(HintName::Destructive, false, Some("It adds a note and changes no other."))],
            ..Example::of(r#"{"name":"add_note"}"#)
        },
        Example::of(r#"{"name":"add_note","annotations":{"destructiveHint":false}}"#),
    ],
    check: |subject: &Subject, out: &mut Out| {
        for hint in HintName::ALL {
            let decided = subject.decision(hint);
            if decided
                .is_some_and(|decision| decision.because.as_deref().is_none_or(|why| why.trim().is_empty()))
            {
                out.say(hint.place(), format!("{} was decided without a reason", hint.label()));
            }
        }
    },
};
