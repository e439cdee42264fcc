//! Rule: decisions about tools that are not reviewed.

use super::{Example, Out, Rule, source};
use crate::hint::HintName;
use crate::lint::{Lane, Severity, Subject};
use crate::review::ReviewState;

pub const RULE: Rule = Rule {
    id: "unreviewed-export",
    what: "A tool with decisions was reviewed as it is now.",
    why: "Its decisions are exported and served, but nobody has said that the whole tool is right. An export can be told to hold reviewed tools alone.",
    lane: Lane::Recommended,
    severity: Severity::Note,
    source: source::HERE,
    bad: &[
        Example {
            decided: &[(HintName::ReadOnly, true, None)],
            review: Some(ReviewState::Unreviewed),
            ..Example::of(r#"{"name":"list_notes"}"#)
        },
        Example {
            decided: &[(HintName::ReadOnly, false, None)],
            review: Some(ReviewState::Drifted),
            ..Example::of(r#"{"name":"list_notes"}"#)
        },
    ],
    good: &[
        Example {
            decided: &[(HintName::ReadOnly, true, None)],
            review: Some(ReviewState::Reviewed),
            ..Example::of(r#"{"name":"list_notes"}"#)
        },
        // Without decisions nothing is exported; without recorded reviews none can be missing.
        Example { review: Some(ReviewState::Unreviewed), ..Example::of(r#"{"name":"list_notes"}"#) },
        Example { decided: &[(HintName::ReadOnly, true, None)], ..Example::of(r#"{"name":"list_notes"}"#) },
    ],
    check: |subject: &Subject, out: &mut Out| {
        let decided =
            subject.is_title_decided() || HintName::ALL.into_iter().any(|hint| subject.is_decided(hint));
        let message = match subject.review {
            Some(ReviewState::Drifted) => {
                "the tool has changed since it was decided about, and nobody has reviewed it"
            }
            Some(ReviewState::New | ReviewState::Unreviewed) => {
                "decisions are shipped, but nobody has reviewed the tool"
            }
            Some(ReviewState::Reviewed) | None => return,
        };
        if decided {
            out.say("annotations", message);
        }
    },
};
