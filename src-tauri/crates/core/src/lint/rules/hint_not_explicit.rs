//! Rule: hints that the profile requires to be set explicitly.

use super::{Example, Out, Rule, source};
use crate::hint::HintName;
use crate::lint::{Lane, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "hint-not-explicit",
    what: "Every hint that the profile names is set to true or false.",
    why: "A directory that judges a tool by its hints takes a missing one for a question nobody answered: OpenAI wants three of them from every tool.",
    lane: Lane::Required,
    severity: Severity::Error,
    source: source::OPENAI,
    bad: &[Example {
        profile: "openai-submission",
        ..Example::of(r#"{"name":"list_notes","annotations":{"readOnlyHint":true,"openWorldHint":null}}"#)
    }],
    good: &[
        Example {
            profile: "openai-submission",
            ..Example::of(
                r#"{"name":"list_notes","annotations":{"readOnlyHint":true,"destructiveHint":false,"openWorldHint":false}}"#,
            )
        },
        Example::of(r#"{"name":"list_notes"}"#),
    ],
    check: |subject: &Subject, out: &mut Out| {
        for hint in HintName::ALL.into_iter().filter(|hint| subject.limits.explicit[*hint]) {
            if subject.said(hint).is_none() {
                out.offer(
                    hint.place(),
                    format!("the hint {} is not set", hint.key()),
                    subject.guesses(&[hint]),
                );
            }
        }
    },
};
