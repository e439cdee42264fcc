//! Request bodies: schema and media type, and flattening of plain objects into parameters.

use oas3::spec::RequestBody;
use serde_json::{Map, Value, json};

use super::media_type::{self, BodyMedia};
use super::reference;
use super::schema::SchemaBuilder;
use super::typed;

pub struct Body {
    pub schema: Value,
    pub required: bool,
    pub description: Option<String>,
    pub media: BodyMedia,
}

/// Nesting level of a body schema: tool, input schema, properties, body.
const BODY_DEPTH: usize = 4;

pub fn read_body<'d>(schemas: &mut SchemaBuilder<'_, 'd>, body: &'d Value) -> Option<Body> {
    let found = reference::resolve(schemas.document, body).map_err(|problem| problem.to_string());
    let (frame, body) = match found.and_then(|body| Ok((deserialize_body(body)?, body))) {
        Ok(read) => read,
        Err(problem) => {
            schemas.problems.add_for_field("requestBody", format!("{problem}; any value is accepted"));
            let media = BodyMedia::default();
            return Some(Body { schema: json!({}), required: false, description: None, media });
        }
    };
    let content = body.get("content")?.as_object()?;
    let Some((name, media)) = media_type::select(content) else {
        if let Some((name, _)) = content.iter().next() {
            let message = format!("is of type {name}, which is not supported; it is not sent");
            schemas.problems.add_for_field("requestBody", message);
        }
        return None;
    };
    let source = media.get("schema");
    let mut schema =
        source.map_or_else(|| json!({}), |schema| schemas.convert(schema, BODY_DEPTH, "requestBody"));
    let media = media_type::read_media(schemas, name, media, &mut schema);
    let description = frame.description.filter(|text| schemas.spend(text.len()));
    Some(Body { schema, required: frame.required.unwrap_or_default(), description, media })
}

/// Deserializes the request body without its schemas.
fn deserialize_body(body: &Value) -> Result<RequestBody, String> {
    let Some(Value::Object(content)) = body.get("content") else {
        return typed::deserialize_members(body, &["content"]);
    };
    let forms: Map<String, Value> = content.keys().map(|form| (form.clone(), json!({}))).collect();
    let part =
        json!({ "description": body.get("description"), "required": body.get("required"), "content": forms });
    typed::deserialize_members(&part, &["description", "required", "content"])
}

/// The properties of a plain object schema.
#[derive(Debug, Default, PartialEq)]
pub struct ObjectFields {
    pub properties: Map<String, Value>,
    pub required: Vec<String>,
    pub additional_properties: Option<Value>,
}

/// Extracts the properties of a schema that constrains nothing else, including the parts of an `allOf`. `None` for
/// schemas with other constraints (alternatives, conditions, counts), which cannot be flattened.
pub fn flatten_object(schema: &Value) -> Option<ObjectFields> {
    let mut fields = ObjectFields::default();
    collect_fields(schema, &mut fields)?;
    fields.additional_properties = schema.get("additionalProperties").cloned();
    let parts_closed = restricts_additional(schema) && schema.get("allOf").is_some();
    (!fields.properties.is_empty() && !parts_closed).then_some(fields)
}

/// Returns whether the schema restricts additional properties. Within an `allOf`, that would apply to the properties of
/// the other parts.
fn restricts_additional(schema: &Value) -> bool {
    schema.get("additionalProperties").is_some_and(|more| *more != Value::Bool(true))
}

fn collect_fields(schema: &Value, fields: &mut ObjectFields) -> Option<()> {
    for (keyword, value) in schema.as_object()? {
        match (keyword.as_str(), value) {
            ("type", Value::String(kind)) if kind == "object" => {}
            ("type", Value::Array(kinds)) if kinds.iter().any(|kind| kind == "object") => {}
            ("properties", Value::Object(properties)) => {
                for (name, property) in properties {
                    let property = match fields.properties.get(name) {
                        Some(other) if other != property => json!({ "allOf": [other, property] }),
                        _ => property.clone(),
                    };
                    fields.properties.insert(name.clone(), property);
                }
            }
            ("required", Value::Array(names)) => {
                for name in names.iter().filter_map(Value::as_str) {
                    if !fields.required.iter().any(|required| required == name) {
                        fields.required.push(name.to_owned());
                    }
                }
            }
            ("allOf", Value::Array(parts)) => {
                for part in parts {
                    if restricts_additional(part) {
                        return None;
                    }
                    collect_fields(part, fields)?;
                }
            }
            // Handled by `restricts_additional`.
            ("additionalProperties", _) => {}
            (
                "$comment" | "default" | "deprecated" | "description" | "examples" | "readOnly" | "title",
                _,
            ) => {}
            ("writeOnly", _) => {}
            (extension, _) if extension.starts_with("x-") => {}
            _ => return None,
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_objects_are_flattened() {
        let (a, b) = (json!({"type": "string"}), json!({"maxLength": 3}));
        for (schema, expected) in [
            (json!({"type": "object", "properties": {"a": a}, "required": ["a"]}), Some("a! ")),
            (
                json!({"properties": {"a": a}, "title": "t", "x-go": 1, "additionalProperties": false}),
                Some("a "),
            ),
            (
                json!({"allOf": [{"properties": {"a": a}}, {"properties": {"b": b}, "required": ["a"]}]}),
                Some("a! b "),
            ),
            (json!({"allOf": [{"properties": {"a": a}}, {"properties": {"a": b}}]}), Some("a ")),
            (
                json!({"allOf": [{"properties": {"a": a}, "additionalProperties": false}, {"properties": {"b": b}}]}),
                None,
            ),
            (json!({"allOf": [{"properties": {"a": a}}], "additionalProperties": false}), None),
            (json!({"allOf": [{"properties": {"a": a}}], "additionalProperties": true}), Some("a ")),
            (json!({"allOf": [{"properties": {"a": a}}, {"$ref": "#/$defs/x"}]}), None),
            (json!({"properties": {"a": a}, "oneOf": [{"required": ["a"]}]}), None),
            (json!({"properties": {"a": a}, "minProperties": 1}), None),
            (json!({"type": "object"}), None),
            (json!({"type": "array", "items": {}}), None),
            (json!({"type": "string"}), None),
            (json!({}), None),
            (json!(true), None),
        ] {
            let rendered = flatten_object(&schema).map(|fields| {
                let mark = |name: &String| if fields.required.contains(name) { "! " } else { " " };
                fields.properties.keys().map(|name| format!("{name}{}", mark(name))).collect::<String>()
            });
            assert_eq!(rendered.as_deref(), expected, "{schema}");
        }
    }
}
