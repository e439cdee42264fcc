//! A schema beside a reference, which applies together with its target.

use serde_json::{Map, Value, json};

/// Merges two schemas into one that requires both. Annotations are taken from the second.
pub fn merge_schemas(schema: Value, siblings: Map<String, Value>) -> Value {
    const DESCRIBES: [&str; 7] =
        ["default", "deprecated", "description", "examples", "readOnly", "title", "writeOnly"];
    if siblings.is_empty() {
        return schema;
    }
    let mut schema = match schema {
        Value::Object(schema) => schema,
        Value::Bool(false) => Map::from_iter([("not".to_owned(), json!({}))]),
        _ => Map::new(),
    };
    let mut also = Map::new();
    for (keyword, value) in siblings {
        match schema.get(&keyword) {
            Some(said) if *said != value && !DESCRIBES.contains(&keyword.as_str()) => {
                also.insert(keyword, value);
            }
            _ => {
                schema.insert(keyword, value);
            }
        }
    }
    if !also.is_empty() {
        let all = schema.entry("allOf").or_insert_with(|| json!([]));
        if let Value::Array(all) = all {
            all.push(Value::Object(also));
        }
    }
    Value::Object(schema)
}
