//! Conversion of one operation to a tool and a request plan.

use std::sync::Arc;

use serde_json::{Map, Value};
use url::Url;

use super::input::Input;
use super::name;
use super::plan::RequestPlan;
use super::problems::ProblemCollector;
use super::schema::{SchemaBuilder, SizeBudget};
use super::security::{self, Requirement, SecurityScheme};
use super::selection::{Operation, Selection};
use super::server::{self, ServerUrl};
use super::{OperationTool, input, output, typed, vendor};
use crate::model::endpoint::Endpoint;

/// What a document defines for all of its operations.
pub struct DocumentDefaults<'d> {
    pub document: &'d Value,
    pub url: Option<Arc<Url>>,
    pub servers: Arc<[ServerUrl]>,
    pub security: Arc<[Requirement]>,
    pub schemes: Vec<Arc<SecurityScheme>>,
}

/// An operation, and what its path item defines.
pub struct OperationSource<'d> {
    pub path_parameters: Option<&'d Value>,
    pub path_servers: Option<Arc<[ServerUrl]>>,
    /// Whether an extension of the path item or the document includes it.
    pub is_enabled: Option<bool>,
    pub operation: &'d Value,
}

/// An operation, and the name of its tool.
pub struct NamedEndpoint {
    pub name: Arc<str>,
    pub endpoint: Endpoint,
}

/// What the tools of a document share the use of.
pub struct SharedLimits {
    pub tools: SizeBudget,
    pub outputs: SizeBudget,
}

/// Nesting level of an extension in `_meta` and of a hint in `annotations`.
const META_DEPTH: usize = 3;

/// Members of an operation in use, besides parameters, body, responses, security and servers.
const TEXT_KEYS: [&str; 3] = ["operationId", "summary", "description"];

/// Maximum number of tags of an operation.
const MAX_TAGS: usize = 50;

/// Minimum size of a tool in bytes.
const MIN_TOOL_BYTES: usize = 200;

/// What the name of the tool is made of: the first stated name of which something remains, or method and path.
pub fn base_name(operation: &Value, endpoint: &Endpoint) -> String {
    let members = operation.as_object();
    let operation_id = members.and_then(|members| members.get("operationId")?.as_str());
    let stated = members.into_iter().flat_map(vendor::stated_names).chain(operation_id);
    let mut bases = stated.map(name::sanitize_tool_name);
    let stated = bases.find(|base| !base.is_empty());
    stated.unwrap_or_else(|| name::base_from_endpoint(&endpoint.method, &endpoint.path))
}

/// Builds the tool. `None` if the operation is malformed, disabled or not chosen, or the size budget is used up.
pub fn build_tool<'d>(
    defaults: &DocumentDefaults<'d>,
    source: OperationSource<'d>,
    NamedEndpoint { name, endpoint }: NamedEndpoint,
    selection: &mut Selection,
    limits: &mut SharedLimits,
    problems: &mut ProblemCollector,
) -> Option<OperationTool> {
    let frame: oas3::spec::Operation = match typed::deserialize_members(source.operation, &TEXT_KEYS) {
        Ok(frame) => frame,
        Err(problem) => {
            problems.add(format!("{problem}; it is left out"));
            return None;
        }
    };
    let members = source.operation.as_object()?;
    let metadata = vendor::read_metadata(members, source.is_enabled, problems);
    if let Some(extension) = metadata.disabled_by {
        problems.add(format!("is disabled by {extension} and left out"));
        return None;
    }
    let operation_id = frame.operation_id.as_deref();
    let tags = read_tags(members);
    let written = |text: &String| !text.trim().is_empty();
    let summary = frame.summary.filter(written);
    let title = metadata.title.or_else(|| summary.clone());
    let operation = Operation {
        name: Arc::clone(&name),
        endpoint: endpoint.clone(),
        tags: tags.clone(),
        title: title.clone(),
        is_deprecated: members.get("deprecated") == Some(&Value::Bool(true)),
        is_chosen: false,
    };
    if !selection.add(operation) {
        return None;
    }
    let mut schemas = SchemaBuilder::for_tool(defaults.document, &mut limits.tools, problems);
    // A path item can be referred to thousands of times, so its texts count each time.
    if !schemas.spend(MIN_TOOL_BYTES + text_bytes(source.operation)) {
        return None;
    }
    let security = operation_security(defaults, members, &mut schemas)?;
    let servers = operation_servers(defaults, source.path_servers, members, &mut schemas)?;
    let mut annotations = Map::new();
    // Before the schema, so that a large one cannot displace the hints.
    for (hint, value) in metadata.hints {
        annotations.extend(schemas.copy_value(value, META_DEPTH).map(|value| (hint.key().to_owned(), value)));
    }
    let input = input::build_input(&mut schemas, &endpoint.path, source.path_parameters, members, &security);
    if input.path.has_dot_segment() {
        schemas.problems.add("has a \".\" or \"..\" segment in its path; it is left out");
        return None;
    }
    let Input { schema, path, parameters, body } = input;
    let (output, output_schema) =
        output::build_output(defaults.document, members.get("responses"), &mut limits.outputs);
    let description = metadata.description.or(frame.description.filter(written)).or(summary);
    let mut tool = Map::new();
    tool.insert("name".to_owned(), (*name).into());
    for (key, text) in [("title", title), ("description", description)] {
        tool.extend(text.map(|text| (key.to_owned(), text.into())));
    }
    tool.insert("inputSchema".to_owned(), schema);
    tool.extend(output_schema.map(|schema| ("outputSchema".to_owned(), schema)));
    if !annotations.is_empty() {
        tool.insert("annotations".to_owned(), Value::Object(annotations));
    }
    let mut meta = Map::new();
    endpoint.write_to_meta(operation_id.filter(|id| **id != *name), &mut meta);
    for (key, extension) in vendor::raw_extensions(members) {
        meta.extend(schemas.copy_value(extension, META_DEPTH).map(|extension| (key.to_owned(), extension)));
    }
    tool.insert("_meta".to_owned(), Value::Object(meta));
    let method = endpoint.method.as_str().into();
    let plan = RequestPlan { servers, security, output, method, path, parameters, body };
    let raw = Value::Object(tool).to_string().into();
    Some(OperationTool { raw, name, endpoint, tags, plan: Arc::new(plan) })
}

/// The tags of an operation. What is not a list of texts is no reason to leave the operation out.
fn read_tags(members: &Map<String, Value>) -> Vec<Box<str>> {
    let tags = members.get("tags").and_then(Value::as_array);
    tags.into_iter().flatten().take(MAX_TAGS).filter_map(|tag| Some(tag.as_str()?.into())).collect()
}

/// The requirements of an operation. `None` if they do not fit the size budget: without them, calls would be sent without
/// credentials.
fn operation_security(
    defaults: &DocumentDefaults,
    members: &Map<String, Value>,
    schemas: &mut SchemaBuilder,
) -> Option<Arc<[Requirement]>> {
    let Some(stated) = members.get("security") else { return Some(Arc::clone(&defaults.security)) };
    if !schemas.spend(stated_bytes(stated)) {
        return None;
    }
    let own = security::read_requirements(Some(stated), &defaults.schemes, schemas.problems);
    Some(own.unwrap_or_else(|| Arc::clone(&defaults.security)))
}

/// The servers of an operation, of its path, or of the document. `None` if they do not fit the size budget.
fn operation_servers(
    defaults: &DocumentDefaults,
    path_servers: Option<Arc<[ServerUrl]>>,
    members: &Map<String, Value>,
    schemas: &mut SchemaBuilder,
) -> Option<Arc<[ServerUrl]>> {
    // Those of a path count each time: the path item can be referred to thousands of times.
    let outer_bytes = path_servers.iter().flat_map(|servers| servers.iter()).map(ServerUrl::size).sum();
    let outer = path_servers.unwrap_or_else(|| Arc::clone(&defaults.servers));
    let stated = members.get("servers");
    if !schemas.spend(outer_bytes) || !schemas.spend(stated.map_or(0, stated_bytes)) {
        return None;
    }
    let own = server::read_servers(stated, defaults.url.as_ref(), schemas.problems);
    Some(own.unwrap_or(outer))
}

/// Approximate size of a value in memory.
fn stated_bytes(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(stated_bytes).sum::<usize>() + 64,
        Value::Object(members) => {
            members.iter().map(|(key, value)| key.len() + stated_bytes(value)).sum::<usize>() + 64
        }
        Value::String(text) => text.len() + 8,
        _ => 8,
    }
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
