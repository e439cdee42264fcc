//! Rule: duplicate names within a server.

use super::{Example, FindingSink, Rule, quote, source};
use crate::lint::{RuleCategory, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "name-duplicate",
    summary: "No two tools of a server may have the same name.",
    rationale: "A client calls a tool by its name, so one of the two can never be reached, and which one depends on the client.",
    category: RuleCategory::Required,
    default_severity: Severity::Error,
    source_url: source::TOOLS,
    bad_examples: &[Example {
        other_tools: &[("notes", r#"{"name":"search"}"#)],
        ..Example::new(r#"{"name":"search","inputSchema":{"type":"object"}}"#)
    }],
    good_examples: &[Example {
        other_tools: &[("wiki", r#"{"name":"search"}"#), ("notes", r#"{"name":"Search"}"#)],
        ..Example::new(r#"{"name":"search","inputSchema":{"type":"object"}}"#)
    }],
    check: |subject: &Subject, out: &mut FindingSink| {
        let Some(name) = &subject.raw_name else { return };
        let count = subject.context.count_named(subject.server, name);
        if count > 1 {
            out.report("name", format!("{count} tools of this server are named {}", quote(name)));
        }
    },
};
