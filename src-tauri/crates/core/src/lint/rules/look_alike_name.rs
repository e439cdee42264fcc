//! Rule: names that look like another tool of the same server, or use letters that only look Latin.

use super::{Example, Out, Rule, quoted, source};
use crate::infer::words::{MAX_NAME_BYTES, truncate_bytes};
use crate::lint::skeleton::read_as_latin;
use crate::lint::{Lane, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "look-alike-name",
    what: "A name must not look like that of another tool, or be written with letters that only look Latin.",
    why: "Who approves a call reads the name, and two that look the same are approved as one.",
    lane: Lane::Recommended,
    severity: Severity::Warning,
    source: source::SCANNER,
    bad: &[
        Example { others: &[("notes", r#"{"name":"Get-Note"}"#)], ..Example::of(r#"{"name":"get_note"}"#) },
        Example::of(r#"{"name":"gеt_note"}"#),
    ],
    good: &[
        Example {
            others: &[("notes", r#"{"name":"get_notes"}"#), ("wiki", r#"{"name":"Get-Note"}"#)],
            ..Example::of(r#"{"name":"get_note"}"#)
        },
        Example::of(r#"{"name":"größe"}"#),
    ],
    check: |subject: &Subject, out: &mut Out| {
        let Some(name) = &subject.name else { return };
        if let Some(other) = subject.context.look_alike(subject.server, name) {
            out.say("name", format!("the name is easily taken for {}, another tool here", quoted(other)));
        }
        let latin = read_as_latin(name);
        if latin.is_ascii() && !truncate_bytes(name, MAX_NAME_BYTES).is_ascii() {
            out.say(
                "name",
                format!("the name reads {}, but has letters of another alphabet", quoted(&latin)),
            );
        }
    },
};
