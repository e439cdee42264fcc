//! Rule: titles that repeat the name.

use super::{Example, Out, Rule, source};
use crate::lint::{Lane, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "title-is-name",
    what: "A title says more to people than the name does.",
    why: "`list_notes` is read by models; “List Notes” is read by people. A title that repeats the name takes the place of a better one.",
    lane: Lane::Recommended,
    severity: Severity::Note,
    source: source::TOOLS,
    bad: &[
        Example::of(r#"{"name":"list_notes","title":"list_notes"}"#),
        Example::of(r#"{"name":"listNotes","annotations":{"title":"listNotes "}}"#),
    ],
    good: &[
        Example::of(r#"{"name":"list_notes","title":"List Notes"}"#),
        Example::of(r#"{"name":"Search","title":"Search"}"#),
        Example::of(r#"{"name":"list_notes"}"#),
    ],
    check: |subject: &Subject, out: &mut Out| {
        let title = subject.title().map(str::trim);
        if title.is_some() && title == subject.name.as_deref() {
            // If no better title can be generated from it, the name is readable as it is.
            if let Some(fix) = subject.made_title() {
                out.offer("title", "the title is the same as the name", Some(fix));
            }
        }
    },
};
