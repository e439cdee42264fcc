//! Rule: tools without annotations.

use super::{Example, Out, Rule, source};
use crate::hint::HintName;
use crate::lint::{Lane, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "missing-annotations",
    what: "A tool has annotations.",
    why: "Without them every client must assume the worst: that the tool changes, destroys and reaches the whole world. Directories refuse it.",
    lane: Lane::Recommended,
    severity: Severity::Warning,
    source: source::SCHEMA,
    bad: &[
        Example::of(r#"{"name":"list_notes"}"#),
        Example::of(r#"{"name":"list_notes","annotations":{}}"#),
        Example::of(r#"{"name":"list_notes","annotations":null}"#),
    ],
    good: &[
        Example::of(r#"{"name":"list_notes","annotations":{"readOnlyHint":true}}"#),
        Example::of(r#"{"name":"list_notes","annotations":{"title":"List Notes"}}"#),
    ],
    check: |subject: &Subject, out: &mut Out| {
        if nothing_said(subject) {
            out.offer("annotations", "the tool has no annotations", subject.guesses(&HintName::ALL));
        }
    },
};

/// True if no hint is explicit and `annotations` is absent or empty. Malformed annotations are left to other rules.
pub(super) fn nothing_said(subject: &Subject) -> bool {
    let absent = subject.members.get("annotations").is_none_or(|raw| raw.get() == "null");
    let empty =
        absent || (subject.annotations.0.is_empty() && subject.tool.problems.iter().all(not_about_it));
    empty && HintName::ALL.into_iter().all(|hint| subject.said(hint).is_none())
}

fn not_about_it(problem: &crate::problem::Problem) -> bool {
    problem.field != "annotations"
}
