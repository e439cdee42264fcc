//! Parameters of an operation: which are sent, and how.

use std::collections::{HashMap, HashSet};

use oas3::spec::{Parameter, ParameterIn};
use serde_json::{Map, Value, json};

use super::reference;
use super::request::body::is_json_media_type;
use super::request::field;
use super::request::parameter::{Location, ObjectKeys, ParameterFormat};
use super::request::style::Style;
use super::schema::SchemaBuilder;
use super::security::Requirement;
use super::typed;
use crate::text::json;

/// Nesting level of a parameter schema: tool, input schema, properties, parameter.
const PARAMETER_DEPTH: usize = 4;

/// Members of a parameter object in use, besides its schema and its style.
const PARAMETER_KEYS: [&str; 5] = ["name", "in", "description", "required", "deprecated"];

/// A parameter with its converted schema.
pub struct OperationParameter {
    pub frame: Parameter,
    pub location: Location,
    pub schema: Value,
    pub format: ParameterFormat,
}

/// A parameter before its schema is converted.
struct DeclaredParameter<'d> {
    frame: Parameter,
    source: &'d Value,
    /// Location in the operation, for problems.
    field: String,
}

/// Reads the parameters of the path item and of the operation. The latter override those with the same name and
/// location. `path_names` are the parameters that occur in the path.
pub fn read_parameters<'d>(
    schemas: &mut SchemaBuilder<'_, 'd>,
    path_names: &[&str],
    security: &[Requirement],
    path_parameters: Option<&'d Value>,
    operation_parameters: Option<&'d Value>,
) -> Vec<OperationParameter> {
    let declared = merge_declarations(schemas, path_parameters, operation_parameters);
    let mut headers = HashSet::new();
    let mut parameters = Vec::new();
    for DeclaredParameter { frame, source, field } in declared {
        let location = to_location(frame.location);
        // A credential is not for the caller to know.
        if security.iter().any(|requirement| requirement.uses(location, &frame.name)) {
            continue;
        }
        let is_repeated = location == Location::Header && !headers.insert(frame.name.to_ascii_lowercase());
        let problem = match location {
            _ if is_repeated => Some("is a header that is declared already"),
            Location::Path if !path_names.contains(&frame.name.as_str()) => Some("is not in the path"),
            location => name_problem(location, &frame.name),
        };
        if let Some(problem) = problem {
            schemas.problems.add_for_field(field, format!("{problem}; it is left out"));
            continue;
        }
        let format = read_format(source, location, &field, schemas);
        let content = || media_type(source)?.1.get("schema");
        let schema = source.get("schema").or_else(content);
        let fits = schemas.spend(frame.name.len() + frame.description.as_deref().map_or(0, str::len));
        let schema = schema.filter(|_| fits).map(|schema| schemas.convert(schema, PARAMETER_DEPTH, &field));
        let frame = if fits { frame } else { Parameter { description: None, ..frame } };
        parameters.push(OperationParameter {
            frame,
            location,
            schema: schema.unwrap_or_else(|| json!({})),
            format,
        });
    }
    parameters
}

fn merge_declarations<'d>(
    schemas: &mut SchemaBuilder<'_, 'd>,
    path_parameters: Option<&'d Value>,
    operation_parameters: Option<&'d Value>,
) -> Vec<DeclaredParameter<'d>> {
    let mut parameters: Vec<DeclaredParameter> = Vec::new();
    let mut positions = HashMap::new();
    for (list, field) in [(path_parameters, "path parameters"), (operation_parameters, "parameters")] {
        let list = match list {
            None | Some(Value::Null) => continue,
            Some(Value::Array(list)) => list,
            Some(other) => {
                schemas.problems.add_for_field(field, format!("are {}, not a list", json::kind_name(other)));
                continue;
            }
        };
        for (number, parameter) in list.iter().enumerate() {
            if !schemas.spend(32) {
                break;
            }
            let field = format!("{field}[{number}]");
            let read = reference::resolve(schemas.document, parameter)
                .map_err(|problem| problem.to_string())
                .and_then(|source| Ok((typed::deserialize_members(source, &PARAMETER_KEYS)?, source)));
            match read {
                Ok((frame, _)) if is_ignored(&frame) => {
                    if frame.required == Some(true) && frame.name.eq_ignore_ascii_case("authorization") {
                        let message = "is the header Authorization, which OpenAPI ignores; calls need a security scheme instead";
                        schemas.problems.add_for_field(field, message);
                    }
                }
                Ok((frame, source)) => {
                    let key = (location_name(to_location(frame.location)), frame.name.clone());
                    let position = *positions.entry(key).or_insert(parameters.len());
                    let entry = DeclaredParameter { frame, source, field };
                    match parameters.get_mut(position) {
                        Some(replaced) => *replaced = entry,
                        None => parameters.push(entry),
                    }
                }
                Err(problem) => schemas.problems.add_for_field(field, format!("{problem}; it is left out")),
            }
        }
    }
    parameters
}

/// Header parameters that OpenAPI ignores because they are described elsewhere (Parameter Object, `name`).
fn is_ignored(parameter: &Parameter) -> bool {
    parameter.location == ParameterIn::Header
        && ["accept", "authorization", "content-type"].contains(&parameter.name.to_ascii_lowercase().as_str())
}

fn name_problem(location: Location, name: &str) -> Option<&'static str> {
    match location {
        Location::Header if field::is_reserved_header(name) => Some("is a header that only the client sets"),
        Location::Header if !field::is_token(name) => Some("has a name that a header cannot have"),
        Location::Cookie if !field::is_token(name) => Some("has a name that a cookie cannot have"),
        _ => None,
    }
}

/// Reads style or content. A style that the location does not allow is reported, and replaced by the default.
fn read_format(
    parameter: &Value,
    location: Location,
    field: &str,
    schemas: &mut SchemaBuilder<'_, '_>,
) -> ParameterFormat {
    if parameter.get("schema").is_none()
        && let Some((media_type, _)) = media_type(parameter)
    {
        return if is_json_media_type(media_type) { ParameterFormat::Json } else { ParameterFormat::Text };
    }
    let default = match location {
        Location::Path | Location::Header => Style::Simple,
        Location::Query | Location::Cookie => Style::Form,
    };
    let style = match parameter.get("style") {
        None | Some(Value::Null) => default,
        Some(stated) => {
            let style = stated.as_str().and_then(Style::from_name);
            style.filter(|style| is_allowed(location, *style)).unwrap_or_else(|| {
                let message =
                    format!("has the style {stated}, which is not possible here; the default is used");
                schemas.problems.add_for_field(field, message);
                default
            })
        }
    };
    let flag = |key: &str| parameter.get(key).and_then(Value::as_bool);
    ParameterFormat::Styled {
        style,
        explode: flag("explode").unwrap_or(style == Style::Form),
        allow_reserved: location == Location::Query && flag("allowReserved").unwrap_or(false),
        allow_empty: location == Location::Query && flag("allowEmptyValue").unwrap_or(false),
    }
}

const fn is_allowed(location: Location, style: Style) -> bool {
    match location {
        Location::Path => matches!(style, Style::Simple | Style::Label | Style::Matrix),
        Location::Header => matches!(style, Style::Simple),
        Location::Cookie => matches!(style, Style::Form),
        Location::Query => {
            matches!(style, Style::Form | Style::SpaceDelimited | Style::PipeDelimited | Style::DeepObject)
        }
    }
}

fn media_type(parameter: &Value) -> Option<(&String, &Value)> {
    parameter.get("content")?.as_object()?.iter().next()
}

/// The keys of a parameter whose schema describes an object. Keys become names of cookies, so that those of cookies must
/// be declared.
pub fn object_keys(schema: &Value, location: Location) -> Option<ObjectKeys> {
    let mut declared = Vec::new();
    let takes_object = collect_object_keys(schema, &mut declared);
    let declared = if location == Location::Cookie { declared } else { Vec::new() };
    takes_object.then(|| ObjectKeys { declared: declared.into() })
}

fn collect_object_keys(schema: &Value, declared: &mut Vec<Box<str>>) -> bool {
    let Value::Object(schema) = schema else { return false };
    let properties = schema.get("properties").and_then(Value::as_object);
    declared.extend(properties.into_iter().flat_map(Map::keys).map(|name| name.as_str().into()));
    let own = match schema.get("type") {
        Some(Value::String(one)) => one == "object",
        Some(Value::Array(several)) => several.iter().any(|one| one == "object"),
        // A reference to `$defs` is not followed: parameters that are that large are objects.
        _ => ["properties", "additionalProperties", "$ref"].iter().any(|key| schema.contains_key(*key)),
    };
    let parts =
        ["allOf", "anyOf", "oneOf"].into_iter().filter_map(|key| schema.get(key)?.as_array()).flatten();
    // Not short-circuited, so that the keys of every part are collected.
    parts.fold(own, |found, part| collect_object_keys(part, declared) || found)
}

const fn to_location(location: ParameterIn) -> Location {
    match location {
        ParameterIn::Path => Location::Path,
        ParameterIn::Query => Location::Query,
        ParameterIn::Header => Location::Header,
        ParameterIn::Cookie => Location::Cookie,
    }
}

pub const fn location_name(location: Location) -> &'static str {
    match location {
        Location::Path => "path",
        Location::Query => "query",
        Location::Header => "header",
        Location::Cookie => "cookie",
    }
}
