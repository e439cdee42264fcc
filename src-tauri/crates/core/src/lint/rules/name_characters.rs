//! Rule: names with characters that the specification does not allow.

use super::{Example, FindingSink, Rule, source};
use crate::infer::words::{MAX_NAME_BYTES, truncate_bytes};
use crate::lint::{RuleCategory, Severity, Subject};

/// Maximum number of characters that are listed in a message.
const MAX_LISTED_CHARACTERS: usize = 8;

pub const RULE: Rule = Rule {
    id: "name-characters",
    summary: "A name consists of ASCII letters, digits, `_`, `-` and `.`.",
    rationale: "The specification requires it, and model APIs reject other names, often with an error that the user never sees.",
    category: RuleCategory::Recommended,
    default_severity: Severity::Warning,
    source_url: source::TOOLS,
    bad_examples: &[
        Example::new(r#"{"name":"list notes"}"#),
        Example::new(r#"{"name":"notes/list"}"#),
        Example::new(r#"{"name":"größe"}"#),
        Example::new(r#"{"name":""}"#),
        Example::new(r#"{"title":"List"}"#),
    ],
    good_examples: &[Example::new(r#"{"name":"list_notes-v1.2"}"#)],
    check: |subject: &Subject, out: &mut FindingSink| {
        let Some(name) = &subject.raw_name else { return out.report("name", "the tool has no name") };
        let fits = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        let mut wrong: Vec<char> = Vec::new();
        for c in truncate_bytes(name, MAX_NAME_BYTES).chars().filter(|c| !fits(c)) {
            if !wrong.contains(&c) && wrong.len() < MAX_LISTED_CHARACTERS {
                wrong.push(c);
            }
        }
        if !wrong.is_empty() {
            let descriptions: Vec<String> = wrong.iter().map(|c| describe_character(*c)).collect();
            out.report(
                "name",
                format!("the name has characters that are not allowed: {}", descriptions.join(" ")),
            );
        }
    },
};

fn describe_character(c: char) -> String {
    if c.is_whitespace() || c.is_control() { format!("U+{:04X}", c as u32) } else { format!("“{c}”") }
}
