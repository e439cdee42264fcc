//! Rule: tools without a title.

use super::{Example, FindingSink, Rule, source};
use crate::lint::{RuleCategory, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "title-missing",
    summary: "A tool has a title, in `title` or in `annotations.title`.",
    rationale: "Clients show the title when they ask for approval of a call; without one they show the name, which is written for models. Anthropic requires a title.",
    category: RuleCategory::Recommended,
    default_severity: Severity::Note,
    source_url: source::ANTHROPIC,
    bad_examples: &[
        Example::new(r#"{"name":"list_notes"}"#),
        Example::new(r#"{"name":"list_notes","title":" ","annotations":{"title":""}}"#),
    ],
    good_examples: &[
        Example::new(r#"{"name":"list_notes","title":"List Notes"}"#),
        Example::new(r#"{"name":"list_notes","annotations":{"title":"List Notes"}}"#),
    ],
    check: |subject: &Subject, out: &mut FindingSink| {
        if subject.explicit_title().is_none() {
            out.report_with_fix("title", "the tool has no title", subject.generated_title_fix());
        }
    },
};
