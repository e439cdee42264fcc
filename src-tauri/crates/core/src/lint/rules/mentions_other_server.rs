//! Rule: texts that mention a tool of another server.

use super::{Example, FindingSink, Rule, quote, source};
use crate::infer::words::truncate_bytes;
use crate::lint::{RuleCategory, Severity, Subject};
use crate::model::tool::Tool;

/// Maximum bytes of a text that are inspected.
const MAX_TEXT_BYTES: usize = 64 * 1024;

pub const RULE: Rule = Rule {
    id: "mentions-other-server",
    summary: "A description mentions only tools of its own server.",
    rationale: "A server that gives instructions about another server's tools can misuse them without ever being called.",
    category: RuleCategory::Heuristic,
    default_severity: Severity::Warning,
    source_url: source::SCANNER,
    bad_examples: &[
        Example {
            other_tools: &[("mail", r#"{"name":"send_mail"}"#)],
            ..Example::new(r#"{"name":"add","description":"Adds numbers. Needed before send_mail is used."}"#)
        },
        Example {
            other_tools: &[("mail", r#"{"name":"list"}"#)],
            ..Example::new(r#"{"name":"add","description":"Adds what mcp__mail__list gives."}"#)
        },
    ],
    good_examples: &[
        Example {
            other_tools: &[
                ("mail", r#"{"name":"send_mail"}"#),
                ("mail", r#"{"name":"list"}"#),
                ("notes", r#"{"name":"send_mail"}"#),
            ],
            ..Example::new(r#"{"name":"add","description":"Adds numbers, unlike send_mail or a list."}"#)
        },
        Example {
            other_tools: &[
                ("mail", r#"{"name":"send_mail"}"#),
                ("chat", r#"{"name":"list_rooms"}"#),
                ("home", r#"{"name":"list_rooms"}"#),
            ],
            ..Example::new(
                r#"{"name":"act","description":"Does send_mail or list_rooms.","inputSchema":{"type":"object","properties":{"action":{"enum":["send_mail"]}}}}"#,
            )
        },
    ],
    check: |subject: &Subject, out: &mut FindingSink| {
        for (field, text) in subject.texts() {
            let other = |word| {
                let server = subject.context.mentioned_server(subject.server, word)?;
                (!is_own_parameter(subject.tool, word)).then_some((word, server))
            };
            if let Some((word, server)) =
                name_candidates(truncate_bytes(&text, MAX_TEXT_BYTES)).find_map(other)
            {
                let message = format!("{} is a tool of another server, {}", quote(word), quote(server));
                out.report(&field.to_string(), message);
            }
        }
    },
};

/// Words of a text that may be tool names: compound words. Others are not looked up.
fn name_candidates(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < text.len() {
            let (start, mut is_plain) = (at, true);
            loop {
                // Fast path for lower-case letters, which make up most of a text.
                while bytes.get(at).is_some_and(u8::is_ascii_lowercase) {
                    at += 1;
                }
                let Some(length) = name_char_len(text, at) else { break };
                is_plain &= at == start && length == 1;
                at += length;
            }
            let word = &text[start..at];
            at += text[at..].chars().next().map_or(0, char::len_utf8);
            let word = if is_plain { "" } else { word.trim_matches(['.', '-', '/']) };
            if is_compound(word) {
                return Some(word);
            }
        }
        None
    })
}

/// True for more than a capitalized or lower-case word: `get_note`, `getNote`, `note2`.
fn is_compound(word: &str) -> bool {
    word.bytes().skip(1).any(|byte| !byte.is_ascii_lowercase())
}

/// The length in bytes of the character at `at`, if it can be part of a name.
#[inline]
fn name_char_len(text: &str, at: usize) -> Option<usize> {
    let byte = *text.as_bytes().get(at)?;
    if byte.is_ascii() {
        return (byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/')).then_some(1);
    }
    text[at..].chars().next().filter(|c| c.is_alphanumeric()).map(char::len_utf8)
}

/// True if the word is a parameter of the tool itself, or one of a parameter's choices.
fn is_own_parameter(tool: &Tool, word: &str) -> bool {
    let mut parameters = tool.parameters.iter().chain(&tool.wrapped_parameters);
    parameters
        .any(|parameter| parameter.name == word || parameter.choices.iter().any(|choice| choice == word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_compound_words_are_name_candidates() {
        let found = |text| name_candidates(text).collect::<Vec<_>>();
        assert_eq!(
            found("Use “send_mail”, then mcp__a__b or a.b/c. Done. End-"),
            ["send_mail", "mcp__a__b", "a.b/c"]
        );
        assert_eq!(found("sendMail—readÉté, x2"), ["sendMail", "readÉté", "x2"]);
        assert_eq!(found(""), [""; 0]);
    }

    proptest! {
        #[test]
        fn name_candidates_match_a_naive_split(text in ".{0,200}") {
            let all = |c: char| !(c.is_alphanumeric() || "_-./".contains(c));
            let trimmed = text.split(all).map(|word| word.trim_matches(['.', '-', '/']));
            let expected: Vec<_> = trimmed.filter(|word| is_compound(word)).collect();
            prop_assert_eq!(name_candidates(&text).collect::<Vec<_>>(), expected);
        }
    }
}
