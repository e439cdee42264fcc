//! Rule: hints without a meaning for read-only tools.

use super::{Example, Out, Rule, source};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::lint::{Lane, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "pointless-hint",
    what: "A read-only tool needs no destructive or idempotent hint.",
    why: "By the specification the two mean something only for a tool that changes things. They do no harm, and some directories want them all the same.",
    lane: Lane::Recommended,
    severity: Severity::Note,
    source: source::SCHEMA,
    bad: &[
        Example::of(r#"{"name":"list_notes","annotations":{"readOnlyHint":true,"idempotentHint":true}}"#),
        Example::of(r#"{"name":"list_notes","annotations":{"readOnlyHint":true,"destructiveHint":false}}"#),
    ],
    good: &[
        Example::of(r#"{"name":"list_notes","annotations":{"readOnlyHint":true,"openWorldHint":false}}"#),
        Example::of(r#"{"name":"add_note","annotations":{"readOnlyHint":false,"idempotentHint":false}}"#),
        Example::of(r#"{"name":"purge","annotations":{"readOnlyHint":true,"destructiveHint":true}}"#),
    ],
    check: |subject: &Subject, out: &mut Out| {
        if subject.said(ReadOnly) != Some(true) {
            return;
        }
        for hint in [Destructive, Idempotent] {
            let said = subject.said(hint);
            // contradictory-hints reports tools that are read-only and destructive.
            if said.is_some() && (hint, said) != (Destructive, Some(true)) {
                out.say(hint.place(), format!("{} means nothing on a read-only tool", hint.label()));
            }
        }
    },
};
