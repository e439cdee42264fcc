//! Rule: tools without a title.

use super::{Example, Out, Rule, source};
use crate::lint::{Lane, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "title-missing",
    what: "A tool has a title, in `title` or in `annotations.title`.",
    why: "It is what people see when they are asked about a call; without it they see the name, which is made for models. Anthropic demands one.",
    lane: Lane::Recommended,
    severity: Severity::Note,
    source: source::ANTHROPIC,
    bad: &[
        Example::of(r#"{"name":"list_notes"}"#),
        Example::of(r#"{"name":"list_notes","title":" ","annotations":{"title":""}}"#),
    ],
    good: &[
        Example::of(r#"{"name":"list_notes","title":"List Notes"}"#),
        Example::of(r#"{"name":"list_notes","annotations":{"title":"List Notes"}}"#),
    ],
    check: |subject: &Subject, out: &mut Out| {
        if subject.title().is_none() {
            out.offer("title", "the tool has no title", subject.made_title());
        }
    },
};
