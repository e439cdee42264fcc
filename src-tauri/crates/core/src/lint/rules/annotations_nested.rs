//! Rule: hints outside of `annotations`, or nested within it, which clients ignore.

use serde_json::value::RawValue;

use super::{Example, FindingSink, Rule, source};
use crate::lint::Fix;
use crate::lint::subject::parse_object;
use crate::lint::{RuleCategory, Severity, Subject};
use crate::model::hint::HintName;

pub const RULE: Rule = Rule {
    id: "annotations-nested",
    summary: "Hints are direct members of `annotations`.",
    rationale: "Clients ignore hints that are not direct members of `annotations`, and the defaults apply.",
    category: RuleCategory::Required,
    default_severity: Severity::Error,
    source_url: source::SCHEMA,
    bad_examples: &[
        Example::new(
            r#"{"name":"list_notes","annotations":{"title":"List","annotations":{"readOnlyHint":true}}}"#,
        ),
        Example::new(r#"{"name":"list_notes","annotations":{"hints":{"destructiveHint":false}}}"#),
        Example::new(r#"{"name":"list_notes","readOnlyHint":true}"#),
    ],
    good_examples: &[Example::new(
        r#"{"name":"list_notes","annotations":{"readOnlyHint":true,"com.example/risk":{"level":3}}}"#,
    )],
    check: |subject: &Subject, out: &mut FindingSink| {
        for (key, raw) in &subject.members.0 {
            if let Some(hint) = HintName::from_key(key) {
                report_misplaced(subject, out, hint, key, raw);
            }
        }
        for (key, raw) in &subject.annotations.0 {
            let inner = parse_object(raw.get());
            for (hint, raw) in inner.0.iter().filter_map(|(key, raw)| Some((HintName::from_key(key)?, raw))) {
                report_misplaced(subject, out, hint, &format!("annotations.{key}.{}", hint.key()), raw);
            }
        }
    },
};

fn report_misplaced(subject: &Subject, out: &mut FindingSink, hint: HintName, field: &str, raw: &RawValue) {
    // A misplaced hint does no harm if the same hint is also set in the right place.
    if subject.explicit_value(hint).is_some() {
        return;
    }
    let value: Option<bool> = serde_json::from_str(raw.get()).ok();
    let fix = value.map(|value| Fix::for_hint(hint, value, false));
    out.report_with_fix(
        field,
        format!("the hint {} is in the wrong place, so clients ignore it", hint.key()),
        fix,
    );
}
