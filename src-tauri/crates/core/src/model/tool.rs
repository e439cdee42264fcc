//! Tool definition as the server sent it: the raw JSON, and a parsed view that tolerates malformed parts.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde_json::value::RawValue;

use crate::model::declared::{DeclaredAnnotations, parse_string_member};
use crate::model::endpoint;
use crate::model::fingerprint::Fingerprint;
use crate::model::problem::Problem;
use crate::parallel;
use crate::text::json::{self, Members};

/// A tool of a server: its exact raw JSON, and what could be parsed from it.
#[derive(Debug, Clone)]
pub struct Tool {
    /// Key within the server: the raw name, or a generated one if the server sent none or sent it twice.
    pub name: String,
    pub raw: Arc<str>,
    pub description: Option<String>,
    pub declared: DeclaredAnnotations,
    /// The input schema has the type `object`, as it must.
    pub has_object_input: bool,
    pub parameters: Vec<Parameter>,
    /// Properties of the only parameter, if it is an object that wraps all others.
    pub wrapped_parameters: Vec<Parameter>,
    /// Properties of the output schema, if there is one.
    pub output_properties: Vec<Parameter>,
    /// The tool has `icons`; the module `icon` selects one that can be shown.
    pub has_icon: bool,
    /// The HTTP method behind the tool, if it states one.
    pub http_method: Option<String>,
    pub fingerprint: Fingerprint,
    pub problems: Vec<Problem>,
}

/// A property of a tool's input or output schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    pub name: String,
    pub required: bool,
    pub kind: ParameterType,
    /// The only allowed values, if the schema lists them.
    pub choices: Vec<String>,
    /// Position of the description in the tool's raw JSON: few descriptions are ever read, so they are not copied.
    description: Option<Span>,
}

/// A part of a tool's raw JSON, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// Returns the position of `part` in `whole`.
    fn locate(part: &str, whole: &str) -> Option<Self> {
        let start = part.as_ptr().addr().checked_sub(whole.as_ptr().addr())?;
        let end = start + part.len();
        let span = Self { start: start.try_into().ok()?, end: end.try_into().ok()? };
        (end <= whole.len()).then_some(span)
    }
}

/// JSON type of a parameter; of several the first that is not null.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ParameterType {
    #[default]
    Unknown,
    Text,
    Number,
    Boolean,
    List,
    Object,
}

impl ParameterType {
    /// The type's name in JSON Schema, or `any` if it is unknown.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Unknown => "any",
            Self::Text => "string",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::List => "array",
            Self::Object => "object",
        }
    }

    fn from_name(name: &str) -> Self {
        match name {
            "string" => Self::Text,
            "number" | "integer" => Self::Number,
            "boolean" => Self::Boolean,
            "array" => Self::List,
            "object" => Self::Object,
            _ => Self::Unknown,
        }
    }
}

/// Minimum number of tools for each thread.
pub const MIN_TOOLS_PER_THREAD: usize = 2_000;

/// Maximum nesting of a schema; a deeper one is kept, but reported as a problem.
const MAX_SCHEMA_DEPTH: usize = 64;

impl Tool {
    /// Parses one element of a `tools/list` result. Never fails: what cannot be parsed becomes a [`Problem`]. A tool
    /// without a usable name is named after its `position`.
    pub fn parse(raw: Arc<str>, position: usize) -> Self {
        let mut problems = Vec::new();
        let text = Arc::clone(&raw);
        let members = Members::parse(&text).unwrap_or_else(|_| {
            problems.push(Problem::new("tool", "is not an object"));
            Members(Vec::new())
        });

        let name =
            parse_string_member(&members, "name", "name", &mut problems).filter(|name| !name.is_empty());
        let name = name.unwrap_or_else(|| {
            if problems.is_empty() {
                problems.push(Problem::new("name", "is missing"));
            }
            format!("(tool {})", position + 1)
        });
        let description = parse_string_member(&members, "description", "description", &mut problems);
        let declared = DeclaredAnnotations::parse(&members, &mut problems);
        for schema in ["inputSchema", "outputSchema"] {
            let depth = members.get(schema).map_or(0, |schema| json::nesting_depth(schema.get()));
            if depth > MAX_SCHEMA_DEPTH {
                let message =
                    format!("is nested {depth} levels deep; at most {MAX_SCHEMA_DEPTH} are processed");
                problems.push(Problem::new(schema, message));
            }
        }
        let InputSchema { is_object: takes_object, parameters, wrapped } =
            parse_input_schema(&members, &text, &mut problems);
        let output = parse_output_schema(&members, &text);
        let has_icon = members.get("icons").is_some();
        let http_method = endpoint::http_method(&members);
        let fingerprint = Fingerprint::from_tool(&members);

        Self {
            name,
            raw,
            description,
            declared,
            has_object_input: takes_object,
            parameters,
            wrapped_parameters: wrapped,
            output_properties: output,
            has_icon,
            http_method,
            fingerprint,
            problems,
        }
    }

    /// The server's description, if it is more than white space.
    pub fn described(&self) -> Option<&str> {
        self.description.as_deref().filter(|text| !text.trim().is_empty())
    }

    /// The server's description of one of the tool's own parameters.
    pub fn description_of(&self, parameter: &Parameter) -> Option<Cow<'_, str>> {
        let Span { start, end } = parameter.description?;
        json::decode_string(self.raw.get(start as usize..end as usize)?)
    }

    /// Returns whether the server describes the parameter with more than white space.
    pub fn has_description(&self, parameter: &Parameter) -> bool {
        self.description_of(parameter).is_some_and(|text| !text.trim().is_empty())
    }

    /// Parses a whole list, and gives tools of the same name distinct keys, which no other tool of the list has.
    pub fn parse_list(raws: impl IntoIterator<Item = Arc<str>>) -> Vec<Self> {
        let raws: Vec<Arc<str>> = raws.into_iter().collect();
        let mut tools = parallel::map_chunks(&raws, MIN_TOOLS_PER_THREAD, |start, raws| {
            (start..).zip(raws).map(|(position, raw)| Self::parse(Arc::clone(raw), position)).collect()
        });
        // By name: how many tools had it so far, and the last number that was used to distinguish them.
        let mut names: HashMap<String, (usize, usize)> =
            tools.iter().map(|tool| (tool.name.clone(), (0, 1))).collect();
        for tool in &mut tools {
            let Some(&(count, last_number)) = names.get(&tool.name) else { continue };
            let (count, mut number) = (count + 1, last_number);
            let mut key = tool.name.clone();
            while count > 1 && names.contains_key(&key) {
                number += 1;
                key = format!("{} ({number})", tool.name);
            }
            if count > 1 {
                let message = format!("is used by {count} tools of this server; this is number {count}");
                tool.problems.push(Problem::new("name", message));
            }
            let name = std::mem::replace(&mut tool.name, key);
            names.insert(name, (count, number));
        }
        tools
    }
}

/// Parsed parts of an input schema.
#[derive(Default)]
struct InputSchema {
    is_object: bool,
    parameters: Vec<Parameter>,
    wrapped: Vec<Parameter>,
}

fn parse_input_schema(tool: &Members, raw: &str, problems: &mut Vec<Problem>) -> InputSchema {
    let Some(schema) = tool.get("inputSchema") else {
        problems.push(Problem::new("inputSchema", "is missing"));
        return InputSchema::default();
    };
    let Ok(schema) = Members::parse(schema.get()) else {
        problems
            .push(Problem::new("inputSchema", format!("is {}, not an object", json::raw_kind_name(schema))));
        return InputSchema::default();
    };
    let takes_object = schema.get("type").is_some_and(|stated| stated.get() == "\"object\"");
    let Some(properties) = schema.get("properties") else {
        return InputSchema { is_object: takes_object, ..InputSchema::default() };
    };
    let Ok(properties) = Members::parse(properties.get()) else {
        let message = format!("is {}, not an object", json::raw_kind_name(properties));
        problems.push(Problem::new("inputSchema.properties", message));
        return InputSchema { is_object: takes_object, ..InputSchema::default() };
    };
    let wrapped = match properties.0.as_slice() {
        [(_, only)] => parse_properties(only, raw),
        _ => Vec::new(),
    };
    InputSchema { is_object: takes_object, parameters: parse_parameters(&schema, &properties, raw), wrapped }
}

/// Ignores what cannot be parsed: an output schema is optional and not needed to call the tool.
fn parse_output_schema(tool: &Members, raw: &str) -> Vec<Parameter> {
    tool.get("outputSchema").map(|schema| parse_properties(schema, raw)).unwrap_or_default()
}

fn parse_properties(schema: &RawValue, raw: &str) -> Vec<Parameter> {
    let Ok(schema) = Members::parse(schema.get()) else { return Vec::new() };
    let properties = schema.get("properties").and_then(|properties| Members::parse(properties.get()).ok());
    properties.map_or_else(Vec::new, |properties| parse_parameters(&schema, &properties, raw))
}

/// Parses parameters; `raw` is the whole tool, which the positions refer to.
fn parse_parameters(schema: &Members, properties: &Members, raw: &str) -> Vec<Parameter> {
    let required: HashSet<String> =
        schema.get("required").and_then(|list| serde_json::from_str(list.get()).ok()).unwrap_or_default();
    let parameter = |(name, schema): &(Cow<str>, &RawValue)| {
        let schema = Members::parse(schema.get()).unwrap_or(Members(Vec::new()));
        let (kind, choices) = parse_type_and_choices(&schema);
        let description = schema.get("description").and_then(|text| Span::locate(text.get(), raw));
        let required = required.contains(&**name);
        Parameter { name: name.to_string(), required, kind, choices, description }
    };
    // JSON parsers use the last of several members with the same name.
    let mut known = HashSet::new();
    let last = properties.0.iter().rev().filter(|(name, _)| known.insert(&**name));
    let mut parameters: Vec<Parameter> = last.map(parameter).collect();
    parameters.reverse();
    parameters
}

/// The type and the allowed values, also if an optional parameter is written as one of two schemas.
fn parse_type_and_choices(schema: &Members) -> (ParameterType, Vec<String>) {
    let (mut kind, mut choices) = (parse_type(schema), parse_choices(schema));
    for key in ["anyOf", "oneOf"] {
        let several =
            schema.get(key).and_then(|list| serde_json::from_str::<Vec<&RawValue>>(list.get()).ok());
        for one in several.into_iter().flatten().filter_map(|raw| Members::parse(raw.get()).ok()) {
            kind = if kind == ParameterType::Unknown { parse_type(&one) } else { kind };
            choices.extend(parse_choices(&one));
        }
    }
    (kind, choices)
}

fn parse_type(schema: &Members) -> ParameterType {
    let Some(stated) = schema.get("type") else { return ParameterType::Unknown };
    let names: Vec<String> = serde_json::from_str::<String>(stated.get())
        .map(|name| vec![name])
        .or_else(|_| serde_json::from_str(stated.get()))
        .unwrap_or_default();
    names
        .iter()
        .map(|name| ParameterType::from_name(name))
        .find(|kind| *kind != ParameterType::Unknown)
        .unwrap_or_default()
}

fn parse_choices(schema: &Members) -> Vec<String> {
    let listed = schema.get("enum").and_then(|list| serde_json::from_str::<Vec<&RawValue>>(list.get()).ok());
    let only = schema.get("const");
    let texts = listed.into_iter().flatten().chain(only).take(MAX_CHOICES);
    texts.filter_map(|raw| serde_json::from_str(raw.get()).ok()).collect()
}

/// Maximum number of choices: longer lists name things, not actions.
const MAX_CHOICES: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::hint::HintName;
    use proptest::prelude::*;

    fn parse(raw: &str) -> Tool {
        Tool::parse(raw.into(), 0)
    }

    #[test]
    fn a_good_tool_has_no_problems() {
        let tool = parse(
            r#"{"name":"get_note","title":"Get Note","inputSchema":{"type":"object","properties":{"id":{},"etag":{}},
                "required":["id"]},"annotations":{"readOnlyHint":true,"x":1}}"#,
        );
        assert_eq!(tool.problems, []);
        assert_eq!(tool.declared.hints[HintName::ReadOnly], Some(true));
        assert_eq!(tool.declared.hints[HintName::Destructive], None);
        let required: Vec<_> = tool.parameters.iter().map(|p| (p.name.as_str(), p.required)).collect();
        assert_eq!(required, [("id", true), ("etag", false)]);
    }

    #[test]
    fn malformed_parts_are_reported_and_the_rest_is_kept() {
        for (raw, name, field) in [
            (r#"{"name":"a","inputSchema":{},"annotations":[]}"#, "a", "annotations"),
            (
                r#"{"name":"a","inputSchema":{},"annotations":{"readOnlyHint":"yes"}}"#,
                "a",
                "annotations.readOnlyHint",
            ),
            (
                r#"{"name":"a","inputSchema":{},"annotations":{"destructiveHint":0}}"#,
                "a",
                "annotations.destructiveHint",
            ),
            (r#"{"name":"a"}"#, "a", "inputSchema"),
            (r#"{"name":"a","inputSchema":true}"#, "a", "inputSchema"),
            (r#"{"name":"a","inputSchema":{"properties":[]}}"#, "a", "inputSchema.properties"),
            (r#"{"name":"a","inputSchema":{},"title":7}"#, "a", "title"),
            (r#"{"name":"a","inputSchema":{},"description":"\ud800"}"#, "a", "description"),
            (r#"{"name":42,"inputSchema":{}}"#, "(tool 1)", "name"),
            (r#"{"inputSchema":{}}"#, "(tool 1)", "name"),
        ] {
            let tool = parse(raw);
            let fields: Vec<_> = tool.problems.iter().map(|problem| problem.field.as_str()).collect();
            assert_eq!((tool.name.as_str(), fields.as_slice()), (name, [field].as_slice()), "{raw}");
            assert_eq!(&*tool.raw, raw);
        }
        assert_eq!(parse("3").problems[0].field, "tool");
    }

    #[test]
    fn a_null_hint_is_unset_and_no_problem() {
        let tool = parse(r#"{"name":"a","inputSchema":{},"annotations":{"readOnlyHint":null},"title":null}"#);
        assert_eq!((tool.declared.hints[HintName::ReadOnly], tool.problems.len()), (None, 0));
    }

    #[test]
    fn of_duplicate_parameters_the_last_is_used() {
        let raw = r#"{"name":"a","inputSchema":{"type":"object","properties":{
            "id":{"type":"integer","description":"first"},"etag":{},"id":{"type":"string"}}}}"#;
        let tool = parse(raw);
        let read: Vec<_> = tool.parameters.iter().map(|one| (&*one.name, one.kind)).collect();
        assert_eq!(read, [("etag", ParameterType::Unknown), ("id", ParameterType::Text)]);
        assert!(!tool.has_description(&tool.parameters[1]));
    }

    #[test]
    fn parameters_have_a_type_and_the_values_they_take() {
        let tool = parse(
            r#"{"name":"a","inputSchema":{"properties":{"mode":{"type":["null","string"],"enum":["x",null,"y"]},
                "op":{"anyOf":[{"const":"add","type":"string"},{"type":"null"}]},"odd":7,"n":{"type":"integer"}}},
                "outputSchema":{"properties":{"deleted":{"type":"boolean"}}}}"#,
        );
        let seen: Vec<_> =
            tool.parameters.iter().map(|p| (p.name.as_str(), p.kind, p.choices.join(" "))).collect();
        let expected = [
            ("mode", ParameterType::Text, "x y".to_owned()),
            ("op", ParameterType::Text, "add".to_owned()),
            ("odd", ParameterType::Unknown, String::new()),
            ("n", ParameterType::Number, String::new()),
        ];
        assert_eq!(seen, expected);
        assert_eq!(
            (tool.output_properties[0].name.as_str(), tool.output_properties[0].kind),
            ("deleted", ParameterType::Boolean)
        );
    }

    #[test]
    fn properties_of_a_wrapping_object_are_parsed() {
        let tool = parse(
            r#"{"name":"a","inputSchema":{"properties":{"params":{"type":"object","properties":{"id":{},"force":{}}}}}}"#,
        );
        assert_eq!(tool.parameters.len(), 1);
        assert_eq!(
            tool.wrapped_parameters.iter().map(|p| p.name.as_str()).collect::<Vec<_>>(),
            ["id", "force"]
        );
    }

    #[test]
    fn tools_of_the_same_name_are_kept_apart() {
        let raw: Arc<str> = r#"{"name":"a","inputSchema":{}}"#.into();
        let tools = Tool::parse_list([raw.clone(), raw.clone(), raw]);
        let names: Vec<_> = tools.iter().map(|tool| tool.name.as_str()).collect();
        assert_eq!(names, ["a", "a (2)", "a (3)"]);
        assert_eq!([0, 1, 2].map(|i| tools[i].problems.len()), [0, 1, 1]);
    }

    #[test]
    fn a_key_that_distinguishes_equal_names_is_never_the_name_of_another_tool() {
        for (names, expected) in [
            (vec!["a", "a (2)", "a"], vec!["a", "a (2)", "a (3)"]),
            (vec!["a", "a", "a (2)"], vec!["a", "a (3)", "a (2)"]),
            (vec!["a", "a", "a (2)", "a (2)", "a"], vec!["a", "a (3)", "a (2)", "a (2) (2)", "a (4)"]),
        ] {
            let raws =
                names.iter().map(|name| Arc::from(format!(r#"{{"name":"{name}","inputSchema":{{}}}}"#)));
            let tools = Tool::parse_list(raws);
            assert_eq!(tools.iter().map(|tool| &*tool.name).collect::<Vec<_>>(), expected);
        }
    }

    proptest! {
        #[test]
        fn any_text_parses_to_a_tool(raw in "[\\[\\]{}\",:a\\\\u0-9d ]{0,60}|.{0,40}", schema in "[\\[\\]{}\",:a]{0,30}") {
            for raw in [raw.clone(), format!(r#"{{"name":"a","inputSchema":{{"properties":{{"x":{schema}}}}}}}"#)] {
                let tool = parse(&raw);
                assert!(!tool.name.is_empty());
                assert_eq!(&*tool.raw, raw);
            }
        }
    }

    #[test]
    fn a_schema_ten_thousand_deep_is_kept_raw() {
        let raw =
            format!(r#"{{"name":"a","inputSchema":{}1{}}}"#, "{\"a\":".repeat(10_000), "}".repeat(10_000));
        let tool = parse(&raw);
        assert_eq!((tool.name.as_str(), &*tool.raw), ("a", raw.as_str()));
    }
}
