//! Rule: annotations that the specification does not define.

use super::{Example, Out, Rule, quoted, source};
use crate::filter::typo_distance;
use crate::hint::HintName;
use crate::infer::normalize_name;
use crate::lint::Fix;
use crate::lint::subject::object;
use crate::lint::{Lane, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "annotation-unknown",
    what: "Annotations have the five names of the specification.",
    why: "Most clients drop other keys without a word. What is one's own belongs into `_meta`, and a slip of the finger leaves the hint unset.",
    lane: Lane::Recommended,
    severity: Severity::Note,
    source: source::SCHEMA,
    bad: &[
        Example::of(r#"{"name":"list_notes","annotations":{"readonlyHint":true}}"#),
        Example::of(r#"{"name":"list_notes","annotations":{"destructive":false}}"#),
        Example::of(r#"{"name":"list_notes","annotations":{"readOnlyHint":true,"category":"notes"}}"#),
    ],
    good: &[
        Example::of(
            r#"{"name":"list_notes","annotations":{"title":"List","readOnlyHint":true,"idempotentHint":true,"openWorldHint":false,"destructiveHint":false}}"#,
        ),
        Example::of(r#"{"name":"list_notes","annotations":{"annotations":{"readOnlyHint":true}}}"#),
    ],
    check: |subject: &Subject, out: &mut Out| {
        for (key, raw) in &subject.annotations.0 {
            // annotations-nested reports hints inside of it.
            let holds_hints = || object(raw.get()).0.iter().any(|(key, _)| HintName::from_key(key).is_some());
            if key == "title" || HintName::from_key(key).is_some() || holds_hints() {
                continue;
            }
            let field = format!("annotations.{key}");
            let Some(hint) = meant(key) else {
                out.say(&field, format!("no client knows the annotation {}", quoted(key)));
                continue;
            };
            if subject.said(hint).is_none() {
                let value: Option<bool> = serde_json::from_str(raw.get()).ok();
                let fix = value.map(|value| Fix::hint(hint, value, false));
                let message = format!("{} is no annotation; {} was probably meant", quoted(key), hint.key());
                out.offer(&field, message, fix);
            }
        }
    },
};

/// The hint that was probably intended: `read_only`, `ReadOnlyHint`, `destructivHint`.
fn meant(key: &str) -> Option<HintName> {
    let written = normalize_name(key);
    HintName::ALL.into_iter().find(|hint| {
        let own = normalize_name(hint.key());
        Some(written.as_str()) == own.strip_suffix("hint")
            || typo_distance(&written, &own).is_some_and(|slips| slips < 3)
    })
}
