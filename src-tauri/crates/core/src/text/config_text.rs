//! JSON, TOML and YAML configuration files parsed with byte positions, so that single values can be replaced and every other
//! byte is kept.

mod yaml;

use std::ops::Range;

use jsonc_parser::ast;
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use thiserror::Error;
use toml_edit::{Item, TableLike};

/// Reason a file cannot be edited; it is left unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MergeError {
    #[error("invalid {format}: {why}")]
    Syntax { format: &'static str, why: String },
    #[error("{path} is not {expected}")]
    UnexpectedType { path: String, expected: &'static str },
    #[error("{0}")]
    Unsupported(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConfigFormat {
    /// JSON, including comments and trailing commas.
    Json,
    Toml,
    Yaml,
}

/// A value with its byte range, including quotes and brackets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    pub span: Range<usize>,
    pub value: NodeValue,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NodeValue {
    Text(String),
    List(Vec<Node>),
    Members(Vec<Member>),
    /// A number, a boolean, a date or null.
    Other,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    pub key: String,
    pub key_span: Range<usize>,
    pub node: Node,
}

/// Parse options for JSON with comments and trailing commas, but no other extension of JSON.
fn json_options() -> ParseOptions {
    ParseOptions {
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        ..ParseOptions::default()
    }
}

impl Node {
    pub fn members(&self) -> &[Member] {
        if let NodeValue::Members(members) = &self.value { members } else { &[] }
    }

    /// The member with this name. `None` for duplicates, because programs differ in which one they use.
    pub fn member(&self, key: &str) -> Option<&Member> {
        let mut found = self.members().iter().filter(|member| member.key == key);
        found.next().filter(|_| found.next().is_none())
    }

    pub fn as_str(&self) -> Option<&str> {
        if let NodeValue::Text(text) = &self.value { Some(text) } else { None }
    }

    pub fn as_list(&self) -> Option<&[Node]> {
        if let NodeValue::List(items) = &self.value { Some(items) } else { None }
    }
}

/// Parses a file; an empty one is an empty object.
pub fn parse(text: &str, format: ConfigFormat) -> Result<Node, MergeError> {
    match format {
        ConfigFormat::Json => parse_json(text),
        ConfigFormat::Toml => parse_toml(text),
        ConfigFormat::Yaml => yaml::parse_yaml(text),
    }
}

/// Applies non-overlapping replacements to the text.
pub fn apply_edits(text: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(span, _)| span.start);
    let mut out = String::with_capacity(text.len() + 256);
    let mut end = 0;
    for (span, new) in edits {
        out.push_str(&text[end..span.start]);
        out.push_str(&new);
        end = span.end;
    }
    out.push_str(&text[end..]);
    out
}

/// Formats a string literal.
pub fn quote_string(text: &str, format: ConfigFormat) -> String {
    match format {
        // A JSON string is a double-quoted string of YAML.
        ConfigFormat::Json | ConfigFormat::Yaml => serde_json::Value::from(text).to_string(),
        ConfigFormat::Toml => toml_edit::Value::from(text).to_string(),
    }
}

fn parse_json(text: &str) -> Result<Node, MergeError> {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &json_options())
        .map_err(|error| MergeError::Syntax { format: "JSON", why: error.kind().to_string() })?;
    let empty = Node { span: 0..0, value: NodeValue::Members(Vec::new()) };
    Ok(parsed.value.as_ref().map_or(empty, json_node))
}

fn json_node(value: &ast::Value) -> Node {
    let span = |range: jsonc_parser::common::Range| range.start..range.end;
    let node_value = match value {
        ast::Value::StringLit(text) => NodeValue::Text(text.value.to_string()),
        ast::Value::Array(list) => NodeValue::List(list.elements.iter().map(json_node).collect()),
        ast::Value::Object(object) => {
            let member = |property: &ast::ObjectProp| {
                let key_span = match &property.name {
                    ast::ObjectPropName::String(name) => span(name.range),
                    ast::ObjectPropName::Word(name) => span(name.range),
                };
                let key = property.name.clone().into_string();
                Member { key, key_span, node: json_node(&property.value) }
            };
            NodeValue::Members(object.properties.iter().map(member).collect())
        }
        _ => NodeValue::Other,
    };
    Node { span: span(value.range()), value: node_value }
}

fn parse_toml(text: &str) -> Result<Node, MergeError> {
    let document = toml_edit::Document::parse(text)
        .map_err(|error| MergeError::Syntax { format: "TOML", why: error.message().to_owned() })?;
    Ok(Node { span: 0..text.len(), value: toml_members(document.as_table()) })
}

fn toml_members(table: &dyn TableLike) -> NodeValue {
    let member = |(key, item): (&str, &Item)| {
        let key_span = table.key(key).and_then(toml_edit::Key::span).unwrap_or_default();
        Member { key: key.to_owned(), key_span, node: toml_item(item) }
    };
    NodeValue::Members(table.iter().map(member).collect())
}

fn toml_item(item: &Item) -> Node {
    let value = match item {
        Item::Value(value) => return toml_value(value),
        Item::Table(table) => toml_members(table),
        Item::ArrayOfTables(list) => {
            let table = |table: &toml_edit::Table| Node {
                span: table.span().unwrap_or_default(),
                value: toml_members(table),
            };
            NodeValue::List(list.iter().map(table).collect())
        }
        Item::None => NodeValue::Other,
    };
    Node { span: item.span().unwrap_or_default(), value }
}

fn toml_value(value: &toml_edit::Value) -> Node {
    let node_value = match value {
        toml_edit::Value::String(text) => NodeValue::Text(text.value().clone()),
        toml_edit::Value::Array(list) => NodeValue::List(list.iter().map(toml_value).collect()),
        toml_edit::Value::InlineTable(table) => toml_members(table),
        _ => NodeValue::Other,
    };
    Node { span: value.span().unwrap_or_default(), value: node_value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_include_quotes_and_brackets() {
        for (text, format) in [
            ("{ /* c */ \"a\": { \"b\" : [ \"x\\u0041\", 1, ], }, }", ConfigFormat::Json),
            ("# c\n[a]\nb = [ 'x\u{41}', 1, ] # d\n", ConfigFormat::Toml),
            ("a = { b = [ \"x\u{41}\", 1 ] }", ConfigFormat::Toml),
            ("a.b = [ \"x\\u0041\", 1 ]", ConfigFormat::Toml),
        ] {
            let file = parse(text, format).unwrap();
            let list = &file.member("a").unwrap().node.member("b").unwrap().node;
            assert!(
                text[list.span.clone()].starts_with('[') && text[list.span.clone()].ends_with(']'),
                "{text}"
            );
            let [first, second] = list.as_list().unwrap() else { panic!("{text}") };
            assert_eq!(first.as_str(), Some("xA"));
            assert!(text[first.span.clone()].ends_with(['"', '\'']), "{text}");
            assert_eq!(&text[second.span.clone()], "1");
        }
        assert!(parse("{\"a\": 1, \"a\": 2}", ConfigFormat::Json).unwrap().member("a").is_none());
        assert_eq!(parse("", ConfigFormat::Json).unwrap().members(), []);
    }

    #[test]
    fn edits_keep_every_other_byte() {
        let edits = vec![(3..4, "C".to_owned()), (0..0, ">".to_owned()), (1..2, String::new())];
        assert_eq!(apply_edits("abcd", edits), ">acC");
    }
}
