//! Rule: hints outside of `annotations`, or nested within it, which clients ignore.

use serde_json::value::RawValue;

use super::{Example, Out, Rule, source};
use crate::hint::HintName;
use crate::lint::Fix;
use crate::lint::subject::object;
use crate::lint::{Lane, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "annotations-nested",
    what: "Hints stand directly in `annotations`.",
    why: "Beside it, or in an object within it, they are passed over without a word, and the defaults hold.",
    lane: Lane::Required,
    severity: Severity::Error,
    source: source::SCHEMA,
    bad: &[
        Example::of(
            r#"{"name":"list_notes","annotations":{"title":"List","annotations":{"readOnlyHint":true}}}"#,
        ),
        Example::of(r#"{"name":"list_notes","annotations":{"hints":{"destructiveHint":false}}}"#),
        Example::of(r#"{"name":"list_notes","readOnlyHint":true}"#),
    ],
    good: &[Example::of(
        r#"{"name":"list_notes","annotations":{"readOnlyHint":true,"com.example/risk":{"level":3}}}"#,
    )],
    check: |subject: &Subject, out: &mut Out| {
        for (key, raw) in &subject.members.0 {
            if let Some(hint) = HintName::from_key(key) {
                tell(subject, out, hint, key, raw);
            }
        }
        for (key, raw) in &subject.annotations.0 {
            let inner = object(raw.get());
            for (hint, raw) in inner.0.iter().filter_map(|(key, raw)| Some((HintName::from_key(key)?, raw))) {
                tell(subject, out, hint, &format!("annotations.{key}.{}", hint.key()), raw);
            }
        }
    },
};

fn tell(subject: &Subject, out: &mut Out, hint: HintName, field: &str, raw: &RawValue) {
    // A misplaced hint does no harm if the same hint is also set in the right place.
    if subject.said(hint).is_some() {
        return;
    }
    let value: Option<bool> = serde_json::from_str(raw.get()).ok();
    let fix = value.map(|value| Fix::hint(hint, value, false));
    out.offer(
        field,
        format!("the hint {} stands in the wrong place, so no client reads it", hint.key()),
        fix,
    );
}
