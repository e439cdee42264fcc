//! Rule: tools that are both read-only and destructive.

use super::{Example, Out, Rule, source};
use crate::hint::HintName::{Destructive, ReadOnly};
use crate::lint::Fix;
use crate::lint::{Lane, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "contradictory-hints",
    what: "A read-only tool is not destructive.",
    why: "One of the two is wrong, and clients do not agree which one they believe: some run the tool without a question.",
    lane: Lane::Required,
    severity: Severity::Error,
    source: source::SCHEMA,
    bad: &[Example::of(r#"{"name":"purge","annotations":{"readOnlyHint":true,"destructiveHint":true}}"#)],
    good: &[
        Example::of(r#"{"name":"purge","annotations":{"readOnlyHint":false,"destructiveHint":true}}"#),
        Example::of(r#"{"name":"list","annotations":{"readOnlyHint":true,"destructiveHint":false}}"#),
    ],
    check: |subject: &Subject, out: &mut Out| {
        if (subject.said(ReadOnly), subject.said(Destructive)) != (Some(true), Some(true)) {
            return;
        }
        // The fix is the restrictive one. It is not safe if it reverses a decision of the user.
        let is_safe = subject.said_by(ReadOnly) <= subject.said_by(Destructive);
        let fix = Fix::hint(ReadOnly, false, is_safe);
        out.offer("annotations", "the tool is said to be read-only and destructive", Some(fix));
    },
};
