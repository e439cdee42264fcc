//! Rule: parameters without a description.

use std::borrow::Cow;
use std::collections::HashSet;

use super::{Example, FindingSink, Rule, quote, source};
use crate::lint::subject::{may_contain_ref, parameter_field_path, parse_object};
use crate::lint::{RuleCategory, Severity, Subject};
use crate::model::tool::Parameter;
use crate::text::json::decode_string;

pub const RULE: Rule = Rule {
    id: "parameter-undescribed",
    summary: "Every parameter has a description, in the schema or in a list of the tool's description.",
    rationale: "Without a description, the model must guess what a value means: which id, which unit, which format.",
    category: RuleCategory::Recommended,
    default_severity: Severity::Note,
    source_url: source::TOOLS,
    bad_examples: &[
        Example::new(
            r#"{"name":"get_note","inputSchema":{"type":"object","properties":{"id":{"type":"string"},"at":{"description":" "}}}}"#,
        ),
        Example::new(
            r##"{"name":"get_note","description":"The id is needed.","inputSchema":{"properties":{"id":{"$ref":"#/$defs/Id"}},"$defs":{"Id":{"type":"string"}}}}"##,
        ),
    ],
    good_examples: &[
        Example::new(
            r#"{"name":"get_note","inputSchema":{"type":"object","properties":{"id":{"type":"string","description":"The id that list_notes gave"}}}}"#,
        ),
        Example::new(
            r#"{"name":"get_note","description":"Gets a note.\n\nArgs:\n    id: The id that list_notes gave\n  - `at` (string) – the day","inputSchema":{"properties":{"id":{"type":"string"},"at":{}}}}"#,
        ),
        Example::new(
            r##"{"name":"get_note","inputSchema":{"properties":{"id":{"$ref":"#/$defs/Id"}},"$defs":{"Id":{"description":"The id that list_notes gave"}}}}"##,
        ),
    ],
    check: |subject: &Subject, out: &mut FindingSink| {
        let open = |parameter: &&Parameter| {
            !subject.tool.has_description(parameter)
                && !subject.resolved.parameters.contains_key(&*parameter.name)
        };
        let mut open = subject.tool.parameters.iter().filter(open).peekable();
        if open.peek().is_none() {
            return;
        }
        let listed = documented_arguments(subject.tool.description.as_deref().unwrap_or_default());
        let referred = described_by_ref(subject);
        let is_described = |name: &str| listed.contains(name) || referred.contains(name);
        for name in open.map(|parameter| parameter.name.as_str()).filter(|name| !is_described(name)) {
            out.report(
                &parameter_field_path(name),
                format!("the parameter {} has no description", quote(name)),
            );
        }
    },
};

/// The names at the start of the description's lines, as in a list of arguments: `id: …`, `- id (string) …`, `@param id
/// …`.
fn documented_arguments(description: &str) -> HashSet<&str> {
    let name = |line: &'_ str| -> Option<(usize, usize)> {
        let bullets = |c: char| c.is_whitespace() || matches!(c, '-' | '*' | '•' | '·' | '`' | '"' | '\'');
        let mut start = line.len() - line.trim_start_matches(bullets).len();
        let mut is_tagged = false;
        for word in ["@param ", ":param "] {
            if line[start..].starts_with(word) {
                start += word.len();
                is_tagged = true;
            }
        }
        let length = line[start..].find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.')))?;
        let after = line[start + length..]
            .trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '`' | '*' | '"' | '\''));
        let is_argument = is_tagged || after.starts_with([':', '(', '-', '–', '—', '=']);
        (length > 0 && is_argument).then_some((start, start + length))
    };
    description.lines().filter_map(|line| name(line).map(|(start, end)| &line[start..end])).collect()
}

/// The parameters whose schema is a `$ref` to a schema with a description.
fn described_by_ref<'a>(subject: &Subject<'a>) -> HashSet<Cow<'a, str>> {
    let schema = subject.members.get("inputSchema").map(|raw| raw.get());
    let Some(schema) = schema.filter(|schema| may_contain_ref(schema)) else {
        return HashSet::new();
    };
    let schema = parse_object(schema);
    let Some(properties) = schema.get("properties") else { return HashSet::new() };
    let text = |raw: &'a str, key: &str| decode_string(parse_object(raw).get(key)?.get());
    let target = |raw: &'a str| -> Option<Cow<'a, str>> {
        let reference = text(raw, "$ref")?;
        let (folder, name) = reference.strip_prefix("#/")?.split_once('/')?;
        text(parse_object(schema.get(folder)?.get()).get(name)?.get(), "description")
    };
    let is_described = |raw: &'a str| target(raw).is_some_and(|text| !text.trim().is_empty());
    parse_object(properties.get())
        .0
        .into_iter()
        .filter(|(_, raw)| is_described(raw.get()))
        .map(|(name, _)| name)
        .collect()
}
