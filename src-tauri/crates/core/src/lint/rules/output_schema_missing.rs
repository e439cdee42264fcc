//! Rule: tools without an output schema.

use super::{Example, Out, Rule, source};
use crate::lint::{Lane, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "output-schema-missing",
    what: "A tool has an output schema.",
    why: "With it a client can check and show what comes back. OpenAI warns where it is missing.",
    lane: Lane::Recommended,
    severity: Severity::Note,
    source: source::OPENAI,
    bad: &[
        Example::of(r#"{"name":"list_notes"}"#),
        Example::of(r#"{"name":"list_notes","outputSchema":null}"#),
    ],
    good: &[Example::of(r#"{"name":"list_notes","outputSchema":{"type":"object"}}"#)],
    check: |subject: &Subject, out: &mut Out| {
        if subject.members.get("outputSchema").is_none_or(|raw| raw.get() == "null") {
            out.say("outputSchema", "the tool has no output schema");
        }
    },
};
