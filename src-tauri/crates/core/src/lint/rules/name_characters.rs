//! Rule: names with characters that the specification does not allow.

use super::{Example, Out, Rule, source};
use crate::infer::words::{MAX_NAME_BYTES, truncate_bytes};
use crate::lint::{Lane, Severity, Subject};

/// Maximum number of characters that are listed in a message.
const SHOWN: usize = 8;

pub const RULE: Rule = Rule {
    id: "name-characters",
    what: "A name has letters of ASCII, digits, `_`, `-` and `.`, and nothing else.",
    why: "The specification says so, and the interfaces of models refuse other names, often with an error nobody sees.",
    lane: Lane::Recommended,
    severity: Severity::Warning,
    source: source::TOOLS,
    bad: &[
        Example::of(r#"{"name":"list notes"}"#),
        Example::of(r#"{"name":"notes/list"}"#),
        Example::of(r#"{"name":"größe"}"#),
        Example::of(r#"{"name":""}"#),
        Example::of(r#"{"title":"List"}"#),
    ],
    good: &[Example::of(r#"{"name":"list_notes-v1.2"}"#)],
    check: |subject: &Subject, out: &mut Out| {
        let Some(name) = &subject.name else { return out.say("name", "the tool has no name") };
        let fits = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        let mut wrong: Vec<char> = Vec::new();
        for c in truncate_bytes(name, MAX_NAME_BYTES).chars().filter(|c| !fits(c)) {
            if !wrong.contains(&c) && wrong.len() < SHOWN {
                wrong.push(c);
            }
        }
        if !wrong.is_empty() {
            let shown: Vec<String> = wrong.iter().map(|c| shown(*c)).collect();
            out.say("name", format!("the name has characters that are not allowed: {}", shown.join(" ")));
        }
    },
};

fn shown(c: char) -> String {
    if c.is_whitespace() || c.is_control() { format!("U+{:04X}", c as u32) } else { format!("“{c}”") }
}
