//! `x-speakeasy-mcp`: titles, hints, descriptions and the selection of tools in an OpenAPI document or an overlay.

use serde_json::{Map, Value};

use crate::model::hint::HintName;
use crate::model::overrides::Field;
use crate::override_files::document::{elements, members};
use crate::override_files::reader::{Reader, ValueOrigin};
use crate::override_files::{ModePrecedence, OverrideFormat, OverrideSubject, OverrideValue};

pub const FORMAT: OverrideFormat = OverrideFormat {
    id: "speakeasy",
    name: "x-speakeasy-mcp",
    files: "OpenAPI document or overlay with x-speakeasy-mcp",
    recognizes,
    read,
    precedence: ModePrecedence::Tool,
};

const EXTENSION: &str = "x-speakeasy-mcp";

fn recognizes(document: &Value) -> bool {
    actions(document).any(|(_, update)| update.get(EXTENSION).is_some())
        || operations(document).any(|(_, _, operation)| operation.get(EXTENSION).is_some())
}

/// The targets and the updates of an overlay.
fn actions(document: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let actions = document.get("overlay").and(document.get("actions"));
    elements(actions).filter_map(|action| Some((action.get("target")?.as_str()?, action.get("update")?)))
}

/// The operations of an OpenAPI document: path, method, operation.
fn operations(document: &Value) -> impl Iterator<Item = (&str, &str, &Value)> {
    let paths = document.get("openapi").and(document.get("paths"));
    members(paths).flat_map(|(path, item)| {
        members(Some(item)).map(move |(method, operation)| (path.as_str(), method.as_str(), operation))
    })
}

fn read(document: &Value, reader: &mut Reader) {
    for (target, update) in actions(document) {
        let Some(extension) = update.get(EXTENSION) else { continue };
        match parse_target(target) {
            Some((path, method)) => read_extension(&path, &method, extension, reader),
            None => reader.skip(target, "", "the target is not one request"),
        }
    }
    for (path, method, operation) in operations(document) {
        if let Some(extension) = operation.get(EXTENSION) {
            read_extension(path, method, extension, reader);
        }
    }
}

fn read_extension(path: &str, method: &str, extension: &Value, reader: &mut Reader) {
    let method = method.to_ascii_uppercase();
    let subject = format!("{method} {path}");
    let Value::Object(extension) = extension else {
        return reader.skip(&subject, EXTENSION, "it is no object");
    };
    let values = read_members(&subject, extension, reader);
    reader.add(OverrideSubject::Request { method, path: path.to_owned() }, values);
}

fn read_members(subject: &str, extension: &Map<String, Value>, reader: &mut Reader) -> Vec<OverrideValue> {
    let mut values = reader.hints(subject, extension, HintName::key, ValueOrigin::Override);
    for (key, field) in [("title", Field::Title), ("description", Field::Description)] {
        values.extend(reader.text(subject, extension, key, field, ValueOrigin::Override));
    }
    match extension.get("disabled") {
        None | Some(Value::Null) => {}
        Some(Value::Bool(is_disabled)) => values.push(OverrideValue::Offered(!is_disabled)),
        Some(_) => reader.skip(subject, "disabled", "it is neither true nor false"),
    }
    let hints = HintName::ALL.map(HintName::key);
    let known: Vec<&str> = hints.into_iter().chain(["title", "description", "disabled"]).collect();
    reader.skip_others(subject, extension, &known);
    values
}

/// The path and the method of a target such as `$.paths['/pets'].get`.
fn parse_target(target: &str) -> Option<(String, String)> {
    let rest = target.strip_prefix('$')?;
    let (paths, rest) = parse_segment(rest)?;
    let (path, rest) = parse_segment(rest)?;
    let (method, rest) = parse_segment(rest)?;
    (paths == "paths" && rest.is_empty()).then_some((path, method))
}

/// The first segment of a JSONPath (RFC 9535) if it is a name, and what follows it.
fn parse_segment(text: &str) -> Option<(String, &str)> {
    if let Some(name) = text.strip_prefix('.') {
        let end = name.find(['.', '[']).unwrap_or(name.len());
        let (name, rest) = name.split_at(end);
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
        return is_name.then(|| (name.to_owned(), rest));
    }
    let quoted = text.strip_prefix('[')?;
    let quote = quoted.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let mut name = String::new();
    let mut characters = quoted[1..].char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => match characters.next()?.1 {
                'u' => {
                    let digits: String = characters.by_ref().take(4).map(|(_, digit)| digit).collect();
                    name.push(char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?);
                }
                escaped @ ('\'' | '"' | '\\' | '/') => name.push(escaped),
                _ => return None,
            },
            end if end == quote => return Some((name, quoted[1 + at + 1..].strip_prefix(']')?)),
            other => name.push(other),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_one_request_or_none() {
        for (target, expected) in [
            ("$.paths['/it\\'s/{id}']['delete']", Some(("/it's/{id}", "delete"))),
            ("$[\"paths\"][\"/a\\\\b\\u0041\"].get", Some(("/a\\bA", "get"))),
            ("$.paths./a.get", None),
            ("$.paths['/a'].*", None),
            ("$.paths['/a']", None),
            ("$.paths['/a'].get.responses", None),
            ("$..get", None),
            ("$.info['/a'].get", None),
            ("$.paths['/a", None),
            ("$.paths[é", None),
            ("", None),
        ] {
            let expected = expected.map(|(path, method)| (path.to_owned(), method.to_owned()));
            assert_eq!(parse_target(target), expected, "{target}");
        }
    }
}
