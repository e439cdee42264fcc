//! Rule: hints without a meaning for read-only tools.

use super::{Example, FindingSink, Rule, source};
use crate::lint::{RuleCategory, Severity, Subject};
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

pub const RULE: Rule = Rule {
    id: "pointless-hint",
    summary: "A read-only tool needs no destructive or idempotent hint.",
    rationale: "In the specification, both apply only to tools that change something. They do no harm, and some directories require them anyway.",
    category: RuleCategory::Recommended,
    default_severity: Severity::Note,
    source_url: source::SCHEMA,
    bad_examples: &[
        Example::new(r#"{"name":"list_notes","annotations":{"readOnlyHint":true,"idempotentHint":true}}"#),
        Example::new(r#"{"name":"list_notes","annotations":{"readOnlyHint":true,"destructiveHint":false}}"#),
    ],
    good_examples: &[
        Example::new(r#"{"name":"list_notes","annotations":{"readOnlyHint":true,"openWorldHint":false}}"#),
        Example::new(r#"{"name":"add_note","annotations":{"readOnlyHint":false,"idempotentHint":false}}"#),
        Example::new(r#"{"name":"purge","annotations":{"readOnlyHint":true,"destructiveHint":true}}"#),
    ],
    check: |subject: &Subject, out: &mut FindingSink| {
        if subject.explicit_value(ReadOnly) != Some(true) {
            return;
        }
        for hint in [Destructive, Idempotent] {
            let value = subject.explicit_value(hint);
            // contradictory-hints reports tools that are read-only and destructive.
            if value.is_some() && (hint, value) != (Destructive, Some(true)) {
                out.report(hint.json_path(), format!("{} has no meaning on a read-only tool", hint.label()));
            }
        }
    },
};
