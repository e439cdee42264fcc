//! Conversion of OpenAPI 3.0 schema keywords to JSON Schema: `nullable`, boolean exclusive limits, `example`.
//!
//! Applied to 3.1 documents as well: these forms mean nothing there, but documents use them.

use serde_json::{Map, Value, json};

/// Converts the keywords of one schema; its subschemas are converted already.
pub fn upgrade_keywords(mut schema: Map<String, Value>) -> Value {
    upgrade_exclusive_limit(&mut schema, "exclusiveMinimum", "minimum");
    upgrade_exclusive_limit(&mut schema, "exclusiveMaximum", "maximum");
    if let Some(example) = schema.remove("example")
        && !schema.contains_key("examples")
    {
        schema.insert("examples".to_owned(), json!([example]));
    }
    // `required: true` in a property is JSON Schema draft 3.
    if schema.get("required").is_some_and(|required| !required.is_array()) {
        schema.remove("required");
    }
    match schema.remove("nullable") {
        Some(Value::Bool(true)) => make_nullable(schema),
        _ => Value::Object(schema),
    }
}

/// Makes a schema accept null.
pub fn make_nullable(mut schema: Map<String, Value>) -> Value {
    let null = || Value::from("null");
    let composed = ["$ref", "allOf", "anyOf", "oneOf"].iter().any(|key| schema.contains_key(*key));
    match schema.get_mut("type") {
        Some(Value::Array(types)) if !types.contains(&null()) => types.push(null()),
        Some(Value::Array(_)) => {}
        Some(one) if *one != null() => *one = json!([one.take(), "null"]),
        Some(_) => {}
        None if composed => {
            let mut outer = Map::new();
            for key in ["title", "description", "deprecated", "default", "examples"] {
                outer.extend(schema.remove(key).map(|value| (key.to_owned(), value)));
            }
            outer.insert("anyOf".to_owned(), json!([schema, { "type": "null" }]));
            return Value::Object(outer);
        }
        // Without a type, null is accepted anyway.
        None => {}
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum")
        && !values.contains(&Value::Null)
    {
        values.push(Value::Null);
    }
    Value::Object(schema)
}

/// Converts `minimum: 1, exclusiveMinimum: true` to `exclusiveMinimum: 1`.
fn upgrade_exclusive_limit(schema: &mut Map<String, Value>, exclusive: &str, inclusive: &str) {
    let Some(Value::Bool(excluded)) = schema.get(exclusive) else { return };
    let excluded = *excluded;
    schema.remove(exclusive);
    if excluded && let Some(limit) = schema.remove(inclusive) {
        schema.insert(exclusive.to_owned(), limit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openapi_3_0_keywords_become_json_schema() {
        for (old, new) in [
            (json!({"type": "string", "nullable": true}), json!({"type": ["string", "null"]})),
            (json!({"type": ["string"], "nullable": true}), json!({"type": ["string", "null"]})),
            (json!({"type": "string", "nullable": false}), json!({"type": "string"})),
            (
                json!({"type": "string", "enum": ["a"], "nullable": true}),
                json!({"type": ["string", "null"], "enum": ["a", null]}),
            ),
            (json!({"nullable": true, "description": "d"}), json!({"description": "d"})),
            (
                json!({"allOf": [{"type": "object"}], "nullable": true, "description": "d"}),
                json!({"description": "d", "anyOf": [{"allOf": [{"type": "object"}]}, {"type": "null"}]}),
            ),
            (json!({"minimum": 1, "exclusiveMinimum": true}), json!({"exclusiveMinimum": 1})),
            (json!({"maximum": 9, "exclusiveMaximum": false}), json!({"maximum": 9})),
            (json!({"exclusiveMaximum": true}), json!({})),
            (json!({"exclusiveMaximum": 5, "maximum": 9}), json!({"exclusiveMaximum": 5, "maximum": 9})),
            (json!({"example": 3}), json!({"examples": [3]})),
            (json!({"example": 3, "examples": [4]}), json!({"examples": [4]})),
            (json!({"type": "string", "required": true}), json!({"type": "string"})),
        ] {
            let Value::Object(members) = old.clone() else { unreachable!() };
            assert_eq!(upgrade_keywords(members), new, "{old}");
        }
    }
}
