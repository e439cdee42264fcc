//! Rule: tools without a description.

use super::{Example, FindingSink, Rule, source};
use crate::lint::{RuleCategory, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "description-missing",
    summary: "A tool has a description.",
    rationale: "The description is all that the model knows about when to call the tool and what it does.",
    category: RuleCategory::Recommended,
    default_severity: Severity::Warning,
    source_url: source::TOOLS,
    bad_examples: &[
        Example::new(r#"{"name":"list_notes"}"#),
        Example::new(r#"{"name":"list_notes","description":" \n"}"#),
    ],
    good_examples: &[Example::new(r#"{"name":"list_notes","description":"Lists all notes."}"#)],
    check: |subject: &Subject, out: &mut FindingSink| {
        if subject.resolved.effective_description(subject.tool).trim().is_empty() {
            out.report("description", "the tool has no description");
        }
    },
};
