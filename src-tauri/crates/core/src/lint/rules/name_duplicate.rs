//! Rule: duplicate names within a server.

use super::{Example, Out, Rule, quoted, source};
use crate::lint::{Lane, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "name-duplicate",
    what: "No two tools of a server may have the same name.",
    why: "A client calls a tool by its name, so one of the two can never be reached, and which one depends on the client.",
    lane: Lane::Required,
    severity: Severity::Error,
    source: source::TOOLS,
    bad: &[Example {
        others: &[("notes", r#"{"name":"search"}"#)],
        ..Example::of(r#"{"name":"search","inputSchema":{"type":"object"}}"#)
    }],
    good: &[Example {
        others: &[("wiki", r#"{"name":"search"}"#), ("notes", r#"{"name":"Search"}"#)],
        ..Example::of(r#"{"name":"search","inputSchema":{"type":"object"}}"#)
    }],
    check: |subject: &Subject, out: &mut Out| {
        let Some(name) = &subject.name else { return };
        let count = subject.context.count(subject.server, name);
        if count > 1 {
            out.say("name", format!("{count} tools of this server are named {}", quoted(name)));
        }
    },
};
