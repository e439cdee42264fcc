//! Rule: input schemas that are missing or not of type `object`.

use serde_json::value::RawValue;

use super::{Example, FindingSink, Rule, source};
use crate::lint::subject::parse_object;
use crate::lint::{RuleCategory, Severity, Subject};
use crate::model::problem::Problem;
use crate::text::truncate_chars;

pub const RULE: Rule = Rule {
    id: "schema-not-object",
    summary: "The input schema must be an object that describes an object.",
    rationale: "The specification requires it, and clients otherwise reject the tool or the whole list.",
    category: RuleCategory::Required,
    default_severity: Severity::Error,
    source_url: source::TOOLS,
    bad_examples: &[
        Example::new(r#"{"name":"list_notes"}"#),
        Example::new(r#"{"name":"list_notes","inputSchema":null}"#),
        Example::new(r#"{"name":"list_notes","inputSchema":{"properties":{}}}"#),
        Example::new(r#"{"name":"list_notes","inputSchema":{"type":"string"}}"#),
        Example::new(r#"{"name":"list_notes","inputSchema":{"type":"object","properties":[]}}"#),
    ],
    good_examples: &[Example::new(r#"{"name":"list_notes","inputSchema":{"type":"object"}}"#)],
    check: |subject: &Subject, out: &mut FindingSink| {
        let mut is_reported = false;
        for problem in subject.tool.problems.iter().filter(|problem| problem.field.starts_with("inputSchema"))
        {
            // A schema that is nested too deeply is an object nevertheless.
            if !problem.message.starts_with("is nested") {
                out.report(&problem.field, format!("the input schema {}", describe_problem(problem)));
                is_reported = true;
            }
        }
        if is_reported || subject.tool.has_object_input {
            return;
        }
        let Some(schema) = subject.members.get("inputSchema") else { return };
        match parse_object(schema.get()).get("type").map(RawValue::get) {
            Some(other) => {
                let message =
                    format!("the input schema's type is {}, not \"object\"", truncate_chars(other, 24));
                out.report("inputSchema.type", message);
            }
            None => out.report("inputSchema.type", "the input schema lacks \"type\": \"object\""),
        }
    },
};

fn describe_problem(problem: &Problem) -> String {
    match problem.field.strip_prefix("inputSchema.") {
        Some(part) => format!("cannot be read: {part} {}", problem.message),
        None => problem.message.clone(),
    }
}
