//! Rule: decisions about tools that are not reviewed.

use super::{Example, FindingSink, Rule, source};
use crate::lint::{RuleCategory, Severity, Subject};
use crate::model::hint::HintName;
use crate::review::ReviewState;

pub const RULE: Rule = Rule {
    id: "unreviewed-export",
    summary: "A tool with decisions has been reviewed in its current version.",
    rationale: "Its decisions apply and exports contain them, but the tool as a whole has not been reviewed. An export can be limited to reviewed tools.",
    category: RuleCategory::Recommended,
    default_severity: Severity::Note,
    source_url: source::HINTSMITH,
    bad_examples: &[
        Example {
            decisions: &[(HintName::ReadOnly, true, None)],
            review: Some(ReviewState::Unreviewed),
            ..Example::new(r#"{"name":"list_notes"}"#)
        },
        Example {
            decisions: &[(HintName::ReadOnly, false, None)],
            review: Some(ReviewState::Drifted),
            ..Example::new(r#"{"name":"list_notes"}"#)
        },
    ],
    good_examples: &[
        Example {
            decisions: &[(HintName::ReadOnly, true, None)],
            review: Some(ReviewState::Reviewed),
            ..Example::new(r#"{"name":"list_notes"}"#)
        },
        // Without decisions nothing is exported; without recorded reviews none can be missing.
        Example { review: Some(ReviewState::Unreviewed), ..Example::new(r#"{"name":"list_notes"}"#) },
        Example {
            decisions: &[(HintName::ReadOnly, true, None)],
            ..Example::new(r#"{"name":"list_notes"}"#)
        },
    ],
    check: |subject: &Subject, out: &mut FindingSink| {
        let decided =
            subject.is_title_decided() || HintName::ALL.into_iter().any(|hint| subject.is_decided(hint));
        let message = match subject.review {
            Some(ReviewState::Drifted) => {
                "the tool has changed since its decisions were made and has not been reviewed"
            }
            Some(ReviewState::New | ReviewState::Unreviewed) => {
                "the tool has decisions, but it has not been reviewed"
            }
            Some(ReviewState::Reviewed) | None => return,
        };
        if decided {
            out.report("annotations", message);
        }
    },
};
