//! Hints that contradict what the tool shows.

use super::{Example, Out, Rule, source};
use crate::hint::yes_no;
use crate::layer::Layer;
use crate::lint::Fix;
use crate::lint::{Lane, Severity, Subject};
use crate::review;

pub const RULE: Rule = Rule {
    id: "declared-disagrees",
    what: "A server declares nothing looser than the tool's name, description and parameters say.",
    why: "One of the two is wrong, and clients believe the hint: they act where they would have asked. A server that is more careful than its words is left alone. [RULES.md](RULES.md) says how Hintsmith guesses.",
    lane: Lane::Heuristic,
    severity: Severity::Warning,
    source: source::SCHEMA,
    bad: &[Example::of(
        r#"{"name":"delete_note","description":"Deletes a note permanently.","annotations":{"readOnlyHint":true}}"#,
    )],
    good: &[
        Example::of(
            r#"{"name":"delete_note","description":"Deletes a note permanently.","annotations":{"readOnlyHint":false,"destructiveHint":true}}"#,
        ),
        Example::of(r#"{"name":"nightly_thing","annotations":{"readOnlyHint":true}}"#),
        Example::of(
            r#"{"name":"list_notes","description":"Lists all notes.","annotations":{"readOnlyHint":false}}"#,
        ),
    ],
    check: |subject: &Subject, out: &mut Out| {
        for hint in review::conflicts(&subject.tool.declared, subject.inference) {
            let guess = subject.inference.guess(hint);
            let Some(((value, signal), declared)) = guess.zip(subject.tool.declared.hints[hint]) else {
                continue;
            };
            if declared == hint.careful() || subject.resolved.hints[hint].layer() >= Layer::Override {
                continue;
            }
            let message = format!(
                "the server declares {} {}, but {}, which says {}",
                hint.label(),
                yes_no(declared),
                signal.reason(),
                yes_no(value)
            );
            out.offer(&format!("annotations.{}", hint.key()), message, Some(Fix::hint(hint, value, false)));
        }
    },
};
