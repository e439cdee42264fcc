//! Texts that speak of a tool of another server.

use super::{Example, Out, Rule, quoted, source};
use crate::infer::words::start_of;
use crate::lint::{Lane, Severity, Subject};
use crate::tool::Tool;

/// No more of a text is looked at.
const LONGEST: usize = 64 * 1024;

pub const RULE: Rule = Rule {
    id: "mentions-other-server",
    what: "A description speaks of the tools of its own server alone.",
    why: "A server that says how another one's tools are to be used can bend them to its own ends, without ever being called.",
    lane: Lane::Heuristic,
    severity: Severity::Warning,
    source: source::SCANNER,
    bad: &[
        Example {
            others: &[("mail", r#"{"name":"send_mail"}"#)],
            ..Example::of(r#"{"name":"add","description":"Adds numbers. Needed before send_mail is used."}"#)
        },
        Example {
            others: &[("mail", r#"{"name":"list"}"#)],
            ..Example::of(r#"{"name":"add","description":"Adds what mcp__mail__list gives."}"#)
        },
    ],
    good: &[
        Example {
            others: &[
                ("mail", r#"{"name":"send_mail"}"#),
                ("mail", r#"{"name":"list"}"#),
                ("notes", r#"{"name":"send_mail"}"#),
            ],
            ..Example::of(r#"{"name":"add","description":"Adds numbers, unlike send_mail or a list."}"#)
        },
        Example {
            others: &[
                ("mail", r#"{"name":"send_mail"}"#),
                ("chat", r#"{"name":"list_rooms"}"#),
                ("home", r#"{"name":"list_rooms"}"#),
            ],
            ..Example::of(
                r#"{"name":"act","description":"Does send_mail or list_rooms.","inputSchema":{"type":"object","properties":{"action":{"enum":["send_mail"]}}}}"#,
            )
        },
    ],
    check: |subject: &Subject, out: &mut Out| {
        for (field, text) in subject.texts() {
            let in_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
            let words = start_of(text, LONGEST).split(|c: char| !in_name(c));
            let other = |word| {
                let server = subject.context.other_server(subject.server, word)?;
                (!is_own(subject.tool, word)).then_some((word, server))
            };
            let ends = ['.', '-', '/'];
            let names = words.map(|word| word.trim_matches(ends)).filter(|word| may_be_a_name(word));
            if let Some((word, server)) = names.into_iter().find_map(other) {
                let message = format!("{} is a tool of another server, {}", quoted(word), quoted(server));
                out.say(&field, message);
            }
        }
    },
};

/// More than one word written together. Saves looking up every word of every text.
fn may_be_a_name(word: &str) -> bool {
    word.bytes().skip(1).any(|byte| !byte.is_ascii_lowercase())
}

/// A parameter of the tool itself, or a value that one takes.
fn is_own(tool: &Tool, word: &str) -> bool {
    let mut parameters = tool.parameters.iter().chain(&tool.wrapped);
    parameters
        .any(|parameter| parameter.name == word || parameter.choices.iter().any(|choice| choice == word))
}
