//! Rule: writing tools without `destructiveHint`.

use super::{Example, Out, Rule, source};
use crate::hint::HintName::{Destructive, ReadOnly};
use crate::lint::{Lane, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "destruction-not-said",
    what: "A tool that is not read-only says whether it is destructive.",
    why: "Left out it counts as true: adding a note asks as loudly as deleting all of them.",
    lane: Lane::Recommended,
    severity: Severity::Note,
    source: source::ANTHROPIC,
    bad: &[Example::of(r#"{"name":"add_note","annotations":{"readOnlyHint":false}}"#)],
    good: &[
        Example::of(r#"{"name":"add_note","annotations":{"readOnlyHint":false,"destructiveHint":false}}"#),
        Example::of(r#"{"name":"list_notes","annotations":{"readOnlyHint":true}}"#),
        Example::of(r#"{"name":"add_note"}"#),
    ],
    check: |subject: &Subject, out: &mut Out| {
        if subject.said(ReadOnly) == Some(false) && subject.said(Destructive).is_none() {
            let field = "annotations.destructiveHint";
            let message = "the tool changes something, but destructiveHint is not set and counts as true";
            out.offer(field, message, subject.guesses(&[Destructive]));
        }
    },
};
