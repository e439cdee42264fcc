//! Import of OpenAPI 3.0 and 3.1 documents: one tool per operation, with a plan that turns a call of it into an HTTP
//! request.
//!
//! Each operation is read on its own from plain JSON values, so that a broken one affects only itself. Operations,
//! parameters and bodies are deserialized with `oas3`, without their schemas: typed readers drop the keywords they do
//! not know. Nothing outside the document is fetched.

mod body;
mod input;
mod media_type;
mod name;
mod operation;
mod output;
mod parameters;
mod parse;
pub mod plan;
mod problems;
mod reference;
pub mod request;
mod schema;
mod schema_upgrade;
pub mod security;
mod selection;
pub mod server;
#[cfg(test)]
mod tests;
mod typed;
mod vendor;

use std::sync::Arc;

use serde_json::{Map, Value};
use thiserror::Error;

use crate::model::endpoint::Endpoint;
use crate::model::problem::Problem;
use crate::text::json;
use name::UnnamedOperation;
pub use name::name_from_endpoint;
use operation::{DocumentDefaults, NamedEndpoint, OperationSource, SharedLimits};
use plan::RequestPlan;
use problems::ProblemCollector;
use schema::SizeBudget;
use security::SecurityScheme;
use selection::Selection;
pub use selection::{Operation, terms_for};
use server::ServerUrl;

/// A parsed document: a tool for each readable operation, and problems.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenApiDocument {
    pub title: Option<String>,
    /// Version of the described API, not of OpenAPI.
    pub version: Option<String>,
    pub tools: Vec<OperationTool>,
    /// The operations that became tools, and those that were not chosen.
    pub operations: Vec<Operation>,
    /// The servers of the document; a plan has those of its operation.
    pub servers: Arc<[ServerUrl]>,
    pub security_schemes: Vec<Arc<SecurityScheme>>,
    /// Each `field` names the operation and the location in it: `GET /pets parameters[0]`.
    pub problems: Vec<Problem>,
}

/// The tool of one operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationTool {
    /// The tool as in a `tools/list` result.
    pub raw: Arc<str>,
    pub name: Arc<str>,
    pub endpoint: Endpoint,
    pub tags: Vec<Box<str>>,
    /// How calls of the tool become requests.
    pub plan: Arc<RequestPlan>,
}

/// Reason why a whole document was rejected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OpenApiError {
    #[error("the document has {} MB; the maximum is {} MB", .0 / 1_000_000, parse::MAX_DOCUMENT_BYTES / 1_000_000)]
    TooLarge(usize),
    #[error("invalid JSON: {0}")]
    NotJson(String),
    #[error("invalid YAML: {0}")]
    NotYaml(String),
    #[error("not an OpenAPI document: the \"openapi\" version is missing")]
    NotOpenApi,
    #[error("Swagger {0} is not supported, only OpenAPI 3.0 and 3.1")]
    Swagger(String),
    #[error("OpenAPI {0} is not supported, only 3.0 and 3.1")]
    UnsupportedVersion(String),
}

impl OpenApiError {
    /// Advice for the user.
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::TooLarge(_) => "Split the document, or keep only the paths you need.",
            Self::NotJson(_) | Self::NotYaml(_) => "Correct the document at that position.",
            Self::NotOpenApi => "Select the OpenAPI document itself, not a page that displays it.",
            Self::Swagger(_) => {
                "Convert it to OpenAPI 3 first; the Swagger editor does that under Edit, Convert to OpenAPI 3."
            }
            Self::UnsupportedVersion(_) => "Save the document as OpenAPI 3.1.",
        }
    }
}

const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/// Number of operations per document. A document can refer to one path item any number of times, and no user reviews
/// more.
const MAX_OPERATIONS: usize = 20_000;

/// Parses a JSON or YAML document whose URL is not known.
pub fn parse_document(text: &str) -> Result<OpenApiDocument, OpenApiError> {
    parse_document_from(text, None)
}

/// Parses a JSON or YAML document. Relative URLs of servers refer to `url`, which is that of the document after
/// redirects.
pub fn parse_document_from(text: &str, url: Option<&str>) -> Result<OpenApiDocument, OpenApiError> {
    parse_operations(text, url, &[])
}

/// Parses a document of which only the operations that `terms` choose become tools.
pub fn parse_operations(
    text: &str,
    url: Option<&str>,
    terms: &[String],
) -> Result<OpenApiDocument, OpenApiError> {
    read_document(text, url, Selection::new(terms))
}

/// Lists the operations of a document and which of them `terms` choose. No tools are built.
pub fn list_operations(
    text: &str,
    url: Option<&str>,
    terms: &[String],
) -> Result<OpenApiDocument, OpenApiError> {
    read_document(text, url, Selection::listing(terms))
}

fn read_document(
    text: &str,
    url: Option<&str>,
    mut selection: Selection,
) -> Result<OpenApiDocument, OpenApiError> {
    let document = parse::parse(text)?;
    check_version(&document)?;
    let info = |key: &str| document.pointer(&format!("/info/{key}")).and_then(scalar_text);
    let mut problems = ProblemCollector::default();
    let defaults = read_defaults(&document, url, &mut problems);
    let tools = read_operations(&defaults, &mut selection, &mut problems);
    selection.report_unmatched(&mut problems);
    Ok(OpenApiDocument {
        title: info("title"),
        version: info("version"),
        tools,
        operations: selection.into_operations(),
        servers: defaults.servers,
        security_schemes: defaults.schemes,
        problems: problems.into_list(),
    })
}

fn read_defaults<'d>(
    document: &'d Value,
    url: Option<&str>,
    problems: &mut ProblemCollector,
) -> DocumentDefaults<'d> {
    let url = url.and_then(server::parse_document_url);
    let schemes = security::read_schemes(document, url.as_deref(), problems);
    problems.set_location("document");
    let servers = server::read_servers(document.get("servers"), url.as_ref(), problems);
    let servers = servers.unwrap_or_else(|| server::default_servers(url.as_ref()));
    let security =
        security::read_requirements(document.get("security"), &schemes, problems).unwrap_or_default();
    DocumentDefaults { document, url, servers, security, schemes }
}

fn check_version(document: &Value) -> Result<(), OpenApiError> {
    if let Some(version) = document.get("swagger").and_then(scalar_text) {
        return Err(OpenApiError::Swagger(version));
    }
    let version = document.get("openapi").and_then(scalar_text).ok_or(OpenApiError::NotOpenApi)?;
    let mut numbers = version.split('.');
    match (numbers.next(), numbers.next()) {
        (Some("3"), Some("0" | "1")) => Ok(()),
        _ => Err(OpenApiError::UnsupportedVersion(crate::text::truncate_chars(&version, 24).into_owned())),
    }
}

/// A string, or a number that was meant as one: `version: 1.0` in YAML.
fn scalar_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn read_operations(
    defaults: &DocumentDefaults,
    selection: &mut Selection,
    problems: &mut ProblemCollector,
) -> Vec<OperationTool> {
    let mut tools = Vec::new();
    let document = defaults.document;
    let paths = match document.get("paths") {
        Some(Value::Object(paths)) => paths,
        None | Some(Value::Null) => {
            problems.set_location("paths").add("is missing, so there are no tools");
            return tools;
        }
        Some(other) => {
            problems.set_location("paths").add(format!("is {}, not an object", json::kind_name(other)));
            return tools;
        }
    };
    let mut named = name_operations(document, paths);
    let mut limits = SharedLimits { tools: SizeBudget::for_tools(), outputs: SizeBudget::for_outputs() };
    let is_enabled = vendor::outer_is_enabled(document.get(vendor::OUTER_KEY));
    for (path, item) in described_paths(paths) {
        problems.set_location(path);
        let Some(item) = PathItem::read(document, item, problems) else { continue };
        let path_servers = server::read_servers(item.get("servers"), defaults.url.as_ref(), problems);
        for (_, found) in item.operations() {
            let Some(endpoint) = named.next() else {
                problems
                    .set_location("paths")
                    .add(format!("has more than {MAX_OPERATIONS} operations; the rest is left out"));
                return tools;
            };
            problems.set_location(format!("{} {path}", endpoint.endpoint.method));
            let source = OperationSource {
                path_parameters: item.get("parameters"),
                path_servers: path_servers.clone(),
                is_enabled: vendor::outer_is_enabled(item.get(vendor::OUTER_KEY)).or(is_enabled),
                operation: found,
            };
            tools.extend(operation::build_tool(defaults, source, endpoint, selection, &mut limits, problems));
        }
    }
    tools
}

/// Names the first operations of a document, before any becomes a tool: names depend neither on order nor on the choice.
fn name_operations(document: &Value, paths: &Map<String, Value>) -> impl Iterator<Item = NamedEndpoint> {
    let mut unnamed = Vec::new();
    'paths: for (path, item) in described_paths(paths) {
        // Problems are reported when the tools are built.
        let item = PathItem::read(document, item, &mut ProblemCollector::default());
        for (method, found) in item.iter().flat_map(PathItem::operations) {
            if unnamed.len() == MAX_OPERATIONS {
                break 'paths;
            }
            let endpoint = Endpoint { method: method.to_uppercase(), path: path.clone() };
            unnamed.push(UnnamedOperation { base: operation::base_name(found, &endpoint), endpoint });
        }
    }
    let names = name::name_tools(&unnamed);
    let endpoints = unnamed.into_iter().map(|operation| operation.endpoint);
    names.into_iter().zip(endpoints).map(|(name, endpoint)| NamedEndpoint { name, endpoint })
}

/// The paths of a document, without its extensions.
fn described_paths(paths: &Map<String, Value>) -> impl Iterator<Item = (&String, &Value)> {
    paths.iter().filter(|(path, _)| !path.starts_with("x-"))
}

/// A path item: its own members, and those of its `$ref`.
struct PathItem<'d> {
    own: &'d Map<String, Value>,
    referenced: Option<&'d Map<String, Value>>,
}

impl<'d> PathItem<'d> {
    fn read(document: &'d Value, item: &'d Value, problems: &mut ProblemCollector) -> Option<Self> {
        let Value::Object(own) = item else {
            problems.add(format!("is {}, not an object", json::kind_name(item)));
            return None;
        };
        let shared = match reference::resolve(document, item) {
            Ok(Value::Object(shared)) => Some(shared),
            Ok(other) => {
                problems.add(format!("refers to {}, not to an object", json::kind_name(other)));
                None
            }
            Err(problem) => {
                problems.add(problem.to_string());
                None
            }
        };
        Some(Self { own, referenced: shared })
    }

    fn get(&self, key: &str) -> Option<&'d Value> {
        self.own.get(key).or_else(|| self.referenced?.get(key))
    }

    /// Its operations, each with its method.
    fn operations(&self) -> impl Iterator<Item = (&'static str, &'d Value)> {
        METHODS.into_iter().filter_map(|method| Some((method, self.get(method)?)))
    }
}
