//! Rule: annotations of the wrong type.

use super::{Example, Out, Rule, source};
use crate::hint::HintName;
use crate::lint::Fix;
use crate::lint::{Lane, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "annotation-mistyped",
    what: "A hint is true or false, and a title is text.",
    why: "A hint of another type counts as unset in some clients, as true in others, and makes some refuse the whole list.",
    lane: Lane::Required,
    severity: Severity::Error,
    source: source::SCHEMA,
    bad: &[
        Example::of(r#"{"name":"list_notes","annotations":{"readOnlyHint":"true"}}"#),
        Example::of(r#"{"name":"list_notes","annotations":{"destructiveHint":0}}"#),
        Example::of(r#"{"name":"list_notes","annotations":"read-only"}"#),
        Example::of(r#"{"name":"list_notes","annotations":{"title":7}}"#),
        Example::of(r#"{"name":"list_notes","title":["List"]}"#),
    ],
    good: &[Example::of(
        r#"{"name":"list_notes","annotations":{"readOnlyHint":true,"destructiveHint":null,"title":"List Notes"}}"#,
    )],
    check: |subject: &Subject, out: &mut Out| {
        for problem in &subject.tool.problems {
            let key = problem.field.strip_prefix("annotations.");
            let hint = key.and_then(HintName::from_key);
            let mended = match hint {
                Some(hint) => subject.is_decided(hint),
                None => problem.field.ends_with("title") && subject.is_title_decided(),
            };
            let about = key.is_some() || matches!(problem.field.as_str(), "annotations" | "title");
            if about && !mended {
                let fix = hint.and_then(|hint| meant(subject, hint));
                out.offer(&problem.field, format!("{} {}", problem.field, problem.message), fix);
            }
        }
    },
};

/// A fix for a boolean written as a string, such as `"true"`. Numbers and other strings are ambiguous and get none.
fn meant(subject: &Subject, hint: HintName) -> Option<Fix> {
    let text: String = serde_json::from_str(subject.annotations.get(hint.key())?.get()).ok()?;
    let value = text.trim().to_ascii_lowercase().parse().ok()?;
    let contradicts = |other| value && subject.said(other) == Some(true);
    let contradiction = match hint {
        HintName::ReadOnly => contradicts(HintName::Destructive),
        HintName::Destructive => contradicts(HintName::ReadOnly),
        _ => false,
    };
    (!contradiction).then(|| Fix::hint(hint, value, false))
}
