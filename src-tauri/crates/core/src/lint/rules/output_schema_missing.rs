//! Rule: tools without an output schema.

use super::{Example, FindingSink, Rule, source};
use crate::lint::{RuleCategory, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "output-schema-missing",
    summary: "A tool has an output schema.",
    rationale: "With an output schema, a client can validate and display the result. OpenAI warns if it is missing.",
    category: RuleCategory::Recommended,
    default_severity: Severity::Note,
    source_url: source::OPENAI,
    bad_examples: &[
        Example::new(r#"{"name":"list_notes"}"#),
        Example::new(r#"{"name":"list_notes","outputSchema":null}"#),
    ],
    good_examples: &[Example::new(r#"{"name":"list_notes","outputSchema":{"type":"object"}}"#)],
    check: |subject: &Subject, out: &mut FindingSink| {
        if subject.members.get("outputSchema").is_none_or(|raw| raw.get() == "null") {
            out.report("outputSchema", "the tool has no output schema");
        }
    },
};
