//! Arguments of a tool call, validated against the tool's input schema.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::ToolError;

/// Validated arguments, with the schema's defaults filled in.
pub(super) struct Args(Map<String, Value>);

impl Args {
    /// Validates the keywords that the demo's schemas use: type, enum, bounds, required, items, properties, anyOf.
    pub(super) fn validated(schema: &Value, mut given: Map<String, Value>) -> Result<Self, ToolError> {
        // Models often send null for an omitted argument; null has no other meaning in the demo.
        given.retain(|_, value| !value.is_null());
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            if let Some(default) = property.get("default").filter(|value| !value.is_null()) {
                given.entry(name).or_insert_with(|| default.clone());
            }
        }
        let given = Value::Object(given);
        validate("", schema, &given)?;
        match given {
            Value::Object(given) => Ok(Self(given)),
            _ => Ok(Self(Map::new())),
        }
    }

    /// Returns an argument that is required or has a default.
    pub(super) fn get<'a, T: Deserialize<'a>>(&'a self, name: &str) -> Result<T, ToolError> {
        self.get_optional(name)?.ok_or_else(|| ToolError::invalid_argument(name, "is missing"))
    }

    /// Returns an optional argument.
    pub(super) fn get_optional<'a, T: Deserialize<'a>>(&'a self, name: &str) -> Result<Option<T>, ToolError> {
        self.0
            .get(name)
            .map(T::deserialize)
            .transpose()
            .map_err(|error| ToolError::invalid_argument(name, format!("is not usable ({error})")))
    }

    /// The given arguments with these names, as the fields of a row.
    pub(super) fn pick(&self, names: &[&str]) -> Value {
        self.0
            .iter()
            .filter(|(name, _)| names.contains(&name.as_str()))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect()
    }

    pub(super) fn to_value(&self) -> Value {
        Value::Object(self.0.clone())
    }
}

/// Validates one value. `path` names it in the error; it is empty for the arguments as a whole.
pub(super) fn validate(path: &str, schema: &Value, value: &Value) -> Result<(), ToolError> {
    let invalid = |problem: String| Err(ToolError::invalid_argument(path, problem));
    if let Some(choices) = schema["anyOf"].as_array()
        && !choices.iter().any(|choice| validate(path, choice, value).is_ok())
    {
        return invalid("has none of the types it may have".into());
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(many) => many.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if !types.is_empty() && !types.iter().any(|kind| is_of_type(kind, value)) {
        return invalid(format!("must be of type {}", types.join(" or ")));
    }
    if let Some(choices) = schema["enum"].as_array()
        && !choices.contains(value)
    {
        let choices: Vec<String> = choices.iter().map(Value::to_string).collect();
        return invalid(format!("must be one of {}", choices.join(", ")));
    }
    if let (Some(least), Some(number)) = (schema["minimum"].as_f64(), value.as_f64())
        && number < least
    {
        return invalid(format!("must be at least {least}"));
    }
    if let (Some(most), Some(number)) = (schema["maximum"].as_f64(), value.as_f64())
        && number > most
    {
        return invalid(format!("must be at most {most}"));
    }
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        validate(&format!("{path}[{index}]"), &schema["items"], item)?;
    }
    let Some(object) = value.as_object() else {
        return Ok(());
    };
    let member_path = |name: &str| match path {
        "" => name.to_owned(),
        _ => format!("{path}.{name}"),
    };
    for name in schema["required"].as_array().into_iter().flatten() {
        let name = name.as_str().unwrap_or_default();
        if !object.contains_key(name) {
            return Err(ToolError::invalid_argument(member_path(name), "is missing"));
        }
    }
    for (name, item) in object {
        match schema["properties"].get(name) {
            Some(property) => validate(&member_path(name), property, item)?,
            None if schema["additionalProperties"] == false => {
                return Err(ToolError::invalid_argument(member_path(name), "is not known"));
            }
            None => {}
        }
    }
    Ok(())
}

fn is_of_type(kind: &str, value: &Value) -> bool {
    match kind {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        _ => false,
    }
}
