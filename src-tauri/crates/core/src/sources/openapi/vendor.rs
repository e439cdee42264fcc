//! Vendor extensions `x-speakeasy-mcp` and `x-gram`, which describe the tool of an operation. Both are defined for
//! operations only.

use serde_json::{Map, Value};

use super::problems::ProblemCollector;
use crate::model::hint::HintName;
use crate::text::json;

const GRAM: &str = "x-gram";
const SPEAKEASY: &str = "x-speakeasy-mcp";

/// Tool properties from the extensions. `x-gram` takes precedence over `x-speakeasy-mcp`, as in Gram itself.
#[derive(Debug, Default)]
pub struct VendorMetadata<'a> {
    pub name: Option<String>,
    pub title: Option<String>,
    pub description: Option<String>,
    /// Raw values, so that a malformed hint is reported like any other.
    pub hints: Vec<(HintName, &'a Value)>,
    pub is_disabled: bool,
}

pub fn read_metadata<'a>(
    operation: &'a Map<String, Value>,
    problems: &mut ProblemCollector,
) -> VendorMetadata<'a> {
    let mut metadata = VendorMetadata::default();
    if let Some(gram) = extension(operation, GRAM, problems) {
        metadata.name = string_member(gram, GRAM, "name", problems);
        metadata.title = string_member(gram, GRAM, "summary", problems);
        metadata.description = string_member(gram, GRAM, "description", problems);
    }
    if let Some(speakeasy) = extension(operation, SPEAKEASY, problems) {
        let mut text = |key| string_member(speakeasy, SPEAKEASY, key, problems);
        let (name, title, description) = (text("name"), text("title"), text("description"));
        metadata.name = metadata.name.or(name);
        metadata.title = metadata.title.or(title);
        metadata.description = metadata.description.or(description);
        for hint in HintName::ALL {
            if let Some(value) = speakeasy.get(hint.key()).filter(|value| !value.is_null()) {
                metadata.hints.push((hint, value));
            }
        }
        match speakeasy.get("disabled") {
            None | Some(Value::Null) => {}
            Some(Value::Bool(disabled)) => metadata.is_disabled = *disabled,
            Some(other) => {
                let message = format!("is {}, not true or false; the tool is kept", json::kind_name(other));
                problems.add_for_field(format!("{SPEAKEASY}.disabled"), message);
            }
        }
    }
    metadata
}

/// The complete extensions, for members without a counterpart in a tool: scopes, confirmation, response filters.
pub fn raw_extensions(operation: &Map<String, Value>) -> impl Iterator<Item = (&'static str, &Value)> {
    [SPEAKEASY, GRAM].into_iter().filter_map(|key| Some((key, operation.get(key).filter(|e| e.is_object())?)))
}

fn extension<'a>(
    operation: &'a Map<String, Value>,
    key: &str,
    problems: &mut ProblemCollector,
) -> Option<&'a Map<String, Value>> {
    match operation.get(key)? {
        Value::Object(members) => Some(members),
        Value::Null => None,
        other => {
            problems
                .add_for_field(key, format!("is {}, not an object; it is ignored", json::kind_name(other)));
            None
        }
    }
}

fn string_member(
    members: &Map<String, Value>,
    extension: &str,
    key: &str,
    problems: &mut ProblemCollector,
) -> Option<String> {
    match members.get(key)? {
        Value::String(text) => Some(text.clone()).filter(|text| !text.trim().is_empty()),
        Value::Null => None,
        other => {
            let message = format!("is {}, not a string; it is ignored", json::kind_name(other));
            problems.add_for_field(format!("{extension}.{key}"), message);
            None
        }
    }
}
