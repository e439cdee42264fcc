//! Parameters without a description.

use super::{Example, Out, Rule, quoted, source};
use crate::lint::subject::parameter_field;
use crate::lint::{Lane, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "parameter-undescribed",
    what: "Every parameter has a description.",
    why: "A model fills in what it can only guess the meaning of: which id, which unit, which format.",
    lane: Lane::Recommended,
    severity: Severity::Note,
    source: source::TOOLS,
    bad: &[Example::of(
        r#"{"name":"get_note","inputSchema":{"type":"object","properties":{"id":{"type":"string"},"at":{"description":" "}}}}"#,
    )],
    good: &[Example::of(
        r#"{"name":"get_note","inputSchema":{"type":"object","properties":{"id":{"type":"string","description":"The id that list_notes gave"}}}}"#,
    )],
    check: |subject: &Subject, out: &mut Out| {
        for parameter in &subject.tool.parameters {
            let name = parameter.name.as_str();
            let by_server = subject.described.get(name).is_some_and(|text| !text.trim().is_empty());
            if !by_server && !subject.resolved.parameters.contains_key(name) {
                let message = format!("the parameter {} has no description", quoted(name));
                out.say(&parameter_field(name), message);
            }
        }
    },
};
