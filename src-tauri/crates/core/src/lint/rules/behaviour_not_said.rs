//! Rule: annotations without `readOnlyHint` and `destructiveHint`.

use super::missing_annotations::has_no_annotations;
use super::{Example, FindingSink, Rule, source};
use crate::lint::{RuleCategory, Severity, Subject};
use crate::model::hint::HintName::{Destructive, ReadOnly};

pub const RULE: Rule = Rule {
    id: "behaviour-not-said",
    summary: "The annotations declare whether a tool is read-only or destructive.",
    rationale: "These two hints decide whether a client asks before it runs the tool. If neither is set, clients treat the tool as destructive.",
    category: RuleCategory::Recommended,
    default_severity: Severity::Warning,
    source_url: source::ANTHROPIC,
    bad_examples: &[
        Example::new(r#"{"name":"list_notes","annotations":{"title":"List Notes"}}"#),
        Example::new(r#"{"name":"list_notes","annotations":{"openWorldHint":false,"readOnlyHint":null}}"#),
    ],
    good_examples: &[
        Example::new(r#"{"name":"list_notes","annotations":{"readOnlyHint":true}}"#),
        Example::new(r#"{"name":"add_note","annotations":{"destructiveHint":false}}"#),
        Example::new(r#"{"name":"list_notes"}"#),
    ],
    check: |subject: &Subject, out: &mut FindingSink| {
        let unsaid =
            subject.explicit_value(ReadOnly).is_none() && subject.explicit_value(Destructive).is_none();
        if unsaid && !has_no_annotations(subject) {
            let fix = subject.inferred_fix(&[ReadOnly, Destructive]);
            out.report_with_fix("annotations", "neither readOnlyHint nor destructiveHint is set", fix);
        }
    },
};
