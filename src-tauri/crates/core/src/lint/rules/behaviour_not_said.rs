//! Rule: annotations without `readOnlyHint` and `destructiveHint`.

use super::missing_annotations::nothing_said;
use super::{Example, Out, Rule, source};
use crate::hint::HintName::{Destructive, ReadOnly};
use crate::lint::{Lane, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "behaviour-not-said",
    what: "The annotations say whether a tool is read-only or destructive.",
    why: "These two decide whether a client asks before it runs the tool. Where neither is said, it is taken for a tool that destroys.",
    lane: Lane::Recommended,
    severity: Severity::Warning,
    source: source::ANTHROPIC,
    bad: &[
        Example::of(r#"{"name":"list_notes","annotations":{"title":"List Notes"}}"#),
        Example::of(r#"{"name":"list_notes","annotations":{"openWorldHint":false,"readOnlyHint":null}}"#),
    ],
    good: &[
        Example::of(r#"{"name":"list_notes","annotations":{"readOnlyHint":true}}"#),
        Example::of(r#"{"name":"add_note","annotations":{"destructiveHint":false}}"#),
        Example::of(r#"{"name":"list_notes"}"#),
    ],
    check: |subject: &Subject, out: &mut Out| {
        let unsaid = subject.said(ReadOnly).is_none() && subject.said(Destructive).is_none();
        if unsaid && !nothing_said(subject) {
            let fix = subject.guesses(&[ReadOnly, Destructive]);
            out.offer("annotations", "neither readOnlyHint nor destructiveHint is set", fix);
        }
    },
};
