//! Rule: names longer than the profile allows.

use super::{Example, FindingSink, Rule, source};
use crate::lint::{RuleCategory, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "name-too-long",
    summary: "A name has at most 128 characters by the specification, 64 in Anthropic's directory.",
    rationale: "Clients add the server's name as a prefix and truncate or reject names that become too long.",
    category: RuleCategory::Required,
    default_severity: Severity::Warning,
    source_url: source::TOOLS,
    bad_examples: &[
        Example::new(
            r#"{"name":"list_notes_list_notes_list_notes_list_notes_list_notes_list_notes_list_notes_list_notes_list_notes_list_notes_list_notes_list_notes_"}"#,
        ),
        Example {
            profile: "anthropic-directory",
            ..Example::new(r#"{"name":"list_notes_list_notes_list_notes_list_notes_list_notes_list_notes_"}"#)
        },
    ],
    good_examples: &[
        Example::new(r#"{"name":"list_notes_list_notes_list_notes_list_notes_list_notes_list_notes_"}"#),
        Example::new(r#"{"name":"list_notes"}"#),
    ],
    check: |subject: &Subject, out: &mut FindingSink| {
        let Some(name) = &subject.raw_name else { return };
        let (length, most) = (name.chars().count(), subject.limits.max_name_chars);
        if length > most {
            out.report("name", format!("the name has {length} characters; at most {most} are allowed"));
        }
    },
};
