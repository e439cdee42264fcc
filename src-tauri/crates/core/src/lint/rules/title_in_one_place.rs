//! Rule: titles in only one of `title` and `annotations.title`.

use super::{Example, FindingSink, Rule, source};
use crate::lint::subject::title_fix;
use crate::lint::{RuleCategory, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "title-in-one-place",
    summary: "The title is set in both `title` and `annotations.title`.",
    rationale: "Older clients only know `annotations.title`, newer ones prefer `title`, and a directory may check either.",
    category: RuleCategory::Recommended,
    default_severity: Severity::Note,
    source_url: source::ANTHROPIC,
    bad_examples: &[
        Example::new(r#"{"name":"list_notes","title":"List Notes"}"#),
        Example::new(r#"{"name":"list_notes","annotations":{"title":"List Notes"}}"#),
    ],
    good_examples: &[
        Example::new(r#"{"name":"list_notes","title":"List Notes","annotations":{"title":"List Notes"}}"#),
        Example::new(r#"{"name":"list_notes"}"#),
    ],
    check: |subject: &Subject, out: &mut FindingSink| {
        if subject.is_title_decided() {
            return;
        }
        let declared = &subject.tool.declared;
        let title = declared.title.as_deref().map(str::trim).filter(|title| !title.is_empty());
        let other = declared.annotations_title.as_deref().map(str::trim).filter(|title| !title.is_empty());
        let (field, there, title) = match (title, other) {
            (Some(title), None) => ("annotations.title", "title", title),
            (None, Some(title)) => ("title", "annotations.title", title),
            _ => return,
        };
        out.report_with_fix(field, format!("the title is set only in {there}"), title_fix(title));
    },
};
