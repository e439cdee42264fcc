//! Parameters without a description.

use std::collections::HashSet;

use super::{Example, Out, Rule, quoted, source};
use crate::lint::subject::{object, parameter_field};
use crate::lint::{Lane, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "parameter-undescribed",
    what: "Every parameter has a description, in the schema or in a list of the tool's description.",
    why: "A model fills in what it can only guess the meaning of: which id, which unit, which format.",
    lane: Lane::Recommended,
    severity: Severity::Note,
    source: source::TOOLS,
    bad: &[
        Example::of(
            r#"{"name":"get_note","inputSchema":{"type":"object","properties":{"id":{"type":"string"},"at":{"description":" "}}}}"#,
        ),
        Example::of(
            r##"{"name":"get_note","description":"The id is needed.","inputSchema":{"properties":{"id":{"$ref":"#/$defs/Id"}},"$defs":{"Id":{"type":"string"}}}}"##,
        ),
    ],
    good: &[
        Example::of(
            r#"{"name":"get_note","inputSchema":{"type":"object","properties":{"id":{"type":"string","description":"The id that list_notes gave"}}}}"#,
        ),
        Example::of(
            r#"{"name":"get_note","description":"Gets a note.\n\nArgs:\n    id: The id that list_notes gave\n  - `at` (string) – the day","inputSchema":{"properties":{"id":{"type":"string"},"at":{}}}}"#,
        ),
        Example::of(
            r##"{"name":"get_note","inputSchema":{"properties":{"id":{"$ref":"#/$defs/Id"}},"$defs":{"Id":{"description":"The id that list_notes gave"}}}}"##,
        ),
    ],
    check: |subject: &Subject, out: &mut Out| {
        let described = |name: &str| subject.described.get(name).is_some_and(|text| !text.trim().is_empty());
        let open = |name: &str| !described(name) && !subject.resolved.parameters.contains_key(name);
        let names: Vec<&str> =
            subject.tool.parameters.iter().map(|one| one.name.as_str()).filter(|name| open(name)).collect();
        if names.is_empty() {
            return;
        }
        let listed = listed(subject.tool.description.as_deref().unwrap_or_default());
        let referred = referred(subject);
        for name in names.into_iter().filter(|name| !listed.contains(name) && !referred.contains(*name)) {
            out.say(&parameter_field(name), format!("the parameter {} has no description", quoted(name)));
        }
    },
};

/// Names that a line of the description begins with, as in a list of arguments: `id: …`, `- id (string) …`, `@param id …`.
fn listed(description: &str) -> HashSet<&str> {
    let name = |line: &'_ str| -> Option<(usize, usize)> {
        let bullets = |c: char| c.is_whitespace() || matches!(c, '-' | '*' | '•' | '·' | '`' | '"' | '\'');
        let mut start = line.len() - line.trim_start_matches(bullets).len();
        let mut said = false;
        for word in ["@param ", ":param "] {
            if line[start..].starts_with(word) {
                start += word.len();
                said = true;
            }
        }
        let length = line[start..].find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.')))?;
        let after = line[start + length..]
            .trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '`' | '*' | '"' | '\''));
        let told = said || after.starts_with([':', '(', '-', '–', '—', '=']);
        (length > 0 && told).then_some((start, start + length))
    };
    description.lines().filter_map(|line| name(line).map(|(start, end)| &line[start..end])).collect()
}

/// Parameters whose schema only refers to one that has a description.
fn referred(subject: &Subject) -> HashSet<String> {
    let schema = subject.members.get("inputSchema").map(|raw| object(raw.get()));
    let Some(schema) = schema else { return HashSet::new() };
    let Some(properties) = schema.get("properties") else { return HashSet::new() };
    let described = |raw: &str| {
        let text =
            object(raw).get("description").and_then(|raw| serde_json::from_str::<String>(raw.get()).ok());
        text.is_some_and(|text| !text.trim().is_empty())
    };
    let target = |raw: &str| -> Option<bool> {
        let reference: String = serde_json::from_str(object(raw).get("$ref")?.get()).ok()?;
        let (folder, name) = reference.strip_prefix("#/")?.split_once('/')?;
        Some(described(object(schema.get(folder)?.get()).get(name)?.get()))
    };
    let properties = object(properties.get());
    let found = properties.0.iter().filter(|(_, raw)| target(raw.get()) == Some(true));
    found.map(|(name, _)| name.clone().into_owned()).collect()
}
