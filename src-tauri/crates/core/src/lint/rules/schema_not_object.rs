//! Rule: input schemas that are missing or not of type `object`.

use serde_json::value::RawValue;

use super::{Example, Out, Rule, source};
use crate::lint::subject::object;
use crate::lint::{Lane, Severity, Subject};
use crate::problem::Problem;
use crate::text::truncate_chars;

pub const RULE: Rule = Rule {
    id: "schema-not-object",
    what: "The input schema must be an object that describes an object.",
    why: "The specification demands it, and clients refuse the tool, or the whole list, where it is not so.",
    lane: Lane::Required,
    severity: Severity::Error,
    source: source::TOOLS,
    bad: &[
        Example::of(r#"{"name":"list_notes"}"#),
        Example::of(r#"{"name":"list_notes","inputSchema":null}"#),
        Example::of(r#"{"name":"list_notes","inputSchema":{"properties":{}}}"#),
        Example::of(r#"{"name":"list_notes","inputSchema":{"type":"string"}}"#),
        Example::of(r#"{"name":"list_notes","inputSchema":{"type":"object","properties":[]}}"#),
    ],
    good: &[Example::of(r#"{"name":"list_notes","inputSchema":{"type":"object"}}"#)],
    check: |subject: &Subject, out: &mut Out| {
        let mut seen = false;
        for problem in subject.tool.problems.iter().filter(|problem| problem.field.starts_with("inputSchema"))
        {
            // A schema that is nested too deeply is an object nevertheless.
            if !problem.message.starts_with("is nested") {
                out.say(&problem.field, format!("the input schema {}", wrong(problem)));
                seen = true;
            }
        }
        if seen || subject.tool.takes_object {
            return;
        }
        let Some(schema) = subject.members.get("inputSchema") else { return };
        match object(schema.get()).get("type").map(RawValue::get) {
            Some(other) => {
                let message =
                    format!("the input schema's type is {}, not \"object\"", truncate_chars(other, 24));
                out.say("inputSchema.type", message);
            }
            None => out.say("inputSchema.type", "the input schema does not say \"type\": \"object\""),
        }
    },
};

fn wrong(problem: &Problem) -> String {
    match problem.field.strip_prefix("inputSchema.") {
        Some(part) => format!("cannot be read: {part} {}", problem.message),
        None => problem.message.clone(),
    }
}
