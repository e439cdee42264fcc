//! Rule: names longer than the profile allows.

use super::{Example, Out, Rule, source};
use crate::lint::{Lane, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "name-too-long",
    what: "A name may have 128 characters by the specification, 64 in the directory of Anthropic.",
    why: "Clients put the server's name before it and cut or refuse what becomes too long.",
    lane: Lane::Required,
    severity: Severity::Warning,
    source: source::TOOLS,
    bad: &[
        Example::of(
            r#"{"name":"list_notes_list_notes_list_notes_list_notes_list_notes_list_notes_list_notes_list_notes_list_notes_list_notes_list_notes_list_notes_"}"#,
        ),
        Example {
            profile: "anthropic-directory",
            ..Example::of(r#"{"name":"list_notes_list_notes_list_notes_list_notes_list_notes_list_notes_"}"#)
        },
    ],
    good: &[
        Example::of(r#"{"name":"list_notes_list_notes_list_notes_list_notes_list_notes_list_notes_"}"#),
        Example::of(r#"{"name":"list_notes"}"#),
    ],
    check: |subject: &Subject, out: &mut Out| {
        let Some(name) = &subject.name else { return };
        let (length, most) = (name.chars().count(), subject.limits.name);
        if length > most {
            out.say("name", format!("the name has {length} characters; {most} are allowed"));
        }
    },
};
