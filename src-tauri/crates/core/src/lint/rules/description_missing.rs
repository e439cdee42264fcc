//! Rule: tools without a description.

use super::{Example, Out, Rule, source};
use crate::lint::{Lane, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "description-missing",
    what: "A tool has a description.",
    why: "It is all that a model knows about when to call the tool and what comes of it.",
    lane: Lane::Recommended,
    severity: Severity::Warning,
    source: source::TOOLS,
    bad: &[
        Example::of(r#"{"name":"list_notes"}"#),
        Example::of(r#"{"name":"list_notes","description":" \n"}"#),
    ],
    good: &[Example::of(r#"{"name":"list_notes","description":"Lists all notes."}"#)],
    check: |subject: &Subject, out: &mut Out| {
        if subject.tool.description.as_deref().is_none_or(|text| text.trim().is_empty()) {
            out.say("description", "the tool has no description");
        }
    },
};
