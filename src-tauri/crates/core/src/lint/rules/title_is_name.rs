//! Rule: titles that repeat the name.

use super::{Example, FindingSink, Rule, source};
use crate::lint::{RuleCategory, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "title-is-name",
    summary: "A title is more readable than the name.",
    rationale: "`list_notes` is written for models, “List Notes” for people. A title that repeats the name adds nothing.",
    category: RuleCategory::Recommended,
    default_severity: Severity::Note,
    source_url: source::TOOLS,
    bad_examples: &[
        Example::new(r#"{"name":"list_notes","title":"list_notes"}"#),
        Example::new(r#"{"name":"listNotes","annotations":{"title":"listNotes "}}"#),
    ],
    good_examples: &[
        Example::new(r#"{"name":"list_notes","title":"List Notes"}"#),
        Example::new(r#"{"name":"Search","title":"Search"}"#),
        Example::new(r#"{"name":"list_notes"}"#),
    ],
    check: |subject: &Subject, out: &mut FindingSink| {
        let title = subject.explicit_title().map(str::trim);
        if title.is_some() && title == subject.raw_name.as_deref() {
            // If no better title can be generated from it, the name is readable as it is.
            if let Some(fix) = subject.generated_title_fix() {
                out.report_with_fix("title", "the title is the same as the name", Some(fix));
            }
        }
    },
};
