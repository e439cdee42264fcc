//! Rule: hints that the profile requires to be set explicitly.

use super::{Example, FindingSink, Rule, source};
use crate::lint::{RuleCategory, Severity, Subject};
use crate::model::hint::HintName;

pub const RULE: Rule = Rule {
    id: "hint-not-explicit",
    summary: "Every hint that the profile names is set to true or false.",
    rationale: "A directory that reviews a tool by its hints treats a missing one as an unanswered question: OpenAI requires three of them for every tool.",
    category: RuleCategory::Required,
    default_severity: Severity::Error,
    source_url: source::OPENAI,
    bad_examples: &[Example {
        profile: "openai-submission",
        ..Example::new(r#"{"name":"list_notes","annotations":{"readOnlyHint":true,"openWorldHint":null}}"#)
    }],
    good_examples: &[
        Example {
            profile: "openai-submission",
            ..Example::new(
                r#"{"name":"list_notes","annotations":{"readOnlyHint":true,"destructiveHint":false,"openWorldHint":false}}"#,
            )
        },
        Example::new(r#"{"name":"list_notes"}"#),
    ],
    check: |subject: &Subject, out: &mut FindingSink| {
        for hint in HintName::ALL.into_iter().filter(|hint| subject.limits.explicit_hints[*hint]) {
            if subject.explicit_value(hint).is_none() {
                out.report_with_fix(
                    hint.json_path(),
                    format!("the hint {} is not set", hint.key()),
                    subject.inferred_fix(&[hint]),
                );
            }
        }
    },
};
