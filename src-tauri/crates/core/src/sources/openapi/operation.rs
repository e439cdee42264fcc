//! Conversion of one operation to a tool.

use serde_json::{Map, Value};

use super::name::{self, UniqueNames};
use super::problems::ProblemCollector;
use super::schema::{SchemaBuilder, SizeBudget};
use super::{OperationTool, input, typed, vendor};
use crate::model::endpoint::Endpoint;

/// An operation and the document it is part of.
pub struct OperationSource<'d> {
    pub document: &'d Value,
    /// The parameters of the path item.
    pub path_parameters: Option<&'d Value>,
    pub operation: &'d Value,
}

/// Nesting level of an extension in `_meta` and of a hint in `annotations`.
const META_DEPTH: usize = 3;

/// Members of an operation in use, besides parameters and body.
const TEXT_KEYS: [&str; 3] = ["operationId", "summary", "description"];

/// Minimum size of a tool in bytes.
const MIN_TOOL_BYTES: usize = 200;

/// Builds the tool. `None` if the operation is malformed or disabled, or the size budget is used up.
pub fn build_tool(
    source: OperationSource,
    endpoint: Endpoint,
    names: &mut UniqueNames,
    budget: &mut SizeBudget,
    problems: &mut ProblemCollector,
) -> Option<OperationTool> {
    let mut schemas = SchemaBuilder::new(source.document, budget, problems);
    // A path item can be referred to thousands of times, so its texts count each time, before they are copied.
    if !schemas.spend(MIN_TOOL_BYTES + text_bytes(source.operation)) {
        return None;
    }
    let problems = &mut *schemas.problems;
    let frame: oas3::spec::Operation = match typed::deserialize_members(source.operation, &TEXT_KEYS) {
        Ok(frame) => frame,
        Err(problem) => {
            problems.add(format!("{problem}; it is left out"));
            return None;
        }
    };
    let members = source.operation.as_object()?;
    let metadata = vendor::read_metadata(members, problems);
    if metadata.is_disabled {
        problems.add("is disabled by x-speakeasy-mcp and left out");
        return None;
    }
    let mut candidates =
        [metadata.name, frame.operation_id].into_iter().flatten().map(|name| name::sanitize_name(&name));
    let candidates = candidates.find(|name| !name.is_empty());
    let name = candidates.unwrap_or_else(|| name::name_from_endpoint(&endpoint.method, &endpoint.path));
    let name = names.reserve(name);

    let written = |text: &String| !text.trim().is_empty();
    let summary = frame.summary.filter(written);
    let title = metadata.title.or_else(|| summary.clone());
    let description = metadata.description.or(frame.description.filter(written)).or(summary);
    let mut tool = Map::new();
    tool.insert("name".to_owned(), name.into());
    for (key, text) in [("title", title), ("description", description)] {
        tool.extend(text.map(|text| (key.to_owned(), text.into())));
    }
    // Before the schema, so that a large one cannot displace the hints.
    let mut annotations = Map::new();
    for (hint, value) in metadata.hints {
        annotations.extend(schemas.copy_value(value, META_DEPTH).map(|value| (hint.key().to_owned(), value)));
    }
    let schema = input::build_input_schema(&mut schemas, &endpoint.path, source.path_parameters, members);
    tool.insert("inputSchema".to_owned(), schema);
    if !annotations.is_empty() {
        tool.insert("annotations".to_owned(), Value::Object(annotations));
    }
    let mut meta = Map::new();
    endpoint.write_to_meta(&mut meta);
    for (key, extension) in vendor::raw_extensions(members) {
        meta.extend(schemas.copy_value(extension, META_DEPTH).map(|extension| (key.to_owned(), extension)));
    }
    tool.insert("_meta".to_owned(), Value::Object(meta));
    Some(OperationTool { raw: Value::Object(tool).to_string().into(), endpoint })
}

/// Total size in bytes of the texts that become part of the tool.
fn text_bytes(operation: &Value) -> usize {
    let text = |value: &Value| value.as_str().map_or(0, str::len);
    let own: usize = TEXT_KEYS.iter().filter_map(|key| operation.get(*key)).map(text).sum();
    let extensions = operation.as_object().into_iter().flat_map(vendor::raw_extensions);
    let theirs: usize =
        extensions.filter_map(|(_, extension)| extension.as_object()).flat_map(Map::values).map(text).sum();
    own + theirs
}
