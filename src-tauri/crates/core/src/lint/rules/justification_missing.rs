//! Rule: decisions without the reason that OpenAI asks for.

use super::{Example, FindingSink, Rule, source};
use crate::lint::{RuleCategory, Severity, Subject};
use crate::model::hint::HintName;

pub const RULE: Rule = Rule {
    id: "justification-missing",
    summary: "Every decided hint has a reason.",
    rationale: "OpenAI asks for one sentence per hint that explains what the tool does instead of repeating the hint. The reason of a decision is that sentence.",
    category: RuleCategory::Recommended,
    default_severity: Severity::Note,
    source_url: source::OPENAI,
    bad_examples: &[Example {
        decisions: &[(HintName::Destructive, false, None)],
        ..Example::new(r#"{"name":"add_note"}"#)
    }],
    good_examples: &[
        Example {
            decisions: &[(HintName::Destructive, false, Some("It adds a note and changes no other."))],
            ..Example::new(r#"{"name":"add_note"}"#)
        },
        Example::new(r#"{"name":"add_note","annotations":{"destructiveHint":false}}"#),
    ],
    check: |subject: &Subject, out: &mut FindingSink| {
        for hint in HintName::ALL {
            let decided = subject.decision(hint);
            if decided
                .is_some_and(|decision| decision.because.as_deref().is_none_or(|why| why.trim().is_empty()))
            {
                out.report(hint.json_path(), format!("{} is decided without a reason", hint.label()));
            }
        }
    },
};
