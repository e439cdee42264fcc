//! Conversion of one operation to a tool.

use serde_json::{Map, Value};

use super::name::{self, Names};
use super::problems::Problems;
use super::schema::{Room, Schemas};
use super::{Operation, frame, input, vendor};
use crate::endpoint::Endpoint;

/// An operation and the document it is part of.
pub struct Source<'d> {
    pub document: &'d Value,
    /// The parameters of the path item.
    pub parameters: Option<&'d Value>,
    pub operation: &'d Value,
}

/// Nesting level of an extension in `_meta` and of a hint in `annotations`.
const META_DEPTH: usize = 3;

/// Members of an operation in use, besides parameters and body.
const TEXTS: [&str; 3] = ["operationId", "summary", "description"];

/// Minimum size of a tool in bytes.
const SMALLEST: usize = 200;

/// Builds the tool. `None` if the operation is malformed or disabled, or the size budget is used up.
pub fn read(
    source: Source,
    endpoint: Endpoint,
    names: &mut Names,
    room: &mut Room,
    problems: &mut Problems,
) -> Option<Operation> {
    let mut schemas = Schemas::new(source.document, room, problems);
    // A path item can be referred to thousands of times, so its texts count each time, before they are copied.
    if !schemas.spend(SMALLEST + weight(source.operation)) {
        return None;
    }
    let problems = &mut *schemas.problems;
    let frame: oas3::spec::Operation = match frame::read(source.operation, &TEXTS) {
        Ok(frame) => frame,
        Err(problem) => {
            problems.add(format!("{problem}; it is left out"));
            return None;
        }
    };
    let members = source.operation.as_object()?;
    let said = vendor::read(members, problems);
    if said.disabled {
        problems.add("is disabled by x-speakeasy-mcp and left out");
        return None;
    }
    let mut wanted = [said.name, frame.operation_id].into_iter().flatten().map(|name| name::allowed(&name));
    let wanted = wanted.find(|name| !name.is_empty());
    let name = wanted.unwrap_or_else(|| name::of_endpoint(&endpoint.method, &endpoint.path));
    let name = names.unique(name);

    let written = |text: &String| !text.trim().is_empty();
    let summary = frame.summary.filter(written);
    let title = said.title.or_else(|| summary.clone());
    let description = said.description.or(frame.description.filter(written)).or(summary);
    let mut tool = Map::new();
    tool.insert("name".to_owned(), name.into());
    for (key, text) in [("title", title), ("description", description)] {
        tool.extend(text.map(|text| (key.to_owned(), text.into())));
    }
    // Before the schema, so that a large one cannot displace the hints.
    let mut annotations = Map::new();
    for (hint, value) in said.hints {
        annotations.extend(schemas.copied(value, META_DEPTH).map(|value| (hint.key().to_owned(), value)));
    }
    let schema = input::schema(&mut schemas, &endpoint.path, source.parameters, members);
    tool.insert("inputSchema".to_owned(), schema);
    if !annotations.is_empty() {
        tool.insert("annotations".to_owned(), Value::Object(annotations));
    }
    let mut meta = Map::new();
    endpoint.write(&mut meta);
    for (key, extension) in vendor::whole(members) {
        meta.extend(schemas.copied(extension, META_DEPTH).map(|extension| (key.to_owned(), extension)));
    }
    tool.insert("_meta".to_owned(), Value::Object(meta));
    Some(Operation { raw: Value::Object(tool).to_string().into(), endpoint })
}

/// Total size in bytes of the texts that become part of the tool.
fn weight(operation: &Value) -> usize {
    let text = |value: &Value| value.as_str().map_or(0, str::len);
    let own: usize = TEXTS.iter().filter_map(|key| operation.get(*key)).map(text).sum();
    let extensions = operation.as_object().into_iter().flat_map(vendor::whole);
    let theirs: usize =
        extensions.filter_map(|(_, extension)| extension.as_object()).flat_map(Map::values).map(text).sum();
    own + theirs
}
