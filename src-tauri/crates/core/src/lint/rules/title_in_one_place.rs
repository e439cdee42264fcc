//! Titles that only some clients see.

use super::{Example, Out, Rule, source};
use crate::lint::{Fix, Lane, Severity, Subject};
use crate::overrides::{Decided, Field};
use crate::text::is_hidden;

pub const RULE: Rule = Rule {
    id: "title-in-one-place",
    what: "The title stands in `title` and in `annotations.title`.",
    why: "Older clients know only the second place, newer ones look into the first, and a directory may check either.",
    lane: Lane::Recommended,
    severity: Severity::Note,
    source: source::ANTHROPIC,
    bad: &[
        Example::of(r#"{"name":"list_notes","title":"List Notes"}"#),
        Example::of(r#"{"name":"list_notes","annotations":{"title":"List Notes"}}"#),
    ],
    good: &[
        Example::of(r#"{"name":"list_notes","title":"List Notes","annotations":{"title":"List Notes"}}"#),
        Example::of(r#"{"name":"list_notes"}"#),
    ],
    check: |subject: &Subject, out: &mut Out| {
        if subject.is_title_decided() {
            return;
        }
        let declared = &subject.tool.declared;
        let filled = |title: &'_ Option<String>| title.as_deref().map(str::trim).filter(|title| !title.is_empty()).map(str::to_owned);
        let (field, there, title) = match (filled(&declared.title), filled(&declared.annotations_title)) {
            (Some(title), None) => ("annotations.title", "title", title),
            (None, Some(title)) => ("title", "annotations.title", title),
            _ => return,
        };
        let fits = !title.chars().any(is_hidden);
        let fix = fits.then(|| Fix { decisions: vec![(Field::Title, Decided::Text(title))], safe: true });
        out.offer(field, format!("the title stands in {there} alone"), fix);
    },
};
