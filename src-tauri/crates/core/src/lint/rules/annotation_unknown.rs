//! Rule: annotations that the specification does not define.

use super::{Example, FindingSink, Rule, quote, source};
use crate::infer::normalize_name;
use crate::lint::Fix;
use crate::lint::subject::parse_object;
use crate::lint::{RuleCategory, Severity, Subject};
use crate::model::hint::HintName;
use crate::text::suggest::typo_distance;

pub const RULE: Rule = Rule {
    id: "annotation-unknown",
    summary: "Annotations use only the five names in the specification.",
    rationale: "Most clients silently drop other keys. Custom data belongs in `_meta`, and a typo leaves the hint unset.",
    category: RuleCategory::Recommended,
    default_severity: Severity::Note,
    source_url: source::SCHEMA,
    bad_examples: &[
        Example::new(r#"{"name":"list_notes","annotations":{"readonlyHint":true}}"#),
        Example::new(r#"{"name":"list_notes","annotations":{"destructive":false}}"#),
        Example::new(r#"{"name":"list_notes","annotations":{"readOnlyHint":true,"category":"notes"}}"#),
    ],
    good_examples: &[
        Example::new(
            r#"{"name":"list_notes","annotations":{"title":"List","readOnlyHint":true,"idempotentHint":true,"openWorldHint":false,"destructiveHint":false}}"#,
        ),
        Example::new(r#"{"name":"list_notes","annotations":{"annotations":{"readOnlyHint":true}}}"#),
    ],
    check: |subject: &Subject, out: &mut FindingSink| {
        for (key, raw) in &subject.annotations.0 {
            // annotations-nested reports hints inside of it.
            let holds_hints =
                || parse_object(raw.get()).0.iter().any(|(key, _)| HintName::from_key(key).is_some());
            if key == "title" || HintName::from_key(key).is_some() || holds_hints() {
                continue;
            }
            let field = format!("annotations.{key}");
            let Some(hint) = intended_hint(key) else {
                out.report(&field, format!("unknown annotation {}, which clients ignore", quote(key)));
                continue;
            };
            if subject.explicit_value(hint).is_none() {
                let value: Option<bool> = serde_json::from_str(raw.get()).ok();
                let fix = value.map(|value| Fix::for_hint(hint, value, false));
                let message = format!("unknown annotation {}; did you mean {}?", quote(key), hint.key());
                out.report_with_fix(&field, message, fix);
            }
        }
    },
};

/// The hint that was probably intended: `read_only`, `ReadOnlyHint`, `destructivHint`.
fn intended_hint(key: &str) -> Option<HintName> {
    let written = normalize_name(key);
    HintName::ALL.into_iter().find(|hint| {
        let own = normalize_name(hint.key());
        Some(written.as_str()) == own.strip_suffix("hint") || typo_distance(&written, &own).is_some()
    })
}
