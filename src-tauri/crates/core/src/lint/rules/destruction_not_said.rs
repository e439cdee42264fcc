//! Rule: writing tools without `destructiveHint`.

use super::{Example, FindingSink, Rule, source};
use crate::lint::{RuleCategory, Severity, Subject};
use crate::model::hint::HintName::{Destructive, ReadOnly};

pub const RULE: Rule = Rule {
    id: "destruction-not-said",
    summary: "A tool that is not read-only declares whether it is destructive.",
    rationale: "A missing hint counts as true: adding a note triggers the same warning as deleting all notes.",
    category: RuleCategory::Recommended,
    default_severity: Severity::Note,
    source_url: source::ANTHROPIC,
    bad_examples: &[Example::new(r#"{"name":"add_note","annotations":{"readOnlyHint":false}}"#)],
    good_examples: &[
        Example::new(r#"{"name":"add_note","annotations":{"readOnlyHint":false,"destructiveHint":false}}"#),
        Example::new(r#"{"name":"list_notes","annotations":{"readOnlyHint":true}}"#),
        Example::new(r#"{"name":"add_note"}"#),
    ],
    check: |subject: &Subject, out: &mut FindingSink| {
        if subject.explicit_value(ReadOnly) == Some(false) && subject.explicit_value(Destructive).is_none() {
            let field = "annotations.destructiveHint";
            let message = "the tool changes something, but destructiveHint is not set and counts as true";
            out.report_with_fix(field, message, subject.inferred_fix(&[Destructive]));
        }
    },
};
