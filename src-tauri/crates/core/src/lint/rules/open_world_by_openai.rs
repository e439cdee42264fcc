//! Rule: read-only tools with `openWorldHint`, by OpenAI's definition of open world.

use super::{Example, Out, Rule, source};
use crate::hint::HintName::{OpenWorld, ReadOnly};
use crate::lint::{Fix, Lane, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "open-world-by-openai",
    what: "A tool that only reads is not open world, as OpenAI uses the word.",
    why: "The specification calls a tool open world when it deals with the outside at all; OpenAI asks whether it can change something there. A web search is open world by the first and not by the second.",
    lane: Lane::Heuristic,
    severity: Severity::Warning,
    source: source::OPENAI,
    bad: &[Example::of(r#"{"name":"search_web","annotations":{"readOnlyHint":true,"openWorldHint":true}}"#)],
    good: &[
        Example::of(r#"{"name":"search_web","annotations":{"readOnlyHint":true,"openWorldHint":false}}"#),
        Example::of(r#"{"name":"post","annotations":{"readOnlyHint":false,"openWorldHint":true}}"#),
        Example::of(r#"{"name":"search_web","annotations":{"readOnlyHint":true}}"#),
    ],
    check: |subject: &Subject, out: &mut Out| {
        if (subject.said(ReadOnly), subject.said(OpenWorld)) == (Some(true), Some(true)) {
            let fix = Fix::hint(OpenWorld, false, false);
            out.offer(
                "annotations.openWorldHint",
                "the tool is said to be read-only and open world: OpenAI means changing something outside by the second",
                Some(fix),
            );
        }
    },
};
