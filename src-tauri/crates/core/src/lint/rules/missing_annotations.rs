//! Rule: tools without annotations.

use super::{Example, FindingSink, Rule, source};
use crate::lint::{RuleCategory, Severity, Subject};
use crate::model::hint::HintName;

pub const RULE: Rule = Rule {
    id: "missing-annotations",
    summary: "A tool has annotations.",
    rationale: "Without them, clients must assume the worst: that the tool changes and destroys data and reaches external systems. Directories reject it.",
    category: RuleCategory::Recommended,
    default_severity: Severity::Warning,
    source_url: source::SCHEMA,
    bad_examples: &[
        Example::new(r#"{"name":"list_notes"}"#),
        Example::new(r#"{"name":"list_notes","annotations":{}}"#),
        Example::new(r#"{"name":"list_notes","annotations":null}"#),
    ],
    good_examples: &[
        Example::new(r#"{"name":"list_notes","annotations":{"readOnlyHint":true}}"#),
        Example::new(r#"{"name":"list_notes","annotations":{"title":"List Notes"}}"#),
    ],
    check: |subject: &Subject, out: &mut FindingSink| {
        if has_no_annotations(subject) {
            out.report_with_fix(
                "annotations",
                "the tool has no annotations",
                subject.inferred_fix(&HintName::ALL),
            );
        }
    },
};

/// True if no hint is explicit and `annotations` is absent or empty. Malformed annotations are left to other rules.
pub(super) fn has_no_annotations(subject: &Subject) -> bool {
    let absent = subject.members.get("annotations").is_none_or(|raw| raw.get() == "null");
    let empty =
        absent || (subject.annotations.0.is_empty() && subject.tool.problems.iter().all(is_unrelated));
    empty && HintName::ALL.into_iter().all(|hint| subject.explicit_value(hint).is_none())
}

fn is_unrelated(problem: &crate::model::problem::Problem) -> bool {
    problem.field != "annotations"
}
