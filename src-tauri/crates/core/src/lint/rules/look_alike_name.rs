//! Rule: names that look like another tool of the same server, or use letters that only look Latin.

use super::{Example, FindingSink, Rule, quote, source};
use crate::infer::words::{MAX_NAME_BYTES, truncate_bytes};
use crate::lint::skeleton::to_latin_look_alikes;
use crate::lint::{RuleCategory, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "look-alike-name",
    summary: "A name must not look like that of another tool or contain letters that only look Latin.",
    rationale: "The user approves a call by its name and cannot distinguish two names that look the same.",
    category: RuleCategory::Recommended,
    default_severity: Severity::Warning,
    source_url: source::SCANNER,
    bad_examples: &[
        Example {
            other_tools: &[("notes", r#"{"name":"Get-Note"}"#)],
            ..Example::new(r#"{"name":"get_note"}"#)
        },
        Example::new(r#"{"name":"gеt_note"}"#),
    ],
    good_examples: &[
        Example {
            other_tools: &[("notes", r#"{"name":"get_notes"}"#), ("wiki", r#"{"name":"Get-Note"}"#)],
            ..Example::new(r#"{"name":"get_note"}"#)
        },
        Example::new(r#"{"name":"größe"}"#),
    ],
    check: |subject: &Subject, out: &mut FindingSink| {
        let Some(name) = &subject.raw_name else { return };
        if let Some(other) = subject.context.look_alike_in_server(subject.server, name) {
            out.report(
                "name",
                format!("the name is easily confused with {}, another tool of this server", quote(other)),
            );
        }
        let latin = to_latin_look_alikes(name);
        if latin.is_ascii() && !truncate_bytes(name, MAX_NAME_BYTES).is_ascii() {
            out.report(
                "name",
                format!("the name looks like {}, but contains letters of another alphabet", quote(&latin)),
            );
        }
    },
};
