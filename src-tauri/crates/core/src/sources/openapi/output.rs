//! Output schema of an operation, from its success responses.

use serde_json::{Map, Value};

use super::plan::OutputPlan;
use super::problems::ProblemCollector;
use super::reference;
use super::request::body::is_json_media_type;
use super::request::field;
use super::schema::{SchemaBuilder, SizeBudget};

/// Nesting level of the output schema: tool, output schema.
const OUTPUT_DEPTH: usize = 2;

/// A success response.
struct SuccessResponse<'d> {
    status: &'d str,
    /// JSON content: media type and schema.
    json: Option<(&'d str, Option<&'d Value>)>,
}

/// Reads the first success response with JSON content, and its schema if every success response has it.
///
/// Clients reject a result that lacks the structured content of an output schema, so there is none if the operation can
/// also succeed with other content. A schema that does not fit, or that is not of an object, is left out without a
/// problem: the tool works without it.
pub fn build_output<'d>(
    document: &'d Value,
    responses: Option<&'d Value>,
    budget: &mut SizeBudget,
) -> (Option<OutputPlan>, Option<Value>) {
    let responses = read_responses(document, responses);
    let Some((status, (media_type, schema))) =
        responses.iter().find_map(|response| Some((response.status, response.json?)))
    else {
        return (None, None);
    };
    let is_same = |response: &SuccessResponse| response.json.is_some_and(|(_, other)| other == schema);
    let schema = schema.filter(|_| responses.iter().all(is_same));
    let schema = schema.and_then(|schema| convert(document, schema, budget));
    let is_structured = schema.is_some();
    (Some(OutputPlan { status: status.into(), media_type: media_type.into(), is_structured }), schema)
}

/// The success responses, lowest status first; `2XX` is last.
fn read_responses<'d>(document: &'d Value, responses: Option<&'d Value>) -> Vec<SuccessResponse<'d>> {
    let responses = responses.and_then(Value::as_object).into_iter().flatten();
    let is_success = |status: &str| {
        status.len() == 3 && status.starts_with('2') && status.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    let mut found: Vec<SuccessResponse> = responses
        .filter(|(status, _)| is_success(status))
        .map(|(status, response)| {
            let response = reference::resolve(document, response).ok();
            let content = response.and_then(|response| response.get("content")?.as_object());
            SuccessResponse { status, json: content.and_then(select_json) }
        })
        .collect();
    found.sort_by_key(|response| response.status.to_ascii_uppercase());
    found
}

fn select_json(content: &Map<String, Value>) -> Option<(&str, Option<&Value>)> {
    let is_usable = |name: &str| is_json_media_type(name) && field::header_value_problem(name).is_none();
    let found = content.iter().find(|(name, _)| is_usable(name));
    found.map(|(name, media)| (name.as_str(), media.get("schema")))
}

fn convert<'d>(document: &'d Value, schema: &'d Value, budget: &mut SizeBudget) -> Option<Value> {
    let mut problems = ProblemCollector::default();
    let mut schemas = SchemaBuilder::for_output(document, budget, &mut problems);
    let Value::Object(mut converted) = schemas.convert(schema, OUTPUT_DEPTH, "responses") else {
        return None;
    };
    if !is_object(&converted) {
        return None;
    }
    // MCP requires it, where JSON Schema does not.
    converted.insert("type".to_owned(), "object".into());
    let mut definitions = schemas.build_definitions();
    relax_members(&mut converted);
    definitions.values_mut().for_each(relax);
    if schemas.is_full() {
        return None;
    }
    if !definitions.is_empty() {
        converted.insert("$defs".to_owned(), Value::Object(definitions));
    }
    Some(Value::Object(converted))
}

/// Keywords that APIs' own responses often violate. Clients reject a result that does, although the call was made; what
/// a model needs of an output schema is names, types and descriptions.
const STRICT_KEYWORDS: [&str; 18] = [
    "required",
    "enum",
    "const",
    "format",
    "pattern",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "not",
];

/// Removes what a schema demands beyond types.
fn relax(schema: &mut Value) {
    if let Value::Object(members) = schema {
        relax_members(members);
    }
}

fn relax_members(members: &mut Map<String, Value>) {
    members.retain(|key, value| {
        let is_closing = key == "additionalProperties" && *value == Value::Bool(false);
        !is_closing && !STRICT_KEYWORDS.contains(&key.as_str())
    });
    // Without their demands, several alternatives match.
    if let Some(alternatives) = members.remove("oneOf") {
        members.entry("anyOf").or_insert(alternatives);
    }
    for (key, value) in members {
        match (key.as_str(), value) {
            ("properties" | "patternProperties", Value::Object(properties)) => {
                properties.values_mut().for_each(relax);
            }
            ("allOf" | "anyOf" | "prefixItems", Value::Array(parts)) => parts.iter_mut().for_each(relax),
            ("items" | "additionalProperties", schema) => relax(schema),
            _ => {}
        }
    }
}

/// Returns whether every value of a schema is an object.
fn is_object(schema: &Map<String, Value>) -> bool {
    match schema.get("type") {
        Some(kind) => kind == "object",
        None => {
            let parts = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
            schema.contains_key("properties") || parts.filter_map(Value::as_object).any(is_object)
        }
    }
}
