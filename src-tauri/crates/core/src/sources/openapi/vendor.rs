//! Vendor extensions that describe the tool of an operation: `x-gram`, `x-speakeasy-mcp` and `x-mcp`.
//!
//! `x-mcp` has no single owner. Generators agree on `true` and `false` for an operation, a path or the document, of which
//! the innermost applies, and on an object with `enabled`, `name`, `title`, `description` and `annotations`.

use serde_json::{Map, Value};

use super::problems::ProblemCollector;
use crate::model::hint::HintName;
use crate::text::json;

const GRAM: &str = "x-gram";
const SPEAKEASY: &str = "x-speakeasy-mcp";
const MCP: &str = "x-mcp";

/// Tool properties from the extensions. `x-gram` takes precedence over `x-speakeasy-mcp`, as in Gram itself; `x-mcp`,
/// which is for no product in particular, is last.
#[derive(Debug, Default)]
pub struct VendorMetadata<'a> {
    pub title: Option<String>,
    pub description: Option<String>,
    /// Raw values, so that a malformed hint is reported like any other.
    pub hints: Vec<(HintName, &'a Value)>,
    /// The extension that excludes the operation.
    pub disabled_by: Option<&'static str>,
}

/// Reads the extensions of an operation. `is_enabled` is what `x-mcp` of its path or document says.
pub fn read_metadata<'a>(
    operation: &'a Map<String, Value>,
    is_enabled: Option<bool>,
    problems: &mut ProblemCollector,
) -> VendorMetadata<'a> {
    let mut metadata = VendorMetadata::default();
    if let Some(gram) = extension(operation, GRAM, problems) {
        metadata.add_texts(gram, GRAM, "summary", problems);
    }
    if let Some(speakeasy) = extension(operation, SPEAKEASY, problems) {
        metadata.add_texts(speakeasy, SPEAKEASY, "title", problems);
        metadata.add_hints(speakeasy);
        if boolean_member(speakeasy, SPEAKEASY, "disabled", problems) == Some(true) {
            metadata.disabled_by = Some(SPEAKEASY);
        }
    }
    let mut is_enabled = is_enabled;
    match operation.get(MCP) {
        Some(Value::Bool(enabled)) => is_enabled = Some(*enabled),
        _ => {
            if let Some(mcp) = extension(operation, MCP, problems) {
                metadata.add_texts(mcp, MCP, "title", problems);
                if let Some(Value::Object(annotations)) = mcp.get("annotations") {
                    metadata.add_hints(annotations);
                }
                is_enabled = boolean_member(mcp, MCP, "enabled", problems).or(is_enabled);
            }
        }
    }
    if is_enabled == Some(false) && metadata.disabled_by.is_none() {
        metadata.disabled_by = Some(MCP);
    }
    metadata
}

/// The names that the extensions give the tool, the preferred first.
pub fn stated_names(operation: &Map<String, Value>) -> impl Iterator<Item = &str> {
    [GRAM, SPEAKEASY, MCP].into_iter().filter_map(|key| operation.get(key)?.get("name")?.as_str())
}

/// Whether `x-mcp` of a path or a document includes its operations. `x-mcp` of a document can also describe an MCP server,
/// which says nothing about operations.
pub fn outer_is_enabled(extension: Option<&Value>) -> Option<bool> {
    let extension = extension?;
    extension.as_bool().or_else(|| extension.get("enabled")?.as_bool())
}

pub const OUTER_KEY: &str = MCP;

/// The complete extensions, for members without a counterpart in a tool: scopes, confirmation, response filters.
pub fn raw_extensions(operation: &Map<String, Value>) -> impl Iterator<Item = (&'static str, &Value)> {
    let keys = [SPEAKEASY, GRAM, MCP].into_iter();
    keys.filter_map(|key| Some((key, operation.get(key).filter(|e| e.is_object())?)))
}

impl<'a> VendorMetadata<'a> {
    /// Adds the texts that no earlier extension has.
    fn add_texts(
        &mut self,
        members: &Map<String, Value>,
        extension: &str,
        title: &str,
        problems: &mut ProblemCollector,
    ) {
        // Names are read by `stated_names`; here, a malformed one is reported.
        string_member(members, extension, "name", problems);
        for (key, text) in [(title, &mut self.title), ("description", &mut self.description)] {
            let own = string_member(members, extension, key, problems);
            *text = text.take().or(own);
        }
    }

    fn add_hints(&mut self, members: &'a Map<String, Value>) {
        for hint in HintName::ALL {
            let is_new = !self.hints.iter().any(|(known, _)| *known == hint);
            if let Some(value) = members.get(hint.key()).filter(|value| is_new && !value.is_null()) {
                self.hints.push((hint, value));
            }
        }
    }
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

fn boolean_member(
    members: &Map<String, Value>,
    extension: &str,
    key: &str,
    problems: &mut ProblemCollector,
) -> Option<bool> {
    match members.get(key)? {
        Value::Bool(value) => Some(*value),
        Value::Null => None,
        other => {
            let message = format!("is {}, not true or false; the tool is kept", json::kind_name(other));
            problems.add_for_field(format!("{extension}.{key}"), message);
            None
        }
    }
}
