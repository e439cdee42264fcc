//! Rule: annotations of the wrong type.

use super::{Example, FindingSink, Rule, source};
use crate::lint::Fix;
use crate::lint::{RuleCategory, Severity, Subject};
use crate::model::hint::HintName;

pub const RULE: Rule = Rule {
    id: "annotation-mistyped",
    summary: "A hint is true or false, and a title is text.",
    rationale: "Some clients ignore a hint of another type, some treat it as true, and some reject the whole list.",
    category: RuleCategory::Required,
    default_severity: Severity::Error,
    source_url: source::SCHEMA,
    bad_examples: &[
        Example::new(r#"{"name":"list_notes","annotations":{"readOnlyHint":"true"}}"#),
        Example::new(r#"{"name":"list_notes","annotations":{"destructiveHint":0}}"#),
        Example::new(r#"{"name":"list_notes","annotations":"read-only"}"#),
        Example::new(r#"{"name":"list_notes","annotations":{"title":7}}"#),
        Example::new(r#"{"name":"list_notes","title":["List"]}"#),
    ],
    good_examples: &[Example::new(
        r#"{"name":"list_notes","annotations":{"readOnlyHint":true,"destructiveHint":null,"title":"List Notes"}}"#,
    )],
    check: |subject: &Subject, out: &mut FindingSink| {
        for problem in &subject.tool.problems {
            let key = problem.field.strip_prefix("annotations.");
            let hint = key.and_then(HintName::from_key);
            let mended = match hint {
                Some(hint) => subject.is_decided(hint),
                None => problem.field.ends_with("title") && subject.is_title_decided(),
            };
            let about = key.is_some() || matches!(problem.field.as_str(), "annotations" | "title");
            if about && !mended {
                let fix = hint.and_then(|hint| string_boolean_fix(subject, hint));
                out.report_with_fix(&problem.field, format!("{} {}", problem.field, problem.message), fix);
            }
        }
    },
};

/// A fix for a boolean written as a string, such as `"true"`. Numbers and other strings are ambiguous and get none.
fn string_boolean_fix(subject: &Subject, hint: HintName) -> Option<Fix> {
    let text: String = serde_json::from_str(subject.annotations.get(hint.key())?.get()).ok()?;
    let value = text.trim().to_ascii_lowercase().parse().ok()?;
    let contradicts = |other| value && subject.explicit_value(other) == Some(true);
    let contradiction = match hint {
        HintName::ReadOnly => contradicts(HintName::Destructive),
        HintName::Destructive => contradicts(HintName::ReadOnly),
        _ => false,
    };
    (!contradiction).then(|| Fix::for_hint(hint, value, false))
}
